package analysis

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/markdown"
	"skills-ls/skills/text"
	"skills-ls/skills/vfs"
)

// targets returns the resolved links of the file in the order of Markdown.Links. They are resolved once for
// all rules. Mentions, and paths in templates, stay unchecked.
func (p *pass) targets() []target {
	if p.links != nil {
		return p.links
	}
	links := p.doc.Markdown().Links
	r := p.snapshot.newResolver(p.file)
	p.links = make([]target, len(links))
	inTemplate := p.isTemplateOfSkill()
	for i, l := range links {
		if !isMentionLink(p.doc.Source, l) && (!inTemplate || strings.HasPrefix(l.Destination, "#")) {
			p.links[i] = r.resolve(l.Destination)
		}
	}
	return p.links
}

// isMentionLink reports whether a link is a skill mention, "[$name](path/to/SKILL.md)", which mention/path
// checks.
func isMentionLink(source string, l markdown.Link) bool {
	return l.Kind == markdown.InlineLink && !l.Image && strings.HasPrefix(l.Text.Of(source), "$") && namesSkillFile(l.Destination)
}

// pathSpan returns the part of a link's destination before its fragment.
func (p *pass) pathSpan(l markdown.Link) text.Span {
	span := l.Dest
	if i := strings.IndexByte(span.Of(p.doc.Source), '#'); i >= 0 {
		span.End = span.Start + i
	}
	return span
}

// encodePath escapes a path for use as the link's destination.
func encodePath(source string, l markdown.Link, file string) string {
	if l.Dest.Start > 0 && source[l.Dest.Start-1] == '<' {
		return strings.NewReplacer("<", "%3C", ">", "%3E", "%", "%25").Replace(file)
	}
	return strings.NewReplacer(" ", "%20", "(", "%28", ")", "%29", "%", "%25", "<", "%3C", ">", "%3E", "#", "%23", "?", "%3F").Replace(file)
}

func checkCase(p *pass) {
	seen := make(map[text.Span]bool)
	for i, t := range p.targets() {
		l := p.doc.Markdown().Links[i]
		if t.kind != relativePath || t.exists != otherCase || l.Kind == markdown.AutoLink || seen[l.Dest] {
			continue
		}
		seen[l.Dest] = true
		actual, err := filepath.Rel(p.file.Dir, t.actual)
		if err != nil {
			continue
		}
		actual = filepath.ToSlash(actual)
		p.report(Diagnostic{
			Severity: Warning, Span: l.Dest,
			Message: fmt.Sprintf("the file is called `%s`; a link in other letters leads nowhere where letter case counts", actual),
			Fixes: []Fix{{
				Title: "Change to `" + actual + "`", Safe: true, Preferred: true,
				Edits: []Edit{p.edit(p.pathSpan(l), encodePath(p.doc.Source, l, actual))},
			}},
		})
	}
}

func checkFragment(p *pass) {
	seen := make(map[text.Span]bool)
	for i, t := range p.targets() {
		l := p.doc.Markdown().Links[i]
		if t.fragment == "" || t.exists == missing || t.exists == unprobed || t.isDir || !isMarkdownName(t.actual) && t.kind != ownFragment || seen[l.Dest] {
			continue
		}
		seen[l.Dest] = true
		doc := p.doc
		if t.kind != ownFragment {
			f := p.other(t.actual)
			if f == nil {
				continue
			}
			doc = f.Doc
		}
		if p.answers(doc, t.fragment) {
			continue
		}
		hash := strings.IndexByte(l.Dest.Of(p.doc.Source), '#')
		if hash < 0 {
			continue
		}
		span := text.Span{Start: l.Dest.Start + hash, End: l.Dest.End}
		d := Diagnostic{Severity: Warning, Span: span, Message: fmt.Sprintf("no heading has the anchor `#%s`", t.fragment)}
		if t.kind != ownFragment {
			d.Message = fmt.Sprintf("no heading of `%s` has the anchor `#%s`", t.path, t.fragment)
		}
		var slugs []string
		for _, h := range doc.Markdown().Headings {
			slugs = append(slugs, h.Slug)
		}
		if near := nearest(strings.ToLower(t.fragment), slugs); near != "" {
			d.Message += "; did you mean `#" + near + "`?"
			same := sameWord(t.fragment, near)
			d.Fixes = []Fix{{Title: "Change to `#" + near + "`", Safe: same, Preferred: same, Edits: []Edit{p.edit(span, "#"+near)}}}
		}
		p.report(d)
	}
}

// answers reports whether a fragment exists in a document.
func (p *scope) answers(doc *skills.Document, fragment string) bool {
	known := p.anchors(doc)
	return known[strings.ToLower(fragment)] || known["user-content-"+strings.ToLower(fragment)] || strings.HasPrefix(fragment, ":~:") ||
		fragment == "top" || lineAnchor.MatchString(fragment)
}

// keepsFragment reports whether the fragment of a link exists in the file that the link is to be changed to.
// It reports true for a link without a fragment, and for files that are not Markdown.
func (p *pass) keepsFragment(l markdown.Link, file string) bool {
	_, fragment, _ := strings.Cut(l.Destination, "#")
	if fragment = decode(fragment); fragment == "" || !isMarkdownName(file) {
		return true
	}
	f := p.other(filepath.Join(p.file.Dir, filepath.FromSlash(file)))
	return f != nil && p.answers(f.Doc, fragment)
}

