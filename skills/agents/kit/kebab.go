package kit

import (
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/text"
)

// RequireKebab adds a refusal if a name has characters other than a-z, 0-9 and hyphens, and one if it has a
// stray hyphen.
func (r *Report) RequireKebab(name string, at text.Span, message string) {
	r.RefuseIf(!IsKebabAlphabet(name), skills.CodeCharacters, "name", at, message)
	r.RefuseIf(HasStrayHyphen(name), skills.CodeHyphens, "name", at, message)
}

// IsKebabAlphabet reports whether the text has only a-z, 0-9 and hyphens.
func IsKebabAlphabet(text string) bool {
	return strings.Trim(text, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
}

// HasStrayHyphen reports whether the text begins or ends with a hyphen, or has two in a row.
func HasStrayHyphen(text string) bool {
	return strings.HasPrefix(text, "-") || strings.HasSuffix(text, "-") || strings.Contains(text, "--")
}
