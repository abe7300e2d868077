package rules

import (
	"iter"
	"strings"
	"unicode"

	"skills-ls/analysis/index"
)

// words returns the words of a text in lowercase: runs of letters and apostrophes.
func words(text string) iter.Seq[string] {
	return strings.FieldsFuncSeq(strings.ToLower(strings.ReplaceAll(text, "’", "'")), func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' })
}

// isEnglish reports whether a text is certainly in English. A few words are seldom enough for that. All
// letters must be Latin or Greek, and at most one in twenty may be outside ASCII. At least two words must be
// common in English, and those that no other language has must outnumber the common words of other languages.
func isEnglish(text string) bool {
	letters, foreign := 0, 0
	for _, r := range text {
		switch {
		case r <= unicode.MaxASCII:
			if unicode.IsLetter(r) {
				letters++
			}
		case unicode.In(r, unicode.Latin, unicode.Greek):
			letters, foreign = letters+1, foreign+1
		case unicode.IsLetter(r):
			return false // the text may be in another language
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

// englishWords are common words of English that no other language in Latin letters has. sharedWords are
// common words that other languages also have, if only by chance or as loanwords. otherWords are common words
// of the most widespread other languages.
var (
	englishWords = index.WordSet(`and between from how into that the their these this those through using we what when whenever where which
		while with you your`)
	sharedWords = index.WordSet(`a all an are as at be best by can code create for generate guide i in is it its new not of on or test testing
		to use user`)
	otherWords = index.WordSet(`att av che das de del der det di du ein eine el em est et för für het ikke il la las le les los mit och para
		pour que um una und une voor von zu`)
)
