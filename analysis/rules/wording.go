package rules

import (
	"slices"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/vantage"
)

// FoldedIn returns the value that is equal to text except for case, or "" if not found.
func FoldedIn(values []string, text string) string {
	i := slices.IndexFunc(values, func(value string) bool { return strings.EqualFold(value, text) })
	if i < 0 {
		return ""
	}
	return values[i]
}

// maxWords is the maximum length of the words that a detail lists, in bytes.
const maxWords = diagnostic.MaxDetail - len("expected ...")

// wordList lists words as alternatives, as many as fit into a detail.
func wordList(words []string) string {
	list := strings.Join(words, ", ")
	if len(list) <= maxWords {
		if i := strings.LastIndex(list, ", "); i >= 0 {
			return list[:i] + " or " + list[i+len(", "):]
		}
		return list
	}
	return list[:strings.LastIndex(list[:maxWords], ",")] + "..."
}

// sameText reports whether two readings of a text differ only in white space, which makes no difference to a
// model.
func sameText(a, b string) bool {
	return a == b || slices.Equal(strings.Fields(a), strings.Fields(b))
}

// maxQuoted is the maximum length of a value that a message quotes, in runes.
const maxQuoted = 64

// InQuotes returns a value as messages quote it, shortened.
func InQuotes(value string) string { return `"` + vantage.Shorten(value, maxQuoted) + `"` }
