package skills

import (
	"strings"
	"sync"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"
)

// Collate compares two texts as ICU's root collation does, which is what localeCompare means in JavaScript in a C or English
// environment: punctuation before digits before letters, letters by alphabet and only then lower case before upper. It
// returns 0 for texts that differ in nothing that is compared, such as control characters.
//
// It agrees with ICU 78 on all of ASCII and on scripts that were in Unicode 6.2; the tables of golang.org/x/text do not know
// characters that are younger than that.
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

// A collator holds buffers and serves one goroutine at a time.
var collators = sync.Pool{New: func() any { return collate.New(language.Und) }}

// collateASCII compares texts of ASCII alone; ok is false for others. Every character has a weight of its own, except that
// letters share theirs with the other case and control characters have none. The first weight that differs decides, else the
// first letter whose case does.
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
			byCase = int(b[j]) - int(a[i]) // ASCII has upper case first
		}
		i, j = i+1, j+1
	}
}

// asciiWeights are the primary weights of ASCII's characters in their order in CLDR's root collation.
var asciiWeights = func() (weights [128]uint8) {
	for i, c := range []byte("\t\n\v\f\r _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$0123456789abcdefghijklmnopqrstuvwxyz") {
		weights[c] = uint8(i + 1)
		weights[strings.ToUpper(string(c))[0]] = uint8(i + 1)
	}
	return weights
}()
