package fix

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"skills-ls/cli/term"
)

// DiffLabel returns a name as written after "---" or "+++": a tab marks the end of a name that contains a
// space.
func DiffLabel(name string) string {
	quoted := QuoteName(name)
	if quoted == name && strings.Contains(name, " ") {
		return name + "\t"
	}
	return quoted
}

// QuoteName quotes a name, as git and patch do, if it contains a quote, a backslash or an unsafe character.
func QuoteName(name string) string {
	if !strings.ContainsFunc(name, func(r rune) bool { return term.IsUnsafe(r) || r == '"' || r == '\\' }) {
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
		case term.IsUnsafe(r):
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
