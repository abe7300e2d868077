package rules

import (
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
)

// checkIcons reports paths that no agent uses and files that do not exist.
func checkIcons(p *Pass) {
	checkCompanion(p)
	for _, r := range companions(p)[:min(1, len(companions(p)))] {
		for _, taken := range r.Taken {
			if f, _ := r.Companion.Field(taken.Field); f.Form == skills.AssetText {
				checkIcon(p, taken)
			}
		}
	}
}

func checkIcon(p *Pass, taken skills.Taken) {
	t := workspace.Target{Destination: file.Destination{Kind: file.RelativePath, Path: taken.Text, Hash: -1}}
	r := workspace.NewResolver(p.Snapshot, p.File)
	r.Follow(&t, p.File.Skill)
	d := diagnostic.Diagnostic{Span: taken.Span}
	switch {
	case t.Exists == workspace.Missing:
		d.Message = "file not found: " + taken.Text
		var near []string
		if near, d.Fixes = nearIconFixes(p, taken.Text, taken.Span); len(near) > 0 {
			d.Detail = "did you mean " + InQuotes(near[0]) + "?"
		}
	case t.Exists == workspace.OtherCase:
		actual := likePath(taken.Text, FromDir(p.File.Skill, t.Actual))
		d.Message = "case differs from the file name " + InQuotes(actual)
		d.Fixes = respellScalar(p, "Change to "+InQuotes(actual), taken.Span, actual, true)
	case t.Exists == workspace.Present && t.IsDir:
		d.Message = "icon is a directory: " + taken.Text
	default:
		return
	}
	p.report(d)
}
