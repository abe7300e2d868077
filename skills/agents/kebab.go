package agents

import "strings"

// What several agents share that take names of the form [a-z0-9]+(-[a-z0-9]+)*.

// isKebabAlphabet reports whether the text holds nothing but a-z, 0-9 and hyphens.
func isKebabAlphabet(text string) bool {
	for i := range len(text) {
		if c := text[i]; (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-' {
			return false
		}
	}
	return true
}

// hasStrayHyphen reports whether a hyphen stands at an edge of the text, or next to another one.
func hasStrayHyphen(text string) bool {
	return strings.HasPrefix(text, "-") || strings.HasSuffix(text, "-") || strings.Contains(text, "--")
}

// kebabEnd returns the end of the longest [a-z0-9]+(?:-[a-z0-9]+)* at start, or start where there is none.
func kebabEnd(text string, start int) int {
	end := start
	for i := start; i < len(text); i++ {
		switch c := text[i]; {
		case c >= 'a' && c <= 'z' || c >= '0' && c <= '9':
			end = i + 1
		case c == '-' && end == i && i > start:
		default:
			return end
		}
	}
	return end
}
