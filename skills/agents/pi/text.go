package pi

import (
	"fmt"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/text"
)

// inject renders the message that "/skill:name arguments" sends (_expandSkillCommand in
// core/agent-session.ts): the body without white space around it, and the arguments after it. Pi escapes and
// substitutes nothing.
func inject(l skills.Load) skills.Injection {
	var c skills.Composition
	c.Add(skills.SegmentEnvelope, `<skill name="`+l.Skill.Name+`" location="`+l.Skill.Path+"\">\n"+
		"References are relative to "+l.Skill.Dir+".\n\n")
	kit.CopyBody(&c, l.Source, parts)
	c.Add(skills.SegmentEnvelope, "\n</skill>")
	if l.Arguments != nil && text.TrimJS(*l.Arguments) != "" {
		c.Add(skills.SegmentEnvelope, "\n\n")
		c.Add(skills.SegmentSubstituted, text.DecodeUTF8(text.TrimJS(*l.Arguments)))
	}
	origin := "This is the message of `/skill:" + l.Skill.Name + "`. "
	if strings.Contains(l.Skill.Name, " ") {
		origin = "No message has this text. "
	}
	c.Note(origin + "The model itself reads the file with the tool `read`, including the frontmatter.")
	_, rest := show(l.Source)
	c.NoteIf(rest > 0, askedFor(rest))
	return c.Injection()
}

func askedFor(rest int) string {
	return fmt.Sprintf("The tool `read` shows the last %d bytes only when the model asks for more.", rest)
}

// Limits of one answer of the tool read (core/tools/truncate.ts).
const (
	shownLines = 2000
	shownBytes = 50 << 10
)

// show renders the beginning of a file, in whole lines, and returns the number of bytes that follow.
func show(source string) (content string, rest int) {
	source = text.DecodeUTF8(source)
	lines := strings.Count(source, "\n") + 1
	if lines <= shownLines && len(source) <= shownBytes {
		return source, 0
	}
	shown, end := 0, 0 // number of lines, and the end of the last one
	for line := range strings.Lines(source) {
		if content := strings.TrimSuffix(line, "\n"); shown == shownLines || end+len(content) > shownBytes {
			break
		}
		shown, end = shown+1, end+len(line)
	}
	head, limit := strings.TrimSuffix(source[:end], "\n"), ""
	if shown < shownLines {
		limit = " (50.0KB limit)"
	}
	const notice = "%s\n\n[Showing lines 1-%d of %d%s. Use offset=%d to continue.]"
	return fmt.Sprintf(notice, head, shown, lines, limit, shown+1), len(source) - end
}

// mentions returns the command that begins a message. Its name ends at the first space, but not at other
// white space (_expandSkillCommand in core/agent-session.ts). The interface removes white space before the
// command.
var mentions = kit.SlashSyntax{First: `^\s*(/skill:([^ ]*?\S[^ ]*?))(?:\s*$| )`}.Mentions()

// catalog renders formatSkillsForPrompt (core/skills.ts) in the section of core/system-prompt.ts.
var catalog = kit.Catalog{
	Head: "<skills>\nThe following skills provide specialized instructions for specific tasks.\n" +
		"Use the read tool to load a skill's file when the task matches its description.\n" +
		"Resolve relative paths against the skill's directory (parent of SKILL.md). Use absolute paths in tool calls.\n\n" +
		"<available_skills>\n",
	Entry: kit.EscapedElement,
	Tail:  "</available_skills>\n</skills>",
	Notes: []string{"With the tool `bash` and without `read`, the second sentence begins with `Use bash`. " +
		"Without both tools, there is no catalog."},
}.Render
