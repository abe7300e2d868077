package rules

import (
	"skills-ls/analysis/lines"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// SkillFileName is the name of a skill's file that every agent loads.
const SkillFileName = "SKILL.md"

// headSpan returns the span for diagnostics about the skill as a whole: its name, or else the line that opens
// the frontmatter, or else the first line.
func headSpan(p *Pass) text.Span {
	if e, ok := p.Fm.Entry("name"); ok && !e.ValueSpan.IsEmpty() {
		return e.ValueSpan
	}
	if p.Fm.State == frontmatter.Absent {
		return lines.FirstLine(p.Doc.Source, 0)
	}
	return p.Fm.Open
}
