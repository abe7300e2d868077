package rules

import (
	"slices"
	"strings"
)

// Singular returns the ending of a verb whose subject is list.
func Singular[T any](list []T) string {
	if len(list) == 1 {
		return "s"
	}
	return ""
}

// sameText reports whether two readings of a text differ only in white space, which makes no difference to a
// model.
func sameText(a, b string) bool {
	return a == b || slices.Equal(strings.Fields(a), strings.Fields(b))
}

// maxQuoted is the maximum length of a value that a message quotes, in runes.
const maxQuoted = 64

// InQuotes returns a value as messages quote it, shortened.
func InQuotes(value string) string { return `"` + Shorten(value, maxQuoted) + `"` }

// Shorten returns text cut to at most n runes, with "…" in place of the rest.
func Shorten(text string, n int) string {
	count := 0
	for i := range text {
		if count == n {
			return text[:i] + "…"
		}
		count++
	}
	return text
}
