package analysis

import (
	"math/bits"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A fuzzyRank says how well a text matches what the user types. Lower is better.
type fuzzyRank uint8

const (
	exactFit     fuzzyRank = iota // the query is the text
	prefixFit                     // the text begins with the query
	wordFit                       // the query is in the text, at the beginning of a word
	initialsFit                   // the query is made of beginnings of the text's words, in order
	insideFit                     // the query is in the text
	scatteredFit                  // the query's characters occur in the text in order
	noFit
)

// A fuzzyText is a text that users search for, prepared for many comparisons.
type fuzzyText struct {
	folded  string // see [foldName]
	starts  uint64 // bit i is set if a word begins at byte i of folded; 64 bytes only
	letters uint64 // see [letterSet]
}

func newFuzzyText(text string) fuzzyText {
	t := fuzzyText{folded: foldName(text)}
	t.letters = letterSet(t.folded)
	cased := text
	if len(cased) != len(t.folded) {
		cased = t.folded // the offsets of capitals are lost
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

// A fuzzyPattern is a query that the user types. Its word separators count only if all of it is in the text.
type fuzzyPattern struct {
	phrase  string // the query, folded
	letters string // without word separators
	set     uint64 // of letters, or of phrase if letters is empty
}

func newFuzzyPattern(query string) fuzzyPattern {
	p := fuzzyPattern{phrase: foldName(strings.TrimSpace(query))}
	p.letters = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == '-' || r == '_' {
			return -1
		}
		return r
	}, p.phrase)
	p.set = letterSet(p.letters)
	if p.letters == "" {
		p.set = letterSet(p.phrase)
	}
	return p
}

// rank compares the pattern with a text. If the rank is worse than worst, it may return noFit, since finding
// the exact rank is most of the work. An empty pattern is an exact fit for every text.
func (p *fuzzyPattern) rank(t *fuzzyText, worst fuzzyRank) fuzzyRank {
	if p.phrase == "" {
		return exactFit
	}
	if p.set&^t.letters != 0 {
		return noFit
	}
	at := strings.Index(t.folded, p.phrase)
	switch {
	case at == 0 && len(t.folded) == len(p.phrase):
		return exactFit
	case at == 0:
		return prefixFit
	case at > 0 && p.beginsWord(t, at):
		return wordFit
	case p.letters == "":
		if at > 0 {
			return insideFit
		}
		return noFit
	case worst < initialsFit:
		return noFit
	case at < 0 && !isSubsequence(p.letters, t.folded):
		return noFit
	case p.isInitials(t):
		return initialsFit
	case at > 0:
		return insideFit
	default:
		return scatteredFit
	}
}

// mayFit returns false only if the text is ASCII and the pattern does not fit it, which it finds out without
// preparing the text. It returns true for all other texts.
func (p *fuzzyPattern) mayFit(text string) bool {
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

// mayBegin returns false only if the text is ASCII and does not begin with the pattern.
func (p *fuzzyPattern) mayBegin(text string) bool {
	for i := range len(text) {
		if i == len(p.phrase) || text[i] >= 0x80 {
			return true
		}
		if lowerByte(text[i]) != p.phrase[i] {
			return false
		}
	}
	return len(text) >= len(p.phrase)
}

// beginsWord reports whether the phrase begins a word anywhere in the text. The offset is that of its first
// occurrence.
func (p *fuzzyPattern) beginsWord(t *fuzzyText, at int) bool {
	for at < 64 {
		if t.starts&(1<<at) != 0 {
			return true
		}
		next := strings.Index(t.folded[at+1:], p.phrase)
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
func (p *fuzzyPattern) isInitials(t *fuzzyText) bool {
	var ends uint64
	head := t.folded[:min(len(t.folded), 64)]
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
