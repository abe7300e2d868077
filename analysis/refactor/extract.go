package refactor

import (
	"cmp"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
	"skills-ls/analysis/lines"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/markdown"
	"skills-ls/skills/text"
)

// referencesDir is the standard's directory for text that the model reads when it needs it.
const referencesDir = "references"

// maxSlug is the maximum number of bytes of a heading's slug in a file name.
const maxSlug = 60

// extracting offers to move the section of the heading that the span touches to a file of its own.
func extracting(p *refs.Scope, span text.Span) []Refactor {
	if p.File.Skill == "" || p.File.Dir == "" {
		return nil
	}
	headings := p.Doc.Markdown().Headings
	i := slices.IndexFunc(headings, func(h markdown.Heading) bool { return h.Span.Overlaps(span) })
	if i < 0 {
		return nil
	}
	x, ok := newExtraction(p, i)
	if !ok {
		return nil
	}
	return []Refactor{{ID: "extract-section", Kind: Extract, Creates: true, Title: "Move section to `" + x.name + "`", fix: x.fix}}
}

// An extraction moves the text below a heading, including its subsections, to another file. The heading
// stays, since links lead to it, with a link to the file below it.
type extraction struct {
	*refs.Scope
	heading markdown.Heading
	inner   []markdown.Heading // the headings that move
	moved   text.Span          // from the end of the heading's line on, without trailing blank lines
	name    string             // of the file, slash-separated, relative to the skill directory
	path    string
	slugs   []string // of the headings in the file, the section's own first
}

// newExtraction returns the extraction of a heading's section. It returns false if the section cannot be
// moved: it has no text or is the whole body, it is in a list or a block quote, or its file cannot be
// created.
func newExtraction(p *refs.Scope, i int) (*extraction, bool) {
	source, headings := p.Doc.Source, p.Doc.Markdown().Headings
	h := headings[i]
	next := i + 1
	for next < len(headings) && headings[next].Level > h.Level {
		next++
	}
	end := p.Doc.Body.End
	if next < len(headings) {
		end = lines.LineStart(source, headings[next].Span.Start)
	}
	x := &extraction{Scope: p, heading: h, inner: headings[i+1 : next], moved: text.Span{Start: h.Span.End, End: end}}
	x.moved.End = file.TextEnd(source, x.moved)
	slug := strings.Trim(text.Slug(h.Text), "-")
	if len(slug) > maxSlug {
		slug = strings.ToValidUTF8(slug[:maxSlug], "")
		slug = slug[:cmp.Or(max(strings.LastIndexByte(slug, '-'), 0), len(slug))]
	}
	whole := strings.TrimSpace(source[p.Doc.Body.Start:h.Span.Start]) == "" && next == len(headings)
	if slug == "" || whole || x.moved.IsEmpty() || strings.TrimSpace(source[lines.LineStart(source, h.Span.Start):h.Span.Start]) != "" {
		return nil, false
	}
	x.name = referencesDir + "/" + slug + ".md"
	x.path = filepath.Join(p.File.Skill, referencesDir, slug+".md")
	return x, mayCreate(p, x.path)
}

// footnote matches a reference to a footnote, or the label of the footnote.
var footnote = regexp.MustCompile(`\[\^[^\]\s]+\]`)

// linkedByHTML matches an HTML attribute with a URL.
var linkedByHTML = regexp.MustCompile(`(?i)\s(?:src|href|srcset|poster)\s*=`)

// fix makes the change. It returns false if the text would not mean the same in another file.
func (x *extraction) fix() (diagnostic.Fix, bool) {
	if x.isBound() {
		return diagnostic.Fix{}, false
	}
	plain := skills.ParseBody(x.text(x.shifted(), nil))
	for _, h := range plain.Markdown().Headings {
		x.slugs = append(x.slugs, h.Slug)
	}
	if len(x.slugs) != len(x.inner)+1 {
		return diagnostic.Fix{}, false
	}
	edits, ok := x.relinked()
	if !ok {
		return diagnostic.Fix{}, false
	}
	definitions, ok := x.definitions()
	if !ok {
		return diagnostic.Fix{}, false
	}
	text := x.text(diagnostic.InSourceOrder(append(edits, x.shifted()...)), definitions)
	nl := x.Newline()
	left := append(x.relinkedOutside(), x.Edit(x.moved, nl+nl+"["+escapeLinkText(x.heading.Text)+"]("+x.linkHere()+")"))
	left = diagnostic.InSourceOrder(left)
	if !x.keepsParts(diagnostic.ApplyEdits(x.Doc.Source, left), text, len(definitions)) {
		return diagnostic.Fix{}, false
	}
	return diagnostic.Fix{Edits: left, Create: &diagnostic.Creation{Path: x.path, Text: text}}, true
}

