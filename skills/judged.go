package skills

import (
	"strings"
	"unicode/utf8"

	"skills-ls/skills/text"
)

// A Judged is everything in a SKILL.md that an agent's verdict may depend on. If two files with the same path
// have equal Judged, every agent accepts both or rejects both, with the same refusals at the same positions.
//
// Agents disagree on where the frontmatter ends: some end it at the next "---" in any position. So Part
// extends to the end of the last line that contains three consecutive hyphens. It is the whole file if there
// is no frontmatter that every agent would find, or if the rest is not UTF-8 text. Of the rest only two
// things matter: its first line with text, which some agents use as the description, and whether it has any
// text.
type Judged struct {
	Part  string
	line  string // the first line of the rest that is not blank, trimmed
	blank bool   // the rest is only white space as ECMAScript defines it, which differs a little from Go
}

// JudgedOf returns the part of a file that verdicts depend on.
func JudgedOf(source string) Judged {
	end := judgedEnd(source)
	rest := source[end:]
	if !utf8.ValidString(rest) || strings.IndexByte(rest, 0) >= 0 {
		return Judged{Part: source}
	}
	return Judged{Part: source[:end], line: FirstLine(rest), blank: text.TrimJS(rest) == ""}
}

// FirstLine returns the first line of a text that is not blank, trimmed, or "" for a blank text. Lines end at
// line feeds.
func FirstLine(source string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(source), "\n")
	return strings.TrimSpace(line)
}

// judgedEnd returns the byte offset at which Part ends.
func judgedEnd(source string) int {
	body, ok := strings.CutPrefix(source, "---\n")
	if !ok {
		body, ok = strings.CutPrefix(source, "---\r\n")
	}
	if !ok || !strings.Contains(body, "\n---\n") && !strings.Contains(body, "\n---\r\n") {
		return len(source)
	}
	end := 0
	for {
		hyphens := strings.Index(source[end:], "---")
		if hyphens < 0 {
			return end
		}
		line := strings.IndexByte(source[end+hyphens:], '\n')
		if line < 0 {
			return len(source)
		}
		end += hyphens + line + 1
	}
}
