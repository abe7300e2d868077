package rules

import (
	"path/filepath"
	"regexp"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
	"skills-ls/analysis/match"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/markdown"
	"skills-ls/skills/text"
	"skills-ls/skills/vfs"
)

// Targets returns the resolved links of the file in the order of Markdown.Links. They are resolved once for
// all rules. Mentions, and paths in templates, stay unchecked.
func Targets(p *Pass) []workspace.Target {
	if p.links != nil {
		return p.links
	}
	links := p.Doc.Markdown().Links
	r := workspace.NewResolver(p.Snapshot, p.File)
	p.links = make([]workspace.Target, len(links))
	inTemplate := isTemplateOfSkill(p)
	for i, l := range links {
		if !IsMentionLink(p.Doc.Source, l) && (!inTemplate || strings.HasPrefix(l.Destination, "#")) {
			p.links[i] = r.Resolve(l.Destination)
		}
	}
	return p.links
}

// IsMentionLink reports whether a link is a skill mention, "[$name](path/to/SKILL.md)", which mention/path
// checks.
func IsMentionLink(source string, l markdown.Link) bool {
	return l.Kind == markdown.InlineLink && !l.Image && strings.HasPrefix(l.Text.Of(source), "$") && NamesSkillFile(l.Destination)
}

// pathSpan returns the part of a link's destination before its fragment.
func pathSpan(p *Pass, l markdown.Link) text.Span {
	span := l.Dest
	if i := strings.IndexByte(span.Of(p.Doc.Source), '#'); i >= 0 {
		span.End = span.Start + i
	}
	return span
}

// EncodePath escapes a path for use as the link's destination.
func EncodePath(source string, l markdown.Link, file string) string {
	if l.Dest.Start > 0 && source[l.Dest.Start-1] == '<' {
		return strings.NewReplacer("<", "%3C", ">", "%3E", "%", "%25").Replace(file)
	}
	return strings.NewReplacer(" ", "%20", "(", "%28", ")", "%29", "%", "%25", "<", "%3C", ">", "%3E", "#", "%23", "?", "%3F").Replace(file)
}

func checkCase(p *Pass) {
	seen := make(map[text.Span]bool)
	for i, t := range Targets(p) {
		l := p.Doc.Markdown().Links[i]
		if t.Kind != file.RelativePath || t.Exists != workspace.OtherCase || l.Kind == markdown.AutoLink || seen[l.Dest] {
			continue
		}
		seen[l.Dest] = true
		actual, err := filepath.Rel(p.File.Dir, t.Actual)
		if err != nil {
			continue
		}
		actual = filepath.ToSlash(actual)
		p.report(diagnostic.Diagnostic{
			Severity: diagnostic.Warning, Span: l.Dest,
			Message: "case differs from the file name " + InQuotes(actual),
			Fixes: []diagnostic.Fix{{
				Title: "Change to " + InQuotes(actual), Safe: true, Preferred: true,
				Edits: []diagnostic.Edit{p.Edit(pathSpan(p, l), EncodePath(p.Doc.Source, l, actual))},
			}},
		})
	}
}

func checkFragment(p *Pass) {
	seen := make(map[text.Span]bool)
	var found []diagnostic.Diagnostic
	for i, t := range Targets(p) {
		l := p.Doc.Markdown().Links[i]
		if t.Fragment == "" || t.Exists == workspace.Missing || t.Exists == workspace.Unprobed || t.IsDir || !file.IsMarkdownName(t.Actual) && t.Kind != file.OwnFragment || seen[l.Dest] {
			continue
		}
		seen[l.Dest] = true
		doc := p.Doc
		if t.Kind != file.OwnFragment {
			f := p.Other(t.Actual)
			if f == nil {
				continue
			}
			doc = f.Doc
		}
		if Answers(p.Scope, doc, t.Fragment) {
			continue
		}
		hash := strings.IndexByte(l.Dest.Of(p.Doc.Source), '#')
		if hash < 0 {
			continue
		}
		span := text.Span{Start: l.Dest.Start + hash, End: l.Dest.End}
		d := diagnostic.Diagnostic{Severity: diagnostic.Warning, Span: span, Message: "no heading for " + InQuotes("#"+t.Fragment)}
		if t.Kind != file.OwnFragment {
			d.Message += " in " + t.Path
		}
		var slugs []string
		for _, h := range doc.Markdown().Headings {
			slugs = append(slugs, h.Slug)
		}
		if near := match.Nearest(strings.ToLower(t.Fragment), slugs); near != "" {
			d.Detail = "did you mean " + InQuotes("#"+near) + "?"
			same := match.SameWord(t.Fragment, near)
			d.Fixes = []diagnostic.Fix{{Title: "Change to " + InQuotes("#"+near), Safe: same, Preferred: same, Edits: []diagnostic.Edit{p.Edit(span, "#"+near)}}}
		}
		found = append(found, d)
	}
	for _, d := range found {
		if len(found) > maxSeparate {
			d.Severity = diagnostic.Information // the site that the file comes from makes other anchors
		}
		p.report(d)
	}
}

// Answers reports whether a fragment exists in a document.
func Answers(p *refs.Scope, doc *skills.Document, fragment string) bool {
	known := p.Anchors(doc)
	return known[strings.ToLower(fragment)] || known["user-content-"+strings.ToLower(fragment)] || strings.HasPrefix(fragment, ":~:") ||
		fragment == "top" || lineAnchor.MatchString(fragment)
}

