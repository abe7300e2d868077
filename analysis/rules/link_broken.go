package rules

import (
	"path"
	"slices"
	"strings"
	"unicode"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
	"skills-ls/analysis/match"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/markdown"
	"skills-ls/skills/text"
)

func checkBroken(p *Pass) {
	for i, l := range ownLinks(p) {
		t := Targets(p)[i]
		if t.Kind == file.RelativePath && t.Exists == workspace.Missing && !t.Leaves && !isNotation(l, l.Text.Of(p.Doc.Source), t) {
			p.report(broken(p, l, t))
		}
	}
}

// broken returns the diagnostic for a link to a missing file.
func broken(p *Pass, l markdown.Link, t workspace.Target) diagnostic.Diagnostic {
	if d, ok := doublyParenthesized(p, l); ok {
		return d
	}
	d := diagnostic.Diagnostic{Span: l.Dest, Message: "file not found: " + t.Path}
	near, certain := nearFiles(p, t.Path, p.File.Dir)
	if len(near) == 0 {
		near, certain = miscounted(p, t.Path)
	}
	if len(near) == 0 && isPage(p, t) {
		d.Severity = diagnostic.Information
		d.Detail = "for a web page, use the full URL"
	}
	offer(p, &d, l, near, certain)
	return d
}

// doublyParenthesized returns the diagnostic for a link whose destination is in parentheses of its own,
// "[a]((#b))". They are part of the destination, which authors do not see.
func doublyParenthesized(p *Pass, l markdown.Link) (diagnostic.Diagnostic, bool) {
	written := l.Dest.Of(p.Doc.Source)
	if len(written) < 3 || written[0] != '(' || written[len(written)-1] != ')' {
		return diagnostic.Diagnostic{}, false
	}
	inner := written[1 : len(written)-1]
	d := diagnostic.Diagnostic{
		Span:    l.Dest,
		Message: "file not found: " + written, Detail: "the inner parentheses are part of the path",
	}
	t := workspace.NewResolver(p.Snapshot, p.File).Resolve(markdown.Unescape(inner))
	doc := refs.TargetDoc(p.Snapshot, p.File, t)
	if t.Exists == workspace.Present && !t.Leaves && (t.Fragment == "" || doc == nil || Answers(p.Scope, doc, t.Fragment)) {
		d.Fixes = oneFix("Remove the inner parentheses", true, p.Edit(l.Dest, inner))
	}
	return d, true
}

// isPage reports whether a path that does not exist may be the address of a page on a website,
// "wiki/deployment", rather than a file: it has no extension, and even its first directory does not exist.
func isPage(p *Pass, t workspace.Target) bool {
	first, _, ok := strings.Cut(t.Path, "/")
	return ok && path.Ext(t.Path) == "" && first != "." && first != ".." && workspace.NewResolver(p.Snapshot, p.File).Resolve(first).Exists == workspace.Missing
}

// isNotation reports whether brackets before parentheses are meant as something other than a link, as in
// "[0,2,4](MON/WED/FRI)". The brackets have no letter, or the parentheses only capitals, which are unusual in
// file names, and the destination has not the form of a file, a directory or a heading.
func isNotation(l markdown.Link, text string, t workspace.Target) bool {
	if l.Kind != markdown.InlineLink || l.Image || t.Hash >= 0 || strings.HasSuffix(t.Path, "/") || path.Ext(t.Path) != "" {
		return false
	}
	words := match.NameWords(strings.ToLower(t.Path))
	if slices.ContainsFunc(words, func(word string) bool { return slices.Contains(capitalFiles, word) }) {
		return false
	}
	return !strings.ContainsFunc(text, unicode.IsLetter) || strings.ContainsFunc(t.Path, unicode.IsUpper) && strings.ToUpper(t.Path) == t.Path
}

// capitalFiles are words in the names of files that by convention are written in capitals and without an
// extension.
var capitalFiles = []string{
	"authors", "changelog", "changes", "codeowners", "contributing", "copying", "copyright", "credits", "history", "install", "licence", "license",
	"maintainers", "news", "notice", "patents", "readme", "security", "thanks", "todo", "version",
}

func checkCase(p *Pass) {
	for i, l := range ownLinks(p) {
		if t := Targets(p)[i]; t.Kind == file.RelativePath && t.Exists == workspace.OtherCase {
			actual := FromDir(p.File.Dir, t.Actual)
			if real := workspace.LinkedSkill(p.Snapshot, p.File); t.Base == real {
				actual = FromDir(real, t.Actual)
			}
			p.report(diagnostic.Diagnostic{
				Span: l.Dest, Message: "case differs from the file name " + InQuotes(actual),
				Fixes: relink(p, "Change to "+InQuotes(actual), true, l, actual),
			})
		}
	}
}

func checkEscape(p *Pass) {
	for i, l := range ownLinks(p) {
		t := Targets(p)[i]
		if t.Kind != file.RelativePath || !t.Leaves {
			continue
		}
		d := diagnostic.Diagnostic{Span: l.Dest}
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

func checkFragment(p *Pass) {
	var found []diagnostic.Diagnostic
	for i, l := range ownLinks(p) {
		t := Targets(p)[i]
		if t.Fragment == "" || t.IsDir || t.Exists == workspace.Missing || t.Exists == workspace.Unprobed {
			continue
		}
		doc := docOf(p, t)
		hash := strings.IndexByte(l.Dest.Of(p.Doc.Source), '#')
		if hash < 0 || doc == nil || Answers(p.Scope, doc, t.Fragment) {
			continue
		}
		span := text.Span{Start: l.Dest.Start + hash, End: l.Dest.End}
		d := diagnostic.Diagnostic{Span: span, Message: "no heading for " + InQuotes("#"+t.Fragment)}
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
			d.Fixes = p.changeTo("#"+near, same, span)
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

// docOf returns the Markdown document with a target's fragment, or nil if there is none. A pass reads each file once: many
// links may lead to one (BenchmarkKeystroke).
func docOf(p *Pass, t workspace.Target) *skills.Document {
	if t.Kind == file.OwnFragment {
		return p.Doc
	}
	if !file.IsMarkdownName(t.Actual) {
		return nil
	}
	if other := p.Other(t.Actual); other != nil {
		return other.Doc
	}
	return nil
}
