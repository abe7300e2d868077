package rules

import (
	"regexp"
	"slices"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
)

// A target may load a skill and lose what its author wrote: it finds no frontmatter and shows the body's
// first line instead of the description, or lists the skill without a description. The agent does not reject
// the skill, so no other rule reports this.

// written returns the description that the author wrote, as far as it can be recovered from source, and
// whether there is one.
func written(source string, fm *frontmatter.Frontmatter) (string, bool) {
	e, ok := fm.Entry("description")
	switch {
	case !ok || e.ValueSpan.IsEmpty():
		return "", false
	case e.Value == nil: // not YAML: the source text, without matching quotes
		text, _ := plainText(source, e.ValueSpan)
		return text, true
	case e.Value.Kind == frontmatter.ScalarValue:
		return e.Value.Text, e.Value.Text != ""
	}
	return "", false
}

// losingOf returns the targets that accept the file but do not read its description.
func losingOf(p *Pass) []*skills.Agent {
	text, ok := writtenHere(p)
	if !ok {
		return nil
	}
	return p.targets(func(v Verdict) bool { return v.loses(text) })
}

// writtenHere returns the description in the file, even if the frontmatter begins too far down.
func writtenHere(p *Pass) (string, bool) {
	if len(p.Doc.Problems()) > 0 { // agents differ in how they replace what they cannot decode
		return "", false
	}
	if p.Fm.State != frontmatter.Absent {
		return written(p.Doc.Source, p.Fm)
	}
	at := frontmatterBelow(p)
	if at < 0 {
		return "", false
	}
	below := p.Doc.Source[at:]
	return written(below, &skills.Parse(below).Frontmatter)
}

// loses reports whether the agent accepts the file with a description other than text.
func (v Verdict) loses(text string) bool { return v.Accepted && !sameText(v.Description, text) }

// cutsOff reports whether the agent accepts the skill and cuts the description at its limit.
func (v Verdict) cutsOff(text string) bool {
	l := v.Agent.Limits
	if !v.Accepted || l.Description == 0 || l.Unit.Len(text) <= l.Description {
		return false
	}
	kept := strings.TrimRight(v.Description, ".…")
	return len(kept) < len(text) && strings.HasPrefix(text, kept)
}

// addAgents adds the consequences of a problem to its diagnostic: which agents reject the skill, and which accept
// it but lose its description.
func addAgents(p *Pass, d *diagnostic.Diagnostic, refusing, losing []*skills.Agent) {
	d.Severity = diagnostic.Warning
	if len(refusing) > 0 {
		d.Severity = p.weigh(diagnostic.Error, refusing)
	}
	d.Affects = append(rejecting(refusing), misreading(losing)...)
}

// stripsMarkup reports whether the agent reads a description without its tags and otherwise as it is written.
func (v Verdict) stripsMarkup(text string) bool {
	return strings.Contains(text, "<") && !sameText(v.Description, text) && sameText(v.Description, betweenBrackets.ReplaceAllString(text, ""))
}

var betweenBrackets = regexp.MustCompile(`<[^>]+>`)

// gaveUp reports whether the agent's parser stopped before it had any field.
func (v Verdict) gaveUp() bool {
	return slices.ContainsFunc(v.Refusals, func(r skills.Refusal) bool {
		switch r.Code {
		case skills.CodeNoFrontmatter, skills.CodeUnclosed, skills.CodeYAML, skills.CodeLine, skills.CodeNotMapping, skills.CodeUnreadable:
			return !r.WouldBe
		}
		return false
	})
}
