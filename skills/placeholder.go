package skills

import "skills-ls/skills/text"

// Placeholders describes what an agent replaces in a skill's text before the model reads it.
type Placeholders struct {
	Arguments Replaced // $ARGUMENTS and related placeholders
	// Indexed says that "$ARGUMENTS[0]" is the first argument. Otherwise it is all arguments followed by
	// "[0]", if they are replaced at all.
	Indexed  bool
	Commands Replaced // “ !`command` ” and fences that open with "```!"
	// First is the number of the argument that replaces "$1" if Arguments says that arguments are replaced:
	// 1, or 2 if the agent counts from 0. It is 0 if "$1" reaches the model unchanged.
	First int
	// Split returns the words of the text after a skill's name that numbers and names stand for. In an
	// unfinished text, the last word may lack its closing quote. It is nil if the agent has only the whole text.
	Split func(arguments string) []string
	// Variables are replaced in every skill, and PluginVariables only in the skills of plugins. They are
	// written as in the text, such as "${CLAUDE_SKILL_DIR}".
	Variables, PluginVariables []string
	// Meanings say what replaces each variable: a clause of Markdown that follows it.
	Meanings map[string]string
	// SkillDir is the variable in Variables that stands for the skill directory, or "" if no variable does.
	SkillDir string
	// Environment are the prefixes of variables in the agent's own environment, such as "${CLAUDE_CODE_". A
	// text may use them in a shell, although the agent does not replace them.
	Environment []string
}

// Replaced says when an agent replaces a placeholder.
type Replaced uint8

const (
	Never     Replaced = iota // it reaches the model unchanged
	ByCommand                 // if a user starts the skill by its slash command, but not if the model loads it
	Always
)

// A Command is a part of a skill's text that its output replaces before the model reads the text.
type Command struct {
	Span   text.Span // in the text, including what marks it
	Script text.Span // what the agent runs
}
