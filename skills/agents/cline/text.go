package cline

import (
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/text"
)

// inject renders the answer of the tool skills (createUserInstructionSkillsExecutor in
// user-instruction-plugin.ts): the arguments, the description and the body, without white space around them.
// Nothing is escaped or substituted.
func inject(l skills.Load) skills.Injection {
	var c skills.Composition
	c.Add(skills.SegmentEnvelope, "<command-name>"+l.Skill.Name+"</command-name>")
	if l.Arguments != nil && text.TrimJS(*l.Arguments) != "" {
		c.Add(skills.SegmentEnvelope, "\n<command-args>")
		c.Add(skills.SegmentSubstituted, text.TrimJS(*l.Arguments))
		c.Add(skills.SegmentEnvelope, "</command-args>")
	}
	c.Add(skills.SegmentEnvelope, "\n<command-instructions>\n")
	if description := text.TrimJS(l.Skill.Description); description != "" {
		c.Add(skills.SegmentFrontmatter, "Description: "+description+"\n\n")
	}
	c.Copy(skills.SegmentBody, l.Source, parse(l.Source, nil).body)
	c.Add(skills.SegmentEnvelope, "\n</command-instructions>")
	c.Note(note(l))
	return c.Injection()
}

func note(l skills.Load) string {
	switch v := accept(skills.File{Path: l.Skill.Path, Source: l.Source}); {
	case !v.Accepted:
		why, _, _ := strings.Cut(v.Refusals[0].Message, "\n") // an excerpt of the file follows
		return "Cline does not load this skill: " + why
	case v.Hidden:
		return "The tool `skills` would answer: Skill \"" + l.Skill.Name + "\" is configured but disabled."
	}
	return "A message `/" + command(l.Skill.Name) + "` reaches the model unchanged, and the model " +
		"loads the skill with the tool `skills`. On the command line in yolo mode, only the body replaces the " +
		"command."
}

// between matches what a command cannot have (normalizeRuntimeCommandName in runtime-commands.ts).
var between = regexp.MustCompile(`[^\pL\pN_.:@]+`)

// nameKey returns the ID of a skill (user-instruction-config-loader.ts).
func nameKey(name string) string { return strings.ToLower(text.TrimJS(name)) }

// command returns the slash command of a skill, without the slash. A name that has only symbols gets a
// command made of its hash.
func command(name string) string {
	id := nameKey(name)
	if normal := strings.Trim(between.ReplaceAllString(id, "-"), "-"); normal != "" {
		return normal
	}
	sum := sha256.Sum256([]byte(id))
	return "skill-command-" + hex.EncodeToString(sum[:])[:12]
}

// mentions returns the command that begins a message: the text between its slash and the first white space
// (resolveRuntimeSlashCommandFromWatcher in runtime-commands.ts). The name excludes symbols at both ends.
var mentions = kit.SlashSyntax{
	First: `^(/[^\s\pL\pN_.:@]*([\pL\pN_.:@](?:\S*[\pL\pN_.:@])?)\S*)`,
}.Mentions()

// catalog renders the description of the tool skills, which ends with the names of the enabled skills
// (createSkillsTool in tools/definitions.ts). If no skill is enabled, there is no tool.
var catalog = kit.Catalog{
	Head:  toolDescription + " Available skills: ",
	Entry: func(s skills.Skill) string { return s.Name }, Separator: ", ",
	Tail: ".",
	Notes: []string{"This is the description of the tool `skills`. The model reads the description of a skill only " +
		"after it loads the skill."},
}.Render

const toolDescription = "Execute a skill within the main conversation. When users ask you to perform " +
	"tasks, check if any available skills match. When users reference a slash command, invoke it with this " +
	"tool. Input: `skill` (required) and optional `args`. Example: `skill: \"pdf\"`, `skill: \"commit\", " +
	"args: \"-m \\\"Fix bug\\\"\"`, `skill: \"review-pr\", args: \"123\"`, `skill: " +
	"\"ms-office-suite:pdf\"`. When a skill matches the user's request, invoking this tool is a blocking " +
	"requirement before any other response. Never mention a skill without invoking this tool."
