package agents

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"skills-ls/skills"
	"skills-ls/skills/text"
	"skills-ls/skills/yamldialect"
)

// Lengths in code points of the texts in agents/openai.yaml (loader.rs 6162409b), and what the guide for authors asks of one of
// them (skill-creator's references/openai_yaml.md 8303c5fa).
const (
	openaiShortLength = 64   // of titles, types and transports
	openaiLongLength  = 1024 // of all other texts

	openaiBlurbLeast, openaiBlurbMost = 25, 64 // of interface.short_description, in the guide
)

// Keys that the code speaks of by name.
const (
	openaiSwitch   = "policy.allow_implicit_invocation"
	openaiProducts = "policy.products"
	openaiTools    = "dependencies.tools"
	openaiType     = openaiTools + ".type"
	openaiValue    = openaiTools + ".value"
)

// What Codex makes of dependencies: servers that it can install by itself (core/src/mcp_skill_dependencies.rs 00b17c26), and
// environment variables that it asks for (core/src/skills/env_var_dependencies.rs, behind a switch of its own).
const (
	openaiServer   = "mcp"
	openaiVariable = "env_var"
	openaiHTTP     = "streamable_http" // which is what it takes without a transport
	openaiStdio    = "stdio"
)

// openaiFields are the keys of agents/openai.yaml (loader.rs 6162409b).
var openaiFields = []skills.CompanionField{
	{Field: skills.Field{Name: "interface", Types: skills.Mapping, Doc: "How the skill is shown."}},
	{
		Field: skills.Field{Name: "interface.display_name", Types: skills.String, Doc: "Title of the skill in lists and chips, at most 64 characters."},
		Limit: openaiShortLength,
	},
	{
		Field: skills.Field{
			Name: "interface.short_description", Types: skills.String,
			Doc: "One line about the skill for lists. Codex takes at most 1,024 characters; its guide asks for 25 to 64.",
		},
		Limit: openaiLongLength, Least: openaiBlurbLeast, Most: openaiBlurbMost,
	},
	{
		Field: skills.Field{
			Name: "interface.icon_small", Types: skills.String,
			Doc: "Path of a small icon below the skill's `assets/`; a plugin's skill may reach the plugin's own `assets/` with `..`.",
		},
		Form: skills.AssetText,
	},
	{
		Field: skills.Field{
			Name: "interface.icon_large", Types: skills.String,
			Doc: "Path of a large icon below the skill's `assets/`; a plugin's skill may reach the plugin's own `assets/` with `..`.",
		},
		Form: skills.AssetText,
	},
	{
		Field: skills.Field{Name: "interface.brand_color", Types: skills.String, Doc: "Colour of the skill, written `#RRGGBB`. Quote it: YAML takes the rest of the line for a comment."},
		Form:  skills.ColorText,
	},
	{
		Field: skills.Field{
			Name: "interface.default_prompt", Types: skills.String,
			Doc: "Text that a person starts the skill with, at most 1,024 characters. The guide asks that it mention the skill as `$name`.",
		},
		Limit: openaiLongLength, Form: skills.PromptText,
	},
	{Field: skills.Field{Name: "dependencies", Types: skills.Mapping, Doc: "What the skill needs."}},
	{Field: skills.Field{Name: openaiTools, Types: skills.List, Doc: "Tools that the skill needs, each with a `type` and a `value`."}},
	{
		Field: skills.Field{
			Name: openaiType, Types: skills.String, Required: true, Values: []string{openaiServer, openaiVariable},
			Doc: "Kind of the tool, at most 64 characters: `mcp` for an MCP server, which Codex offers to install, or `env_var` for an environment variable. " +
				"Others are read and nothing is done with them; the guide knows `mcp` alone.",
		},
		Limit: openaiShortLength,
	},
	{
		Field: skills.Field{Name: openaiValue, Types: skills.String, Required: true, Doc: "Name of the tool, such as that of an MCP server, at most 1,024 characters."},
		Limit: openaiLongLength,
	},
	{
		Field: skills.Field{Name: openaiTools + ".description", Types: skills.String, Doc: "What the tool is for, at most 1,024 characters."},
		Limit: openaiLongLength,
	},
	{
		Field: skills.Field{
			Name: openaiTools + ".transport", Types: skills.String, Values: []string{openaiHTTP, openaiStdio}, Default: "`" + openaiHTTP + "`",
			Doc: "How an MCP server is reached: `streamable_http`, which needs a `url`, or `stdio`, which needs a `command`. At most 64 characters.",
		},
		Limit: openaiShortLength,
	},
	{
		Field: skills.Field{Name: openaiTools + ".command", Types: skills.String, Doc: "Program that is started for an MCP server with the transport `stdio`, without arguments; at most 1,024 characters."},
		Limit: openaiLongLength,
	},
	{
		Field: skills.Field{Name: openaiTools + ".url", Types: skills.String, Doc: "Address of an MCP server with the transport `streamable_http`, at most 1,024 characters."},
		Limit: openaiLongLength,
	},
	{
		Field: skills.Field{Name: openaiTools + ".oauth", Types: skills.Mapping, Doc: "How a person logs in to an MCP server. Only newer versions read it."},
		Newer: true,
	},
	{
		Field: skills.Field{
			Name: openaiTools + ".oauth.callbackPort", Types: skills.Number, Doc: "Port on which Codex waits for the end of the login. Only newer versions read it.",
		},
		Newer: true,
	},
	{Field: skills.Field{Name: "policy", Types: skills.Mapping, Doc: "Who may invoke the skill."}},
	{Field: skills.Field{
		Name: openaiSwitch, Types: skills.Boolean, Default: "true",
		Doc: "`false` keeps the skill out of what the model is told of, so that only a mention brings it in.",
	}},
	{Field: skills.Field{
		// The variants of Product (protocol/src/protocol.rs, of July 2026), which also go by their names in capital letters.
		Name: openaiProducts, Types: skills.List, Values: []string{"chatgpt", "codex", "atlas"},
		Doc: "Products that have the skill, each in small or in capital letters. Without any all have it; without `codex` Codex does not.",
	}},
	{
		Field: skills.Field{
			Name: "permissions", Types: skills.Mapping,
			Doc: "What the skill wanted to be allowed. Older versions of Codex made a sandbox of it; its loader does not read it any more.",
		},
		Former: true,
	},
}

