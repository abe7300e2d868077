package rules

import (
	"skills-ls/analysis/diagnostic"
	"skills-ls/skills"
)

var compatibilityLength = Rule{
	ID:        "compatibility/length",
	Default:   diagnostic.Error,
	ByAgent:   true,
	AppliesTo: skillFiles,
	Check:     checkCompatibilityLength,
}

func checkCompatibilityLength(p *Pass) {
	for _, r := range p.refusals("compatibility", skills.CodeTooLong) {
		reportLength(p, r, diagnostic.Diagnostic{
			Severity: p.weigh(diagnostic.Error, r.agents), Affects: rejecting(r.agents), Span: surplus(p, "compatibility", r),
		}, "compatibility", func(l skills.Limits) int { return l.Compatibility })
	}
}
