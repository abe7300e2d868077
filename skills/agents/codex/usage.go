package codex

import (
	_ "embed"
	"strings"
)

// Codex's instructions to the model (core-skills/src/render.rs 428dd6c6): for a list of whole paths, and for
// a list whose paths begin with the alias of a root. The first line comes before the list, and the others after
// it. Versions from July 2026 on put the usage in a message of its own.
var (
	//go:embed usage.md
	instructions string
	//go:embed usage_aliased.md
	instructionsAliased string

	intro, usage, _               = strings.Cut(strings.TrimSuffix(instructions, "\n"), "\n")
	introAliased, usageAliased, _ = strings.Cut(strings.TrimSuffix(instructionsAliased, "\n"), "\n")
)

// Codex's warnings to the user if the list had to be shortened. They name the share if the budget is a share
// of the context window.
const (
	shortened = "Skill descriptions were shortened to fit the %sskills context budget. Codex can still see every skill, but some descriptions are shorter. " +
		"Disable unused skills or plugins to leave more room for the rest."
	exceeded = "Exceeded skills context budget%s. All skill descriptions were removed and %d additional %s not included in the model-visible skills list."
)
