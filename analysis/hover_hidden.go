package analysis

import "strings"

// hoverHidden returns the hover for the hidden text under the cursor.
func (c *cursor) hoverHidden() (Hover, bool) {
	if !anyMayHide(c.line.Of(c.source)) {
		return Hover{}, false
	}
	inCode := func(offset int) bool { return c.scope().inCode(offset) }
	if c.file.isYAML() {
		inCode = func(int) bool { return false }
	}
	for _, h := range findHidden(c.source, inCode, len(c.source)) {
		if h.span.Contains(c.offset) {
			return Hover{h.span, h.doc(h.span.Of(c.source))}, true
		}
	}
	return Hover{}, false
}

// anyMayHide reports whether text has a byte that may start an invisible character.
func anyMayHide(text string) bool {
	for i := range len(text) {
		if mayHide[text[i]] {
			return true
		}
	}
	return false
}

// doc returns [hidden.message] as Markdown, in which the hidden text has no effect.
func (h hidden) doc(text string) string {
	names := nameCodePoints(text, false)
	if h.kind == citation {
		return names + " mark a source on the page of a chat: people see boxes here, and the model reads " + codeSpan(visible(text)) + "."
	}
	if spelt := spelling(text); spelt != "" && (h.kind == invisible || h.kind == tags) {
		return names + ": people do not see this, and the model may read it as " + codeSpan(shorten(spelt, maxSpelt)) + "."
	}
	return upperFirst(strings.TrimSpace(h.message(text))) + "."
}

// maxSpelt is the maximum number of characters of a hidden text that are shown.
const maxSpelt = 400
