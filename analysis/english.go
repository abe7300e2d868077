package analysis

import (
	"iter"
	"strings"
	"unicode"
)

// words splits a text into words in lower case: runs of letters, with the apostrophes between them.
func words(text string) iter.Seq[string] {
	return strings.FieldsFuncSeq(strings.ToLower(strings.ReplaceAll(text, "’", "'")), func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' })
}

// isEnglish reports whether a text is English beyond doubt, which a few words in a row seldom are. All of its letters are of the Latin or
// Greek alphabet, and no more than one in twenty is none of English. Among its words are two that make up English sentences, one of
// them such that no other language has it, and fewer that make up those of another.
func isEnglish(text string) bool {
	letters, foreign := 0, 0
	for _, r := range text {
		switch {
		case r <= unicode.MaxASCII && unicode.IsLetter(r):
			letters++
		case unicode.In(r, unicode.Latin, unicode.Greek):
			letters, foreign = letters+1, foreign+1
		case unicode.IsLetter(r):
			return false // what it says may be said in these
		}
	}
	if foreign*20 > letters {
		return false
	}
	english, shared, other := 0, 0, 0
	for word := range words(text) {
		switch {
		case englishWords[word]:
			english++
		case sharedWords[word]:
			shared++
		case otherWords[word]:
			other++
		}
	}
	return english > other && english+shared > 1
}

// englishWords are words that make up English sentences and, as far as Latin letters go, no others; sharedWords are some that other
// languages have, too, if only by chance or on loan; and otherWords are those of the commonest other languages.
var (
	englishWords = wordSet(`and between from how into that the their these this those through using we what when whenever where which
		while with you your`)
	sharedWords = wordSet(`a all an are as at be best by can code create for generate guide i in is it its new not of on or test testing
		to use user`)
	otherWords = wordSet(`att av che das de del der det di du ein eine el em est et för für het ikke il la las le les los mit och para
		pour que um una und une voor von zu`)
)

// wordSet returns the words of a list.
func wordSet(list string) map[string]bool {
	set := make(map[string]bool)
	for word := range strings.FieldsSeq(list) {
		set[word] = true
	}
	return set
}
