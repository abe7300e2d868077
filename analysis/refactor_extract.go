package analysis

import (
	"cmp"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/markdown"
	"skills-ls/skills/text"
)

// referencesDir is the standard's directory for text that the model reads when it needs it.
const referencesDir = "references"

// maxSlug is the maximum number of bytes of a heading's slug in a file name.
const maxSlug = 60

// extracting offers to move the section of the heading that the span touches to a file of its own.
func (p *scope) extracting(span text.Span) []Refactor {
	if p.file.Skill == "" || p.file.Dir == "" {
		return nil
	}
	headings := p.doc.Markdown().Headings
	i := slices.IndexFunc(headings, func(h markdown.Heading) bool { return h.Span.Overlaps(span) })
	if i < 0 {
		return nil
	}
	x, ok := p.newExtraction(i)
	if !ok {
		return nil
	}
	return []Refactor{{ID: "extract-section", Kind: Extract, Creates: true, Title: "Move the section to `" + x.name + "`", fix: x.fix}}
}

// An extraction moves the text below a heading, including its subsections, to another file. The heading
// stays, since links lead to it, with a link to the file below it.
type extraction struct {
	*scope
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
func (p *scope) newExtraction(i int) (*extraction, bool) {
	source, headings := p.doc.Source, p.doc.Markdown().Headings
	h := headings[i]
	next := i + 1
	for next < len(headings) && headings[next].Level > h.Level {
		next++
	}
	end := p.doc.Body.End
	if next < len(headings) {
		end = lineStart(source, headings[next].Span.Start)
	}
	x := &extraction{scope: p, heading: h, inner: headings[i+1 : next], moved: text.Span{Start: h.Span.End, End: end}}
	x.moved.End = textEnd(source, x.moved)
	slug := strings.Trim(text.Slug(h.Text), "-")
	if len(slug) > maxSlug {
		slug = strings.ToValidUTF8(slug[:maxSlug], "")
		slug = slug[:cmp.Or(max(strings.LastIndexByte(slug, '-'), 0), len(slug))]
	}
	whole := strings.TrimSpace(source[p.doc.Body.Start:h.Span.Start]) == "" && next == len(headings)
	if slug == "" || whole || x.moved.IsEmpty() || strings.TrimSpace(source[lineStart(source, h.Span.Start):h.Span.Start]) != "" {
		return nil, false
	}
	x.name = referencesDir + "/" + slug + ".md"
	x.path = filepath.Join(p.file.Skill, referencesDir, slug+".md")
	return x, p.mayCreate(x.path)
}

// footnote matches a reference to a footnote, or the label of the footnote.
var footnote = regexp.MustCompile(`\[\^[^\]\s]+\]`)

// linkedByHTML matches an HTML attribute with a URL.
var linkedByHTML = regexp.MustCompile(`(?i)\s(?:src|href|srcset|poster)\s*=`)

// fix makes the change. It returns false if the text would not mean the same in another file.
func (x *extraction) fix() (Fix, bool) {
	if x.isBound() {
		return Fix{}, false
	}
	plain := skills.ParseBody(x.text(x.shifted(), nil))
	for _, h := range plain.Markdown().Headings {
		x.slugs = append(x.slugs, h.Slug)
	}
	if len(x.slugs) != len(x.inner)+1 {
		return Fix{}, false
	}
	edits, ok := x.relinked()
	if !ok {
		return Fix{}, false
	}
	definitions, ok := x.definitions()
	if !ok {
		return Fix{}, false
	}
	text := x.text(inSourceOrder(append(edits, x.shifted()...)), definitions)
	nl := x.newline()
	left := append(x.relinkedOutside(), x.edit(x.moved, nl+nl+"["+escapeLinkText(x.heading.Text)+"]("+x.linkHere()+")"))
	left = inSourceOrder(left)
	if !x.keepsParts(applyEdits(x.doc.Source, left), text, len(definitions)) {
		return Fix{}, false
	}
	return Fix{Edits: left, Create: &Creation{Path: x.path, Text: text}}, true
}

// isBound reports whether the section contains something that depends on its file and cannot be rewritten: a
// placeholder, which agents replace only in a skill, a footnote, a mention by path, or HTML with a URL.
func (x *extraction) isBound() bool {
	source, md := x.doc.Source, x.doc.Markdown()
	if slices.ContainsFunc(x.placeholderUses(), func(u placeholderUse) bool { return u.span.Overlaps(x.moved) }) {
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
		return l.Span.Overlaps(x.moved) && (!x.moved.Encloses(l.Span) || isMentionLink(source, l))
	})
}

// shifted returns the edits that move the headings in the section up by as many levels as the section's own.
func (x *extraction) shifted() []Edit {
	var edits []Edit
	for _, h := range x.inner {
		if up := x.heading.Level - 1; up > 0 && strings.HasPrefix(x.doc.Source[h.Span.Start:], "#") {
			edits = append(edits, x.edit(text.Span{Start: h.Span.Start, End: h.Span.Start + up}, ""))
		}
	}
	return edits
}

