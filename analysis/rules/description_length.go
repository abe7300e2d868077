package rules

import (
	"fmt"

	"skills-ls/analysis/diagnostic"
	"skills-ls/skills"
)

var descriptionLength = Rule{
	ID:        "description/length",
	Default:   diagnostic.Error,
	ByAgent:   true,
	AppliesTo: skillFiles,
	Check:     checkDescriptionLength,
}

func checkDescriptionLength(p *Pass) {
	for _, r := range p.refusals("description", skills.CodeTooLong) {
		reportLength(p, r, diagnostic.Diagnostic{
			Severity: p.weigh(diagnostic.Error, r.agents), Affects: rejecting(r.agents), Span: surplus(p, "description", r),
		}, "description", func(l skills.Limits) int { return l.Description })
	}
	reportCutOff(p)
}

// reportCutOff reports a description to the target agents that read only its beginning.
func reportCutOff(p *Pass) {
	e, ok := p.Fm.Entry("description")
	if !ok || !e.Value.IsString() {
		return
	}
	var cutting []*skills.Agent
	for _, v := range p.Verdicts {
		if v.cutsOff(e.Value.Text) {
			cutting = append(cutting, v.Agent)
		}
	}
	if len(cutting) == 0 {
		return
	}
	l := cutting[0].Limits
	p.report(diagnostic.Diagnostic{
		Severity: diagnostic.Warning, Affects: misreading(cutting),
		Span:    surplus(p, "description", refusal{skills.Refusal{Field: "description", Span: e.ValueSpan}, cutting}),
		Message: fmt.Sprintf("description is cut after %d %s", l.Description, l.Unit),
		Detail:  "it has " + counted(e.Value.Text, l.Unit, l.Description),
	})
}
