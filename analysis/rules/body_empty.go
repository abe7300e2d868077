package rules

import (
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
)

func checkEmptyBody(p *Pass) {
	if p.Fm.State != frontmatter.Closed || p.Fm.Err != nil || strings.TrimSpace(p.Doc.Body.Of(p.Doc.Source)) != "" {
		return
	}
	d := diagnostic.Diagnostic{
		Span:    p.Fm.Close,
		Message: "body is empty", Detail: "write the instructions after the frontmatter",
	}
	for _, r := range p.refusals("body", skills.CodeEmpty) {
		d.Severity = max(d.Severity, p.weigh(diagnostic.Error, r.agents))
		d.Affects = append(d.Affects, rejecting(r.agents)...)
	}
	p.report(d)
}
