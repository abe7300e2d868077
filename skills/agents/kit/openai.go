package kit

import (
	"strings"

	"skills-ls/skills"
)

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
var OpenAIFields = []skills.CompanionField{
	{Field: skills.Field{Name: "interface", Types: skills.Mapping, Doc: "How the skill is shown."}},
	{
		Field: skills.Field{Name: "interface.display_name", Types: skills.String, Doc: "Title of the skill in lists and chips, at most 64 characters."},
		Limit: openaiShortLength,
	},
	{
		Field: skills.Field{
			Name: "interface.short_description", Types: skills.String,
			Doc: "One line about the skill for lists, at most 1,024 characters. Codex's guide recommends 25 to 64.",
		},
		Limit: openaiLongLength, Least: openaiBlurbLeast, Most: openaiBlurbMost,
	},
	{
		Field: skills.Field{
			Name: "interface.icon_small", Types: skills.String,
			Doc: "Path of a small icon in the skill's `assets/`. A plugin's skill can use `..` to reach the plugin's own `assets/`.",
		},
		Form: skills.AssetText,
	},
	{
		Field: skills.Field{
			Name: "interface.icon_large", Types: skills.String,
			Doc: "Path of a large icon in the skill's `assets/`. A plugin's skill can use `..` to reach the plugin's own `assets/`.",
		},
		Form: skills.AssetText,
	},
	{
		Field: skills.Field{Name: "interface.brand_color", Types: skills.String, Doc: "Color of the skill, as `#RRGGBB`. Quote it, because an unquoted `#` begins a comment in YAML."},
		Form:  skills.ColorText,
	},
	{
		Field: skills.Field{
			Name: "interface.default_prompt", Types: skills.String,
			Doc: "Prompt with which the user starts the skill, at most 1,024 characters. Codex's guide recommends a mention of the skill as `$name`.",
		},
		Limit: openaiLongLength, Form: skills.PromptText,
	},
	{Field: skills.Field{Name: "dependencies", Types: skills.Mapping, Doc: "What the skill needs."}},
	{Field: skills.Field{Name: OpenAITools, Types: skills.List, Doc: "Tools that the skill needs, each with a `type` and a `value`."}},
	{
		Field: skills.Field{
			Name: OpenAIType, Types: skills.String, Required: true, Values: []string{openaiServer, openaiVariable},
			Doc: "Kind of the tool, at most 64 characters: `mcp` for an MCP server, which Codex offers to install, or `env_var` for an environment variable. " +
				"Codex ignores other types. Its guide lists only `mcp`.",
		},
		Limit: openaiShortLength,
	},
	{
		Field: skills.Field{Name: OpenAIValue, Types: skills.String, Required: true, Doc: "Name of the tool, such as that of an MCP server, at most 1,024 characters."},
		Limit: openaiLongLength,
	},
	{
		Field: skills.Field{Name: OpenAITools + ".description", Types: skills.String, Doc: "What the tool is for, at most 1,024 characters."},
		Limit: openaiLongLength,
	},
	{
		Field: skills.Field{
			Name: OpenAITools + ".transport", Types: skills.String, Values: []string{openaiHTTP, openaiStdio}, Default: "`" + openaiHTTP + "`",
			Doc: "How Codex connects to an MCP server: `streamable_http`, which requires a `url`, or `stdio`, which requires a `command`. At most 64 characters.",
		},
		Limit: openaiShortLength,
	},
	{
		Field: skills.Field{Name: OpenAITools + ".command", Types: skills.String, Doc: "Program that runs an MCP server with the transport `stdio`, without arguments, at most 1,024 characters."},
		Limit: openaiLongLength,
	},
	{
		Field: skills.Field{Name: OpenAITools + ".url", Types: skills.String, Doc: "Address of an MCP server with the transport `streamable_http`, at most 1,024 characters."},
		Limit: openaiLongLength,
	},
	{
		Field: skills.Field{Name: OpenAITools + ".oauth", Types: skills.Mapping, Doc: "How the user logs in to an MCP server. Only newer versions read it."},
		Newer: true,
	},
	{
		Field: skills.Field{
			Name: OpenAITools + ".oauth.callbackPort", Types: skills.Number, Doc: "Port on which Codex waits for the login to finish. Only newer versions read it.",
		},
		Newer: true,
	},
	{Field: skills.Field{Name: "policy", Types: skills.Mapping, Doc: "Who may invoke the skill."}},
	{Field: skills.Field{
		Name: OpenAISwitch, Types: skills.Boolean, Default: "true",
		Doc: "`false` keeps the skill out of the catalog, so that only a mention loads it.",
	}},
	{Field: skills.Field{
		// The variants of Product (protocol/src/protocol.rs, of July 2026), which may also be in uppercase.
		Name: OpenAIProducts, Types: skills.List, Values: []string{"chatgpt", "codex", "atlas"},
		Doc: "Products that have the skill, each in lowercase or in uppercase. An empty list means all products. Codex has the skill only if `codex` is in the list.",
	}},
	{
		Field: skills.Field{
			Name: "permissions", Types: skills.Mapping,
			Doc: "Permissions that the skill requested. Older versions of Codex made a sandbox from them, but the loader no longer reads them.",
		},
		Former: true,
	},
}

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
