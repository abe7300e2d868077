package kit

import "strings"

// IsKebabAlphabet reports whether the text has only a-z, 0-9 and hyphens.
func IsKebabAlphabet(text string) bool {
	return strings.Trim(text, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
}

// HasStrayHyphen reports whether the text begins or ends with a hyphen, or has two in a row.
func HasStrayHyphen(text string) bool {
	return strings.HasPrefix(text, "-") || strings.HasSuffix(text, "-") || strings.Contains(text, "--")
}
