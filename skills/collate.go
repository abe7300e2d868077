package skills

import (
	"strings"
	"sync"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"
)

// Collate compares two texts by ICU's root collation, as localeCompare does in JavaScript in a C or English
// environment: punctuation before digits before letters, letters by alphabet, and only then lowercase before
// uppercase. It returns 0 for texts that differ only in what is not compared, such as control characters.
//
// It agrees with ICU 78 on all of ASCII and on the scripts of Unicode 6.2. The tables of golang.org/x/text do
// not contain newer characters.
func Collate(a, b string) int {
	if a == b {
		return 0
	}
	if order, ok := collateASCII(a, b); ok {
		return order
	}
	c := collators.Get().(*collate.Collator)
	defer collators.Put(c)
	return c.CompareString(a, b)
}

// A collator has buffers, and only one goroutine at a time may use it.
var collators = sync.Pool{New: func() any { return collate.New(language.Und) }}

// collateASCII compares texts in ASCII. ok is false for other texts. Every character has its own weight,
// except that a letter has the same weight in both cases and that control characters have none. The first
// weight that differs decides, or else the first letter whose case differs.
func collateASCII(a, b string) (order int, ok bool) {
	for i := range len(a) {
		if a[i] >= 0x80 {
			return 0, false
		}
	}
	for i := range len(b) {
		if b[i] >= 0x80 {
			return 0, false
		}
	}
	i, j, byCase := 0, 0, 0
	for {
		for i < len(a) && asciiWeights[a[i]] == 0 {
			i++
		}
		for j < len(b) && asciiWeights[b[j]] == 0 {
			j++
		}
		switch {
		case i == len(a) && j == len(b):
			return byCase, true
		case i == len(a):
			return -1, true
		case j == len(b):
			return 1, true
		}
		if wa, wb := asciiWeights[a[i]], asciiWeights[b[j]]; wa != wb {
			return int(wa) - int(wb), true
		}
		if byCase == 0 && a[i] != b[j] {
			byCase = int(b[j]) - int(a[i]) // ASCII has uppercase first
		}
		i, j = i+1, j+1
	}
}

// asciiWeights are the primary weights of the ASCII characters, in the order of CLDR's root collation.
var asciiWeights = func() (weights [128]uint8) {
	for i, c := range []byte("\t\n\v\f\r _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$0123456789abcdefghijklmnopqrstuvwxyz") {
		weights[c] = uint8(i + 1)
		weights[strings.ToUpper(string(c))[0]] = uint8(i + 1)
	}
	return weights
}()
