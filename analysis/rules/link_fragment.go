package rules

import (
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
	"skills-ls/analysis/match"
	"skills-ls/analysis/workspace"
	"skills-ls/skills/text"
)

var linkFragment = Rule{
	ID:        "link/fragment",
	Default:   diagnostic.Warning,
	AppliesTo: everything,
	Folded:    "links to missing headings",
	Check:     checkFragment,
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
