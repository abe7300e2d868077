package codex

import (
	"slices"
	"strings"

	"skills-ls/skills/yamldialect"

	"skills-ls/skills/agents/kit"
)

// What Codex reads with serde_yaml, as the structs of loader.rs 6162409b have it.
var frontmatterShape = yamldialect.Struct(
	"SkillFrontmatter",
	yamldialect.Field{Name: "name", Shape: kit.OptionalString},
	yamldialect.Field{Name: "description", Shape: kit.OptionalString},
	yamldialect.Field{
		Name: "metadata", Default: true,
		Shape: yamldialect.Struct("SkillFrontmatterMetadata", yamldialect.Field{Name: "short-description", Shape: kit.OptionalString}),
	},
)

// parse reads a frontmatter, and where it is not YAML, what it is after repair; if that is not either, the error is the first.
func parse(text string) (*yamldialect.SerdeValue, *yamldialect.Error) {
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

// A invocationPolicy is what an agents/openai.yaml says of who may invoke the skill.
type invocationPolicy struct {
	hidden  bool // not the model by itself
	foreign bool // not in Codex
}

// parsePolicy reads an agents/openai.yaml; one that is broken forbids nothing.
func parsePolicy(text string) invocationPolicy {
	root, _, ok := decodeOpenAIYAML(text)
	if !ok {
		return invocationPolicy{}
	}
	policy := root.Get("policy")
	products := policy.Get("products").List()
	return invocationPolicy{
		hidden:  kit.IsSerdeBool(policy.Get("allow_implicit_invocation"), "false"),
		foreign: len(products) > 0 && !slices.ContainsFunc(products, func(v *yamldialect.SerdeValue) bool { return strings.EqualFold(v.Text, "codex") }),
	}
}
