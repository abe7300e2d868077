package copilot

import (
	_ "embed"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/skills"
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
// (promptSyntax/computeAutomaticInstructions.ts). Without the tool skill, there is no budget.
func catalogOf(introduction string, withTool bool) func([]skills.Skill, skills.Budget) skills.CatalogText {
	return func(list []skills.Skill, budget skills.Budget) skills.CatalogText {
		list = slices.DeleteFunc(slices.Clone(list), func(s skills.Skill) bool { return s.Hidden || s.Description == "" || isLeftOut(s.Path) })
		t := skills.CatalogText{Total: len(list), Entries: len(list)}
		if len(list) == 0 {
			return t
		}
		if withTool {
			t.Notes = append(t.Notes, "`"+skillToolName+"` is a reference, in the place of which the model has the name of the tool.")
		} else {
			budget = skills.Budget{}
		}
		var b strings.Builder
		b.WriteString("<skills>\n" + introduction)
		for i, s := range list {
			entry := "<skill>\n<name>" + escape(s.Name) + "</name>\n<description>" + escape(s.Description) + "</description>\n<file>" + s.Path + "</file>\n</skill>\n"
			if budget.Chars > 0 {
				units := text.UTF16.Len(entry)
				if t.Used.Chars+units > budget.Chars {
					b.WriteString(nameRest(&t, list[i:]))
					break
				}
				t.Used.Chars += units
			}
			b.WriteString(entry)
		}
		t.Content = b.String() + "</skills>\n\n"
		return t
	}
}

// nameRest returns the line with the names of the skills that do not fit, and records in t what happens to
// them.
func nameRest(t *skills.CatalogText, rest []skills.Skill) string {
	var names []string
	length := -2
	for _, s := range rest {
		name := escape(s.Name)
		if length += text.UTF16.Len(name) + len(", "); length > namesLength {
			break
		}
		names = append(names, name)
		t.Shortened = append(t.Shortened, skills.Shortened{Skill: s})
	}
	line := "Additional skills available (invoke by name): " + strings.Join(names, ", ")
	if n := len(rest) - len(names); n > 0 {
		t.Dropped, t.Entries, t.Truncated = rest[len(names):], t.Total-n, true
		line += fmt.Sprintf("... and %d more", n)
	}
	return line + "\n"
}

var escape = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace

// isLeftOut reports whether VS Code treats a file as a skill of its own that it does not list.
func isLeftOut(path string) bool {
	return strings.Contains(filepath.ToSlash(path), "troubleshoot/SKILL.md")
}
