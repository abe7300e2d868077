package claudecode

import (
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
)

// native describes the configuration of a project: the shared file, and that of one checkout, which takes
// precedence (documentation code.claude.com/docs/en/settings). Not established: whether files in parent
// directories are read. Here they are not.
var native = &skills.Native{
	Syntax: skills.JSON,
	Ends:   []string{".claude/settings.json", ".claude/settings.local.json"},
	// The menu /skills writes to this file, too.
	Switch: &skills.NativeSwitch{Setting: "skillOverrides", File: ".claude/settings.local.json", Off: "off", On: "on"},
}

// overrides are the values of skillOverrides (code.claude.com/docs/en/skills, Override skill visibility from
// settings).
var overrides = []string{"on", "name-only", "user-invocable-only", "off"}

// override applies skillOverrides, which match a skill by name and do not apply to skills of plugins.
var override = kit.RuleBy("skillOverrides", func(s *skills.Skill, c skills.KnobChoice) (r skills.Ruling) {
	if c.Name != s.Name || strings.Contains(s.Name, ":") {
		return r
	}
	switch c.Word {
	case "off":
		r.Off, r.Effect = true, "switches this skill off"
	case "user-invocable-only":
		s.Hidden = true
		r.Effect = "hides this skill from Claude, so that only the user can start it"
	case "name-only":
		s.NameOnly = true
		r.Effect = "shows Claude this skill's name without its description"
	}
	return r
})

// deny applies permissions.deny. Only rules for the tool Skill affect skills: `Skill` denies all of them, and
// `Skill(name)`, or `Skill(name *)` with any arguments, denies one (code.claude.com/docs/en/skills, Restrict
// Claude's skill access). Not established: whether a denied skill stays in the catalog. Here it does.
var deny = kit.RuleBy("permissions.deny", func(s *skills.Skill, c skills.KnobChoice) (r skills.Ruling) {
	switch rule := strings.TrimSpace(c.Name); rule {
	case "Skill", "Skill(*)":
		s.Hidden = true
		r.Effect = "denies Claude the tool `Skill`, so that Claude cannot start skills"
	case "Skill(" + s.Name + ")", "Skill(" + s.Name + " *)", "Skill(" + s.Name + ":*)":
		r.Effect = "prevents Claude from starting this skill"
	}
	return r
})

// budget returns a function that computes the budget of the catalog: a share of the context window, at four
// characters per token.
func budget(share float64) func(contextWindow int) skills.Budget {
	return func(contextWindow int) skills.Budget {
		return skills.Budget{Chars: max(1, int(share*float64(contextWindow)*4))}
	}
}
