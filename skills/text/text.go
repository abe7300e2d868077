package text

import (
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// ByteOrderMark is U+FEFF in UTF-8. Some editors write it at the start of a file.
const ByteOrderMark = "\ufeff"

// A Unit is a unit of length. Agents count the length of a field in different units.
type Unit uint8

const (
	Runes Unit = iota // Unicode code points
	UTF16             // UTF-16 code units
	Bytes             // UTF-8 bytes
)

func (u Unit) String() string {
	return [...]string{"characters", "UTF-16 units", "bytes"}[u]
}

// MarshalText encodes the unit as its name.
func (u Unit) MarshalText() ([]byte, error) { return []byte(u.String()), nil }

// Len returns the length of the text in the unit.
func (u Unit) Len(text string) int {
	switch u {
	case Runes:
		return utf8.RuneCountInString(text)
	case UTF16:
		n := 0
		for _, r := range text {
			n += utf16.RuneLen(r)
		}
		return n
	default:
		return len(text)
	}
}

// Offset returns the byte offset after the first n units of the text, or len(text) if the text is shorter. It
// never splits a character: if n units end in the middle of one, it returns the start of that character.
func (u Unit) Offset(text string, n int) int {
	for i, r := range text {
		switch u {
		case Runes:
			n--
		case UTF16:
			n -= utf16.RuneLen(r)
		default:
			_, size := utf8.DecodeRuneInString(text[i:])
			n -= size
		}
		if n < 0 {
			return i
		}
	}
	return len(text)
}

// InvalidUTF8 returns the offset of the first byte that is not part of valid UTF-8, or -1.
func InvalidUTF8(text string) int {
	if utf8.ValidString(text) {
		return -1 // the usual case
	}
	for i, r := range text {
		if r != utf8.RuneError {
			continue
		}
		if _, n := utf8.DecodeRuneInString(text[i:]); n == 1 {
			return i
		}
	}
	return -1
}

// DecodeUTF8 replaces each invalid sequence, as [BrokenUTF8] finds it, by U+FFFD. The UTF-8 decoder of Node,
// Bun and browsers does the same (https://encoding.spec.whatwg.org/#utf-8-decoder).
func DecodeUTF8(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	var b strings.Builder
	b.Grow(len(text) + 16)
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		if r == utf8.RuneError && n == 1 {
			n, _ = BrokenUTF8(text[i:])
			b.WriteRune(utf8.RuneError)
		} else {
			b.WriteString(text[i : i+n])
		}
		i += n
	}
	return b.String()
}

// BrokenUTF8 returns the length in bytes of the invalid UTF-8 sequence at the start of the text: the longest
// prefix that could begin a character, or 1 (the "maximal subpart" of Unicode 16.0, section 3.9). It returns
// false for complete if the text ends within a sequence that more bytes could make valid. The text must not
// be empty and must not begin with a valid character.
func BrokenUTF8(text string) (n int, complete bool) {
	for n = 1; n <= len(text); n++ {
		if utf8.FullRuneInString(text[:n]) {
			return max(n-1, 1), true
		}
	}
	return len(text), false
}

// TrimJS removes white space at both ends as ECMAScript's String.prototype.trim does. U+FEFF is white space,
// U+0085 is not.
func TrimJS(text string) string { return strings.TrimFunc(text, isSpaceJS) }

// TrimRightJS removes white space at the end as ECMAScript's trimEnd does.
func TrimRightJS(text string) string { return strings.TrimRightFunc(text, isSpaceJS) }

// TrimJS returns the span without ECMAScript's white space at its ends. An empty result is within s.
func (s Span) TrimJS(source string) Span { return s.TrimFunc(source, isSpaceJS) }

// TrimFunc returns the span without the characters at its ends for which space returns true. An empty result
// is at the end of s.
func (s Span) TrimFunc(source string, space func(rune) bool) Span {
	text := s.Of(source)
	s.Start = s.End - len(strings.TrimLeftFunc(text, space))
	s.End = s.Start + len(strings.TrimRightFunc(s.Of(source), space))
	return s
}

// isSpaceJS reports whether the rune is white space or a line terminator in ECMAScript (ECMA-262, sections
// 12.2 and 12.3).
func isSpaceJS(r rune) bool { return unicode.IsSpace(r) && r != 0x85 || r == 0xfeff }

// UpperFirst returns text with its first letter in uppercase, to begin a sentence.
func UpperFirst(text string) string {
	if text == "" || text[0] < 'a' || text[0] > 'z' {
		return text
	}
	return strings.ToUpper(text[:1]) + text[1:]
}
