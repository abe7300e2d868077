package rules

import (
	"path/filepath"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
	"skills-ls/analysis/workspace"
	"skills-ls/skills/markdown"
	"skills-ls/skills/text"
)

var linkCase = Rule{
	ID:        "link/case",
	Default:   diagnostic.Warning,
	AppliesTo: everything,
	Check:     checkCase,
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
			Span:    l.Dest,
			Message: "case differs from the file name " + InQuotes(actual),
			Fixes: []diagnostic.Fix{{
				Title: "Change to " + InQuotes(actual), Safe: true, Preferred: true,
				Edits: []diagnostic.Edit{p.Edit(pathSpan(p, l), EncodePath(p.Doc.Source, l, actual))},
			}},
		})
	}
}
