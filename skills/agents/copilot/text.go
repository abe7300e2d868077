package copilot

import (
	_ "embed"
	"fmt"
	"path/filepath"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/text"
)

// commands are the slash commands of VS Code: the longest text of letters, digits and "_-.:" before the end
// of a word, white space or the end of the message (requestParser/chatRequestParser.ts).
var commands = kit.SlashSyntax{
	First:  `^\s*(/([\pL0-9_.:-]+))(?:\s|$|\b)`,
	Spaced: `^[ \t]+([\pL0-9_.-]+)`,
}

// inject returns the function that renders the text that the model has of a skill. The model reads the whole
// file with the tool read_file, whose version 2 returns at most 2,000 lines (readFileTool.tsx 31acd00a). If
// the user writes "/name", with or without anything after it, VS Code attaches the body to the message
// (promptFile.tsx 31acd00a).
func inject(maxLines int) func(skills.Load) skills.Injection {
	return func(l skills.Load) skills.Injection {
		var c skills.Composition
		note := "The model reads this with the tool `read_file`. `/name` attaches only the body."
		whole, path := editorText(l.Source), l.Skill.Path
		shown, body, rest := text.Span{End: len(whole)}, kit.FrontmatterEnd(whole), ""
		switch lines := strings.SplitAfter(whole, "\n"); {
		case l.Arguments != nil:
			header := wholeHeader.FindString(whole)
			shown.Start, rest = text.UTF16.Offset(header, text.UTF16.Len(header)-3), "\n</attachment>\n"
			c.Add(skills.SegmentEnvelope, `<attachment id="prompt:`+filepath.Base(path)+`" filePath="`+path+
				"\">\nPrompt instructions file:\n")
			c.NoteIf(shown.Start > 0 && shown.Start < body, "VS Code also attaches the last three "+
				"characters before the body: it counts the offset from the end of the first three dashes.")
			note = "`/name` attaches this. The text after the name stays in the message."
		case len(lines) > maxLines:
			shown.End = len(strings.Join(lines[:maxLines], ""))
			c.Add(skills.SegmentEnvelope, fmt.Sprintf("File: `%s`. Lines 1 to %d (%d lines total): \n",
				path, maxLines, len(lines)))
			rest = fmt.Sprintf("[File content truncated at line %d. "+
				"Use read_file with offset/limit parameters to view more.]\n", maxLines)
		}
		split := max(shown.Start, min(body, shown.End))
		matter := text.Span{Start: shown.Start, End: split}
		kit.CopyDecoded(&c, skills.SegmentFrontmatter, l.Source, whole, matter)
		kit.CopyDecoded(&c, skills.SegmentBody, l.Source, whole, text.Span{Start: split, End: shown.End})
		c.Add(skills.SegmentEnvelope, rest)
		c.Note(note)
		return c.Injection()
	}
}

// editorText returns a file as VS Code's editor has it: without a byte order mark, and with line endings of
// one kind: "\r\n" if more than half of them have a "\r", and otherwise "\n"
// (src/vs/editor/common/model/pieceTreeTextBuffer/pieceTreeTextBufferBuilder.ts).
func editorText(source string) string {
	decoded := kit.LineFeeds(source)
	if strings.Count(source, "\r")*2 > strings.Count(decoded, "\n") {
		return strings.ReplaceAll(decoded, "\n", "\r\n")
	}
	return decoded
}

// wholeHeader matches the beginning of a file up to a line that begins with three dashes, with all white
// space after them. The attached body begins three characters before its end, because getBodyContent searches from
// the end of the opening dashes.
var wholeHeader = kit.RegexpJS(`^---(?:[\r\n]---|\s(?s:.)*?[\r\n]---)\s*`)

// entriesLength is the budget of the entries of the catalog, in UTF-16 units
// (promptSyntax/computeAutomaticInstructions.ts).
const entriesLength = 15_000

// demand are the lines that chat.experimental.useSkillAdherencePrompt puts before the entries.
//
//go:embed adherence.md
var demand string

// catalogOf returns the function that renders the skills among VS Code's instructions
// (promptSyntax/computeAutomaticInstructions.ts). The extension replaces the reference to the tool by its
// name. The extension that was run has no tool skill.
func catalogOf(adherence, withTool bool) func([]skills.Skill, skills.Budget) skills.CatalogText {
	const about = "Here is a list of skills that contain domain specific knowledge on a variety of topics.\n"
	const asked = "When a user asks you to perform a task that falls within the domain of a skill, use the "
	c := kit.Catalog{Entry: entry, Cut: nameRest, Tail: "</skills>\n\n", Unit: text.UTF16}
	c.Head = about + "Each skill comes with a description of the topic and a file path that contains the " +
		"detailed instructions.\n" + asked +
		"{tool} tool to acquire the full instructions from the file URI.\n"
	load, use, tool := "load and read the SKILL.md file", "'read_file'", "'read_file'"
	if withTool {
		c.Head = about + asked + "{tool} tool with the skill name to load it.\n"
		load, use, tool = "invoke it", "#tool:skill with the skill name", "#tool:skill"
		c.Notes = []string{"The extension replaces `#tool:skill` by the name of the tool."}
	}
	if adherence {
		c.Head = demand
	}
	words := strings.NewReplacer("{load}", load, "{use}", use, "{tool}", tool)
	c.Head = "<skills>\n" + words.Replace(c.Head)
	return c.Render
}

func entry(s skills.Skill) string {
	return "<skill>\n<name>" + escape(s.Name) + "</name>\n<description>" + escape(s.Description) +
		"</description>\n<file>" + s.Path + "</file>\n</skill>\n"
}

// namesLength is the budget of the names after the entries, in UTF-16 units.
const namesLength = 5_000

// nameRest adds the line with the names of the skills that do not fit, and records what happens to them.
func nameRest(t *skills.CatalogText) {
	names := kit.Catalog{
		Entry: func(s skills.Skill) string { return escape(s.Name) }, Separator: ", ", Unit: text.UTF16,
		Cut: func(t *skills.CatalogText) { t.Content += fmt.Sprintf("... and %d more", len(t.Dropped)) },
	}.Render(t.Dropped, skills.Budget{Chars: namesLength})
	for _, s := range t.Dropped[:names.Entries] {
		t.Shortened = append(t.Shortened, skills.Shortened{Skill: s})
	}
	t.Entries, t.Dropped, t.Truncated = t.Entries+names.Entries, names.Dropped, names.Truncated
	t.Content += "Additional skills available (invoke by name): " + names.Content + "\n"
}

var escape = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace
