package rules

import (
	"path/filepath"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/vantage"
	"skills-ls/skills"
)

// checkCompanionPolicy reports values that agents cannot read, and a switch that contradicts the one in the
// SKILL.md.
func checkCompanionPolicy(p *Pass) {
	checkCompanion(p)
	for _, r := range companions(p) {
		if by := r.Agent.HiddenBy; by != nil && by.Field != "" {
			if taken, ok := r.Lookup(by.Field); ok {
				compareSwitches(p, r, taken)
			}
		}
	}
}

// compareSwitches reports a switch that contradicts the one that the SKILL.md has for other agents.
func compareSwitches(p *Pass, r vantage.CompanionReading, taken skills.Taken) {
	path := filepath.Join(p.File.Skill, r.Agent.FileNames()[0])
	skill := p.Other(path)
	if skill == nil {
		return
	}
	for e := range skill.Doc.Frontmatter.All() {
		if kebabKey(e.Key) != modelSwitch || e.Value == nil || e.Value.Tag != "!!bool" {
			continue
		}
		off := strings.EqualFold(e.Value.Text, "true")
		if off != (taken.Text == "true") {
			return // they agree
		}
		other := map[bool]string{true: "false", false: "true"}[off]
		d := diagnostic.Diagnostic{
			Span: taken.Span, Affects: misreading([]*skills.Agent{r.Agent}),
			Message: "policy contradicts " + InQuotes(e.Key+": true") + " in SKILL.md",
			Related: []diagnostic.Related{{Path: path, Span: e.Span, Message: "set here"}},
			Fixes:   p.changeTo(other, false, taken.Span),
		}
		if !off {
			d.Severity = diagnostic.Information
			d.Message = "policy contradicts " + InQuotes(e.Key+": false") + " in SKILL.md"
		}
		p.report(d)
		return
	}
}
