// Package hermes lists the frontmatter fields of Hermes, the agent of Nous Research.
package hermes

import (
	_ "embed"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
)

//go:embed page.md
var page string

// Vocabulary has the fields that Hermes reads.
var Vocabulary = kit.DescribedVocabulary(page, &skills.Vocabulary{
	Title: "Hermes Agent",
	Fields: []skills.Field{
		{Name: "platforms", Values: []string{"macos", "linux", "windows"}},
	},
})
