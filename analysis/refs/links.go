package refs

import (
	"context"
	"slices"
	"sort"
	"strings"

	"skills-ls/analysis/file"
	"skills-ls/analysis/manifest"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/markdown"
	"skills-ls/skills/text"
)

// A DocumentLink is a link that an editor can follow. Either Target or URL is set.
type DocumentLink struct {
	Span     text.Span // the destination as written
	Target   string    // absolute path of an existing file
	URL      string    // an http, https or mailto URL as written
	Fragment string    // of Target, decoded and without the "#"; may be empty
	Line     int       // 0-based line of Target that the fragment names, or -1
	Tooltip  string    // plain text; may be empty
	// Unresolved is set if the line is that of a heading in another file, which must be read to find it. It
	// is the destination without escapes, for [ResolveLink].
	Unresolved string
}

// DocumentLinks returns the links of a file that an editor can follow, in source order: those to existing
// files, and URLs. It returns nil for files that the server does not handle, and if ctx is canceled.
func DocumentLinks(ctx context.Context, s *workspace.Snapshot, path string) []DocumentLink {
	c, ok := CursorAt(ctx, s, path, 0)
	if !ok || c.File.IsYAML() {
		return nil
	}
	l := linker{Cursor: c, targets: workspace.NewResolver(s, c.File)}
	if c.File.Kind == file.ManifestFile {
		return l.manifestLinks()
	}
	md := c.File.Doc.Markdown()
	for i := range md.Links {
		link := &md.Links[i]
		if ctx.Err() != nil {
			return nil
		}
		if link.Kind != markdown.ReferenceLink { // the destination of a reference is in its definition
			l.add(link.Dest, link.Destination)
		}
	}
	for _, def := range md.Definitions {
		l.add(def.Dest, def.Destination)
	}
	slices.SortFunc(l.found, func(a, b DocumentLink) int { return a.Span.Start - b.Span.Start })
	return l.found
}

// manifestLinks returns the links of the paths in a manifest.
func (l *linker) manifestLinks() []DocumentLink {
	var found []DocumentLink
	for _, p := range manifest.Paths(manifest.ReadFile(l.File)) {
		if path, ok := l.manifestFile(l.targets, &p); ok {
			found = append(found, DocumentLink{Span: manifest.Inside(p.Value), Target: path, Line: -1, Tooltip: l.FromSkill(path)})
		}
	}
	return found
}

// ResolveLink returns the file that a destination leads to, with the line that its fragment names. It returns
// false if the destination is not a file, or the file no longer exists.
func ResolveLink(ctx context.Context, s *workspace.Snapshot, path, destination string) (DocumentLink, bool) {
	c, ok := CursorAt(ctx, s, path, 0)
	if !ok || c.File.IsData() || file.HasScheme(destination) {
		return DocumentLink{}, false
	}
	l := linker{Cursor: c, targets: workspace.NewResolver(s, c.File)}
	t, ok := l.follow(destination)
	if !ok {
		return DocumentLink{}, false
	}
	return DocumentLink{Target: t.Actual, Fragment: t.Fragment, Line: l.headingLine(t), Tooltip: l.tooltip(t)}, true
}

// A linker collects the links of one file.
type linker struct {
	*Cursor
	targets *workspace.Resolver
	lines   map[string]int // of the file's own headings, by slug; nil until needed
	found   []DocumentLink
}

func (l *linker) add(span text.Span, destination string) {
	if span.IsEmpty() {
		return
	}
	if file.HasScheme(destination) {
		l.addURL(span, destination)
		return
	}
	t, ok := l.follow(destination)
	if !ok {
		return
	}
	found := DocumentLink{Span: span, Target: t.Actual, Fragment: t.Fragment, Line: -1, Tooltip: l.tooltip(t)}
	switch {
	case t.Kind == file.OwnFragment:
		found.Line = l.ownLine(t.Fragment)
	case t.Fragment != "":
		found.Unresolved = destination
	}
	l.found = append(l.found, found)
}

// follow returns the file that a destination leads to. For a directory, it returns the skill file in it,
// since editors open files.
func (l *linker) follow(destination string) (workspace.Target, bool) {
	t := l.targets.Resolve(destination)
	switch {
	case t.Kind != file.OwnFragment && t.Kind != file.RelativePath, t.Exists != workspace.Present && t.Exists != workspace.OtherCase:
		return t, false
	case t.IsDir:
		file, ok := l.skillIn(t.Actual)
		t.Actual, t.IsDir, t.Fragment = file, false, ""
		return t, ok
	}
	return t, true
}

func (l *linker) tooltip(t workspace.Target) string {
	tooltip := ""
	if t.Kind != file.OwnFragment {
		tooltip = l.FromSkill(t.Actual)
	}
	if t.Fragment != "" {
		tooltip += "#" + t.Fragment
	}
	return tooltip
}

// addURL adds a link to the web, or to a skill file with the URL scheme that Codex uses in mentions.
func (l *linker) addURL(span text.Span, destination string) {
	scheme, rest, _ := strings.Cut(destination, ":")
	switch strings.ToLower(scheme) {
	case "http", "https", "mailto":
		l.found = append(l.found, DocumentLink{Span: span, URL: destination, Line: -1})
	case "skill":
		path, probed := l.Scope().MentionedPath(skills.Mention{Path: strings.TrimPrefix(rest, "//")})
		if !probed {
			return
		}
		if _, err := l.Snapshot.FS().Stat(path); err == nil {
			l.found = append(l.found, DocumentLink{Span: span, Target: path, Line: -1, Tooltip: vantage.ShownPath(l.Snapshot, path)})
		}
	}
}

// headingLine returns the 0-based line of the heading that a target's fragment names, or -1 if not found.
func (l *linker) headingLine(t workspace.Target) int {
	switch doc := TargetDoc(l.Snapshot, l.File, t); {
	case t.Fragment == "" || doc == nil:
		return -1
	case t.Kind == file.OwnFragment:
		return l.ownLine(t.Fragment)
	default:
		return lineOf(headingLines(doc), t.Fragment)
	}
}

// ownLine returns the 0-based line of the file's own heading that a fragment names, or -1 if not found.
func (l *linker) ownLine(fragment string) int {
	if l.lines == nil {
		l.lines = headingLines(l.File.Doc)
	}
	return lineOf(l.lines, fragment)
}

func lineOf(lines map[string]int, fragment string) int {
	if line, ok := lines[strings.ToLower(fragment)]; ok {
		return line
	}
	return -1
}

// headingLines maps the slugs of a document's headings, in lowercase, to their 0-based lines.
func headingLines(doc *skills.Document) map[string]int {
	var starts []int
	for i := range len(doc.Source) {
		if c := doc.Source[i]; c == '\n' || c == '\r' && (i+1 == len(doc.Source) || doc.Source[i+1] != '\n') {
			starts = append(starts, i+1)
		}
	}
	lines := make(map[string]int)
	for _, h := range doc.Markdown().Headings {
		slug := strings.ToLower(h.Slug)
		if _, taken := lines[slug]; !taken {
			lines[slug] = sort.SearchInts(starts, h.Span.Start+1)
		}
	}
	return lines
}
