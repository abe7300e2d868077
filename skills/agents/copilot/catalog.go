package copilot

import (
	_ "embed"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/text"
)

// Budgets of the catalog, in UTF-16 units: of its entries, and of the names after them
// (promptSyntax/computeAutomaticInstructions.ts).
const (
	entriesLength = 15_000
	namesLength   = 5_000
)

// Names of the tools in the catalog. The extension replaces a reference by the name of the tool. The
// extension that was run has no tool skill.
const (
	readToolName  = "'read_file'"
	skillToolName = "#tool:skill"
)

// demand are the lines that chat.experimental.useSkillAdherencePrompt puts before the entries.
//
//go:embed adherence.md
var demand string

// introduction returns the lines before the entries.
func introduction(adherence, withTool bool) string {
	const about = "Here is a list of skills that contain domain specific knowledge on a variety of topics.\n"
	const asked = "When a user asks you to perform a task that falls within the domain of a skill, use the "
	load, use, tool := "load and read the SKILL.md file", readToolName, readToolName
	if withTool {
		load, use, tool = "invoke it", skillToolName+" with the skill name", skillToolName
	}
	switch {
	case adherence:
		return strings.NewReplacer("{load}", load, "{use}", use, "{tool}", tool).Replace(demand)
	case withTool:
		return about + asked + tool + " tool with the skill name to load it.\n"
	}
	return about + "Each skill comes with a description of the topic and a file path that contains the detailed " +
		"instructions.\n" + asked + tool + " tool to acquire the full instructions from the file URI.\n"
}

// catalogOf returns the function that renders the skills among VS Code's instructions
// (promptSyntax/computeAutomaticInstructions.ts).
func catalogOf(adherence, withTool bool) func([]skills.Skill, skills.Budget) skills.CatalogText {
	head := "<skills>\n" + introduction(adherence, withTool)
	c := kit.Catalog{Head: head, Entry: entry, Tail: "</skills>\n\n", Unit: text.UTF16}
	if withTool {
		c.Notes = []string{
			"`" + skillToolName + "` is a reference, in the place of which the model has the name of the tool.",
		}
	}
	return func(list []skills.Skill, budget skills.Budget) skills.CatalogText {
		list = slices.DeleteFunc(slices.Clone(list), func(s skills.Skill) bool {
			return s.Description == "" || isLeftOut(s.Path)
		})
		t := c.Render(list, budget)
		if t.Truncated {
			t.Content = strings.TrimSuffix(t.Content, c.Tail) + nameRest(&t) + c.Tail
		}
		return t
	}
}

func entry(s skills.Skill) string {
	return "<skill>\n<name>" + escape(s.Name) + "</name>\n<description>" + escape(s.Description) +
		"</description>\n<file>" + s.Path + "</file>\n</skill>\n"
}

// nameRest returns the line with the names of the skills that do not fit, and records in t what happens to
// them.
func nameRest(t *skills.CatalogText) string {
	names := kit.Catalog{
		Entry: func(s skills.Skill) string { return escape(s.Name) }, Separator: ", ", Unit: text.UTF16,
	}.Render(t.Dropped, skills.Budget{Chars: namesLength})
	for _, s := range t.Dropped[:names.Entries] {
		t.Shortened = append(t.Shortened, skills.Shortened{Skill: s})
	}
	t.Entries, t.Dropped, t.Truncated = t.Entries+names.Entries, names.Dropped, names.Truncated
	line := "Additional skills available (invoke by name): " + names.Content
	if t.Truncated {
		line += fmt.Sprintf("... and %d more", len(t.Dropped))
	}
	return line + "\n"
}

var escape = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace

// isLeftOut reports whether VS Code treats a file as a skill of its own that it does not list.
func isLeftOut(path string) bool {
	return strings.Contains(filepath.ToSlash(path), "troubleshoot/SKILL.md")
}
