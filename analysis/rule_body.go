package analysis

import (
	"strings"

	"skills-ls/skills/frontmatter"
)

func checkEmptyBody(p *pass) {
	if p.fm.State != frontmatter.Closed || p.fm.Err != nil || strings.TrimSpace(p.doc.Body.Of(p.doc.Source)) != "" {
		return
	}
	p.report(Diagnostic{
		Severity: Warning, Span: p.fm.Close,
		Message: "nothing follows the frontmatter: an agent that loads the skill has nothing to read. Write the instructions below",
	})
}
