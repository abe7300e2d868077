package rules

import (
	"strings"

	"skills-ls/analysis/refs"
)

// InCode reports whether an offset is in code or raw HTML of the body.
func InCode(p *refs.Scope, offset int) bool {
	return offset >= p.Doc.Body.Start && p.Doc.Markdown().InCode(offset)
}

// behindLine returns text without the line ending that it begins with.
func behindLine(text string) string {
	if strings.HasPrefix(text, "\r\n") {
		return text[len("\r\n"):]
	}
	return text[min(1, len(text)):]
}
