package kit

import "strings"

// IsKebabAlphabet reports whether the text has only a-z, 0-9 and hyphens.
func IsKebabAlphabet(text string) bool {
	for i := range len(text) {
		if c := text[i]; (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-' {
			return false
		}
	}
	return true
}

// HasStrayHyphen reports whether the text begins or ends with a hyphen, or has two in a row.
func HasStrayHyphen(text string) bool {
	return strings.HasPrefix(text, "-") || strings.HasSuffix(text, "-") || strings.Contains(text, "--")
}

// kebabEnd returns the end of the longest match of [a-z0-9]+(?:-[a-z0-9]+)* at start, or start if nothing
// matches.
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
