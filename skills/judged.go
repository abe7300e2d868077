package skills

import (
	"strings"
	"unicode/utf8"

	"skills-ls/skills/text"
)

// A Judged is all of a SKILL.md that an agent's verdict may depend on. Two files of one path whose Judged are equal are
// accepted or refused alike by every agent, with the same refusals at the same places.
//
// Agents disagree on where the frontmatter ends: some end it at the next "---" wherever it stands. So the part reaches to
// the end of the last line with three hyphens in a row, and where our own scanner finds no frontmatter that every agent
// would see, to the end of the file; likewise in a file that is not UTF-8 text. Of the rest only its first line with text
// matters, which may stand in for a description, and whether there is any text.
type Judged struct {
	Part  string
	line  string // the first line of the rest that is not blank, without white space around it
	blank bool   // the rest has only white space in ECMAScript, which differs a little from ours
}

// JudgedOf returns what verdicts on a file depend on.
func JudgedOf(source string) Judged {
	end := judgedEnd(source)
	rest := source[end:]
	if !utf8.ValidString(rest) || strings.IndexByte(rest, 0) >= 0 {
		return Judged{Part: source}
	}
	return Judged{Part: source[:end], line: FirstLine(rest), blank: text.TrimJS(rest) == ""}
}

// FirstLine returns the first line of a text that is not blank, without white space around it; "" where there is none. Lines end
// at line feeds.
func FirstLine(source string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(source), "\n")
	return strings.TrimSpace(line)
}

// judgedEnd returns the end of the part that is kept as it is.
func judgedEnd(source string) int {
	body, ok := strings.CutPrefix(source, "---\n")
	if !ok {
		body, ok = strings.CutPrefix(source, "---\r\n")
	}
	if !ok || !strings.Contains(body, "\n---\n") && !strings.Contains(body, "\n---\r\n") {
		return len(source)
	}
	last := strings.LastIndex(source, "---")
	if end := strings.IndexByte(source[last:], '\n'); end >= 0 {
		return last + end + 1
	}
	return len(source)
}
