package rules

import (
	"slices"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/vantage"
	"skills-ls/skills"
)

// unexplained is the rule of [reportUnexplained], which reports each diagnostic under another rule.
var unexplained = &Rule{}

// firstStatement returns the first line of an agent's words, with the next one if that continues it, as in
// "errors:\n  line 2: ...". An excerpt of the file after a blank line is left out.
func firstStatement(words string) string {
	first, rest, _ := strings.Cut(words, "\n")
	if next, _, _ := strings.Cut(rest, "\n"); strings.HasSuffix(first, ":") && strings.TrimSpace(next) != "" {
		first += " " + strings.TrimSpace(next)
	}
	return first
}

// reportUnexplained reports each target's refusal that no other diagnostic explains, except in a skeleton.
// The rules look at what an author wrote. If a target reads it in another way and no rule finds the cause,
// the diagnostic quotes the target's own words.
func reportUnexplained(p *Pass) {
	for _, v := range p.Verdicts {
		if v.Accepted || slices.ContainsFunc(p.Found, func(d diagnostic.Diagnostic) bool { return slices.Contains(d.Affected(), v.Agent.ID) }) {
			continue
		}
		i := slices.IndexFunc(v.Refusals, func(r skills.Refusal) bool { return !r.WouldBe })
		if i < 0 {
			continue
		}
		r := v.Refusals[i]
		rule := p.ruleByID(vantage.RuleOf(r, p.Fm.State))
		if rule == nil {
			continue
		}
		p.Rule = rule
		message := "rejected without an error"
		if said := firstStatement(r.Message); said != "" {
			message = `rejected with "` + said + `"`
		}
		severity := p.weigh(diagnostic.Error, []*skills.Agent{v.Agent})
		if r.Code == skills.CodeFlow || r.Code == skills.CodeUnknownField {
			severity = diagnostic.Information // only the standard complains about these
		}
		p.report(diagnostic.Diagnostic{
			Severity: severity, Span: r.Span, Message: message, Affects: rejecting([]*skills.Agent{v.Agent}),
		})
	}
}
