package cli

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// diffLabel returns a name as written after "---" or "+++": a tab marks the end of a name that contains a
// space.
func diffLabel(name string) string {
	quoted := quoteName(name)
	if quoted == name && strings.Contains(name, " ") {
		return name + "\t"
	}
	return quoted
}

// quoteName quotes a name, as git and patch do, if it contains a quote, a backslash or an unsafe character.
func quoteName(name string) string {
	if !strings.ContainsFunc(name, func(r rune) bool { return isUnsafe(r) || r == '"' || r == '\\' }) {
		return name
	}
	var b strings.Builder
	b.WriteByte('"')
	for i, r := range name {
		_, size := utf8.DecodeRuneInString(name[i:])
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case isUnsafe(r):
			for _, c := range []byte(name[i : i+size]) {
				fmt.Fprintf(&b, `\%03o`, c)
			}
		default:
			b.WriteString(name[i : i+size]) // may be invalid UTF-8
		}
	}
	b.WriteByte('"')
	return b.String()
}
