package rules

import (
	"slices"

	"skills-ls/analysis/diagnostic"
	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
)

var frontmatterDelimiter = Rule{
	ID:          "frontmatter/delimiter",
	Unfinished:  true,
	Default:     diagnostic.Error,
	ByAgent:     true,
	AppliesTo:   skillFiles,
	InSkeletons: true,
	Check:       checkDelimiters,
}

// checkDelimiters reports each quirk because of which a target agent rejects the skill or loses its
// description. To find out which of several quirks is the cause, it fixes all others in a copy of the text
// and asks for the targets' verdicts on the copy.
func checkDelimiters(p *Pass) {
	if p.Fm.State == frontmatter.Absent {
		return
	}
	if p.Fm.State == frontmatter.Unclosed {
		return // frontmatter/unclosed reports it
	}
	quirks := quirks(p)
	for i, q := range quirks {
		refusing, losing := refusingFor(p, quirks, i), losingFor(p, quirks, i)
		d := diagnostic.Diagnostic{
			Span: q.span, Message: q.what,
			Fixes: []diagnostic.Fix{{Title: q.title, Safe: true, Preferred: true, Edits: q.edits}},
		}
		named := p.Fm.Language != "" && q.span == p.Fm.Open
		switch {
		case len(refusing)+len(losing) > 0:
			addAgents(p, &d, refusing, losing)
		case named:
			d.Severity = diagnostic.Warning
		default:
			continue
		}
		if named {
			d.Affects = withExecuting(p, d.Affects)
		}
		p.report(d)
	}
	var rest []*skills.Agent // agents that find no frontmatter for a reason that no quirk explains
	for _, v := range p.Verdicts {
		if v.findsNone() && !isReported(p, v.Agent.ID, "frontmatter/delimiter", "frontmatter/not-mapping") {
			rest = append(rest, v.Agent)
		}
	}
	if len(rest) > 0 {
		p.report(diagnostic.Diagnostic{
			Severity: p.weigh(diagnostic.Error, rest), Span: p.Fm.Open, Affects: rejecting(rest),
			Message: "frontmatter is not recognized",
		})
	}
}

// withExecuting returns the effects on others, and that on the targets that execute the frontmatter, whose
// result cannot be predicted.
func withExecuting(p *Pass, others []diagnostic.Affect) []diagnostic.Affect {
	for _, v := range p.Verdicts {
		d := diagnostic.Diagnostic{Affects: others}
		if executes(v.Verdict) && !slices.Contains(d.Affected(), v.Agent.ID) {
			others = append(others, misreading([]*skills.Agent{v.Agent})...)
		}
	}
	return others
}

// refusingFor returns the targets that find no frontmatter, or cannot parse it, because of the quirk at index
// i alone.
func refusingFor(p *Pass, quirks []quirk, i int) []*skills.Agent {
	only, none := mendAll(p.Doc.Source, quirks, i), mendAll(p.Doc.Source, quirks, -1)
	var blaming []*skills.Agent
	for _, fails := range []func(Verdict) bool{Verdict.findsNone, Verdict.gaveUp} {
		anyway := refusingText(p, none, fails)
		for _, agent := range refusingText(p, only, fails) {
			if !slices.Contains(anyway, agent) && !slices.Contains(blaming, agent) {
				blaming = append(blaming, agent)
			}
		}
	}
	return blaming
}

// findsNone reports whether the agent finds no frontmatter, or no end of it.
func (v Verdict) findsNone() bool {
	return slices.ContainsFunc(v.Refusals, func(r skills.Refusal) bool {
		return !r.WouldBe && (r.Code == skills.CodeNoFrontmatter || r.Code == skills.CodeUnclosed)
	})
}

// losingFor returns the targets that lose the description because of quirks[i] alone.
func losingFor(p *Pass, quirks []quirk, i int) []*skills.Agent {
	text, ok := writtenHere(p)
	if !ok {
		return nil
	}
	loses := func(v Verdict) bool { return v.loses(text) }
	anyway := refusingText(p, mendAll(p.Doc.Source, quirks, -1), loses)
	return slices.DeleteFunc(refusingText(p, mendAll(p.Doc.Source, quirks, i), loses), func(agent *skills.Agent) bool {
		return slices.Contains(anyway, agent)
	})
}
