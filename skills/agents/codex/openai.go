package codex

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/text"
	"skills-ls/skills/yamldialect"
)

// companion is the file in the skill directory that Codex reads (openai/codex:
// codex-rs/core-skills/src/loader.rs 6162409b, core/src/mcp_skill_dependencies.rs 00b17c26). The advice is
// from skill-creator's references/openai_yaml.md 8303c5fa.
var companion = skills.Companion{
	Path:   policyFile,
	Fields: kit.OpenAIFields,
	Read:   readOpenAIYAML,
}

// metadata is the shape of agents/openai.yaml. One value of another type makes Codex ignore the whole file.
// The structs are SkillMetadataFile, Interface, Dependencies, DependencyTool and Policy of loader.rs
// 6162409b.
var metadata = openaiStruct("SkillMetadataFile", "")

// openaiStruct returns the struct whose fields are the keys directly below a prefix.
func openaiStruct(name, prefix string) yamldialect.Shape {
	var fields []yamldialect.Field
	for _, f := range kit.ChildFields(kit.OpenAIFields, prefix) {
		if f.Former || f.Newer {
			continue
		}
		key := strings.TrimPrefix(f.Name, prefix)
		field := yamldialect.Field{Name: key, Shape: kit.OptionalString}
		switch {
		case f.Types == skills.Mapping:
			field.Shape = yamldialect.Option(openaiStruct(strings.ToUpper(key[:1])+key[1:], f.Name+"."))
		case f.Name == kit.OpenAITools:
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

// decodeOpenAIYAML decodes a file. If Codex ignores the whole file, it reports false and returns the reason
// in fault, whose message does not have the file's name.
func decodeOpenAIYAML(source string) (root *yamldialect.Node, fault skills.Remark, ok bool) {
	ignore := func(code skills.Code, field, detail, message string, at text.Span) (*yamldialect.Node, skills.Remark, bool) {
		return nil, skills.Remark{Code: code, Severity: "warning", Field: field, Span: at, Message: message, Detail: detail}, false
	}
	if !utf8.ValidString(source) {
		message, at := kit.NotUTF8(source)
		return ignore(skills.CodeUnreadable, "", message, "failed to read openai.yaml: "+message, at)
	}
	root, err := yamldialect.DecodeSerde(source, metadata)
	if err != nil {
		code, field := kit.CompanionCause(source, err)
		return ignore(code, field, kit.WithoutPosition(err.Message), "invalid openai.yaml: "+err.Message, err.Span())
	}
	for i, product := range root.Get("policy").Get("products").List() {
		if !isOpenAIProduct(product.Text) {
			message := fmt.Sprintf("%s[%d]: unknown variant `%s`", kit.OpenAIProducts, i, product.Text)
			return ignore(skills.CodeValue, kit.OpenAIProducts, message, "invalid openai.yaml: "+message, product.Span())
		}
	}
	return root, skills.Remark{}, true
}

// isOpenAIProduct reports whether a string names a product, in all lowercase or all uppercase letters.
func isOpenAIProduct(text string) bool {
	return slices.Contains(kit.OpenAIProductNames, strings.ToLower(text)) &&
		(text == strings.ToLower(text) || text == strings.ToUpper(text))
}
