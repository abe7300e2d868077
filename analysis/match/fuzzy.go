package match

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A FuzzyRank says how well a text matches what the user types. Lower is better. Zero is no rank.
type FuzzyRank uint8

const (
	ExactFit     FuzzyRank = iota + 1 // the query is the text
	PrefixFit                         // the text begins with the query
	WordFit                           // the query is in the text, after a character that is not a letter or digit
	insideFit                         // the query is in the text
	ScatteredFit                      // the query's characters occur in the text in order
	NoFit
)

// A FuzzyText is a text that users search for, prepared for many comparisons.
type FuzzyText struct {
	Folded  string // see [foldName]
	letters uint64 // see [letterSet]
}

func NewFuzzyText(text string) FuzzyText {
	folded := foldName(text)
	return FuzzyText{folded, letterSet(folded)}
}

// letterSet returns a bit set of the bytes in a text. The set of a text includes the set of each of its
// subsequences. Without it, BenchmarkWorkspaceSymbols takes two to four times as long for titles that differ.
func letterSet(folded string) uint64 {
	var set uint64
	for i := range len(folded) {
		set |= 1 << (folded[i] & 63)
	}
	return set
}

// A FuzzyPattern is a query that the user types. Its word separators count only if all of it is in the text.
type FuzzyPattern struct {
	Phrase  string // the query, folded
	letters string // without word separators
	set     uint64 // of letters, or of phrase if letters is empty
}

func NewFuzzyPattern(query string) FuzzyPattern {
	p := FuzzyPattern{Phrase: foldName(strings.TrimSpace(query))}
	p.letters = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == '-' || r == '_' {
			return -1
		}
		return r
	}, p.Phrase)
	p.set = letterSet(p.letters)
	if p.letters == "" {
		p.set = letterSet(p.Phrase)
	}
	return p
}

// Rank compares the pattern with a text. If the rank is worse than worst, it may return NoFit, since finding
// the exact rank is most of the work. An empty pattern is an exact fit for every text.
func (p *FuzzyPattern) Rank(t *FuzzyText, worst FuzzyRank) FuzzyRank {
	if p.Phrase == "" {
		return ExactFit
	}
	if p.set&^t.letters != 0 {
		return NoFit
	}
	at := strings.Index(t.Folded, p.Phrase)
	switch {
	case at == 0 && len(t.Folded) == len(p.Phrase):
		return ExactFit
	case at == 0:
		return PrefixFit
	case at > 0 && endsInSeparator(t.Folded[:at]):
		return WordFit
	case at > 0:
		return insideFit
	case p.letters == "" || worst < ScatteredFit || !isSubsequence(p.letters, t.Folded):
		return NoFit
	}
	return ScatteredFit
}

// endsInSeparator reports whether the text ends with a character that is not a letter or digit.
func endsInSeparator(text string) bool {
	r, _ := utf8.DecodeLastRuneInString(text)
	return !unicode.IsLetter(r) && !unicode.IsDigit(r)
}

// MayFit returns false only if the text is ASCII and the pattern does not fit it, which it finds out without
// preparing the text. It returns true for all other texts.
func (p *FuzzyPattern) MayFit(text string) bool {
	letters := p.letters
	for i := range len(text) {
		if letters == "" || text[i] >= 0x80 {
			return true
		}
		if lowerByte(text[i]) == letters[0] {
			letters = letters[1:]
		}
	}
	return letters == ""
}

// MayBegin returns false only if the text is ASCII and does not begin with the pattern.
func (p *FuzzyPattern) MayBegin(text string) bool {
	for i := range len(text) {
		if i == len(p.Phrase) || text[i] >= 0x80 {
			return true
		}
		if lowerByte(text[i]) != p.Phrase[i] {
			return false
		}
	}
	return len(text) >= len(p.Phrase)
}

// isSubsequence reports whether the characters of letters occur in text in order.
func isSubsequence(letters, text string) bool {
	for _, r := range letters {
		i := strings.IndexRune(text, r)
		if i < 0 {
			return false
		}
		text = text[i+utf8.RuneLen(r):]
	}
	return true
}
