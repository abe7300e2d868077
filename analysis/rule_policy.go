package analysis

import (
	"fmt"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// modelSwitch is the key with which most agents keep the model from choosing a skill. Some agents spell it
// with underscores.
const modelSwitch = "disable-model-invocation"

// checkPolicy reports keys that a concerned agent reads with another spelling, and a switch that it reads in
// another place. The rule may read the files around the skill, so it waits until the user stops typing.
func checkPolicy(p *pass) {
	for i := range p.fm.Entries {
		e := &p.fm.Entries[i]
		if !e.Value.IsNull() && e.Value != nil && e.Value.Kind == frontmatter.ScalarValue {
			p.checkSpelling(e)
			if kebabKey(e.Key) == modelSwitch && strings.EqualFold(e.Value.Text, "true") {
				p.checkModelSwitch(e)
				return
			}
		}
	}
}

func kebabKey(key string) string { return strings.ReplaceAll(key, "_", "-") }

// otherSpelling returns a key with hyphens for underscores, or the reverse.
func otherSpelling(key string) string {
	if strings.Contains(key, "_") {
		return kebabKey(key)
	}
	return strings.ReplaceAll(key, "-", "_")
}

// checkSpelling reports a key that some agent reads as it is, and that a concerned agent reads with hyphens
// for underscores or the reverse.
func (p *pass) checkSpelling(e *frontmatter.Entry) {
	other := otherSpelling(e.Key)
	if _, given := p.fm.Entry(other); given || other == e.Key || len(agents.Readers(e.Key)) == 0 {
		return // frontmatter/unknown-key reports keys that no agent reads
	}
	puzzled := p.concerns(func(agent *skills.Agent) bool {
		_, reads := agent.Reads(e.Key)
		field, readsOther := agent.Reads(other)
		return readsOther && !reads && !strings.EqualFold(field.Default, e.Value.Text) && !(kebabKey(e.Key) == modelSwitch && p.hides(agent))
	})
	if len(puzzled) == 0 {
		return
	}
	p.report(Diagnostic{
		Severity: Warning, Span: e.KeySpan, Agents: ids(puzzled),
		Message: fmt.Sprintf("%s read%s `%s`, not `%s`", titles(puzzled), singular(puzzled), other, e.Key),
		Fixes:   p.respell(e, other),
	})
}

// respell offers to change a key to its other spelling, or to add that spelling if a concerned agent reads
// the current one. It adds nothing for the standard, whose validator rejects both spellings.
func (p *pass) respell(e *frontmatter.Entry, other string) []Fix {
	readers := p.concerns(func(agent *skills.Agent) bool { _, reads := agent.Reads(e.Key); return reads })
	if len(readers) == 0 {
		return []Fix{{Title: "Change to `" + other + "`", Safe: true, Preferred: true, Edits: []Edit{p.edit(e.KeySpan, other)}}}
	}
	source, start := p.doc.Source, e.KeySpan.Start
	ownLine := start > 0 && strings.IndexByte("\r\n", source[start-1]) >= 0
	if !ownLine || p.at.concerns(agents.Standard) {
		return nil
	}
	field := other + source[e.KeySpan.End:e.ValueSpan.End] + p.newline()
	return []Fix{{Title: "Add `" + other + "`", Safe: true, Preferred: true, Edits: []Edit{p.edit(text.At(start), field)}}}
}

// checkModelSwitch reports that an agent that has another place for the switch does not read this one.
func (p *pass) checkModelSwitch(e *frontmatter.Entry) {
	for _, v := range p.verdicts {
		by := v.agent.HiddenBy
		if by == nil || !v.Accepted || p.hides(v.agent) {
			continue
		}
		if p.inMetadata(by.Key) || p.inCompanion(v.agent, by.Field) {
			continue // the author has set it there, to some value
		}
		d := Diagnostic{
			Severity: Warning, Span: e.KeySpan, Agents: []string{v.agent.ID},
			Message: fmt.Sprintf("%s does not read `%s`, and its model may choose the skill by itself; it reads %s", v.agent.Title, e.Key, by.How),
		}
		if by.Partly && e.Key == modelSwitch {
			d.Severity = Information
			d.Message = fmt.Sprintf("not every version of %s reads `%s`, and the model may choose the skill by itself; version 2 reads %s", v.agent.Title, e.Key, by.How)
		}
		p.report(d)
	}
}

// inCompanion reports whether the file beside the skill sets the switch. Its value is checked in that file.
func (p *pass) inCompanion(agent *skills.Agent, field string) bool {
	if field == "" || p.file.Skill == "" {
		return false
	}
	_, set := p.snapshot.companionsTake(agent, p.file.Skill, field)
	return set
}

// hides reports whether an agent that loads the skill hides it from the model, for any reason.
func (p *pass) hides(agent *skills.Agent) bool {
	i := slices.IndexFunc(p.verdicts, func(v verdict) bool { return v.agent == agent })
	if i < 0 || !p.verdicts[i].Accepted {
		return false
	}
	_, shown := p.shown(p.verdicts[i])
	return !shown
}

// shown returns the skill as a target that loads it presents it to the model. ok is false if the target hides
// the skill.
func (p *pass) shown(v verdict) (skill skills.Skill, ok bool) {
	s := p.snapshot
	skill, refused := s.adopt(v.agent, s.describe(v.agent, p.file, s.judgedPath(p.file), v.Verdict))
	if refused != "" {
		return skill, false
	}
	_, off := s.rule(v.agent, &skill)
	return skill, !off && !skill.Hidden
}
