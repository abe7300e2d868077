package codex

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/text"
)

// Limits of a skill that does not come from the file system (ext/skills/src/render.rs 04a50f49, before that
// 1dbce876), and since the summer of 2026 of one of an agent plugin (is_agent_plugin_skill in injection.rs).
const (
	servedBytes       = 8000
	servedCharsBefore = 40_000
)

// inject renders the user message with a skill (core-skills/src/skill_instructions.rs, of the tree of July
// 2026): the whole file with its frontmatter. Nothing in it is escaped or substituted. Only version 428dd6c6
// rewrote a frontmatter whose description exceeds 1,024 code points (model_visible.rs). Versions before and
// after it do not.
func inject(l skills.Load) skills.Injection {
	var c skills.Composition
	c.Add(skills.SegmentEnvelope, "<skill>\n<name>"+l.Skill.Name+"</name>\n<path>"+l.Skill.Path+"</path>\n")
	split := kit.FrontmatterEnd(l.Source)
	c.Copy(skills.SegmentFrontmatter, l.Source, text.Span{Start: 0, End: split})
	c.Copy(skills.SegmentBody, l.Source, text.Span{Start: split, End: len(l.Source)})
	c.Add(skills.SegmentEnvelope, "\n</skill>")

	if !utf8.ValidString(l.Source) {
		why, _ := kit.NotUTF8(l.Source)
		c.Note("Codex inserts nothing and warns: Failed to load skill " + l.Skill.Name + " at " + l.Skill.Path + ": " + why)
	}
	c.NoteIf(strings.Contains(l.Skill.Name, ":") && len(l.Source) > servedBytes,
		fmt.Sprintf("If the plugin is an installed agent plugin, or an environment or an orchestrator serves it, Codex cuts the skill at %d bytes (%d characters in earlier versions) and warns: "+
			"Skill `%s` exceeded the main prompt context limit and was truncated.", servedBytes, servedCharsBefore, l.Skill.Name))
	c.NoteIf(l.Arguments != nil && *l.Arguments != "",
		"Codex has no arguments: the text after the mention stays in the user's message.")
	return c.Injection()
}
