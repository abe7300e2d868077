package kit

import (
	_ "embed"
	"strings"

	"skills-ls/skills"
)

//go:embed openai.md
var openaiPage string

// Maximum lengths in code points of the strings in agents/openai.yaml (loader.rs 6162409b), and the length
// that the guide for authors recommends for one of them (skill-creator's references/openai_yaml.md 8303c5fa).
const (
	openaiShortLength = 64   // of titles, types and transports
	openaiLongLength  = 1024 // of all other strings

	openaiBlurbLeast, openaiBlurbMost = 25, 64 // of interface.short_description, in the guide
)

// Keys that the code refers to by name.
const (
	OpenAISwitch   = "policy.allow_implicit_invocation"
	OpenAIProducts = "policy.products"
	OpenAITools    = "dependencies.tools"
	OpenAIType     = OpenAITools + ".type"
	OpenAIValue    = OpenAITools + ".value"
)

// Dependencies that Codex handles: MCP servers that it can install by itself
// (core/src/mcp_skill_dependencies.rs 00b17c26), and environment variables that it asks for
// (core/src/skills/env_var_dependencies.rs, behind a switch of its own).
const (
	openaiServer   = "mcp"
	openaiVariable = "env_var"
	openaiHTTP     = "streamable_http" // the default transport
	openaiStdio    = "stdio"
)

// OpenAIFields are the keys of agents/openai.yaml (loader.rs 6162409b).
var OpenAIFields = ParsePage(openaiPage).CompanionFields("Fields", []skills.CompanionField{
	{Field: skills.Field{Name: "interface.display_name"}, Limit: openaiShortLength},
	{
		Field: skills.Field{Name: "interface.short_description"},
		Limit: openaiLongLength, Least: openaiBlurbLeast, Most: openaiBlurbMost,
	},
	{Field: skills.Field{Name: "interface.icon_small"}, Form: skills.AssetText},
	{Field: skills.Field{Name: "interface.icon_large"}, Form: skills.AssetText},
	{Field: skills.Field{Name: "interface.brand_color"}, Form: skills.ColorText},
	{Field: skills.Field{Name: "interface.default_prompt"}, Limit: openaiLongLength, Form: skills.PromptText},
	{
		Field: skills.Field{Name: OpenAIType, Values: []string{openaiServer, openaiVariable}},
		Limit: openaiShortLength,
	},
	{Field: skills.Field{Name: OpenAIValue}, Limit: openaiLongLength},
	{Field: skills.Field{Name: OpenAITools + ".description"}, Limit: openaiLongLength},
	{
		Field: skills.Field{
			Name: OpenAITools + ".transport", Values: []string{openaiHTTP, openaiStdio}, Default: "`" + openaiHTTP + "`",
		},
		Limit: openaiShortLength,
	},
	{Field: skills.Field{Name: OpenAITools + ".command"}, Limit: openaiLongLength},
	{Field: skills.Field{Name: OpenAITools + ".url"}, Limit: openaiLongLength},
	{Field: skills.Field{Name: OpenAITools + ".oauth"}, Newer: true},
	{Field: skills.Field{Name: OpenAITools + ".oauth.callbackPort"}, Newer: true},
	{Field: skills.Field{Name: OpenAISwitch, Default: "true"}},
	{Field: skills.Field{Name: OpenAIProducts, Values: OpenAIProductNames}},
	{Field: skills.Field{Name: "permissions"}, Former: true},
})

// OpenAIProductNames are the variants of Product (protocol/src/protocol.rs, of July 2026), which may also be in
// uppercase.
var OpenAIProductNames = []string{"chatgpt", "codex", "atlas"}

// ChildFields returns the keys directly below a prefix, which is empty or ends in a period.
func ChildFields(fields []skills.CompanionField, prefix string) []skills.CompanionField {
	var list []skills.CompanionField
	for _, f := range fields {
		if rest, ok := strings.CutPrefix(f.Name, prefix); ok && !strings.Contains(rest, ".") {
			list = append(list, f)
		}
	}
	return list
}
