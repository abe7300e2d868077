package vantage

import (
	"fmt"
	"slices"
	"strings"
)

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

// JoinFirst is [JoinAnd] for the first names of many, with the number of the others.
func JoinFirst(names []string, most int) string {
	if more := len(names) - most; more > 0 {
		names = append(slices.Clone(names[:most]), fmt.Sprintf("%d more", more))
	}
	return JoinAnd(names)
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
