package vantage

import "strings"

func JoinAnd(names []string) string {
	switch n := len(names); n {
	case 0:
		return ""
	case 1:
		return names[0]
	default:
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
}

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
