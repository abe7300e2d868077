package analysis

import (
	"context"
	"slices"
	"sort"
	"strings"

	"skills-ls/skills"
)

// A DocumentLink is a link that an editor can follow. Either Target or URL is set.
type DocumentLink struct {
	Span     skills.Span // the destination as written
	Target   string      // absolute path of an existing file
	URL      string      // an http, https or mailto URL as it is written
	Fragment string      // of Target, decoded and without the "#"; may be empty
	Line     int         // 0-based line of Target that the fragment names, -1 for none
	Tooltip  string      // plain text; may be empty
}

// DocumentLinks returns the links of a file that lead somewhere, in source order: those to existing files, and URLs. It returns
// nil for files that are not ours, and where the context is cancelled.
func (s *Snapshot) DocumentLinks(ctx context.Context, path string) []DocumentLink {
	c, ok := s.cursorAt(ctx, path, 0)
	if !ok || c.file.isYAML() {
		return nil
	}
	l := linker{cursor: c, targets: s.newResolver(c.file), lines: make(map[string]map[string]int)}
	md := c.file.Doc.Markdown()
	for i := range md.Links {
		link := &md.Links[i]
		if ctx.Err() != nil {
			return nil
		}
		if link.Kind != skills.ReferenceLink { // the destination of a reference stands in its definition
			l.add(link.Dest, link.Destination)
		}
	}
	for _, def := range md.Definitions {
		l.add(def.Dest, def.Destination)
	}
	slices.SortFunc(l.found, func(a, b DocumentLink) int { return a.Span.Start - b.Span.Start })
	return l.found
}

// A linker collects the links of one file.
type linker struct {
	*cursor
	targets *resolver
	lines   map[string]map[string]int // of the headings, by path and slug
	found   []DocumentLink
}

func (l *linker) add(span skills.Span, destination string) {
	if span.IsEmpty() {
		return
	}
	if hasScheme(destination) {
		l.addURL(span, destination)
		return
	}
	t := l.targets.resolve(destination)
	switch {
	case t.kind != ownFragment && t.kind != relativePath, t.exists != present && t.exists != otherCase:
		return
	case t.isDir:
		file, ok := l.skillIn(t.actual)
		if !ok {
			return // editors open files, not directories
		}
		t.actual, t.isDir, t.fragment = file, false, ""
	}
	tooltip := ""
	if t.kind != ownFragment {
		tooltip = l.fromSkill(t.actual)
	}
	if t.fragment != "" {
		tooltip += "#" + t.fragment
	}
	l.found = append(l.found, DocumentLink{Span: span, Target: t.actual, Fragment: t.fragment, Line: l.headingLine(t), Tooltip: tooltip})
}

// addURL adds a link to the web, or one to a skill's file by the scheme that Codex gives mentions.
func (l *linker) addURL(span skills.Span, destination string) {
	scheme, rest, _ := strings.Cut(destination, ":")
	switch strings.ToLower(scheme) {
	case "http", "https", "mailto":
		l.found = append(l.found, DocumentLink{Span: span, URL: destination, Line: -1})
	case "skill":
		path, probed := l.pass().mentionedPath(skills.Mention{Path: strings.TrimPrefix(rest, "//")})
		if !probed {
			return
		}
		if _, err := l.snapshot.fs.Stat(path); err == nil {
			l.found = append(l.found, DocumentLink{Span: span, Target: path, Line: -1, Tooltip: l.snapshot.shownPath(path)})
		}
	}
}

// headingLine returns the 0-based line of the heading that a target's fragment names, -1 for none.
func (l *linker) headingLine(t target) int {
	if t.fragment == "" {
		return -1
	}
	lines, ok := l.lines[t.actual]
	if !ok {
		if doc := l.snapshot.targetDoc(l.file, t); doc != nil {
			lines = headingLines(doc)
		}
		l.lines[t.actual] = lines
	}
	if line, ok := lines[strings.ToLower(t.fragment)]; ok {
		return line
	}
	return -1
}

// headingLines returns the 0-based lines of a document's headings by their slugs in lower case.
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
