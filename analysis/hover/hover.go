// Package hover documents what the cursor is at.
package hover

import (
	"context"

	"skills-ls/analysis/describe"
	"skills-ls/analysis/file"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/render"
	"skills-ls/analysis/workspace"
	"skills-ls/skills/text"
)

// A Hover describes the text at the cursor. Its Markdown is safe to render: text from skills cannot form
// links or HTML in it.
type Hover struct {
	Span     text.Span // contains the requested offset
	Markdown string
}

// At describes the text at a byte offset. The second result is false if there is nothing to say, or if ctx
// is canceled. An offset outside the text or inside a character is moved back to the nearest valid one.
func At(ctx context.Context, s *workspace.Snapshot, path string, offset int) (Hover, bool) {
	c, ok := refs.CursorAt(ctx, s, path, offset)
	if !ok {
		return Hover{}, false
	}
	h, ok := hoverOf(c)
	if !ok || ctx.Err() != nil {
		return Hover{}, false
	}
	return h, true
}

func hoverOf(c *refs.Cursor) (Hover, bool) {
	if h, ok := hoverHidden(c); ok {
		return h, true
	}
	if m, ok := c.Mention(); ok {
		if text := mentionDoc(c, m); text != "" {
			return Hover{m.Span, text}, true
		}
	}
	switch {
	case c.File.Kind == file.CompanionFile:
		return hoverCompanion(c)
	case c.File.Kind == file.ConfigFile:
		return hoverSettings(c)
	case c.File.Kind == file.ManifestFile:
		return hoverManifest(c)
	case c.Offset < c.BodyStart():
		if h, ok := hoverFrontmatter(c); ok {
			return h, true
		}
		m, t, ok := c.PathMention()
		if !ok {
			return Hover{}, false
		}
		return Hover{m.Span, describe.TargetFileDoc(c, t)}, true
	}
	if h, ok := hoverPlaceholder(c); ok {
		return h, true
	}
	if m, t, ok := c.PathMention(); ok {
		return Hover{m.Span, describe.TargetFileDoc(c, t)}, true
	}
	md := c.File.Doc.Markdown()
	if l, ok := c.Link(); ok {
		text := linkDoc(c, l.Destination)
		return Hover{l.Span, text}, text != ""
	}
	for _, def := range md.Definitions {
		if def.Span.Contains(c.Offset) {
			text := linkDoc(c, def.Destination)
			return Hover{def.Span, text}, text != ""
		}
	}
	for _, h := range md.Headings {
		if h.Span.Contains(c.Offset) && h.Slug != "" {
			return Hover{h.Span, "Anchor: " + render.CodeSpan("#"+h.Slug)}, true
		}
	}
	return Hover{}, false
}
