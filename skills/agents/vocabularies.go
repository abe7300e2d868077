package agents

import (
	"slices"

	"skills-ls/skills"
	"skills-ls/skills/agents/hermes"
	"skills-ls/skills/agents/openclaw"
)

var vocabularies = []*skills.Vocabulary{openclaw.Vocabulary, hermes.Vocabulary}

// Vocabularies returns the frontmatter fields that programs other than the agents of this package read, in
// presentation order.
func Vocabularies() []*skills.Vocabulary { return slices.Clone(vocabularies) }

// Knowing returns the vocabularies that contain key, in the order of [Vocabularies].
func Knowing(key string) []*skills.Vocabulary {
	return slices.DeleteFunc(Vocabularies(), func(v *skills.Vocabulary) bool {
		_, ok := v.Field(key)
		return !ok
	})
}
