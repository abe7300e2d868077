package analysis

import (
	"context"
	"slices"
	"sort"
	"strings"

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
	// is the destination without escapes, for [Snapshot.ResolveLink].
	Unresolved string
}

// DocumentLinks returns the links of a file that an editor can follow, in source order: those to existing
// files, and URLs. It returns nil for files that the server does not handle, and if ctx is canceled.
func (s *Snapshot) DocumentLinks(ctx context.Context, path string) []DocumentLink {
	c, ok := s.cursorAt(ctx, path, 0)
	if !ok || c.file.isYAML() {
		return nil
	}
	l := linker{cursor: c, targets: s.newResolver(c.file)}
	md := c.file.Doc.Markdown()
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

// ResolveLink returns the file that a destination leads to, with the line that its fragment names. It returns
// false if the destination is not a file, or the file no longer exists.
func (s *Snapshot) ResolveLink(ctx context.Context, path, destination string) (DocumentLink, bool) {
	c, ok := s.cursorAt(ctx, path, 0)
	if !ok || c.file.isYAML() || hasScheme(destination) {
		return DocumentLink{}, false
	}
	l := linker{cursor: c, targets: s.newResolver(c.file)}
	t, ok := l.follow(destination)
	if !ok {
		return DocumentLink{}, false
	}
	return DocumentLink{Target: t.actual, Fragment: t.fragment, Line: l.headingLine(t), Tooltip: l.tooltip(t)}, true
}

// A linker collects the links of one file.
type linker struct {
	*cursor
	targets *resolver
	lines   map[string]int // of the file's own headings, by slug; nil until needed
	found   []DocumentLink
}

func (l *linker) add(span text.Span, destination string) {
	if span.IsEmpty() {
		return
	}
	if hasScheme(destination) {
		l.addURL(span, destination)
		return
	}
	t, ok := l.follow(destination)
	if !ok {
		return
	}
	found := DocumentLink{Span: span, Target: t.actual, Fragment: t.fragment, Line: -1, Tooltip: l.tooltip(t)}
	switch {
	case t.kind == ownFragment:
		found.Line = l.ownLine(t.fragment)
	case t.fragment != "":
		found.Unresolved = destination
	}
	l.found = append(l.found, found)
}

// follow returns the file that a destination leads to. For a directory, it returns the skill file in it,
// since editors open files.
func (l *linker) follow(destination string) (target, bool) {
	t := l.targets.resolve(destination)
	switch {
	case t.kind != ownFragment && t.kind != relativePath, t.exists != present && t.exists != otherCase:
		return t, false
	case t.isDir:
		file, ok := l.skillIn(t.actual)
		t.actual, t.isDir, t.fragment = file, false, ""
		return t, ok
	}
	return t, true
}

func (l *linker) tooltip(t target) string {
	tooltip := ""
	if t.kind != ownFragment {
		tooltip = l.fromSkill(t.actual)
	}
	if t.fragment != "" {
		tooltip += "#" + t.fragment
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
		path, probed := l.scope().mentionedPath(skills.Mention{Path: strings.TrimPrefix(rest, "//")})
		if !probed {
			return
		}
		if _, err := l.snapshot.fs.Stat(path); err == nil {
			l.found = append(l.found, DocumentLink{Span: span, Target: path, Line: -1, Tooltip: l.snapshot.shownPath(path)})
		}
	}
}

// headingLine returns the 0-based line of the heading that a target's fragment names, or -1 if not found.
func (l *linker) headingLine(t target) int {
	switch doc := l.snapshot.targetDoc(l.file, t); {
	case t.fragment == "" || doc == nil:
		return -1
	case t.kind == ownFragment:
		return l.ownLine(t.fragment)
	default:
		return lineOf(headingLines(doc), t.fragment)
	}
}

// ownLine returns the 0-based line of the file's own heading that a fragment names, or -1 if not found.
func (l *linker) ownLine(fragment string) int {
	if l.lines == nil {
		l.lines = headingLines(l.file.Doc)
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
