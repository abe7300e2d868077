package analysis

import "skills-ls/skills"

// rulingNote says what an agent's configuration does with a skill, or with all of them, and where it does: "`.claude/settings.json`
// switches this skill off (`skillOverrides`)."
func (s *Snapshot) rulingNote(r skills.Ruling) string { return upperFirst(s.rulingClause(r)) + "." }

// rulingClause is [Snapshot.rulingNote] as a part of a sentence.
func (s *Snapshot) rulingClause(r skills.Ruling) string {
	if r.From == "" {
		return "its configuration " + r.Effect
	}
	return "`" + s.shownPath(r.From) + "` " + r.Effect + " (`" + r.Setting + "`)"
}

// rule makes of a skill, which an agent has accepted and adopted, what its configuration makes of it where the skill lies, and says
// what that is.
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
