package geminicli

import (
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
)

// inject renders the answer of the tool activate_skill (tools/activate-skill.ts): the body without white
// space around it, and the tree of the skill's directory. Nothing is escaped or substituted.
func inject(l skills.Load) skills.Injection {
	var c skills.Composition
	c.Add(skills.SegmentEnvelope, `<activated_skill name="`+l.Skill.Name+"\">\n  <instructions>\n    ")
	_, body, ok := parts(l.Source)
	cut := ok && body.IsEmpty()
	if !ok {
		body = skills.Parse(l.Source).Body
	}
	c.Copy(skills.SegmentBody, l.Source, body.TrimJS(l.Source))
	c.Add(skills.SegmentEnvelope, "\n  </instructions>\n\n  <available_resources>\n    ")
	tree := readTree(l.FS, l.Skill.Dir)
	c.Add(skills.SegmentFiles, tree.text)
	c.Add(skills.SegmentEnvelope, "\n  </available_resources>\n</activated_skill>")

	c.Note(tree.notes...)
	c.NoteIf(cut && strings.TrimSpace(skills.Parse(l.Source).Body.Of(l.Source)) != "",
		"The body is lost: text or a space follows the closing `---` on its line.")
	c.NoteIf(!accept(skills.File{Path: l.Skill.Path, Source: l.Source}).Accepted,
		"The tool `activate_skill` answers `Error: Skill \""+l.Skill.Name+"\" not found.`, with the names of the available skills.")
	if l.Arguments != nil {
		c.Note("After `/" + command(l.Skill.Name) + "` the next prompt is: " + prompt(l.Skill.Name, *l.Arguments))
	}
	injection := c.Injection()
	injection.Files, injection.FilesTruncated = tree.files, tree.cut
	return injection
}

// command returns the slash command of a skill, without the slash
// (packages/cli/src/services/SkillCommandLoader.ts).
func command(name string) string { return strings.Join(kit.FieldsJS(name), "-") }

// prompt returns the prompt that is sent after a slash command has activated the skill: the text after the
// command, with its words separated by single spaces (packages/cli/src/utils/commands.ts). If there is no
// text, older and newer versions send something else.
func prompt(name, arguments string) string {
	if words := kit.FieldsJS(arguments); len(words) > 0 {
		return strings.Join(words, " ")
	}
	return "Use the skill " + name
}

// mentions returns the slash command that begins a message, as isSlashCommand of
// packages/cli/src/ui/utils/commandUtils.ts finds it. Its name is the first word, which parseSlashCommand of
// packages/cli/src/utils/commands.ts looks up with its case.
var mentions = kit.SlashSyntax{First: `^\s*(/(?:([^\s/*]\S*)|\s+(\S+)))`}.Mentions()

// catalog renders renderAgentSkills (prompts/snippets.ts). Nothing is escaped.
var catalog = kit.Catalog{
	Head: "# Available Agent Skills\n\nYou have access to the following specialized skills. To activate a skill and receive its detailed " +
		"instructions, call the `activate_skill` tool with the skill's name.\n\n<available_skills>\n",
	Entry: func(s skills.Skill) string {
		return kit.SkillElement("name", s.Name, "description", s.Description, "location", s.Path)
	},
	Tail: "</available_skills>",
}.Render
