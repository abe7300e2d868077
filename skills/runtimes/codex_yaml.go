package runtimes

import (
	"skills-ls/skills"
	"skills-ls/skills/runtimes/internal/serdeyaml"
)

// What Codex reads with serde_yaml, as the structs of loader.rs 6162409b have it.
var (
	codexOptional = serdeyaml.Optional(serdeyaml.Text())

	codexFrontmatter = serdeyaml.Struct(
		"SkillFrontmatter",
		serdeyaml.Field{Name: "name", Shape: codexOptional},
		serdeyaml.Field{Name: "description", Shape: codexOptional},
		serdeyaml.Field{
			Name: "metadata", Default: true,
			Shape: serdeyaml.Struct("SkillFrontmatterMetadata", serdeyaml.Field{Name: "short-description", Shape: codexOptional}),
		},
	)

	// agents/openai.yaml is read as a whole: a value of another type anywhere loses all of it.
	codexMetadata = serdeyaml.Struct(
		"SkillMetadataFile",
		serdeyaml.Field{Name: "interface", Shape: serdeyaml.Optional(serdeyaml.Struct("Interface", codexTexts(
			"display_name", "short_description", "icon_small", "icon_large", "brand_color", "default_prompt")...))},
		serdeyaml.Field{Name: "dependencies", Shape: serdeyaml.Optional(serdeyaml.Struct("Dependencies", serdeyaml.Field{
			Name: "tools", Default: true,
			Shape: serdeyaml.List(serdeyaml.Struct("DependencyTool", codexTexts("type", "value", "description", "transport", "command", "url")...)),
		}))},
		serdeyaml.Field{Name: "policy", Shape: serdeyaml.Optional(serdeyaml.Struct(
			"Policy",
			serdeyaml.Field{Name: "allow_implicit_invocation", Shape: serdeyaml.Optional(serdeyaml.Bool())},
			serdeyaml.Field{Name: "products", Default: true, Shape: serdeyaml.List(serdeyaml.Text())},
		))},
	)
)

// codexTexts are fields that may hold a text.
func codexTexts(names ...string) []serdeyaml.Field {
	var fields []serdeyaml.Field
	for _, name := range names {
		fields = append(fields, serdeyaml.Field{Name: name, Shape: codexOptional})
	}
	return fields
}

// parseCodex reads a frontmatter, and where it is not YAML, what it is after repair; if that is not either, the error is the first.
func parseCodex(text string) (*serdeyaml.Value, *serdeyaml.Error) {
	v, err := serdeyaml.Decode(text, codexFrontmatter)
	if err == nil {
		return v, nil
	}
	if repaired, changed := repairCodex(text); changed {
		if v, again := serdeyaml.Decode(repaired, codexFrontmatter); again == nil {
			return v, nil
		}
	}
	return nil, err
}

// codexText returns a field's text; it has none where the key is missing or its value is null.
func codexText(v *serdeyaml.Value) string {
	if v == nil || v.Kind == serdeyaml.Null {
		return ""
	}
	return v.Text
}

// codexCause says what is wrong with a frontmatter, and with which of its fields.
func codexCause(text string, err *serdeyaml.Error) (code skills.Code, field string) {
	field = err.Path
	switch {
	case err.Cause == serdeyaml.Duplicate:
		if field != "" {
			field += "."
		}
		return skills.CodeDuplicateKey, field + text[err.Start:err.End]
	case err.Cause == serdeyaml.Type && field == "":
		return skills.CodeNotMapping, ""
	case err.Cause == serdeyaml.Type:
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
	v, err := serdeyaml.Decode(text, codexMetadata)
	if err != nil {
		return codexPolicy{}
	}
	var p codexPolicy
	if products := v.Get("policy").Get("products"); products != nil {
		p.foreign = len(products.Items) > 0
		for _, product := range products.Items {
			switch product.Text { // the variants of Product with their aliases (protocol/src/protocol.rs)
			case "codex", "CODEX":
				p.foreign = false
			case "chatgpt", "CHATGPT", "atlas", "ATLAS":
			default:
				return codexPolicy{}
			}
		}
	}
	allow := v.Get("policy").Get("allow_implicit_invocation")
	p.hidden = allow != nil && allow.Kind == serdeyaml.Boolean && lowerASCII(allow.Text) == "false"
	return p
}
