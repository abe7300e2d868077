package vantage

import (
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/text"
)

// rulingNote says what an agent's configuration does with a skill, or with all skills, and which file says
// so: "`.claude/settings.json` switches this skill off (`skillOverrides`)."
func rulingNote(s *workspace.Snapshot, r skills.Ruling) string {
	return text.UpperFirst(rulingClause(s, r)) + "."
}

// rulingClause returns the text of [rulingNote] as a clause, without a capital and a period.
func rulingClause(s *workspace.Snapshot, r skills.Ruling) string {
	if r.From == "" {
		return "its configuration " + r.Effect
	}
	return "`" + ShownPath(s, r.From) + "` " + r.Effect + " (`" + r.Setting + "`)"
}

// Rule applies the configuration of an agent, for the vantage of the skill, to a skill that the agent has
// accepted and adopted. It returns a note for each ruling and reports whether the skill is switched off.
func Rule(s *workspace.Snapshot, agent *skills.Agent, skill *skills.Skill) (notes []string, off bool) {
	if skill.Dir == "" {
		return nil, false
	}
	rulings, off := workspace.Configured(s, agent, workspace.VantageOf(s, agent, skill.Dir)).Rule(skill)
	for _, r := range rulings {
		notes = append(notes, rulingNote(s, r))
	}
	return notes, off
}
