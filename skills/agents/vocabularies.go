package agents

import (
	"slices"

	"skills-ls/skills"
)

var vocabularies = []*skills.Vocabulary{OpenClaw, Hermes}

// Vocabularies returns what programs that are no agents here read in the frontmatter, in the order of presentation.
func Vocabularies() []*skills.Vocabulary { return slices.Clone(vocabularies) }

// Knowing returns the vocabularies that have a key, in the order of [Vocabularies].
func Knowing(key string) []*skills.Vocabulary {
	return slices.DeleteFunc(Vocabularies(), func(v *skills.Vocabulary) bool {
		_, ok := v.Field(key)
		return !ok
	})
}
