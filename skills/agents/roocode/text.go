package roocode

import (
	"math"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/text"
)

// inject renders the answer of the tool skill (buildSkillResult in src/services/skills/skillInvocation.ts
// cb836567). Nothing in it is escaped or substituted.
func inject(l skills.Load) skills.Injection {
	var c skills.Composition
	head := "Skill: " + l.Skill.Name
	if l.Skill.Description != "" {
		head += "\nDescription: " + l.Skill.Description
	}
	if l.Arguments != nil && *l.Arguments != "" {
		head += "\nProvided arguments: " + text.DecodeUTF8(*l.Arguments)
		c.Note("The model passes arguments with the tool `skill`. The text after " +
			"`/" + l.Skill.Name + "` in a message stays there, and the injected text then has no arguments.")
	}
	c.Add(skills.SegmentEnvelope, head+"\nSource: "+source(l)+"\n\n--- Skill Instructions ---\n\n")
	matter := kit.CutGrayMatter(l.Source)
	c.Copy(skills.SegmentBody, l.Source, matter.Body.TrimJS(l.Source))

	switch v := accept(skills.File{Path: l.Skill.Path, Source: l.Source}); {
	case matter.IsProgram(l.Source):
		c.Note("Roo Code runs the frontmatter as JavaScript, with all of its permissions, " +
			"when it finds the file. skills-ls does not run it, so it does not know whether there is a skill, " +
			"and its name.")
	case !v.Accepted:
		c.Note("The tool `skill` answers with the error `Skill '" + l.Skill.Name + "' not found. " +
			"Available skills: ...`, with the names of the available skills.")
	}
	return c.Injection()
}

// source returns Roo Code's word for the source of a skill.
func source(l skills.Load) string {
	switch {
	case l.Root != nil && l.Root.Word != "":
		return l.Root.Word
	case l.Skill.Scope == skills.ScopeUser:
		return "global"
	}
	return "project"
}

// command is Roo Code's own slash command.
const command = "init"

// mentions returns the slash commands in a message (commandRegexGlobal in src/shared/context-mentions.ts
// cb836567): a slash and ASCII letters, digits, "_", "." and "-", with white space or an end of the message
// on both sides.
var mentions = kit.SlashSyntax{
	First: `(?:^|\s)(/([\w.-]+))(?:\s|$)`, Most: math.MaxInt, Reserved: []string{command},
}.Mentions()

// catalog returns the function that renders the section of the system prompt for a mode (getSkillsSection in
// src/core/prompts/sections/skills.ts cb836567).
func catalog(mode string) func([]skills.Skill, skills.Budget) skills.CatalogText {
	return kit.Catalog{
		Head: "====\n\nAVAILABLE SKILLS\n\n<available_skills>\n",
		Entry: func(s skills.Skill) string {
			s.Path = text.DecodeUTF8(s.Path)
			return kit.EscapedElement(s)
		},
		Tail: strings.ReplaceAll(orders, "MODE", mode),
	}.Render
}

// orders is the text after the list of skills. MODE is replaced by the mode.
const orders = `</available_skills>

<mandatory_skill_check>
REQUIRED PRECONDITION

Before producing ANY user-facing response, you MUST perform a skill applicability check.

Step 1: Skill Evaluation
- Evaluate the user's request against ALL available skill <description> entries in <available_skills>.
- Determine whether at least one skill clearly and unambiguously applies.

Step 2: Branching Decision

<if_skill_applies>
- Select EXACTLY ONE skill.
- Prefer the most specific skill when multiple skills match.
- Use the skill tool to load the skill by name.
- Load the skill's instructions fully into context BEFORE continuing.
- Follow the skill instructions precisely.
- Do NOT respond outside the skill-defined flow.
</if_skill_applies>

<if_no_skill_applies>
- Proceed with a normal response.
- Do NOT load any SKILL.md files.
</if_no_skill_applies>

CONSTRAINTS:
- Do NOT load every skill up front.
- Load skills ONLY after a skill is selected.
- Do NOT reload a skill whose instructions already appear in this conversation.
- Do NOT skip this check.
- FAILURE to perform this check is an error.
</mandatory_skill_check>

<linked_file_handling>
- When a skill is loaded, ONLY the skill instructions are present.
- Files linked from the skill are NOT loaded automatically.
- The model MUST explicitly decide to read a linked file based on task relevance.
- Do NOT assume the contents of linked files unless they have been explicitly read.
- Prefer reading the minimum necessary linked file.
- Avoid reading multiple linked files unless required.
- Treat linked files as progressive disclosure, not mandatory context.
</linked_file_handling>

<context_notes>
- The skill list is already filtered for the current mode: "MODE".
- Mode-specific skills may come from skills-MODE/ with project-level overrides taking precedence over global skills.
</context_notes>

<internal_verification>
This section is for internal control only.
Do NOT include this section in user-facing output.

After completing the evaluation, internally confirm:
<skill_check_completed>true|false</skill_check_completed>
</internal_verification>
`