// isBound reports whether the section contains something that depends on its file and cannot be rewritten: a
// placeholder, which agents replace only in a skill, a footnote, a mention by path, or HTML with a URL.
func (x *extraction) isBound() bool {
	source, md := x.Doc.Source, x.Doc.Markdown()
	if slices.ContainsFunc(x.PlaceholderUses(), func(u refs.PlaceholderUse) bool { return u.Span.Overlaps(x.moved) }) {
		return true
	}
	for _, m := range footnote.FindAllStringIndex(x.moved.Of(source), -1) {
		if !md.InCode(x.moved.Start + m[0]) {
			return true
		}
	}
	for _, code := range md.Code {
		if text := code.Of(source); code.Overlaps(x.moved) && strings.HasPrefix(text, "<") && linkedByHTML.MatchString(text) {
			return true
		}
	}
	return slices.ContainsFunc(md.Links, func(l markdown.Link) bool {
		return l.Span.Overlaps(x.moved) && (!x.moved.Encloses(l.Span) || rules.IsMentionLink(source, l))
	})
}

// shifted returns the edits that move the headings in the section up by as many levels as the section's own.
func (x *extraction) shifted() []diagnostic.Edit {
	var edits []diagnostic.Edit
	for _, h := range x.inner {
		if up := x.heading.Level - 1; up > 0 && strings.HasPrefix(x.Doc.Source[h.Span.Start:], "#") {
			edits = append(edits, x.Edit(text.Span{Start: h.Span.Start, End: h.Span.Start + up}, ""))
		}
	}
	return edits
}

// text returns the text of the new file: the section with edits of the old file applied, and definitions.
func (x *extraction) text(edits []diagnostic.Edit, definitions []string) string {
	source, nl := x.Doc.Source, x.Newline()
	moved := x.moved.Of(source)
	start := x.moved.Start + len(moved) - len(strings.TrimLeft(moved, " \t\r\n"))
	start = max(x.moved.Start, lines.LineStart(source, start)) // an indented line is code
	for i := range edits {
		edits[i].Span = edits[i].Span.Shift(-start)
	}
	text := "# " + strings.Join(strings.Fields(x.heading.TextSpan.Of(source)), " ") + nl + nl + diagnostic.ApplyEdits(source[start:x.moved.End], edits) + nl
	for i := range edits {
		edits[i].Span = edits[i].Span.Shift(start)
	}
	if len(definitions) > 0 {
		text += nl + strings.Join(definitions, nl) + nl
	}
	return text
}

// relinked returns the edits that keep the targets of the destinations in the section when they move to the
// new file. It returns false if a destination cannot be written.
func (x *extraction) relinked() (edits []diagnostic.Edit, ok bool) {
	md := x.Doc.Markdown()
	var places []refs.LinkPlace
	for i := range md.Links {
		if l := &md.Links[i]; l.Kind == markdown.InlineLink && !l.Dest.IsEmpty() && x.moved.Encloses(l.Span) {
			places = append(places, refs.LinkPlace{Span: l.Dest, Destination: l.Destination})
		}
	}
	for _, def := range md.Definitions {
		if x.moved.Encloses(def.Span) {
			places = append(places, refs.LinkPlace{Span: def.Dest, Destination: def.Destination})
		}
	}
	for _, place := range places {
		e, changed, ok := x.relink(place)
		if !ok {
			return nil, false
		}
		if changed {
			edits = append(edits, e)
		}
	}
	return edits, true
}

// relink returns the edit that keeps the target of a destination when it moves to the new file.
func (x *extraction) relink(l refs.LinkPlace) (e diagnostic.Edit, changed, ok bool) {
	source := x.Doc.Source
	t := workspace.NewResolver(x.Snapshot, x.File).Resolve(l.Destination)
	onPath, onFragment := l.Parts(source)
	link := markdown.Link{Dest: l.Span}
	switch t.Kind {
	case file.RelativePath:
		if onPath.IsEmpty() {
			return diagnostic.Edit{}, false, false
		}
		rel := relativeLike(filepath.Dir(x.path), t.Abs, t.Path)
		e = x.Edit(onPath, rules.EncodePath(source, link, rel))
		return e, e.Text != onPath.Of(source), true
	case file.OwnFragment:
		if i := x.innerHeading(t.Fragment); i >= 0 {
			e = x.Edit(onFragment, x.slugs[i])
			return e, e.Text != onFragment.Of(source), true
		}
		if _, isHeading := file.Heading(x.Doc, t.Fragment); !isHeading && t.Fragment != "" && rules.Answers(x.Scope, x.Doc, t.Fragment) {
			return diagnostic.Edit{}, false, false // the target may or may not be in the section
		}
		rel := rules.FromDir(filepath.Dir(x.path), x.File.Path)
		return x.Edit(text.At(l.Span.Start), rules.EncodePath(source, link, rel)), true, true
	}
	return diagnostic.Edit{}, false, true
}