// keepsFragment reports whether the fragment of a link exists in the file that the link is to be changed to.
// It reports true for a link without a fragment, and for files that are not Markdown.
func keepsFragment(p *Pass, l markdown.Link, fl string) bool {
	_, fragment, _ := strings.Cut(l.Destination, "#")
	if fragment = file.Decode(fragment); fragment == "" || !file.IsMarkdownName(fl) {
		return true
	}
	f := p.Other(filepath.Join(p.File.Dir, filepath.FromSlash(fl)))
	return f != nil && Answers(p.Scope, f.Doc, fragment)
}

// lineAnchor matches the anchors of lines and ranges of lines on code hosts.
var lineAnchor = regexp.MustCompile(`^L\d+(C\d+)?(-L\d+(C\d+)?)?$`)

func checkEscape(p *Pass) {
	seen := make(map[text.Span]bool)
	for i, t := range Targets(p) {
		l := p.Doc.Markdown().Links[i]
		if t.Kind != file.RelativePath || !t.Leaves || l.Kind == markdown.AutoLink || seen[l.Dest] {
			continue
		}
		seen[l.Dest] = true
		d := diagnostic.Diagnostic{Severity: diagnostic.Information, Span: l.Dest}
		switch t.Exists {
		case workspace.Missing:
			d.Severity = diagnostic.Warning
			d.Message, d.Detail = "file not found: "+t.Path, "it is outside the skill directory"
			near, certain := miscounted(p, t.Path)
			offer(p, &d, l, near, certain)
		case workspace.Present, workspace.OtherCase:
			if intoSkill(p, t) {
				continue // skills that build on each other link each other
			}
			d.Message, d.Detail = "link leaves the skill directory", "missing if the skill is installed alone"
		default:
			d.Message, d.Detail = "link leaves the workspace", "missing if the skill is installed alone"
		}
		p.report(d)
	}
}

// intoSkill reports whether a target outside the skill belongs to another one.
func intoSkill(p *Pass, t workspace.Target) bool {
	dir := t.Actual
	if !t.IsDir {
		dir = filepath.Dir(dir)
	}
	other := p.Snapshot.SkillDir(dir)
	return other != "" && !vfs.Within(other, p.File.Skill)
}

func checkReferences(p *Pass) {
	md := p.Doc.Markdown()
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
		d := diagnostic.Diagnostic{Severity: diagnostic.Warning, Span: ref.Label, Message: "undefined link reference [" + Shorten(ref.Label.Of(p.Doc.Source), maxQuoted) + "]"}
		if ref.Label.IsEmpty() {
			d.Span = ref.Span
		}
		if len(md.Definitions) == 0 {
			d.Severity = diagnostic.Information // more likely a notation than a reference
		}
		if near := near(ref.Name); near != "" && !ref.Label.IsEmpty() {
			misspelt[near] = true
			label := md.Definitions[defined[near][0]].Label.Of(p.Doc.Source)
			d.Detail = "did you mean [" + Shorten(label, maxQuoted) + "]?"
			same := match.SameWord(ref.Name, near)
			d.Fixes = []diagnostic.Fix{{Title: "Change to [" + label + "]", Safe: same, Preferred: same, Edits: []diagnostic.Edit{p.Edit(ref.Label, label)}}}
		}
		p.report(d)
	}
	for _, def := range md.Definitions {
		repeated := len(defined[def.Name]) > 1
		if def.Used || repeated || misspelt[def.Name] || strings.HasPrefix(def.Name, "^") || !strings.ContainsAny(def.Destination, "./#") || file.IsTemplate(def.Destination) || strings.HasPrefix(def.Destination, "[") || def.Destination == "#" {
			continue // also: lines of a template, "[Metric]: [Value]", and definitions that stand for comments, "[//]: # (...)"
		}
		sure := len(md.Unresolved) == 0 // an unresolved reference may mean this definition
		p.report(diagnostic.Diagnostic{
			Severity: diagnostic.Hint, Span: def.Span, Unnecessary: true, Message: "unused link definition [" + Shorten(def.Label.Of(p.Doc.Source), maxQuoted) + "]",
			Fixes: []diagnostic.Fix{{Title: "Delete the definition", Safe: sure, Preferred: sure, Edits: []diagnostic.Edit{p.Edit(linesOf(p, def.Span), "")}}},
		})
	}
}

// maxNearest is the maximum number of pairs of names compared in one file. With more, as in hostile text, a
// suggestion would only be a guess.
const maxNearest = 200_000

// nearestOf returns a function that returns [match.Nearest] among the candidates for each of many words, and ""
// after maxNearest comparisons.
func nearestOf(candidates []string) func(word string) string {
	known := make(map[string]string)
	compared := 0
	return func(word string) string {
		near, ok := known[word]
		if !ok && compared < maxNearest {
			compared += len(candidates)
			near = match.Nearest(word, candidates)
			known[word] = near
		}
		return near
	}
}

// linesOf extends a span to the end of its last line, including the line ending, if the span covers its lines
// except for trailing white space.
func linesOf(p *Pass, s text.Span) text.Span {
	source := p.Doc.Source
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