// lineAnchor matches the anchors of lines and ranges of lines on code hosts.
var lineAnchor = regexp.MustCompile(`^L\d+(C\d+)?(-L\d+(C\d+)?)?$`)

func checkEscape(p *pass) {
	seen := make(map[text.Span]bool)
	for i, t := range p.targets() {
		l := p.doc.Markdown().Links[i]
		if t.kind != relativePath || !t.leaves || l.Kind == markdown.AutoLink || seen[l.Dest] {
			continue
		}
		seen[l.Dest] = true
		d := Diagnostic{Severity: Information, Span: l.Dest}
		switch t.exists {
		case missing:
			d.Severity = Warning
			d.Message = fmt.Sprintf("`%s` lies outside the skill's directory and does not exist", t.path)
			near, certain := p.miscounted(t.path)
			p.offer(&d, l, near, certain)
		case present, otherCase:
			if p.intoSkill(t) {
				continue // skills that build on each other link each other
			}
			d.Message = fmt.Sprintf("`%s` lies outside the skill's directory: it is missing where the skill is installed alone", t.path)
		default:
			d.Message = fmt.Sprintf("`%s` lies outside the skill's directory and the workspace", t.path)
		}
		p.report(d)
	}
}

// intoSkill reports whether a target outside the skill belongs to another one.
func (p *pass) intoSkill(t target) bool {
	dir := t.actual
	if !t.isDir {
		dir = filepath.Dir(dir)
	}
	other := p.snapshot.skillDir(dir)
	return other != "" && !vfs.Within(other, p.file.Skill)
}

func checkReferences(p *pass) {
	md := p.doc.Markdown()
	var names []string
	defined := make(map[string][]int) // indexes of the definitions of a name
	for i, def := range md.Definitions {
		if defined[def.Name] == nil {
			names = append(names, def.Name)
		}
		defined[def.Name] = append(defined[def.Name], i)
	}
	near := nearestOf(names)
	misspelt := make(map[string]bool) // names of definitions that an unresolved label resembles
	for _, ref := range md.Unresolved {
		if ref.Name != "" && strings.ContainsRune("-<", rune(ref.Name[0])) {
			continue // options and placeholders, as in a synopsis
		}
		d := Diagnostic{Severity: Warning, Span: ref.Label, Message: fmt.Sprintf("nothing defines `[%s]`; the text stays as it is written", ref.Label.Of(p.doc.Source))}
		if ref.Label.IsEmpty() {
			d.Span = ref.Span
		}
		if len(md.Definitions) == 0 {
			d.Severity = Information // more likely a notation than a reference
		}
		if near := near(ref.Name); near != "" && !ref.Label.IsEmpty() {
			misspelt[near] = true
			label := md.Definitions[defined[near][0]].Label.Of(p.doc.Source)
			d.Message += "; did you mean `[" + label + "]`?"
			same := sameWord(ref.Name, near)
			d.Fixes = []Fix{{Title: "Change to `[" + label + "]`", Safe: same, Preferred: same, Edits: []Edit{p.edit(ref.Label, label)}}}
		}
		p.report(d)
	}
	for _, def := range md.Definitions {
		repeated := len(defined[def.Name]) > 1
		if def.Used || repeated || misspelt[def.Name] || strings.HasPrefix(def.Name, "^") || !strings.ContainsAny(def.Destination, "./#") || isTemplate(def.Destination) || strings.HasPrefix(def.Destination, "[") || def.Destination == "#" {
			continue // also: lines of a template, "[Metric]: [Value]", and definitions that stand for comments, "[//]: # (...)"
		}
		sure := len(md.Unresolved) == 0 // an unresolved reference may mean this definition
		p.report(Diagnostic{
			Severity: Hint, Span: def.Span, Unnecessary: true, Message: fmt.Sprintf("no link uses `[%s]`", def.Label.Of(p.doc.Source)),
			Fixes: []Fix{{Title: "Delete the definition", Safe: sure, Preferred: sure, Edits: []Edit{p.edit(p.lines(def.Span), "")}}},
		})
	}
}

// maxNearest is the maximum number of pairs of names compared in one file. With more, as in hostile text, a
// suggestion would only be a guess.
const maxNearest = 200_000

// nearestOf returns a function that returns [nearest] among the candidates for each of many words, and ""
// after maxNearest comparisons.
func nearestOf(candidates []string) func(word string) string {
	known := make(map[string]string)
	compared := 0
	return func(word string) string {
		near, ok := known[word]
		if !ok && compared < maxNearest {
			compared += len(candidates)
			near = nearest(word, candidates)
			known[word] = near
		}
		return near
	}
}

// lines extends a span to the end of its last line, including the line ending, if the span covers its lines
// except for trailing white space.
func (p *pass) lines(s text.Span) text.Span {
	source := p.doc.Source
	if s.Start > 0 && !strings.ContainsRune("\r\n", rune(source[s.Start-1])) {
		return s
	}
	end := s.End
	for end < len(source) && (source[end] == ' ' || source[end] == '\t') {
		end++
	}
	switch {
	case strings.HasPrefix(source[end:], "\r\n"):
		s.End = end + 2
	case end < len(source) && (source[end] == '\n' || source[end] == '\r'):
		s.End = end + 1
	}
	return s
}
