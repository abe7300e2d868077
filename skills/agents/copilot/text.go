package copilot

import (
	"fmt"
	"path/filepath"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/text"
)

// readLines is the maximum number of lines that version 2 of the tool read_file returns (readFileTool.tsx
// 31acd00a).
const readLines = 2000

// commands are the slash commands of VS Code: the longest text of letters, digits and "_-.:" before the end
// of a word, white space or the end of the message (requestParser/chatRequestParser.ts).
var commands = kit.SlashSyntax{
	First:  `^\s*(/([\pL0-9_.:-]+))(?:\s|$|\b)`,
	Spaced: `^[ \t]+([\pL0-9_.-]+)`,
}

// inject renders the text that the model has of a skill. The model reads the whole file with the tool
// read_file. If the user writes "/name", with or without anything after it, VS Code attaches the body to the
// message (promptFile.tsx 31acd00a).
func inject(l skills.Load) skills.Injection {
	m := modelOf(l.Source)
	if l.Arguments != nil {
		return m.attach(l.Skill.Path)
	}
	return m.read("", len(m.text), "")
}

// injectV2 is inject for version 2 of the tool.
func injectV2(l skills.Load) skills.Injection {
	m := modelOf(l.Source)
	lines := strings.SplitAfterN(m.text, "\n", readLines+1)
	if l.Arguments != nil || len(lines) <= readLines {
		return inject(l)
	}
	first := fmt.Sprintf("File: `%s`. Lines 1 to %d (%d lines total): \n", l.Skill.Path, readLines, strings.Count(m.text, "\n")+1)
	last := fmt.Sprintf("[File content truncated at line %d. Use read_file with offset/limit parameters to view more.]\n", readLines)
	return m.read(first, len(m.text)-len(lines[readLines]), last)
}

// A model is a file as VS Code's editor has it: without a byte order mark, and with line endings of one kind.
type model struct {
	source, text string
	mixed        bool // the source has other line endings than the text
	body         int  // offset of the body in the text
}

// modelOf returns the model of a file. Line endings become "\r\n" if more than half of them have a "\r", and
// otherwise "\n" (src/vs/editor/common/model/pieceTreeTextBuffer/pieceTreeTextBufferBuilder.ts).
func modelOf(source string) *model {
	decoded := kit.LineFeeds(source)
	if strings.Count(source, "\r")*2 > strings.Count(decoded, "\n") {
		decoded = strings.ReplaceAll(decoded, "\n", "\r\n")
	}
	mixed := decoded != text.DecodeUTF8(strings.TrimPrefix(source, text.ByteOrderMark))
	return &model{source, decoded, mixed, kit.FrontmatterEnd(decoded)}
}

// copy appends a part of the text.
func (m *model) copy(c *skills.Composition, kind skills.SegmentKind, part text.Span) {
	switch source := kit.SourceSpan(m.source, m.text, part); {
	case part.IsEmpty():
	case m.mixed:
		const note = "with uniform line endings; invalid UTF-8 appears as U+FFFD"
		c.CopyAs(kind, part.Of(m.text), source, note)
	default:
		c.Copy(kind, m.source, source)
	}
}

// read renders the beginning of the file as the tool read_file returns it, between first and last.
func (m *model) read(first string, end int, last string) skills.Injection {
	const note = "The model reads this with the tool `read_file`. `/name` attaches only the body."
	c := m.compose(first, 0, end, last, note)
	return c.Injection()
}

// attach renders the attachment of a message "/name".
func (m *model) attach(path string) skills.Injection {
	start := bodyOffset(m.text)
	first := `<attachment id="prompt:` + filepath.Base(path) + `" filePath="` + path +
		"\">\nPrompt instructions file:\n"
	const note = "`/name` attaches this. The text after the name stays in the message."
	c := m.compose(first, start, len(m.text), "\n</attachment>\n", note)
	c.NoteIf(start > 0 && start < m.body, "VS Code also attaches the last three characters before the body, because it measures the body's offset from the end of the first three dashes but counts it from the start of the file.")
	return c.Injection()
}

// compose renders a part of the text between first and last, with a note.
func (m *model) compose(first string, start, end int, last, note string) *skills.Composition {
	var c skills.Composition
	c.Add(skills.SegmentEnvelope, first)
	m.copy(&c, skills.SegmentFrontmatter, text.Span{Start: start, End: min(m.body, end)})
	m.copy(&c, skills.SegmentBody, text.Span{Start: max(start, m.body), End: end})
	c.Add(skills.SegmentEnvelope, last)
	c.Note(note)
	c.NoteIf(m.mixed, "The file has mixed line endings. VS Code converts them to the most frequent kind.")
	return &c
}

// bodyOffset follows getBodyContent: it returns the end of a line that begins with three dashes, with all
// white space after it, minus three characters, because VS Code searches from the end of the opening dashes.
func bodyOffset(source string) int {
	header := wholeHeader.FindString(source)
	return text.UTF16.Offset(header, text.UTF16.Len(header)-3)
}

// wholeHeader matches the beginning of a file up to the white space after the second "---".
var wholeHeader = kit.RegexpJS(`^---(?:[\r\n]---|\s(?s:.)*?[\r\n]---)\s*`)
