package runtimes

import (
	"slices"

	"skills-ls/skills"
)

var vocabularies = []*skills.Vocabulary{OpenClaw, Hermes}

// Vocabularies returns what agents that are no runtimes here read in the frontmatter, in the order of presentation.
func Vocabularies() []*skills.Vocabulary { return slices.Clone(vocabularies) }
