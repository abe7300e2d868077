package analysis

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/markdown"
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

// mention returns the mention at the cursor: in prose, or in a field of the frontmatter that is text for the
// model.
func (c *cursor) mention() (skills.Mention, bool) {
	switch c.file.Kind {
	case ConfigFile:
		return skills.Mention{}, false
	case CompanionFile:
		site, ok := yamlSiteAt(c.source, c.offset)
		if readers := c.readersOfField(strings.Join(site.path, ".")); !ok || site.isKey || len(readers) == 0 || readers[0].field.Form != skills.PromptText {
			return skills.Mention{}, false
		}
		return c.mentionIn(site.token)
	}
	if c.offset >= c.file.Doc.Body.Start {
		return c.mentionInProse()
	}
	if c.file.Kind == Instructions {
		return c.preload()
	}
	e := c.entry()
	if c.file.Kind != SkillFile || e == nil || !isProseField(e.Key) || !e.ValueSpan.Contains(c.offset) {
		return skills.Mention{}, false
	}
	return c.mentionIn(e.ValueSpan)
}

// mentionIn returns the mention at the cursor in a span that is text for the model.
func (c *cursor) mentionIn(text text.Span) (skills.Mention, bool) {
	for _, m := range fieldMentions(c.source, text) {
		if m.Span.Contains(c.offset) {
			return m, true
		}
	}
	return skills.Mention{}, false
}

// link returns the innermost link at the cursor.
func (c *cursor) link() (*markdown.Link, bool) {
	links := c.file.Doc.Markdown().Links
	var innermost *markdown.Link
	for i := range links {
		if l := &links[i]; l.Span.Contains(c.offset) && (innermost == nil || l.Span.Len() < innermost.Span.Len()) {
			innermost = l
		}
	}
	return innermost, innermost != nil
}

// mentioned returns the skills that a mention may mean, each real file once. A linked mention means the skill
// at its path, regardless of its name.
func (c *cursor) mentioned(m skills.Mention) []skills.Skill {
	if m.Kind != skills.LinkedMention {
		return c.snapshot.distinct(c.snapshot.knownTo(c.ctx, c.file, m).named(m.Name))
	}
	path, probed := c.pass().mentionedPath(m)
	if path == "" {
		return nil
	}
	known := c.snapshot.known(c.ctx, c.file).all()
	if i := slices.IndexFunc(known, func(skill skills.Skill) bool { return c.snapshot.FolderPath(skill.Path) == path }); i >= 0 {
		return known[i : i+1]
	}
	if !probed || !isSkillFileName(filepath.Base(path)) || !c.snapshot.isConfined(c.file, path) {
		return nil
	}
	f, err := c.snapshot.File(path)
	if err != nil {
		return nil
	}
	return []skills.Skill{c.snapshot.describe(agents.Standard, f, path, skills.Verdict{})}
}
