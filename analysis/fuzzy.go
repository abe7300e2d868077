package analysis

import (
	"math/bits"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A fuzzyRank says how well a text fits what somebody types who looks for it; the lower, the better.
type fuzzyRank uint8

const (
	exactFit     fuzzyRank = iota // it is the text
	prefixFit                     // the text begins with it
	wordFit                       // one of the text's words begins with it, and what follows goes on with it
	initialsFit                   // it is made of beginnings of the text's words, in their order
	insideFit                     // it stands in the text
	scatteredFit                  // its characters occur in the text in their order
	noFit
)

// A fuzzyText is a text that is looked for, prepared for being compared often.
type fuzzyText struct {
	folded  string // see [foldName]
	starts  uint64 // of the first 64 bytes of folded those that a word begins with
	letters uint64 // see [letterSet]
}

func newFuzzyText(text string) fuzzyText {
	t := fuzzyText{folded: foldName(text)}
	t.letters = letterSet(t.folded)
	cased := text
	if len(cased) != len(t.folded) {
		cased = t.folded // the places of capitals are lost
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

// letterSet returns a set in which a text has every character that each of its subsequences has.
func letterSet(folded string) uint64 {
	var set uint64
	for i := range len(folded) {
		set |= 1 << (folded[i] & 63)
	}
	return set
}

// A fuzzyPattern is what somebody types. What separates its words counts only where all of it stands in the text.
type fuzzyPattern struct {
	phrase  string // all of it, folded
	letters string // without what separates words
	set     uint64 // of letters, or of phrase where there are none
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

// rank compares the pattern with a text. What fits worse than the last argument says may count as not fitting: to tell how is most of the
// work. An empty pattern fits all alike.
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

// mayFit is false only where the pattern does not fit a text of ASCII, which it tells without preparing the text. Of others it says true.
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

// mayBegin is false only where the pattern does not begin a text of ASCII.
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

// beginsWord reports whether the phrase, which stands in the text for the first time at an offset, begins a word somewhere.
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

// isSubsequence reports whether the characters of one text occur in another in their order.
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

// isInitials reports whether each character of the pattern begins a word of the text, or follows in it on the one before. It keeps, as
// a set, all the places that the characters so far may end at.
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
