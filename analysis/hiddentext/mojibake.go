package hiddentext

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"skills-ls/skills/text"
)

// A Garbled is text that was written as UTF-8 and decoded as Windows-1252 or Latin-1.
type Garbled struct {
	Span     text.Span
	Restored string // the original text, without invisible characters
}

// FindGarbled returns the garbled runs of text, in order, but no more than most. It reports only runs that
// are certainly garbled: the bytes of the characters are UTF-8, and no language has these characters in this
// order. The time is linear in len(text).
func FindGarbled(text string, most int) []Garbled {
	found := garbledRuns(text, most, false)
	if len(found) > 0 {
		found = garbledRuns(text, most, true)
	}
	return found
}

// garbledRuns implements [FindGarbled]. If the text is known to be garbled, it also reports signs that might
// be quotations in other text.
func garbledRuns(source string, most int, known bool) []Garbled {
	var found []Garbled
	for at := 0; at < len(source) && len(found) < most; {
		i := strings.IndexByte(source[at:], 0xc3) // first byte of the characters that start a sequence
		if i < 0 {
			break
		}
		start := at + i
		restored, end, ok := ungarble(source, start, known)
		if ok {
			found = append(found, Garbled{text.Span{Start: start, End: end}, restored})
		}
		at = max(end, start+1)
	}
	return found
}

// ungarble restores the run of garbled sequences that starts at an offset, and returns its end. ok reports
// whether the run is certainly garbled. Text that was garbled twice is restored twice.
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
		if !IsInvisible(g.r) && !IsDirection(g.r) || g.r >= 0xfe00 && g.r <= 0xfe0f || g.r == '\u200d' {
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
	// A control character is half of text that was garbled twice.
	return restored, end, !strings.ContainsFunc(restored, unicode.IsControl)
}

// A garbledSequence is the characters that one character was decoded as.
type garbledSequence struct {
	r       rune
	end     int
	certain bool // it cannot be anything else
	isSign  bool // punctuation, an arrow, a box-drawing character, "×", or a no-break space
}

// garbledRune decodes the sequence at an offset.
func garbledRune(text string, start int) (g garbledSequence, ok bool) {
	encoded := make([]byte, 0, utf8.UTFMax)
	ordinary := true // the characters after the first may all follow a word
	for g.end = start; !utf8.FullRune(encoded); {
		r, n := utf8.DecodeRuneInString(text[g.end:])
		b, isByte := singleByte(r)
		if !isByte {
			return g, false
		}
		ordinary = ordinary && (len(encoded) == 0 || strings.ContainsRune(closingPunctuation, r))
		encoded = append(encoded, b)
		g.end += n
	}
	var n int
	if g.r, n = utf8.DecodeRune(encoded); n == 1 || n < len(encoded) || g.r == 0x2028 || g.r == 0x2029 {
		return g, false
	}
	before, _ := utf8.DecodeLastRuneInString(text[:start])
	g.isSign = encoded[0] == 0xe2 || g.r == '\u00a0' || g.r == '×'
	g.certain = provesGarbling(g.r, encoded[0], ordinary, unicode.IsLower(before))
	return g, true
}

// closingPunctuation are the characters that may follow a word that ends in any letter, in some language.
const closingPunctuation = "\u00a0»”“’‘›…–—™·•¹²³"

// provesGarbling reports whether a sequence is certainly garbled. Words in capitals may end in "Ã" or "Â",
// and German words in "ß", before a quotation mark. A currency sign or a dagger never follows "â".
func provesGarbling(r rune, lead byte, ordinary, inWord bool) bool {
	switch {
	case r < 0xa0:
		return false
	case lead == 0xc2 || lead == 0xc3: // U+00A0 to U+00FF
		return !ordinary || inWord
	case lead < 0xdf && lead != 0xd7: // the first character is a capital letter, too
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

// singleByte returns the byte that decodes to r in Windows-1252, or in Latin-1 if Windows-1252 does not
// define it.
func singleByte(r rune) (byte, bool) {
	if r >= 0x80 && r < 0x100 {
		return byte(r), true
	}
	return charmap.Windows1252.EncodeRune(r)
}
