package rules

import (
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/skills/frontmatter"
)

func checkEmptyBody(p *Pass) {
	if p.Fm.State != frontmatter.Closed || p.Fm.Err != nil || strings.TrimSpace(p.Doc.Body.Of(p.Doc.Source)) != "" {
		return
	}
	p.report(diagnostic.Diagnostic{
		Span:    p.Fm.Close,
		Message: "body is empty", Detail: "write the instructions after the frontmatter",
	})
}
