package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Names of files and the text of skills come from anywhere. What a terminal or a reader could act upon is escaped here for every
// output: visibly in text, losslessly in JSON.

// isUnsafe reports whether a character could make a terminal do something, or show something else than is there.
func isUnsafe(r rune) bool {
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Zl, unicode.Zp)
}

func escape(r rune) string {
	if r < 0x100 {
		return fmt.Sprintf(`\x%02x`, r)
	}
	return fmt.Sprintf(`\u{%x}`, r)
}

// plain returns a text on one line without anything that a terminal would act upon.
func plain(text string) string {
	return visible(strings.NewReplacer("\n", " ", "\t", " ").Replace(text))
}

// visible returns a text in which everything that a terminal would act upon is escaped, except for line ends and tabs.
func visible(text string) string { return visibleBut(text, "\n\t") }

// visibleBut returns a text in which everything that a terminal would act upon is escaped, except for the characters in keep.
func visibleBut(text, keep string) string {
	if strings.IndexFunc(text, func(r rune) bool { return isUnsafe(r) || r == utf8.RuneError }) < 0 {
		return text
	}
	var b strings.Builder
	for i, r := range text {
		switch {
		case strings.ContainsRune(keep, r):
			b.WriteRune(r)
		case r == utf8.RuneError && text[i] != "\ufffd"[0]:
			fmt.Fprintf(&b, `\x%02x`, text[i])
		case isUnsafe(r):
			b.WriteString(escape(r))
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// exact returns a text for standard output that is of use to the byte alone: as it is for a program, and on a terminal with
// everything that it would act upon escaped.
func (sys *System) exact(text string) string {
	if sys.StdoutWidth > 0 {
		return visible(text)
	}
	return text
}

// encodeJSON returns a value as JSON, each level indented by the given text; empty puts all on one line. Unsafe characters are written as
// \uXXXX, which a decoder reads back as they are, and what only HTML minds is not escaped.
func encodeJSON(v any, indent string) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", indent)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return escapeJSON(b.Bytes()), nil
}

// escapeJSON escapes the unsafe characters that the encoder leaves as they are: it escapes C0 and U+2028 and U+2029. All of these
// stand in strings.
func escapeJSON(text []byte) []byte {
	unescaped := func(r rune) bool { return r >= 0x7f && isUnsafe(r) }
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
