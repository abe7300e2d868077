package goose

import (
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
)

// commands are Goose's own commands, which take precedence over those of skills (execute_commands.rs
// 0a4362e3). Older versions lack the last two.
var commands = []string{"prompts", "prompt", "compact", "clear", "skills", "doctor", "goal", "grind"}

// mentions returns the command that a message has (parse_slash_command in
// crates/goose/src/agents/execute_commands.rs): the text between the slash at its start and the first space.
// Other white space does not end it. Goose treats the message as a command only if a skill has the name, in
// any case, and no recipe has it.
func mentions(source string) []skills.Mention {
	if strings.TrimSpace(source) == "/summarize" { // which means "/compact"
		return nil
	}
	return command(source)
}

var command = kit.SlashSyntax{First: `^\s*(/([^ ]*?\S[^ ]*?))(?:\s*$| )`, Reserved: commands}.Mentions()
