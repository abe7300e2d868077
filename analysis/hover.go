package analysis

import (
	"context"

	"skills-ls/skills/text"
)

// A Hover describes the text at the cursor. Its Markdown is safe to render: text from skills cannot form
// links or HTML in it.
type Hover struct {
	Span     text.Span // contains the requested offset
	Markdown string
}

// Hover describes the text at a byte offset. The second result is false if there is nothing to say, or if ctx
// is canceled. An offset outside the text or inside a character is moved back to the nearest valid one.
func (s *Snapshot) Hover(ctx context.Context, path string, offset int) (Hover, bool) {
	c, ok := s.cursorAt(ctx, path, offset)
	if !ok {
		return Hover{}, false
	}
	h, ok := c.hover()
	if !ok || ctx.Err() != nil {
		return Hover{}, false
	}
	return h, true
}

func (c *cursor) hover() (Hover, bool) {
	if h, ok := c.hoverHidden(); ok {
		return h, true
	}
	if m, ok := c.mention(); ok {
		if text := c.mentionDoc(m); text != "" {
			return Hover{m.Span, text}, true
		}
	}
	switch {
	case c.file.Kind == CompanionFile:
		return c.hoverCompanion()
	case c.file.Kind == ConfigFile:
		return c.hoverSettings()
	case c.offset < c.bodyStart():
		if h, ok := c.hoverFrontmatter(); ok {
			return h, true
		}
		m, t, ok := c.pathMention()
		if !ok {
			return Hover{}, false
		}
		return Hover{m.span, c.targetFileDoc(t)}, true
	}
	if h, ok := c.hoverPlaceholder(); ok {
		return h, true
	}
	if m, t, ok := c.pathMention(); ok {
		return Hover{m.span, c.targetFileDoc(t)}, true
	}
	md := c.file.Doc.Markdown()
	if l, ok := c.link(); ok {
		text := c.linkDoc(l.Destination)
		return Hover{l.Span, text}, text != ""
	}
	for _, def := range md.Definitions {
		if def.Span.Contains(c.offset) {
			text := c.linkDoc(def.Destination)
			return Hover{def.Span, text}, text != ""
		}
	}
	for _, h := range md.Headings {
		if h.Span.Contains(c.offset) && h.Slug != "" {
			return Hover{h.Span, "Anchor: " + codeSpan("#"+h.Slug)}, true
		}
	}
	return Hover{}, false
}
