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
	switch {
	case r.Own != "":
		return r.Own + " " + r.Effect
	case r.From == "":
		return "its configuration " + r.Effect
	}
	return "`" + ShownPath(s, r.From) + "` " + r.Effect + " (`" + r.Setting + "`)"
}

// rulingNotes returns a note for each of some rulings.
func rulingNotes(s *workspace.Snapshot, rulings []skills.Ruling) (notes []string) {
	for _, r := range rulings {
		notes = append(notes, rulingNote(s, r))
	}
	return notes
}
