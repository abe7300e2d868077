package rules

import (
	"cmp"
	"fmt"
	"strings"

	"skills-ls/analysis/config"
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/text"
)

// checkDescriptionBudget reports a skill to the target agents whose initial catalog has no room for it or for
// its whole description. It reports what [vantage.CatalogTextFor] leaves out for a working directory from which
// the agent finds the skill.
func checkDescriptionBudget(p *Pass) {
	for _, v := range p.Verdicts {
		if !v.Accepted || v.Agent.Catalog == nil {
			continue
		}
		if lost, in, ok := lost(p, v); ok {
			reportLost(p, v, lost, in)
		}
	}
}

// lost returns what an agent's catalog leaves out of the skill, and the catalog's budget. If the agent does
// not find the skill here, or its catalog is not known, lost assumes a catalog of this skill alone. ok is
// false if nothing is left out.
func lost(p *Pass, v Verdict) (lost vantage.Loss, in vantage.Budgeting, ok bool) {
	s := p.Snapshot
	from := workspace.VantageOf(s, v.Agent, p.File.Skill)
	if !alone(p) {
		if l := vantage.ShortfallOf(p.Ctx, s, v.Agent, from); l != nil {
			if path, found := vantage.Place(l, s.RealPath(p.File.Path)); found {
				lost, ok = l.Losses[path]
				return lost, l.Budgeting, ok
			}
		}
	}
	agent := workspace.Configured(s, v.Agent, from)
	most := cmp.Or(agent.Limits.ListingEntry, agent.Limits.Description)
	if most == 0 || text.Runes.Len(v.Description)+len(vantage.UsesJoiner)+text.Runes.Len(v.Uses) <= most {
		return lost, in, false
	}
	skill, shown := shown(p, v)
	if !shown {
		return lost, in, false
	}
	text := agent.Catalog([]skills.Skill{skill}, skills.Budget{})
	if len(text.Shortened) == 0 {
		return lost, in, false
	}
	return vantage.Loss{Kept: text.Shortened[0].Kept, Alone: true}, in, true
}

func reportLost(p *Pass, v Verdict, lost vantage.Loss, in vantage.Budgeting) {
	agent := v.Agent
	d := diagnostic.Diagnostic{Severity: diagnostic.Warning, Span: headSpan(p), Affects: misreading([]*skills.Agent{agent})}
	said, uses := text.Runes.Len(v.Description), text.Runes.Len(v.Uses)
	what := "description"
	if uses > 0 {
		what, said = "description with \"when_to_use\"", said+len(vantage.UsesJoiner)+uses
	}
	if !lost.Dropped {
		d.Span = unsaid(p, v, lost.Kept)
	}
	if lost.Alone {
		d.Message = fmt.Sprintf("%s is cut at %d characters in %s's catalog", what, lost.Kept, agent.Title)
		d.Detail = fmt.Sprintf("it has %d", said)
		p.report(d)
		return
	}
	d.Detail = fmt.Sprintf("the catalog has room for %v", in.Budget)
	switch {
	case lost.Dropped:
		d.Message = agent.Title + "'s catalog leaves the skill out"
	case lost.Kept == 0:
		d.Message = agent.Title + "'s catalog has only the name of the skill"
	default:
		d.Message = fmt.Sprintf("description is cut at %d of %d characters in %s's catalog", lost.Kept, said, agent.Title)
	}
	if in.ByUse {
		d.Severity = diagnostic.Information
		d.Message += " unless it is used often"
	}
	if in.Presumed {
		d.Severity = diagnostic.Information
		d.Help = `set "` + config.ContextWindow + `" in the configuration to the size of the model's context`
	}
	p.report(d)
}

// unsaid returns the part of the frontmatter that a catalog leaves out if it keeps only the first kept
// characters of the description and "when_to_use".
func unsaid(p *Pass, v Verdict, kept int) text.Span {
	e, ok := p.Fm.Entry("description")
	if rest := kept - text.Runes.Len(v.Description) - len(vantage.UsesJoiner); v.Uses != "" && rest >= 0 {
		e, ok = p.Fm.Entry("when_to_use")
		kept = rest
	}
	switch {
	case !ok || e.ValueSpan.IsEmpty():
		return headSpan(p)
	case e.Value == nil || e.Key == "description" && strings.TrimSpace(e.Value.Text) != v.Description: // the agent counts a different text
		return e.ValueSpan
	}
	return beyond(p, e, kept, text.Runes)
}
