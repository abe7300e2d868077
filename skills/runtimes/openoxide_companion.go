package runtimes

import (
	"strings"
	"unicode/utf8"

	"skills-ls/skills"
	"skills-ls/skills/runtimes/internal/serdeyaml"
)

// openoxideCompanions are the files beside a SKILL.md that the design reads (SKILL.md Contract, Permission Strategy).
func openoxideCompanions() []skills.Companion {
	fields := []skills.Field{
		{Name: "interface", Types: skills.Mapping, Doc: "How the skill is shown: display name, short description, icons, brand colour and default prompt."},
		{Name: "dependencies", Types: skills.Mapping, Doc: "What the skill needs."},
		{Name: "dependencies.tools", Types: skills.List, Doc: "Tools that the skill needs, each with a `type` and a `value`."},
		{Name: "dependencies.tools.type", Types: skills.String, Values: []string{"env_var", "mcp"}, Required: true, Doc: "`env_var` for an environment variable, or `mcp` for an MCP server."},
		{Name: "dependencies.tools.value", Types: skills.String, Required: true, Doc: "Name of the variable or of the server."},
		{Name: "policy", Types: skills.Mapping, Doc: "Who may invoke the skill."},
		{Name: "policy.allow_implicit_invocation", Types: skills.Boolean, Default: "true", Doc: "`false` keeps the skill from the model, so that only a mention brings it in."},
		{
			Name: "permissions", Types: skills.Mapping,
			Doc: "What the skill wants to be allowed. It is never granted by itself: the user sees the change first, and in strict mode it is ignored.",
		},
	}
	var list []skills.Companion
	for _, path := range openoxideManifests {
		list = append(list, skills.Companion{Path: path, Fields: fields, Doc: "How OpenOxide shows the skill, what the skill needs, who may invoke it, and what it wants to be allowed.", Read: readOpenOxideCompanion})
	}
	return list
}

// readOpenOxideCompanion reads what the design wants to be told before a skill runs: its dependencies (Dependency Resolution). The
// words of errors are not given.
func readOpenOxideCompanion(f skills.CompanionFile) skills.CompanionReading {
	ignored := func(at skills.Span, why string) skills.CompanionReading {
		return skills.CompanionReading{Ignored: true, Advice: []skills.Remark{{Severity: "warning", Span: at, Message: "it cannot be read and counts for nothing: " + why}}}
	}
	if !utf8.ValidString(f.Source) {
		why, at := rustNotUTF8(f.Source)
		return ignored(at, why)
	}
	root, err := serdeyaml.Decode(f.Source, serdeyaml.Map(serdeyaml.Any()))
	if err != nil {
		return ignored(skills.Span{Start: err.Start, End: err.End}, err.Message)
	}
	// Of how the skill is shown the design has Codex's fields, and no words of its own for what it does not take.
	face := openaiReader{file: f}
	face.face(root.Get("interface"))
	r := skills.CompanionReading{Remarks: face.Remarks}
	for _, tool := range root.Get("dependencies").Get("tools").List() {
		text := func(key string) string {
			v := tool.Get(key)
			if v == nil || v.Kind == serdeyaml.Mapping || v.Kind == serdeyaml.Sequence {
				return ""
			}
			return collapseRust(v.Text)
		}
		d := skills.Dependency{
			Type: text("type"), Value: text("value"), Description: text("description"), Transport: text("transport"), Command: text("command"), URL: text("url"),
			Span: spanOfSerde(tool),
		}
		if d.Type != "" && d.Value != "" {
			r.Needs = append(r.Needs, d)
		}
	}
	var asked []string
	if flattenSerde(root.Get("permissions"), "", &asked); len(asked) > 0 {
		r.Notes = append(r.Notes, "It asks for permissions, of which none is granted by itself: `"+strings.Join(asked, "`, `")+"`.")
	}
	return r
}
