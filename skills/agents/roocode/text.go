package roocode

import (
	_ "embed"
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
	head := "Skill: " + l.Skill.Name + "\nDescription: " + l.Skill.Description
	if l.Arguments != nil && *l.Arguments != "" {
		head += "\nProvided arguments: " + text.DecodeUTF8(*l.Arguments)
		c.Note("Only the model passes arguments. The text after `/" + l.Skill.Name + "` in a message stays there.")
	}
	c.Add(skills.SegmentEnvelope, head+"\nSource: "+source(l)+"\n\n--- Skill Instructions ---\n\n")
	matter := kit.CutGrayMatter(l.Source)
	c.Copy(skills.SegmentBody, l.Source, matter.Body.TrimJS(l.Source))

	switch v := accept(skills.File{Path: l.Skill.Path, Source: l.Source}); {
	case matter.IsProgram(l.Source):
		c.Note(kit.ProgramNote("Roo Code"))
	case !v.Accepted:
		c.Note("The tool `skill` answers `Skill '" + l.Skill.Name + "' not found. Available skills: ...`.")
	}
	return c.Injection()
}

// source returns Roo Code's word for the source of a skill.
func source(l skills.Load) string { return kit.ScopeWord(l, "global", "project") }

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
		Head:  "====\n\nAVAILABLE SKILLS\n\n<available_skills>\n",
		Entry: kit.EscapedElement,
		Tail:  strings.ReplaceAll(orders, "MODE", mode),
	}.Render
}

// orders is the text after the list of skills. MODE is replaced by the mode.
//
//go:embed orders.md
var orders string
