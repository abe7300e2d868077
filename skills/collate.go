package skills

import (
	"cmp"
	"strings"
	"sync"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"

	"skills-ls/skills/text"
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
	if text.IsASCII(a) && text.IsASCII(b) {
		return collateASCII(a, b)
	}
	c := collators.Get().(*collate.Collator)
	defer collators.Put(c)
	return c.CompareString(a, b)
}

// A collator has buffers, and only one goroutine at a time may use it.
var collators = sync.Pool{New: func() any { return collate.New(language.Und) }}

// collateASCII compares texts in ASCII. Every character has its own weight, except that a letter has the same
// weight in both cases and that control characters have none. The first weight that differs decides, or else
// the first letter whose case differs.
func collateASCII(a, b string) int {
	byCase := 0
	for a, b = fromWeight(a), fromWeight(b); a != "" && b != ""; a, b = fromWeight(a[1:]), fromWeight(b[1:]) {
		if order := int(asciiWeights[a[0]]) - int(asciiWeights[b[0]]); order != 0 {
			return order
		}
		byCase = cmp.Or(byCase, int(b[0])-int(a[0])) // ASCII has uppercase first
	}
	return cmp.Or(len(a)-len(b), byCase)
}

// fromWeight returns a text in ASCII from its first character with a weight on.
func fromWeight(text string) string {
	for text != "" && asciiWeights[text[0]] == 0 {
		text = text[1:]
	}
	return text
}

// asciiWeights are the primary weights of the ASCII characters, in the order of CLDR's root collation.
var asciiWeights = func() (weights [128]uint8) {
	for i, c := range []byte("\t\n\v\f\r _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$0123456789abcdefghijklmnopqrstuvwxyz") {
		weights[c] = uint8(i + 1)
		weights[strings.ToUpper(string(c))[0]] = uint8(i + 1)
	}
	return weights
}()
