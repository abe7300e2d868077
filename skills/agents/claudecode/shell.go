package claudecode

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"skills-ls/skills"
	"skills-ls/skills/text"
)

const (
	inline = "!`"
	block  = "```!"
)

// shellCommands returns the commands in a part of the source that Claude Code runs before the model sees the
// text (code.claude.com/docs/en/skills, Inject dynamic context), in order: “ !`command` “ at the start of a
// line or after white space, and fences that open with ```` ```! ````. Claude Code scans the file once, as it
// was written, and not the text that a command or an argument inserts. Ordinary fences do not keep a command
// from being run. Not established: that an inline command ends on its line, that a fence may be indented, and
// where it closes.
func shellCommands(source string, part text.Span) []text.Span {
	var commands []text.Span
	closed := true // false after a fence that is never closed
	for at := part.Start; at < part.End; {
		line, next := nextLine(source[:part.End], at)
		indent := len(line.Of(source)) - len(strings.TrimLeft(line.Of(source), " \t"))
		if closed && strings.HasPrefix(source[line.Start+indent:line.End], block) {
			end := blockEnd(source[:part.End], next)
			if closed = end > 0; closed {
				commands = append(commands, text.Span{Start: line.Start + indent, End: end})
				_, at = nextLine(source[:part.End], end)
				continue
			}
		}
		commands = appendInline(commands, source, line)
		at = next
	}
	return commands
}

// run implements [skills.Agent.Commands] for Claude Code.
func run(source string, part text.Span) []skills.Command {
	var commands []skills.Command
	for _, span := range shellCommands(source, part) {
		script := text.Span{Start: span.Start + len(inline), End: span.End - 1}
		if strings.HasPrefix(span.Of(source), block) {
			_, script.Start = nextLine(source, span.Start)
			script.End = max(script.Start, strings.LastIndexByte(source[:span.End], '\n'))
		}
		commands = append(commands, skills.Command{Span: span, Script: script})
	}
	return commands
}

// blockEnd returns the end of the first line from an offset on that is only a fence, or 0 if no such line
// follows.
func blockEnd(source string, at int) int {
	for at < len(source) {
		line, next := nextLine(source, at)
		if fence := strings.TrimLeft(line.Of(source), " \t"); len(fence) >= 3 && strings.Trim(fence, "`") == "" {
			return line.End
		}
		at = next
	}
	return 0
}

// appendInline appends the inline commands in a line.
func appendInline(commands []text.Span, source string, line text.Span) []text.Span {
	for at := line.Start; ; {
		next := strings.Index(source[at:line.End], inline)
		if next < 0 {
			return commands
		}
		start := at + next
		at = start + len(inline)
		if before, _ := utf8.DecodeLastRuneInString(source[line.Start:start]); start > line.Start && !unicode.IsSpace(before) {
			continue
		}
		length := strings.IndexByte(source[at:line.End], '`')
		if length < 0 {
			return commands
		}
		if length > 0 {
			commands = append(commands, text.Span{Start: start, End: at + length + 1})
		}
		at += length + 1
	}
}
