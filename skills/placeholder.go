package skills

import "skills-ls/skills/text"

// Placeholders are what an agent replaces in a skill's text before the model reads it, by the words that authors use for it.
type Placeholders struct {
	Arguments Replaced // $ARGUMENTS, and what goes with it
	// Indexed says that "$ARGUMENTS[0]" is the first of them; else it is all of them with "[0]" behind, where they are replaced at all.
	Indexed  bool
	Commands Replaced // “ !`command` ” and fences that open with "```!"
	// First is which argument "$1" is where Arguments says that they are replaced: 1, or 2 where the agent counts from 0. It is 0
	// where "$1" reaches the model as it is written.
	First int
	// Variables are replaced in every skill, each written as it stands in the text, such as "${CLAUDE_SKILL_DIR}"; PluginVariables
	// in the skills of plugins alone.
	Variables, PluginVariables []string
	// Meanings say what takes the place of each of them: a clause of Markdown that follows it.
	Meanings map[string]string
	// SkillDir is the one of Variables that stands for the skill's directory, empty for none.
	SkillDir string
	// Environment is what variables of the agent's own environment begin with, as in "${CLAUDE_CODE_": a text may name them for a
	// shell, though nothing is put in their place.
	Environment []string
}

// Replaced says when an agent replaces a placeholder.
type Replaced uint8

const (
	Never     Replaced = iota // it reaches the model as it is written
	ByCommand                 // where a person starts the skill by its slash command; not where the model loads it
	Always
)

// A Command is a part of a skill's text whose output takes its place before the model reads it.
type Command struct {
	Span   text.Span // as it stands in the text, with what marks it
	Script text.Span // what is run
}
