package openoxide

import (
	_ "embed"
	"strings"
	"unicode/utf8"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/text"
	"skills-ls/skills/yamldialect"
)

// companionPage has the keys that Codex does not read.
//
//go:embed companion.md
var companionPage string

// fields are the keys of both files (SKILL.md Contract, Permission Strategy). The design uses Codex's fields
// in `interface` without saying what they may contain, so that Codex's rules apply. Those in `permissions`
// are the ones in its account of Codex (Skill-Specific Permission Profiles), under the names of Codex's guide
// for authors of that time.
var fields = func() []skills.CompanionField {
	docs := map[string]string{
		"interface.short_description": "One line about the skill for lists.",
		kit.OpenAIType:                "`env_var` for an environment variable, or `mcp` for an MCP server. The design allows more types later.",
		kit.OpenAIValue:               "Name of the variable or of the server.",
		kit.OpenAISwitch:              "`false` hides the skill from the model, so that only a mention loads it.",
	}
	var fields []skills.CompanionField
	for _, f := range kit.OpenAIFields {
		if f.Former || f.Newer || f.Name == kit.OpenAIProducts {
			continue
		}
		f.Least, f.Most = 0, 0 // only OpenAI's guide asks for these lengths
		if doc, ok := docs[f.Name]; ok {
			f.Doc = doc
		}
		fields = append(fields, f)
	}
	return append(fields, kit.ParsePage(companionPage).CompanionFields("Fields", []skills.CompanionField{
		{Field: skills.Field{Name: "permissions.mode", Values: []string{"merge", "exact"}}},
	})...)
}()

// companions returns the files in the skill directory that the design reads (openoxide-skills-study.md,
// SKILL.md Contract and Permission Strategy). Where it says nothing, they follow Codex.
func companions() []skills.Companion {
	var list []skills.Companion
	for _, path := range manifests {
		list = append(list, skills.Companion{Path: path, Fields: fields, Read: readCompanion})
	}
	return list
}

// readCompanion reads what the design requires before a skill runs (Dependency Resolution, Permission
// Strategy). It fails open, as the design says of Codex: an invalid value loses only its field. The design
// has no error messages.
func readCompanion(f skills.CompanionFile) skills.CompanionReading {
	ignored := func(code skills.Code, field string, at text.Span, why string) skills.CompanionReading {
		return skills.CompanionReading{Ignored: true, Advice: []skills.Remark{{
			Code: code, Severity: "warning", Field: field, Span: at, Detail: kit.WithoutPosition(why), Message: "cannot read the file, so it has no effect: " + why,
		}}}
	}
	if !utf8.ValidString(f.Source) {
		why, at := kit.NotUTF8(f.Source)
		return ignored(skills.CodeUnreadable, "", at, why)
	}
	root, err := yamldialect.DecodeSerde(f.Source, yamldialect.Map(yamldialect.Any()))
	if err != nil {
		code, field := kit.CompanionCause(f.Source, err)
		return ignored(code, field, err.Span(), err.Message)
	}
	r := kit.OpenAIReader{File: f, Fields: fields, Guide: "information"}
	r.Shapes(root, "")
	r.Face(root.Get("interface"))
	for _, tool := range root.Get("dependencies").Get("tools").List() {
		if tool.Kind == yamldialect.Mapping {
			r.Tool(tool)
		}
	}
	r.Policy(root.Get("policy"))
	r.Unread("OpenOxide", root, "")
	var asked []string
	if kit.FlattenSerde(root.Get("permissions"), "", &asked); len(asked) > 0 {
		r.Notes = append(r.Notes, "It requests permissions, none of which is granted automatically: `"+strings.Join(asked, "`, `")+"`.")
	}
	return r.CompanionReading
}
