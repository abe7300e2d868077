package analysis

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"skills-ls/skills/text"
)

// A garbled is a text that was written as UTF-8 and read as Windows-1252 or Latin-1.
type garbled struct {
	span     text.Span
	restored string // what it was; without what nobody would see
}

// findGarbled returns the garbled runs of a text, in order, no more than so many. These are what can be nothing else: the characters'
// bytes are UTF-8, and nobody writes these characters in this order. The time is linear in the length of the text.
func findGarbled(text string, most int) []garbled {
	found := garbledRuns(text, most, false)
	if len(found) > 0 {
		found = garbledRuns(text, most, true)
	}
	return found
}

// garbledRuns is [findGarbled]. A text that is known to be garbled has signs, too, that might be a quotation in another one.
func garbledRuns(source string, most int, known bool) []garbled {
	var found []garbled
	for at := 0; at < len(source) && len(found) < most; {
		i := strings.IndexByte(source[at:], 0xc3) // where the characters begin in UTF-8 that begin a sequence when garbled
		if i < 0 {
			break
		}
		start := at + i
		restored, end, ok := ungarble(source, start, known)
		if ok {
			found = append(found, garbled{text.Span{Start: start, End: end}, restored})
		}
		at = max(end, start+1)
	}
	return found
}

// ungarble restores the run of sequences that begins at an offset, and returns where it ends; ok says that it is proven to be garbled. What
// has been garbled twice is restored twice.
func ungarble(text string, start int, known bool) (restored string, end int, ok bool) {
	var out strings.Builder
	sequences, certain := 0, false
	for end = start; ; {
		g, ok := garbledRune(text, end)
		if !ok {
			break
		}
		sequences++
		certain = certain || g.certain || known && g.isSign
		if !isInvisible(g.r) && !isDirection(g.r) || g.r >= 0xfe00 && g.r <= 0xfe0f || g.r == '\u200d' {
			out.WriteRune(g.r)
		}
		end = g.end
	}
	restored = out.String()
	if !certain && sequences < 2 {
		return restored, end, false
	}
	if again, all, ok := ungarble(restored, 0, true); ok && all == len(restored) {
		restored = again
	}
	return restored, end, !strings.ContainsFunc(restored, unicode.IsControl) // which are half of what was garbled twice
}

// A garbledSequence is the characters that one character was read as.
type garbledSequence struct {
	r       rune
	end     int
	certain bool // it can be nothing else
	isSign  bool // punctuation, an arrow, a line of a drawing, "×", or a space that is not broken
}

// garbledRune reads the sequence at an offset.
func garbledRune(text string, start int) (g garbledSequence, ok bool) {
	lead, n := utf8.DecodeRuneInString(text[start:])
	size := 0
	switch {
	case lead >= 0xc2 && lead <= 0xdf:
		size = 2
	case lead >= 0xe0 && lead <= 0xef:
		size = 3
	case lead >= 0xf0 && lead <= 0xf4:
		size = 4
	default:
		return g, false
	}
	var encoded [utf8.UTFMax]byte
	encoded[0] = byte(lead)
	g.end = start + n
	ordinary := true // these characters may follow a word
	for i := 1; i < size; i++ {
		r, n := utf8.DecodeRuneInString(text[g.end:])
		b, isByte := singleByte(r)
		if !isByte || b < 0x80 || b > 0xbf {
			return g, false
		}
		encoded[i] = b
		ordinary = ordinary && strings.ContainsRune(closingPunctuation, r)
		g.end += n
	}
	if g.r, n = utf8.DecodeRune(encoded[:size]); n != size || g.r == 0x2028 || g.r == 0x2029 {
		return g, false
	}
	before, _ := utf8.DecodeLastRuneInString(text[:start])
	g.isSign = encoded[0] == 0xe2 || g.r == '\u00a0' || g.r == '×'
	g.certain = provesGarbling(g.r, encoded[0], ordinary, unicode.IsLower(before))
	return g, true
}

// closingPunctuation is what may follow a word that ends in any letter, in one language or another.
const closingPunctuation = "\u00a0»”“’‘›…–—™·•¹²³"

// provesGarbling reports whether a sequence can be nothing but the garbled character. Words in capitals end in "Ã" or "Â", and German
// ones in "ß", with a quotation mark behind them; nobody puts a sign of currency or a dagger behind "â".
func provesGarbling(r rune, lead byte, ordinary, inWord bool) bool {
	switch {
	case r < 0xa0:
		return false
	case lead == 0xc2 || lead == 0xc3: // U+00A0 to U+00FF
		return !ordinary || inWord
	case lead < 0xdf && lead != 0xd7: // capitals too
		return !ordinary && inWord
	case lead == 0xe2: // punctuation, arrows, signs
		return !ordinary && r < 0x2c00
	case lead == 0xef: // full-width punctuation, variation selectors, the byte order mark
		return !ordinary && r >= 0xfe00
	case lead == 0xf0:
		return r >= 0x1f000 && r < 0x20000 // emoji
	}
	return false
}

// singleByte returns the byte that is read as a character in Windows-1252, or in Latin-1 where that has no other.
func singleByte(r rune) (byte, bool) {
	if r >= 0x80 && r < 0x100 {
		return byte(r), true
	}
	return charmap.Windows1252.EncodeRune(r)
}
