package geminicli

import (
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/text"
)

// inject renders what the tool activate_skill answers (tools/activate-skill.ts): the body without the white space at its
// ends, and the tree of the skill's directory. Nothing in it is escaped or substituted.
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

	injection := c.Injection()
	injection.Files, injection.FilesTruncated = tree.files, tree.cut
	injection.Notes = tree.notes
	if cut && strings.TrimSpace(skills.Parse(l.Source).Body.Of(l.Source)) != "" {
		injection.Notes = append(injection.Notes, "The body is lost: something follows the closing `---` in its line.")
	}
	if v := accept(skills.File{Path: l.Skill.Path, Source: l.Source}); !v.Accepted {
		injection.Notes = append(injection.Notes, "The tool `activate_skill` would answer `Error: Skill \""+l.Skill.Name+"\" not found.`, with the names of those that there are.")
	}
	if l.Arguments != nil {
		injection.Notes = append(injection.Notes, "After `/"+command(l.Skill.Name)+"` the next prompt is: "+prompt(l.Skill.Name, *l.Arguments))
	}
	return injection
}

// command is the name of the slash command that a skill becomes (packages/cli/src/services/SkillCommandLoader.ts).
func command(name string) string { return strings.Join(kit.FieldsJS(name), "-") }

// prompt is what is sent after a slash command has activated the skill: what followed it, with its words one blank apart
// (packages/cli/src/utils/commands.ts). Where nothing did, older and newer versions send something else.
func prompt(name, arguments string) string {
	if words := kit.FieldsJS(arguments); len(words) > 0 {
		return strings.Join(words, " ")
	}
	return "Use the skill " + name
}

// mentions finds the slash command that a message begins with: isSlashCommand of packages/cli/src/ui/utils/commandUtils.ts,
// and the first word that parseSlashCommand of packages/cli/src/utils/commands.ts looks up, which counts with its case.
func mentions(source string) []skills.Mention {
	start := text.Span{End: len(source)}.TrimJS(source).Start
	message := source[start:]
	if !strings.HasPrefix(message, "/") || strings.HasPrefix(message, "//") || strings.HasPrefix(message, "/*") {
		return nil
	}
	words := kit.FieldsJS(message[1:])
	if len(words) == 0 {
		return nil
	}
	at := start + 1 + strings.Index(message[1:], words[0])
	name := text.Span{Start: at, End: at + len(words[0])}
	return []skills.Mention{{Kind: skills.SlashMention, Span: text.Span{Start: start, End: name.End}, Name: words[0], NameSpan: name}}
}

// catalog renders renderAgentSkills (prompts/snippets.ts): nothing at all without skills. There is no budget, and nothing
// is escaped.
func catalog(list []skills.Skill, _ skills.Budget) skills.CatalogText {
	text := skills.CatalogText{Entries: len(list), Total: len(list)}
	if len(list) == 0 {
		return text
	}
	var b strings.Builder
	b.WriteString("# Available Agent Skills\n\nYou have access to the following specialized skills. To activate a skill and receive its detailed " +
		"instructions, call the `activate_skill` tool with the skill's name.\n\n<available_skills>\n")
	for _, s := range list {
		b.WriteString("  <skill>\n    <name>" + s.Name + "</name>\n    <description>" + s.Description + "</description>\n    <location>" +
			s.Path + "</location>\n  </skill>\n")
	}
	b.WriteString("</available_skills>")
	text.Content = b.String()
	return text
}
