package rules

import (
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
	"skills-ls/analysis/workspace"
	"skills-ls/skills/markdown"
	"skills-ls/skills/text"
)

var linkEscape = Rule{
	ID:        "link/escape",
	Default:   diagnostic.Information,
	AppliesTo: skillContents,
	Check:     checkEscape,
}

func checkEscape(p *Pass) {
	seen := make(map[text.Span]bool)
	for i, t := range Targets(p) {
		l := p.Doc.Markdown().Links[i]
		if t.Kind != file.RelativePath || !t.Leaves || l.Kind == markdown.AutoLink || seen[l.Dest] {
			continue
		}
		seen[l.Dest] = true
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
