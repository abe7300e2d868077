package codex

import (
	"slices"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/yamldialect"
)

// readOpenAIYAML reads the file as load_skill_metadata does (core-skills/src/loader.rs 6162409b). Codex logs
// what it ignores.
func readOpenAIYAML(f skills.CompanionFile) skills.CompanionReading {
	root, fault, ok := decodeOpenAIYAML(f.Source)
	if !ok {
		fault.Message = "ignoring " + f.Path + ": " + fault.Message
		return skills.CompanionReading{Ignored: true, Remarks: []skills.Remark{fault}, WouldBe: openaiWouldBe(f, fault)}
	}
	r := kit.OpenAIReader{File: f, Fields: kit.OpenAIFields, Guide: "warning"}
	r.Read(root)
	if all, err := yamldialect.DecodeSerde(f.Source, yamldialect.Map(yamldialect.Any())); err == nil {
		r.Unread("Codex", all, "")
	}
	return r.CompanionReading
}

// openaiWouldBe returns the remarks on a file that Codex ignores, without the one about the reason. It
// returns nil if the file is not YAML.
func openaiWouldBe(f skills.CompanionFile, fault skills.Remark) []skills.Remark {
	root, err := yamldialect.DecodeSerde(f.Source, yamldialect.Map(yamldialect.Any()))
	if err != nil {
		return nil
	}
	r := kit.OpenAIReader{File: f, Fields: kit.OpenAIFields, Guide: "warning"}
	r.Shapes(root, "")
	r.Read(root)
	r.Unread("Codex", root, "")
	return slices.DeleteFunc(slices.Concat(r.Remarks, r.Advice), func(m skills.Remark) bool { return m.Span == fault.Span })
}