// text returns the text of the new file: the section with edits of the old file applied, and definitions.
func (x *extraction) text(edits []Edit, definitions []string) string {
	source, nl := x.doc.Source, x.newline()
	moved := x.moved.Of(source)
	start := x.moved.Start + len(moved) - len(strings.TrimLeft(moved, " \t\r\n"))
	start = max(x.moved.Start, lineStart(source, start)) // an indented line is code
	for i := range edits {
		edits[i].Span = edits[i].Span.Shift(-start)
	}
	text := "# " + strings.Join(strings.Fields(x.heading.TextSpan.Of(source)), " ") + nl + nl + applyEdits(source[start:x.moved.End], edits) + nl
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
func (x *extraction) relinked() (edits []Edit, ok bool) {
	md := x.doc.Markdown()
	var places []linkPlace
	for i := range md.Links {
		if l := &md.Links[i]; l.Kind == markdown.InlineLink && !l.Dest.IsEmpty() && x.moved.Encloses(l.Span) {
			places = append(places, linkPlace{l.Dest, l.Destination})
		}
	}
	for _, def := range md.Definitions {
		if x.moved.Encloses(def.Span) {
			places = append(places, linkPlace{def.Dest, def.Destination})
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
func (x *extraction) relink(l linkPlace) (e Edit, changed, ok bool) {
	source := x.doc.Source
	t := x.snapshot.newResolver(x.file).resolve(l.destination)
	onPath, onFragment := l.parts(source)
	link := markdown.Link{Dest: l.span}
	switch t.kind {
	case relativePath:
		if onPath.IsEmpty() {
			return Edit{}, false, false
		}
		rel, err := filepath.Rel(filepath.Dir(x.path), t.abs)
		if err != nil {
			return Edit{}, false, false
		}
		rel = filepath.ToSlash(rel)
		if strings.HasSuffix(t.path, "/") {
			rel += "/"
		}
		e = x.edit(onPath, encodePath(source, link, rel))
		return e, e.Text != onPath.Of(source), true
	case ownFragment:
		if i := x.innerHeading(t.fragment); i >= 0 {
			e = x.edit(onFragment, x.slugs[i])
			return e, e.Text != onFragment.Of(source), true
		}
		if _, isHeading := heading(x.doc, t.fragment); !isHeading && t.fragment != "" && x.answers(x.doc, t.fragment) {
			return Edit{}, false, false // the target may or may not be in the section
		}
		rel, err := filepath.Rel(filepath.Dir(x.path), x.file.Path)
		if err != nil {
			return Edit{}, false, false
		}
		return x.edit(text.At(l.span.Start), encodePath(source, link, filepath.ToSlash(rel))), true, true
	}
	return Edit{}, false, true
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
func (x *extraction) relinkedOutside() []Edit {
	var edits []Edit
	for _, l := range x.file.linkPlaces() {
		if x.moved.Encloses(l.span) || !strings.HasPrefix(l.destination, "#") {
			continue
		}
		if i := x.innerHeading(parseDestination(l.destination).fragment); i > 0 {
			edits = append(edits, x.edit(l.span, x.linkHere()+"#"+x.slugs[i]))
		}
	}
	return edits
}

// linkHere returns the new file's path as written in a link in the old one.
func (x *extraction) linkHere() string {
	return encodePath(x.doc.Source, markdown.Link{}, x.fromHere(x.path))
}

// definitions returns the definitions that links in the section refer to and that stay behind, as written in
// the new file. It returns false if links elsewhere refer to a definition in the section, or a definition
// spans lines.
func (x *extraction) definitions() (lines []string, ok bool) {
	source, md := x.doc.Source, x.doc.Markdown()
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
		e, changed, ok := x.relink(linkPlace{def.Dest, def.Destination})
		text := def.Span.Of(source)
		if !ok || strings.ContainsAny(text, "\r\n") {
			return nil, false
		}
		if changed {
			e.Span = e.Span.Shift(-def.Span.Start)
			text = applyEdits(text, []Edit{e})
		}
		lines = append(lines, text)
	}
	return lines, true
}

// keepsParts reports whether the two files together have the parts of the original, plus the heading, a link
// and some definitions, and the agents judge the skill as before.
func (x *extraction) keepsParts(left, moved string, definitions int) bool {
	before := x.doc.Markdown()
	rest := x.snapshot.fileOf(x.file.Path, skills.Parse(left)).Doc
	a, b := rest.Markdown(), skills.ParseBody(moved).Markdown()
	return len(a.Headings)+len(b.Headings) == len(before.Headings)+1 && len(a.Links)+len(b.Links) == len(before.Links)+1 &&
		len(a.Definitions)+len(b.Definitions) == len(before.Definitions)+definitions && len(a.Fences)+len(b.Fences) == len(before.Fences) &&
		len(a.CodeSpans)+len(b.CodeSpans) == len(before.CodeSpans)+codeSpansIn(before, x.heading.Span) &&
		(x.file.Kind != SkillFile || x.judgedSame(left, x.at.targets()))
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
