// Package standard describes the Agent Skills standard as its own validator, skills-ref, enforces it. Where
// the specification and the validator differ, the validator decides, and the notes say so.
package standard

import (
	_ "embed"
	"html"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/text"
)

//go:embed page.md
var page string

// Agent is the Agent Skills standard. It is not an agent, but its verdicts have the same form.
var Agent = kit.Described(page, &skills.Agent{
	ID:    "agent-skills",
	Title: "Agent Skills standard",

	Locations: skills.Locations{
		Files:       []string{"SKILL.md", "skill.md"}, // parser.py, find_skill_md
		MissingFile: "Missing required file: SKILL.md",
	},

	Fields: []skills.Field{
		// Inside is that of the specification. The validator does not check it.
		{Name: "metadata", Inside: skills.String},
		{Name: "allowed-tools", Separators: skills.Blanks},
	},
	Limits: skills.Limits{
		Unit:          text.Runes,
		Name:          nameLimit,
		Description:   descriptionLimit,
		Compatibility: compatibilityLimit,
	},

	Decisions: skills.Decisions{Accept: accept},

	Catalog: catalog,
})

// catalog renders the output of `skills-ref to-prompt` (prompt.py).
var catalog = kit.Catalog{
	Head: "<available_skills>\n",
	Entry: func(s skills.Skill) string {
		return "<skill>\n<name>\n" + pythonEscape(s.Name) + "\n</name>\n<description>\n" + pythonEscape(s.Description) +
			"\n</description>\n<location>\n" + s.Path + "\n</location>\n</skill>\n"
	},
	Tail:    "</available_skills>",
	Without: "<available_skills>\n</available_skills>",
}.Render

// pythonEscape implements Python's html.escape, which has other entities for quotes than Go's.
func pythonEscape(text string) string {
	return strings.NewReplacer("&#34;", "&quot;", "&#39;", "&#x27;").Replace(html.EscapeString(text))
}
