package codex

import (
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/yamldialect"
)

// frontmatterShape has the fields that Codex reads with serde_yaml, as the structs of loader.rs 6162409b
// define them.
var frontmatterShape = yamldialect.Struct(
	"SkillFrontmatter",
	yamldialect.Field{Name: "name", Shape: kit.OptionalString},
	yamldialect.Field{Name: "description", Shape: kit.OptionalString},
	yamldialect.Field{
		Name: "metadata", Default: true,
		Shape: yamldialect.Struct("SkillFrontmatterMetadata", yamldialect.Field{Name: "short-description", Shape: kit.OptionalString}),
	},
)

// parse reads a frontmatter. If it is not YAML, parse reads the repaired text. If that is not YAML either, it
// returns the first error.
func parse(text string) (*yamldialect.Node, *yamldialect.Error) {
	v, err := yamldialect.DecodeSerde(text, frontmatterShape)
	if err == nil {
		return v, nil
	}
	if repaired, changed := repair(text); changed {
		if v, again := yamldialect.DecodeSerde(repaired, frontmatterShape); again == nil {
			return v, nil
		}
	}
	return nil, err
}