// innerHeading returns the index in slugs of the heading in the section that a fragment names, or -1 if not
// found. The section's own heading stays in the old file, and is one of the new file, too.
func (x *extraction) innerHeading(fragment string) int {
	i := slices.IndexFunc(x.inner, func(h markdown.Heading) bool { return strings.EqualFold(h.Slug, fragment) })
	switch {
	case i >= 0:
		return i + 1
	case strings.EqualFold(x.heading.Slug, fragment):
		return 0
	}
	return -1
}

// relinkedOutside returns the edits of links elsewhere in the file to headings that move.
func (x *extraction) relinkedOutside() []diagnostic.Edit {
	var edits []diagnostic.Edit
	for _, l := range refs.LinkPlaces(x.File) {
		if x.moved.Encloses(l.Span) || !strings.HasPrefix(l.Destination, "#") {
			continue
		}
		if i := x.innerHeading(file.ParseDestination(l.Destination).Fragment); i > 0 {
			edits = append(edits, x.Edit(l.Span, x.linkHere()+"#"+x.slugs[i]))
		}
	}
	return edits
}

// linkHere returns the new file's path as written in a link in the old one.
func (x *extraction) linkHere() string {
	return refs.EncodeSegments(rules.FromHere(x.Scope, x.path), false)
}

// definitions returns the definitions that links in the section refer to and that stay behind, as written in
// the new file. It returns false if links elsewhere refer to a definition in the section, or a definition
// spans lines.
func (x *extraction) definitions() (lines []string, ok bool) {
	source, md := x.Doc.Source, x.Doc.Markdown()
	needed := make(map[int]bool)
	for _, l := range md.Links {
		if l.Kind != markdown.ReferenceLink || l.Definition < 0 {
			continue
		}
		moves, linkMoves := x.moved.Encloses(md.Definitions[l.Definition].Span), x.moved.Encloses(l.Span)
		if moves && !linkMoves {
			return nil, false
		}
		needed[l.Definition] = needed[l.Definition] || linkMoves && !moves
	}
	for i, def := range md.Definitions {
		if !needed[i] {
			continue
		}
		e, changed, ok := x.relink(refs.LinkPlace{Span: def.Dest, Destination: def.Destination})
		text := def.Span.Of(source)
		if !ok || strings.ContainsAny(text, "\r\n") {
			return nil, false
		}
		if changed {
			e.Span = e.Span.Shift(-def.Span.Start)
			text = diagnostic.ApplyEdits(text, []diagnostic.Edit{e})
		}
		lines = append(lines, text)
	}
	return lines, true
}

// keepsParts reports whether the two files together have the parts of the original, plus the heading, a link
// and some definitions, and the agents judge the skill as before.
func (x *extraction) keepsParts(left, moved string, definitions int) bool {
	before := x.Doc.Markdown()
	rest := x.Snapshot.FileOf(x.File.Path, skills.Parse(left)).Doc
	a, b := rest.Markdown(), skills.ParseBody(moved).Markdown()
	return len(a.Headings)+len(b.Headings) == len(before.Headings)+1 && len(a.Links)+len(b.Links) == len(before.Links)+1 &&
		len(a.Definitions)+len(b.Definitions) == len(before.Definitions)+definitions && len(a.Fences)+len(b.Fences) == len(before.Fences) &&
		len(a.CodeSpans)+len(b.CodeSpans) == len(before.CodeSpans)+codeSpansIn(before, x.heading.Span) &&
		(x.File.Kind != file.SkillFile || rules.JudgedSame(x.Scope, left, x.At.Concerned))
}

func codeSpansIn(md *markdown.Document, span text.Span) int {
	n := 0
	for _, c := range md.CodeSpans {
		if span.Encloses(c.Span) {
			n++
		}
	}
	return n
}

// escapeLinkText escapes text for the brackets of a link.
func escapeLinkText(text string) string {
	return strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`, "*", `\*`, "_", `\_`, "`", "\\`", "<", `\<`, "&", `\&`).Replace(text)
}
