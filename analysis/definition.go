package analysis

import (
	"context"

	"skills-ls/skills/frontmatter"
	"skills-ls/skills/markdown"
	"skills-ls/skills/text"
)

// A Location is the place of a definition.
type Location struct {
	Origin    text.Span // the text in the cursor's file that leads there
	Path      string    // the file that Span and Selection are offsets into
	Span      text.Span // all of the target
	Selection text.Span // the part of Span to put the cursor on
}

// Definition returns where the text at a byte offset is defined. A mention is defined in the skill's file, or
// in each file that it may mean; a subagent in its file; a link or a path in code in the file, or at the
// heading in it; a reference's label in its definition; an argument placeholder at the name in the
// frontmatter. Definition returns nil if there is nothing at the offset, or if ctx is canceled.
//
// A skill's own name, a heading and the name of an argument are their own definitions, which lets editors
// show the references instead. An offset outside the text or inside a character is moved back to the nearest
// valid one.
func (s *Snapshot) Definition(ctx context.Context, path string, offset int) []Location {
	c, ok := s.cursorAt(ctx, path, offset)
	if !ok {
		return nil
	}
	found := c.definition()
	if ctx.Err() != nil {
		return nil
	}
	return found
}

func (c *cursor) definition() []Location {
	if m, ok := c.mention(); ok {
		var found []Location
		for _, skill := range c.mentioned(m) {
			found = append(found, c.snapshot.skillLocation(m.Span, skill.Path))
		}
		if found != nil {
			return found
		}
	}
	if a, at, ok := c.subagentAt(); ok && a.path != "" {
		return []Location{c.snapshot.skillLocation(at, a.path)}
	}
	if found := c.argumentLocations(); found != nil {
		return found
	}
	switch {
	case c.file.isYAML():
		return nil
	}
	if m, t, ok := c.pathMention(); ok {
		return c.locationOf(m.span, t)
	}
	if c.offset < c.bodyStart() {
		return c.ownName()
	}
	md := c.file.Doc.Markdown()
	if l, ok := c.link(); ok {
		if l.Kind == markdown.ReferenceLink && l.Definition >= 0 && c.onLabel(l) {
			return c.definitionOf(l.Label, l.Span, md.Definitions[l.Definition])
		}
		return c.targetLocation(l.Span, l.Destination)
	}
	for _, def := range md.Definitions {
		switch {
		case def.Label.Contains(c.offset):
			return c.definitionOf(def.Label, def.Span, def)
		case def.Span.Contains(c.offset):
			return c.targetLocation(def.Span, def.Destination)
		}
	}
	for _, h := range md.Headings {
		if h.TextSpan.Contains(c.offset) {
			return []Location{{Origin: h.TextSpan, Path: c.file.Path, Span: h.Span, Selection: h.TextSpan}}
		}
	}
	return nil
}

// ownName returns the location of the skill's name if the cursor is on it.
func (c *cursor) ownName() []Location {
	e := c.entry()
	if c.file.Kind != SkillFile || e == nil || e.Key != "name" || !e.ValueSpan.Contains(c.offset) {
		return nil
	}
	own := c.snapshot.skillLocation(text.Span{}, c.file.Path)
	own.Origin = e.ValueSpan // if there are two names, skillLocation may select the other
	return []Location{own}
}

// onLabel reports whether the cursor is on a reference's label: in its second brackets, or in its only ones.
func (c *cursor) onLabel(l *markdown.Link) bool {
	return l.Label.IsEmpty() || l.Label.Contains(c.offset) || l.Label == l.Text || c.offset > l.Text.End+1
}

// definitionOf returns the location of a link reference definition. The origin is the label if the cursor is
// on it.
func (c *cursor) definitionOf(label, whole text.Span, def markdown.Definition) []Location {
	origin := whole
	if !label.IsEmpty() && label.Contains(c.offset) {
		origin = label
	}
	return []Location{{Origin: origin, Path: c.file.Path, Span: def.Span, Selection: def.Label}}
}

// skillLocation returns the location of a skill's frontmatter, with the name selected.
func (s *Snapshot) skillLocation(origin text.Span, path string) Location {
	at := Location{Origin: origin, Path: path}
	f, err := s.File(path)
	if err != nil {
		return at // the editor opens the start of the file and reports the error
	}
	fm := &f.Doc.Frontmatter
	at.Span, at.Selection = fm.Open, fm.Open
	if fm.State == frontmatter.Closed {
		at.Span.End = fm.Close.End
	} else {
		at.Span.End = max(at.Span.End, fm.Content.End)
	}
	if e, ok := fm.Entry("name"); ok && at.Span.Encloses(e.ValueSpan) {
		at.Selection = e.ValueSpan
	}
	return at
}

// targetLocation returns the location of the file that a destination leads to, at the heading that its
// fragment names.
func (c *cursor) targetLocation(origin text.Span, destination string) []Location {
	return c.locationOf(origin, c.snapshot.newResolver(c.file).resolve(destination))
}

// locationOf returns the location of the file of a target, at the heading that its fragment names.
func (c *cursor) locationOf(origin text.Span, t target) []Location {
	if t.kind != ownFragment && t.kind != relativePath || t.exists != present && t.exists != otherCase {
		return nil
	}
	if t.isDir {
		if file, ok := c.skillIn(t.actual); ok {
			return []Location{c.snapshot.skillLocation(origin, file)}
		}
		return nil // an editor cannot open a directory
	}
	at := Location{Origin: origin, Path: t.actual}
	if doc := c.snapshot.targetDoc(c.file, t); doc != nil && t.fragment != "" {
		if h, ok := heading(doc, t.fragment); ok {
			at.Span, at.Selection = h.Span, h.TextSpan
		}
	}
	return []Location{at}
}

// skillIn returns the skill's file in a directory that a link leads to. It returns false if the file is
// missing or must not be read.
func (c *cursor) skillIn(dir string) (string, bool) {
	if !c.snapshot.isConfined(c.file, dir) {
		return "", false
	}
	file := c.snapshot.skillFileIn(dir)
	_, err := c.snapshot.fs.Stat(file)
	return file, err == nil && c.snapshot.isConfined(c.file, file)
}
