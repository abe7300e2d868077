package markdown

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark/util"
)

// NormalizeLabel returns the form in which link labels match (CommonMark 0.31, 4.7): without blanks at the ends, each run of
// blanks and line endings a single space, case folded.
func NormalizeLabel(label string) string {
	for i := range len(label) {
		if c := label[i]; c <= ' ' || c >= 'A' && c <= 'Z' || c >= utf8.RuneSelf {
			folded := string(util.DoFullUnicodeCaseFolding([]byte(label)))
			return strings.Join(strings.FieldsFunc(folded, func(r rune) bool { return r < utf8.RuneSelf && (isSpace(byte(r)) || r == '\r') }), " ")
		}
	}
	return label
}

// Unescape replaces backslash escapes and entities, as Markdown does in the destination of a link.
func Unescape(text string) string { return decode(text, true) }

// unescapeEntities replaces entities, as in an autolink's destination.
func unescapeEntities(text string) string { return decode(text, false) }

func decode(text string, backslashes bool) string {
	i := strings.IndexAny(text, `\&`)
	if i < 0 {
		return text
	}
	var b strings.Builder
	done := 0
	for ; i < len(text); i++ {
		switch text[i] {
		case '\\':
			if backslashes && i+1 < len(text) && isPunct(text[i+1]) {
				b.WriteString(text[done:i])
				i++
				done = i
			}
		case '&':
			if chars, n := entity(text[i:]); n > 0 {
				b.WriteString(text[done:i])
				b.WriteString(chars)
				i += n - 1
				done = i + 1
			}
		}
	}
	b.WriteString(text[done:])
	return b.String()
}

// maxEntity is the length of the longest entity's name.
const maxEntity = 31

// entity returns the characters that the entity or numeric character reference at the start of text stands for, and its
// length; 0 where there is none (CommonMark 0.31, 6.2 in older numbering: "Entity and numeric character references").
func entity(text string) (chars string, length int) {
	end := strings.IndexByte(text[:min(len(text), maxEntity+2)], ';')
	if end < 2 {
		return "", 0
	}
	name := text[1:end]
	if name[0] != '#' {
		if e, ok := util.LookUpHTML5EntityByName(name); ok {
			return string(e.Characters), end + 1
		}
		return "", 0
	}
	digits, base, most := name[1:], 10, 7
	if digits != "" && digits[0]|0x20 == 'x' {
		digits, base, most = digits[1:], 16, 6
	}
	if len(digits) > most || strings.ContainsAny(digits, "+-_") {
		return "", 0
	}
	n, err := strconv.ParseUint(digits, base, 32)
	if err != nil {
		return "", 0
	}
	if n == 0 || !utf8.ValidRune(rune(n)) {
		n = utf8.RuneError
	}
	return string(rune(n)), end + 1
}
