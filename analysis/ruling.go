package analysis

import "skills-ls/skills"

// rulingNote says what an agent's configuration does with a skill, or with all skills, and which file says
// so: "`.claude/settings.json` switches this skill off (`skillOverrides`)."
func (s *Snapshot) rulingNote(r skills.Ruling) string { return upperFirst(s.rulingClause(r)) + "." }

// rulingClause returns the text of [Snapshot.rulingNote] as a clause, without a capital and a period.
func (s *Snapshot) rulingClause(r skills.Ruling) string {
	if r.From == "" {
		return "its configuration " + r.Effect
	}
	return "`" + s.shownPath(r.From) + "` " + r.Effect + " (`" + r.Setting + "`)"
}

// rule applies the configuration of an agent, for the vantage of the skill, to a skill that the agent has
// accepted and adopted. It returns a note for each ruling and reports whether the skill is switched off.
func (s *Snapshot) rule(agent *skills.Agent, skill *skills.Skill) (notes []string, off bool) {
	if skill.Dir == "" {
		return nil, false
	}
	rulings, off := s.configured(agent, s.vantageOf(agent, skill.Dir)).Rule(skill)
	for _, r := range rulings {
		notes = append(notes, s.rulingNote(r))
	}
	return notes, off
}
