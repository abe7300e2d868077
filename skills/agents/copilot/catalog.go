package copilot

import (
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

// introduction returns the lines before the entries.
func introduction(adherence, withTool bool) string {
	const about = "Here is a list of skills that contain domain specific knowledge on a variety of topics.\n"
	switch {
	case adherence:
		return demand(withTool)
	case withTool:
		return about + "When a user asks you to perform a task that falls within the domain of a skill, use the " + skillToolName + " tool with the skill name to load it.\n"
	}
	return about + "Each skill comes with a description of the topic and a file path that contains the detailed instructions.\n" +
		"When a user asks you to perform a task that falls within the domain of a skill, use the " + readToolName + " tool to acquire the full instructions from the file URI.\n"
}

// demand returns the lines that chat.experimental.useSkillAdherencePrompt puts before the entries.
func demand(withTool bool) string {
	do, tool, with := "load and read the SKILL.md file", readToolName, ""
	if withTool {
		do, tool, with = "invoke it", skillToolName, " with the skill name"
	}
	return "Skills provide specialized capabilities, domain knowledge, and refined workflows for producing high-quality outputs. Each skill folder contains tested " +
		"instructions for specific domains like testing strategies, API design, or performance optimization. Multiple skills can be combined when a task spans different domains.\n" +
		"BLOCKING REQUIREMENT: When a skill applies to the user's request, you MUST " + do + " IMMEDIATELY as your first action, BEFORE generating any other response " +
		"or taking action on the task. Use " + tool + with + " to load the relevant skill(s).\n" +
		"NEVER just mention or reference a skill in your response without actually loading it first. If a skill is relevant, load it before proceeding.\n" +
		"How to determine if a skill applies:\n" +
		"1. Review the available skills below and match their descriptions against the user's request\n" +
		"2. If any skill's domain overlaps with the task, load that skill immediately\n" +
		"3. When multiple skills apply (e.g., a flowchart in documentation), load all relevant skills\n" +
		"Examples:\n" +
		"- \"Help me write unit tests for this module\" -> Load the testing skill via " + tool + " FIRST, then proceed\n" +
		"- \"Optimize this slow function\" -> Load the performance-profiling skill via " + tool + " FIRST, then proceed\n" +
		"- \"Add a discount code field to checkout\" -> Load both the checkout-flow and form-validation skills FIRST\n" +
		"Available skills:\n"
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
