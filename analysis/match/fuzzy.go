package match

import (
	"math/bits"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A FuzzyRank says how well a text matches what the user types. Lower is better. Zero is no rank.
type FuzzyRank uint8

const (
	ExactFit     FuzzyRank = iota + 1 // the query is the text
	PrefixFit                         // the text begins with the query
	WordFit                           // the query is in the text, at the beginning of a word
	initialsFit                       // the query is made of beginnings of the text's words, in order
	insideFit                         // the query is in the text
	ScatteredFit                      // the query's characters occur in the text in order
	NoFit
)

// A FuzzyText is a text that users search for, prepared for many comparisons.
type FuzzyText struct {
	Folded  string // see [foldName]
	starts  uint64 // bit i is set if a word begins at byte i of folded; 64 bytes only
	letters uint64 // see [letterSet]
}

func NewFuzzyText(text string) FuzzyText {
	t := FuzzyText{Folded: foldName(text)}
	t.letters = letterSet(t.Folded)
	cased := text
	if len(cased) != len(t.Folded) {
		cased = t.Folded // the offsets of capitals are lost
	}
	before := ' '
	for i, r := range cased {
		if i >= 64 {
			break
		}
		if isLetterOrDigit(r) && (!isLetterOrDigit(before) || unicode.IsUpper(r) && !unicode.IsUpper(before)) {
			t.starts |= 1 << i
		}
		before = r
	}
	return t
}

func isLetterOrDigit(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// letterSet returns a bit set of the bytes in a text. The set of a text includes the set of each of its
// subsequences.
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
	case at > 0 && p.beginsWord(t, at):
		return WordFit
	case p.letters == "":
		if at > 0 {
			return insideFit
		}
		return NoFit
	case worst < initialsFit:
		return NoFit
	case at < 0 && !isSubsequence(p.letters, t.Folded):
		return NoFit
	case p.isInitials(t):
		return initialsFit
	case at > 0:
		return insideFit
	default:
		return ScatteredFit
	}
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

// beginsWord reports whether the phrase begins a word anywhere in the text. The offset is that of its first
// occurrence.
func (p *FuzzyPattern) beginsWord(t *FuzzyText, at int) bool {
	for at < 64 {
		if t.starts&(1<<at) != 0 {
			return true
		}
		next := strings.Index(t.Folded[at+1:], p.Phrase)
		if next < 0 {
			return false
		}
		at += 1 + next
	}
	return false
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

// isInitials reports whether each character of the pattern begins a word of the text or follows the previous
// character in it. It keeps the set of all offsets at which the characters so far may end.
func (p *FuzzyPattern) isInitials(t *FuzzyText) bool {
	var ends uint64
	head := t.Folded[:min(len(t.Folded), 64)]
	for i := range len(p.letters) {
		var same uint64 // where the text has this byte
		for j := strings.IndexByte(head, p.letters[i]); j >= 0; {
			same |= 1 << j
			next := strings.IndexByte(head[j+1:], p.letters[i])
			if next < 0 {
				break
			}
			j += 1 + next
		}
		later := t.starts
		if i > 0 {
			first := bits.TrailingZeros64(ends)
			later &^= 1<<first | (1<<first - 1)
		}
		if ends = same & (ends<<1 | later); ends == 0 {
			return false
		}
	}
	return true
}
