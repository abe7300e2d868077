package agents

import (
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/yamldialect"
)

// What Codex reads with serde_yaml, as the structs of loader.rs 6162409b have it.
var (
	codexOptional = yamldialect.Option(yamldialect.String())

	codexFrontmatter = yamldialect.Struct(
		"SkillFrontmatter",
		yamldialect.Field{Name: "name", Shape: codexOptional},
		yamldialect.Field{Name: "description", Shape: codexOptional},
		yamldialect.Field{
			Name: "metadata", Default: true,
			Shape: yamldialect.Struct("SkillFrontmatterMetadata", yamldialect.Field{Name: "short-description", Shape: codexOptional}),
		},
	)
)

// parseCodex reads a frontmatter, and where it is not YAML, what it is after repair; if that is not either, the error is the first.
func parseCodex(text string) (*yamldialect.SerdeValue, *yamldialect.Error) {
	v, err := yamldialect.DecodeSerde(text, codexFrontmatter)
	if err == nil {
		return v, nil
	}
	if repaired, changed := repairCodex(text); changed {
		if v, again := yamldialect.DecodeSerde(repaired, codexFrontmatter); again == nil {
			return v, nil
		}
	}
	return nil, err
}

// codexText returns a field's text; it has none where the key is missing or its value is null.
func codexText(v *yamldialect.SerdeValue) string {
	if v == nil || v.Kind == yamldialect.SerdeNull {
		return ""
	}
	return v.Text
}

// codexCause says what is wrong with a frontmatter, and with which of its fields.
func codexCause(text string, err *yamldialect.Error) (code skills.Code, field string) {
	field = err.Path
	switch {
	case err.Cause == yamldialect.Duplicate:
		if field != "" {
			field += "."
		}
		return skills.CodeDuplicateKey, field + text[err.Start:err.End]
	case err.Cause == yamldialect.Type && field == "":
		return skills.CodeNotMapping, ""
	case err.Cause == yamldialect.Type:
		return skills.CodeType, field
	}
	return skills.CodeYAML, ""
}

// A codexPolicy is what an agents/openai.yaml says of who may invoke the skill.
type codexPolicy struct {
	hidden  bool // not the model by itself
	foreign bool // not in Codex
}

// parseCodexPolicy reads an agents/openai.yaml; one that is broken forbids nothing.
func parseCodexPolicy(text string) codexPolicy {
	root, _, ok := decodeOpenAIYAML(text)
	if !ok {
		return codexPolicy{}
	}
	policy := root.Get("policy")
	products := policy.Get("products").List()
	return codexPolicy{
		hidden:  isSerdeBool(policy.Get("allow_implicit_invocation"), "false"),
		foreign: len(products) > 0 && !slices.ContainsFunc(products, func(v *yamldialect.SerdeValue) bool { return strings.EqualFold(v.Text, "codex") }),
	}
}
