package term

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// File names and the text of skills are untrusted. Characters that a terminal or a reader could act upon are
// escaped here for every output: visibly in text, losslessly in JSON.

// IsUnsafe reports whether a character could control a terminal, or make it show something other than the
// text.
func IsUnsafe(r rune) bool {
	return !unicode.IsGraphic(r) && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Zl, unicode.Zp)
}

func Escape(r rune) string {
	if r < 0x100 {
		return fmt.Sprintf(`\x%02x`, r)
	}
	return fmt.Sprintf(`\u{%x}`, r)
}

// Plain returns a text on one line, with newlines and tabs replaced by spaces and unsafe characters escaped.
func Plain(text string) string { return Visible(onOneLine.Replace(text)) }

var onOneLine = strings.NewReplacer("\n", " ", "\t", " ")

// Visible returns a text with unsafe characters and invalid UTF-8 escaped, except for newlines and tabs.
func Visible(text string) string { return VisibleBut(text, "\n\t") }

// VisibleBut returns a text with unsafe characters and invalid UTF-8 escaped, except for the characters in
// keep.
func VisibleBut(text, keep string) string {
	if strings.IndexFunc(text, func(r rune) bool { return IsUnsafe(r) || r == utf8.RuneError }) < 0 {
		return text
	}
	var b strings.Builder
	for i, r := range text {
		switch {
		case strings.ContainsRune(keep, r):
			b.WriteRune(r)
		case r == utf8.RuneError && text[i] != "\ufffd"[0]:
			fmt.Fprintf(&b, `\x%02x`, text[i])
		case IsUnsafe(r):
			b.WriteString(Escape(r))
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// Exact returns a text whose bytes matter, for standard output: unchanged for a program, and escaped like
// visible for a terminal.
func (sys *System) Exact(text string) string {
	if sys.StdoutWidth > 0 {
		return Visible(text)
	}
	return text
}

// PrintExact prints a text whose bytes matter, as [System.Exact] returns it. For a terminal it ends the last line.
func (sys *System) PrintExact(text string) {
	if sys.StdoutWidth > 0 && text != "" {
		text = strings.TrimSuffix(text, "\n") + "\n"
	}
	_, _ = io.WriteString(sys.Out, sys.Exact(text)) // Out keeps the error
}

// EncodeJSON returns a value as JSON, each level indented by indent, or on one line if indent is empty.
// Unsafe characters are written as \uXXXX, which a decoder reads back unchanged. Characters that matter only
// in HTML are not escaped.
func EncodeJSON(v any, indent string) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", indent)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return escapeJSON(b.Bytes()), nil
}

// escapeJSON escapes the unsafe characters that the encoder does not: the encoder escapes C0, U+2028 and
// U+2029. They occur only in strings.
func escapeJSON(text []byte) []byte {
	unescaped := func(r rune) bool { return r >= 0x7f && IsUnsafe(r) }
	if bytes.IndexFunc(text, unescaped) < 0 {
		return text
	}
	var b bytes.Buffer
	for _, r := range string(text) {
		switch {
		case !unescaped(r):
			b.WriteRune(r)
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.Bytes()
}

// JoinOr joins a list for a sentence: "a, b or c".
func JoinOr(list []string) string {
	last := len(list) - 1
	if last < 1 {
		return strings.Join(list, "")
	}
	return strings.Join(list[:last], ", ") + " or " + list[last]
}
