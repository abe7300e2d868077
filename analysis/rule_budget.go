package analysis

import (
	"cmp"
	"fmt"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/text"
)

// checkDescriptionBudget reports a skill to the target agents whose initial catalog has no room for it or for
// its whole description. It reports what [Snapshot.CatalogText] leaves out for a working directory from which
// the agent finds the skill.
func checkDescriptionBudget(p *pass) {
	for _, v := range p.verdicts {
		if !v.Accepted || v.agent.Catalog == nil {
			continue
		}
		if lost, in, ok := p.lost(v); ok {
			p.reportLost(v, lost, in)
		}
	}
}

// lost returns what an agent's catalog leaves out of the skill, and the catalog's budget. If the agent does
// not find the skill here, or its catalog is not known, lost assumes a catalog of this skill alone. ok is
// false if nothing is left out.
func (p *pass) lost(v verdict) (lost loss, in budgeting, ok bool) {
	s := p.snapshot
	vantage := s.vantageOf(v.agent, p.file.Skill)
	if !p.alone() {
		if l := s.shortfall(p.ctx, v.agent, vantage); l != nil {
			if path, found := l.place(s.realPath(p.file.Path)); found {
				s.disk.index.restOn(shortfallPlace{v.agent.ID, vantage}, l)
				lost, ok = l.losses[path]
				return lost, l.budgeting, ok
			}
		}
	}
	agent := s.configured(v.agent, vantage)
	most := cmp.Or(agent.Limits.ListingEntry, agent.Limits.Description)
	if most == 0 || text.Runes.Len(v.Description)+len(usesJoiner)+text.Runes.Len(v.Uses) <= most {
		return lost, in, false
	}
	skill, shown := p.shown(v)
	if !shown {
		return lost, in, false
	}
	text := agent.Catalog([]skills.Skill{skill}, skills.Budget{})
	if len(text.Shortened) == 0 {
		return lost, in, false
	}
	return loss{kept: text.Shortened[0].Kept, alone: true}, in, true
}

func (p *pass) reportLost(v verdict, lost loss, in budgeting) {
	agent := v.agent
	d := Diagnostic{Severity: Warning, Span: p.headSpan(), Agents: []string{agent.ID}}
	said, uses := text.Runes.Len(v.Description), text.Runes.Len(v.Uses)
	what := "the description"
	if uses > 0 {
		what, said = "what the skill says of itself, with `when_to_use`,", said+len(usesJoiner)+uses
	}
	if !lost.dropped {
		d.Span = p.unsaid(v, lost.kept)
	}
	if lost.alone {
		d.Message = fmt.Sprintf("%s has %d characters, and %s's list of skills holds %d of it", what, said, agent.Title, lost.kept)
		p.report(d)
		return
	}
	room := fmt.Sprintf("%s's list of skills has room for %v, which is not enough for all that are here: ", agent.Title, in.budget)
	switch {
	case lost.dropped:
		d.Message = room + "the model is not told of this one"
	case lost.kept == 0:
		d.Message = room + "the model sees this one's name alone"
	default:
		d.Message = room + fmt.Sprintf("of this description the model sees %d of %d characters", lost.kept, said)
	}
	if in.byUse {
		d.Severity = Information
		d.Message += ", unless it is used more than others"
	}
	if in.presumed {
		d.Severity = Information
		d.Message += ". That depends on the size of the model's context; say it in the setting `" + contextWindow + "`"
	}
	p.report(d)
}

// unsaid returns the part of the frontmatter that a catalog leaves out if it keeps only the first kept
// characters of the description and "when_to_use".
func (p *pass) unsaid(v verdict, kept int) text.Span {
	e, ok := p.fm.Entry("description")
	if rest := kept - text.Runes.Len(v.Description) - len(usesJoiner); v.Uses != "" && rest >= 0 {
		e, ok = p.fm.Entry("when_to_use")
		kept = rest
	}
	switch {
	case !ok || e.ValueSpan.IsEmpty():
		return p.headSpan()
	case e.Value == nil || e.Key == "description" && strings.TrimSpace(e.Value.Text) != v.Description: // the agent counts a different text
		return e.ValueSpan
	}
	return p.beyond(e, kept, text.Runes)
}
