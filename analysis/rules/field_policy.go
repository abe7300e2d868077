package rules

import (
	"regexp"
	"slices"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/vantage"
	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// checkPolicy reports keys that a concerned agent reads with another spelling, and a switch that it reads in
// another place. The rule may read the files around the skill, so it waits until the user stops typing.
func checkPolicy(p *Pass) {
	for e := range p.Fm.All() {
		if e.Value == nil || e.Value.IsNull() {
			continue
		}
		for _, other := range otherSpellings(e.Key) {
			checkSpelling(p, e, other)
		}
		if e.Value.Kind == frontmatter.ScalarValue {
			if kebabKey(e.Key) == modelSwitch && strings.EqualFold(e.Value.Text, "true") {
				checkModelSwitch(p, e)
				return
			}
		}
	}
}

// otherSpellings returns a key of several words with hyphens, with underscores and in camel case, except as it
// is.
func otherSpellings(key string) []string {
	words := strings.Split(strings.ToLower(camelJoint.ReplaceAllString(kebabKey(key), "$1-$2")), "-")
	camel := words[0]
	for _, word := range words[1:] {
		camel += text.UpperFirst(word)
	}
	spellings := []string{strings.Join(words, "-"), strings.Join(words, "_"), camel}
	return slices.DeleteFunc(spellings, func(s string) bool { return s == key || len(words) == 1 })
}

// camelJoint matches where a word of a key in camel case begins.
var camelJoint = regexp.MustCompile(`([a-z])([A-Z])`)

// checkSpelling reports a key that some agent reads as it is, and that a concerned agent reads in another
// spelling. The standard alone does not count if another concerned agent reads the key.
func checkSpelling(p *Pass, e *frontmatter.Entry, other string) {
	if _, given := p.Fm.Entry(other); given || len(agents.Readers(e.Key)) == 0 {
		return // frontmatter/unknown-key reports keys that no agent reads
	}
	puzzled := p.Concerns(func(agent *skills.Agent) bool {
		_, reads := agent.Reads(e.Key)
		field, readsOther := agent.Reads(other)
		if e.Value.Kind != frontmatter.ScalarValue {
			return readsOther && !reads && field.Types&shapes(e.Value) != 0
		}
		return readsOther && !reads && !strings.EqualFold(field.Default, e.Value.Text) && !(kebabKey(e.Key) == modelSwitch && hides(p, agent))
	})
	detail := "use " + InQuotes(other)
	if len(readersOf(p, e.Key)) > 0 { // the other spelling would have no effect for these
		detail = "add " + InQuotes(other)
		puzzled = slices.DeleteFunc(puzzled, func(agent *skills.Agent) bool { return agent.ID == agents.Standard.ID })
	}
	if len(puzzled) == 0 {
		return
	}
	p.report(diagnostic.Diagnostic{
		Severity: diagnostic.Warning, Span: e.KeySpan, Affects: ignoring(puzzled),
		Message: InQuotes(e.Key) + " has no effect", Detail: detail,
		Fixes: respell(p, e, other),
	})
}

// readersOf returns the concerned agents that read a key.
func readersOf(p *Pass, key string) []*skills.Agent {
	return p.Concerns(func(agent *skills.Agent) bool { _, reads := agent.Reads(key); return reads })
}

// respell offers to change a key to its other spelling, or to add that spelling if a concerned agent reads
// the current one. It adds nothing for the standard, whose validator rejects both spellings.
func respell(p *Pass, e *frontmatter.Entry, other string) []diagnostic.Fix {
	if slices.ContainsFunc(agents.Readers(other), func(agent *skills.Agent) bool {
		field, _ := agent.Reads(other)
		return field.Types == skills.List && e.Value.Kind == frontmatter.ScalarValue
	}) {
		return nil // the agent would reject the value
	}
	if len(readersOf(p, e.Key)) == 0 {
		return p.changeTo(other, true, e.KeySpan)
	}
	source, start := p.Doc.Source, e.KeySpan.Start
	ownLine := start > 0 && strings.IndexByte("\r\n", source[start-1]) >= 0
	if !ownLine || p.At.Concerns(agents.Standard) {
		return nil
	}
	field := other + source[e.KeySpan.End:e.ValueSpan.End] + p.Newline()
	return oneFix("Add "+InQuotes(other), true, p.Edit(text.At(start), field))
}

// checkModelSwitch reports that an agent that has another place for the switch does not read this one.
func checkModelSwitch(p *Pass, e *frontmatter.Entry) {
	for _, v := range p.Verdicts {
		by := v.Agent.HiddenBy
		if by == nil || !v.Accepted || hides(p, v.Agent) {
			continue
		}
		if p.InMetadata(by.Key) || inCompanion(p, v.Agent, by.Field) {
			continue // the author has set it there, to some value
		}
		d := diagnostic.Diagnostic{
			Severity: diagnostic.Warning, Span: e.KeySpan, Affects: ignoring([]*skills.Agent{v.Agent}),
			Message: v.Agent.Title + " does not read " + InQuotes(e.Key), Detail: "it reads " + by.How,
		}
		if by.Partly && e.Key == modelSwitch {
			d.Severity = diagnostic.Information
			d.Message, d.Detail = "not every version of "+v.Agent.Title+" reads "+InQuotes(e.Key), "version 2 reads "+by.How
		}
		p.report(d)
	}
}

// inCompanion reports whether the file beside the skill sets the switch. Its value is checked in that file.
func inCompanion(p *Pass, agent *skills.Agent, field string) bool {
	if field == "" || p.File.Skill == "" {
		return false
	}
	_, set := vantage.CompanionsTake(p.Snapshot, agent, p.File.Skill, field)
	return set
}

// modelSwitch is the key with which most agents keep the model from choosing a skill. Some agents spell it
// with underscores.
const modelSwitch = "disable-model-invocation"

func kebabKey(key string) string { return strings.ReplaceAll(key, "_", "-") }

// hides reports whether an agent that loads the skill hides it from the model, for any reason.
func hides(p *Pass, agent *skills.Agent) bool {
	i := slices.IndexFunc(p.Verdicts, func(v Verdict) bool { return v.Agent == agent })
	if i < 0 || !p.Verdicts[i].Accepted {
		return false
	}
	_, shown := shown(p, p.Verdicts[i])
	return !shown
}

// shown returns the skill as a target that loads it presents it to the model. ok is false if the target hides
// the skill.
func shown(p *Pass, v Verdict) (skill skills.Skill, ok bool) {
	skill, _, why := vantage.Loaded(p.Snapshot, v.Agent, p.File, p.Snapshot.JudgedPath(v.Agent, p.File), v.Verdict)
	return skill, len(why) == 0 && !skill.Hidden
}