const openaiSource = "openai/codex: codex-rs/core-skills/src/loader.rs 6162409b, core/src/mcp_skill_dependencies.rs 00b17c26; " +
	"advice from skill-creator's references/openai_yaml.md 8303c5fa"

// codexCompanion is the file beside a SKILL.md that Codex reads.
var codexCompanion = skills.Companion{
	Path: codexPolicyFile,
	Doc: "How Codex shows the skill, what the skill needs, and who may invoke it. A field that does not hold what it should is ignored, " +
		"and so is the whole file where a value is of another type.",
	Fields: openaiFields,
	Source: openaiSource,
	Read:   readOpenAIYAML,
}

// codexMetadata is what agents/openai.yaml is read into, as a whole: a value of another type anywhere loses all of it. The structs are
// SkillMetadataFile, Interface, Dependencies, DependencyTool and Policy of loader.rs 6162409b.
var codexMetadata = openaiStruct("SkillMetadataFile", "")

// openaiStruct makes the struct whose fields are the keys below a prefix.
func openaiStruct(name, prefix string) yamldialect.Shape {
	var fields []yamldialect.Field
	for _, f := range childFields(openaiFields, prefix) {
		if f.Former || f.Newer {
			continue
		}
		key := strings.TrimPrefix(f.Name, prefix)
		field := yamldialect.Field{Name: key, Shape: codexOptional}
		switch {
		case f.Types == skills.Mapping:
			field.Shape = yamldialect.Option(openaiStruct(strings.ToUpper(key[:1])+key[1:], f.Name+"."))
		case f.Name == openaiTools:
			field.Shape, field.Default = yamldialect.Vec(openaiStruct("DependencyTool", f.Name+".")), true
		case f.Types == skills.List:
			field.Shape, field.Default = yamldialect.Vec(yamldialect.String()), true
		case f.Types == skills.Boolean:
			field.Shape = yamldialect.Option(yamldialect.Bool())
		}
		fields = append(fields, field)
	}
	return yamldialect.Struct(name, fields...)
}

// childFields returns the keys directly below a prefix, which is empty or ends in a period.
func childFields(fields []skills.CompanionField, prefix string) []skills.CompanionField {
	var list []skills.CompanionField
	for _, f := range fields {
		if rest, ok := strings.CutPrefix(f.Name, prefix); ok && !strings.Contains(rest, ".") {
			list = append(list, f)
		}
	}
	return list
}

// openaiField returns one of the keys.
func openaiField(name string) skills.CompanionField {
	return openaiFields[slices.IndexFunc(openaiFields, func(f skills.CompanionField) bool { return f.Name == name })]
}

// decodeOpenAIYAML reads a file as far as Codex ignores all of it for something, which is then the remark; its message is without the
// file's name.
func decodeOpenAIYAML(source string) (root *yamldialect.SerdeValue, fault skills.Remark, ok bool) {
	ignore := func(code skills.Code, field, detail, message string, at text.Span) (*yamldialect.SerdeValue, skills.Remark, bool) {
		return nil, skills.Remark{Code: code, Severity: "warning", Field: field, Span: at, Message: message, Detail: detail}, false
	}
	if !utf8.ValidString(source) {
		message, at := rustNotUTF8(source)
		return ignore(skills.CodeUnreadable, "", message, "failed to read openai.yaml: "+message, at)
	}
	root, err := yamldialect.DecodeSerde(source, codexMetadata)
	if err != nil {
		code, field := companionCause(source, err)
		return ignore(code, field, withoutPosition(err.Message), "invalid openai.yaml: "+err.Message, text.Span{Start: err.Start, End: err.End})
	}
	for i, product := range root.Get("policy").Get("products").List() {
		if !isOpenAIProduct(product.Text) {
			message := fmt.Sprintf("%s[%d]: unknown variant `%s`", openaiProducts, i, product.Text)
			return ignore(skills.CodeValue, openaiProducts, message, "invalid openai.yaml: "+message, spanOfSerde(product))
		}
	}
	return root, skills.Remark{}, true
}

// isOpenAIProduct reports whether a text names a product, all in small or all in capital letters.
func isOpenAIProduct(text string) bool {
	return slices.ContainsFunc(openaiField(openaiProducts).Values, func(name string) bool { return text == name || text == strings.ToUpper(name) })
}

// companionCause says what is wrong with a companion as a whole, and with which of its fields.
func companionCause(source string, err *yamldialect.Error) (code skills.Code, field string) {
	code, field = codexCause(source, err)
	return code, listIndexes.ReplaceAllString(field, "")
}

var listIndexes = regexp.MustCompile(`\[\d+\]`)

// withoutPosition leaves out where a message of serde_yaml says that something is.
func withoutPosition(message string) string { return positions.ReplaceAllString(message, "") }

var positions = regexp.MustCompile(` at line \d+ column \d+`)

func spanOfSerde(v *yamldialect.SerdeValue) text.Span { return text.Span{Start: v.Start, End: v.End} }
