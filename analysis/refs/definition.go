package refs

import (
	"context"
	"path/filepath"

	"skills-ls/analysis/file"
	"skills-ls/analysis/manifest"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/workspace"
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
func Definition(ctx context.Context, s *workspace.Snapshot, path string, offset int) []Location {
	c, ok := CursorAt(ctx, s, path, offset)
	if !ok {
		return nil
	}
	found := c.definition()
	if ctx.Err() != nil {
		return nil
	}
	return found
}

func (c *Cursor) definition() []Location {
	if m, ok := c.Mention(); ok {
		var found []Location
		for _, skill := range c.Mentioned(m) {
			found = append(found, skillLocation(c.Snapshot, m.Span, skill.Path))
		}
		if found != nil {
			return found
		}
	}
	if a, at, ok := c.SubagentAt(); ok && a.Path != "" {
		return []Location{skillLocation(c.Snapshot, at, a.Path)}
	}
	if found := c.argumentLocations(); found != nil {
		return found
	}
	switch {
	case c.File.Kind == file.ManifestFile:
		return c.manifestLocation()
	case c.File.IsYAML():
		return nil
	}
	if m, t, ok := c.PathMention(); ok {
		return c.locationOf(m.Span, t)
	}
	if c.Offset < c.BodyStart() {
		return c.ownName()
	}
	md := c.File.Doc.Markdown()
	if l, ok := c.Link(); ok {
		if l.Kind == markdown.ReferenceLink && l.Definition >= 0 && c.onLabel(l) {
			return c.definitionOf(l.Label, l.Span, md.Definitions[l.Definition])
		}
		return c.targetLocation(l.Span, l.Destination)
	}
	for _, def := range md.Definitions {
		switch {
		case def.Label.Contains(c.Offset):
			return c.definitionOf(def.Label, def.Span, def)
		case def.Span.Contains(c.Offset):
			return c.targetLocation(def.Span, def.Destination)
		}
	}
	for _, h := range md.Headings {
		if h.TextSpan.Contains(c.Offset) {
			return []Location{{Origin: h.TextSpan, Path: c.File.Path, Span: h.Span, Selection: h.TextSpan}}
		}
	}
	return nil
}

// ownName returns the location of the skill's name if the cursor is on it.
func (c *Cursor) ownName() []Location {
	e := c.Entry()
	if c.File.Kind != file.SkillFile || e == nil || e.Key != "name" || !e.ValueSpan.Contains(c.Offset) {
		return nil
	}
	own := skillLocation(c.Snapshot, text.Span{}, c.File.Path)
	own.Origin = e.ValueSpan // if there are two names, skillLocation may select the other
	return []Location{own}
}

// onLabel reports whether the cursor is on a reference's label: in its second brackets, or in its only ones.
func (c *Cursor) onLabel(l *markdown.Link) bool {
	return l.Label.IsEmpty() || l.Label.Contains(c.Offset) || l.Label == l.Text || c.Offset > l.Text.End+1
}

// definitionOf returns the location of a link reference definition. The origin is the label if the cursor is
// on it.
func (c *Cursor) definitionOf(label, whole text.Span, def markdown.Definition) []Location {
	origin := whole
	if !label.IsEmpty() && label.Contains(c.Offset) {
		origin = label
	}
	return []Location{{Origin: origin, Path: c.File.Path, Span: def.Span, Selection: def.Label}}
}

// skillLocation returns the location of a skill's frontmatter, with the name selected.
func skillLocation(s *workspace.Snapshot, origin text.Span, path string) Location {
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
func (c *Cursor) targetLocation(origin text.Span, destination string) []Location {
	return c.locationOf(origin, workspace.NewResolver(c.Snapshot, c.File).Resolve(destination))
}

// locationOf returns the location of the file of a target, at the heading that its fragment names.
func (c *Cursor) locationOf(origin text.Span, t workspace.Target) []Location {
	if t.Kind != file.OwnFragment && t.Kind != file.RelativePath || t.Exists != workspace.Present && t.Exists != workspace.OtherCase {
		return nil
	}
	if t.IsDir {
		if file, ok := c.skillIn(t.Actual); ok {
			return []Location{skillLocation(c.Snapshot, origin, file)}
		}
		return nil // an editor cannot open a directory
	}
	at := Location{Origin: origin, Path: t.Actual}
	if doc := TargetDoc(c.Snapshot, c.File, t); doc != nil && t.Fragment != "" {
		if h, ok := file.Heading(doc, t.Fragment); ok {
			at.Span, at.Selection = h.Span, h.TextSpan
		}
	}
	return []Location{at}
}

// skillIn returns the skill's file in a directory that a link leads to. It returns false if the file is
// missing or must not be read.
func (c *Cursor) skillIn(dir string) (string, bool) {
	if !IsConfined(c.Snapshot, c.File, dir) {
		return "", false
	}
	file := vantage.SkillFileIn(c.Snapshot, dir)
	_, err := c.Snapshot.FS().Stat(file)
	return file, err == nil && IsConfined(c.Snapshot, c.File, file)
}

// manifestLocation returns the location of the file that the path at the cursor leads to.
func (c *Cursor) manifestLocation() []Location {
	p, span, ok := ManifestPathAt(c.File, c.Offset)
	if !ok {
		return nil
	}
	path, ok := c.manifestFile(workspace.NewResolver(c.Snapshot, c.File), &p)
	switch {
	case !ok:
		return nil
	case file.IsSkillFileName(filepath.Base(path)):
		return []Location{skillLocation(c.Snapshot, span, path)}
	}
	return []Location{{Origin: span, Path: path}}
}

// manifestFile returns the file that an editor opens for a path: for a directory, the skill or the manifest
// of the plugin in it.
func (c *Cursor) manifestFile(r *workspace.Resolver, p *manifest.Path) (string, bool) {
	t, ok := ManifestTarget(r, p)
	switch {
	case !ok || t.Exists != workspace.Present && t.Exists != workspace.OtherCase || !IsConfined(c.Snapshot, c.File, t.Actual):
		return "", false
	case !t.IsDir:
		return t.Actual, true
	}
	if path, ok := c.skillIn(t.Actual); ok {
		return path, true
	}
	role, _ := file.ManifestOf(c.File.Path)
	for _, m := range role.Agent.Manifests {
		path := filepath.Join(t.Actual, filepath.FromSlash(m.Path))
		if _, err := c.Snapshot.FS().Stat(path); err == nil && !m.Market && path != c.File.Path {
			return path, true
		}
	}
	return "", false
}
