package rules

import (
	"skills-ls/analysis/diagnostic"
	"skills-ls/skills"
)

var nameLength = Rule{
	ID:        "name/length",
	Default:   diagnostic.Error,
	ByAgent:   true,
	AppliesTo: skillFiles,
	Check:     checkNameLength,
}

func checkNameLength(p *Pass) {
	for _, r := range p.refusals("name", skills.CodeTooLong) {
		reportLength(p, r, diagnostic.Diagnostic{
			Severity: p.weigh(diagnostic.Error, r.agents), Affects: rejecting(r.agents), Span: surplus(p, "name", r),
		}, "name", func(l skills.Limits) int { return l.Name })
	}
}
