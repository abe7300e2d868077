package hover

import (
	"skills-ls/analysis/hiddentext"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/render"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/vantage"
	"skills-ls/skills/text"
)

// hoverHidden returns the hover for the hidden text under the cursor.
func hoverHidden(c *refs.Cursor) (Hover, bool) {
	if !anyMayHide(c.Line.Of(c.Source)) {
		return Hover{}, false
	}
	inCode := func(offset int) bool { return rules.InCode(c.Scope(), offset) }
	if c.File.IsData() {
		inCode = func(int) bool { return false }
	}
	for _, h := range hiddentext.FindHidden(c.Source, inCode, len(c.Source)) {
		if h.Span.Contains(c.Offset) {
			return Hover{h.Span, doc(h, h.Span.Of(c.Source))}, true
		}
	}
	return Hover{}, false
}

// anyMayHide reports whether text has a byte that may start an invisible character.
func anyMayHide(text string) bool {
	for i := range len(text) {
		if hiddentext.MayHide[text[i]] {
			return true
		}
	}
	return false
}

// doc returns [rules.Message] as Markdown, in which the hidden text has no effect.
func doc(h hiddentext.Hidden, hidden string) string {
	names := rules.NameCodePoints(hidden, false)
	if h.Kind == hiddentext.Citation {
		return "Citation mark from a chat: " + names + ". Readers see boxes. The model reads " + render.CodeSpan(rules.Visible(hidden)) + "."
	}
	if spelt := rules.Spelling(hidden); spelt != "" && (h.Kind == hiddentext.Invisible || h.Kind == hiddentext.Tags) {
		return "Hidden text " + render.CodeSpan(vantage.Shorten(spelt, maxSpelt)) + ": " + names + ". The model reads it, readers do not."
	}
	message, detail := rules.Message(h, hidden)
	if detail == "" {
		return text.UpperFirst(message) + "."
	}
	return text.UpperFirst(message) + ": " + detail + "."
}

// maxSpelt is the maximum number of characters of a hidden text that are shown.
const maxSpelt = 400
