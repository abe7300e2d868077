package rules

import (
	"slices"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

func checkNameReserved(p *Pass) {
	e, ok := p.Fm.Entry("name")
	if !ok || e.Value == nil || e.Value.Kind != frontmatter.ScalarValue {
		return
	}
	for _, agent := range p.At.Concerned {
		for _, name := range []string{e.Value.Text, DirectoryName(p.Scope)} {
			if reserved, ok := reservedName(agent, name); ok {
				reportReserved(p, agent, e, reserved)
				break
			}
		}
	}
}

// reservedName returns the reserved name because of which an agent cannot use name, and whether there is one.
func reservedName(agent *skills.Agent, name string) (skills.ReservedName, bool) {
	name = strings.ToLower(name)
	i := slices.IndexFunc(agent.ReservedNames, func(r skills.ReservedName) bool {
		return name == r.Word || r.Anywhere && strings.Contains(name, r.Word)
	})
	if i < 0 {
		return skills.ReservedName{}, false
	}
	return agent.ReservedNames[i], true
}

func reportReserved(p *Pass, agent *skills.Agent, e *frontmatter.Entry, reserved skills.ReservedName) {
	span, where := e.ValueSpan, "directory name"
	if at := strings.Index(strings.ToLower(span.Of(p.Doc.Source)), reserved.Word); at >= 0 {
		span = text.Span{Start: span.Start + at, End: span.Start + at + len(reserved.Word)}
		where = "name"
	}
	p.report(diagnostic.Diagnostic{
		Severity: diagnostic.Warning, Span: span, Affects: warning([]*skills.Agent{agent}),
		Message: where + " contains the reserved word " + InQuotes(reserved.Word), Detail: reserved.Why,
	})
}
