package markdown

import (
	"strings"

	"skills-ls/skills/text"
)

// A HeadingLine is what an outline shows of a [Heading].
type HeadingLine struct {
	Level int
	Span  text.Span // as that of the heading
	Text  string    // as that of the heading
}

// Outline returns the headings of a body in source order, those that [Parse] finds. If a body is as
// plain as most are, Outline reads its lines without parsing them; otherwise it calls parsed.
//
// BenchmarkScan of package analysis, the first scan of 1,000 skills, takes 1.5 to 4.9 times as long
// if every body is parsed for its headings.
func Outline(source string, body text.Span, parsed func() *Document) []HeadingLine {
	scan := headingLineScan{source: source, at: body.Start, end: body.End}
	if lines, ok := scan.run(); ok {
		return lines
	}
	headings := parsed().Headings
	lines := make([]HeadingLine, len(headings))
	for i, h := range headings {
		lines[i] = HeadingLine{h.Level, h.Span, h.Text}
	}
	return lines
}

// A headingLineScan looks at a body line by line. It knows neither lists nor quotes: what would be a
// heading in one reading of a line and none in another makes it give up.
type headingLineScan struct {
	source  string
	at, end int
	lines   []HeadingLine

	fence  string // what the fence that is open was opened with, "" for none
	indent int    // of that fence
	text   bool   // the line before is not blank, and an underline would make a heading of it
}

// run returns the headings, and false where only a parser can tell.
func (s *headingLineScan) run() ([]HeadingLine, bool) {
	body := s.source[s.at:s.end]
	loneReturns := strings.Count(body, "\r") != strings.Count(body, "\r\n")
	if len(body) > MaxBody || loneReturns || strings.ContainsAny(body, "\v\f") {
		return nil, false
	}
	for line := range strings.Lines(body) {
		if !s.line(strings.TrimRight(line, "\r\n")) {
			return nil, false
		}
		s.at += len(line)
	}
	return s.lines, true
}

// line looks at the line at s.at and returns false to give up.
func (s *headingLineScan) line(line string) bool {
	content := strings.TrimLeft(line, " \t")
	indent := len(line) - len(content)
	content = strings.TrimRight(content, " \t")
	if strings.Contains(line[:indent], "\t") {
		indent += 4 // wherever it leads to
	}
	switch {
	case content == "":
		s.text = false
		return true
	case s.fence != "":
		return s.inFence(content, indent)
	}
	inner := strings.TrimLeft(content, " \t>+*-0123456789.)") // without what may be markers of quotes and items
	plain := len(inner) == len(content)
	switch level, fence := headingLevel(inner), fenceOf(inner); {
	case strings.Trim(inner, "=") == "" && (inner != "" || strings.HasSuffix(content, "-")): // may be an underline
		if s.text {
			return false
		}
	case level > 0:
		s.text = false
		return plain && indent <= 3 && s.add(level, text.Span{Start: s.at + indent, End: s.at + len(line)})
	case fence != "" && content[0] != '>': // each line of code in a quote begins with a marker
		s.fence, s.indent, s.text = fence, indent, false
		return plain
	case strings.HasPrefix(inner, "<") && !strings.HasPrefix(inner, "<!--"), // raw HTML may go on for lines
		strings.HasPrefix(inner, "<!--") && !strings.Contains(inner, "-->"):
		return false
	}
	s.text = true
	return true
}

// inFence looks at a line of fenced code.
func (s *headingLineScan) inFence(content string, indent int) bool {
	if indent < s.indent {
		return false // the list that the fence is in may end here, and the fence with it
	}
	if strings.HasPrefix(content, s.fence) && strings.Trim(content, s.fence[:1]) == "" {
		s.fence = ""
		return indent == s.indent // a parser knows how much more is allowed
	}
	return true
}

// headingLevel returns the level of the ATX heading that a line without indentation is, 0 for none.
func headingLevel(line string) int {
	level := len(line) - len(strings.TrimLeft(line, "#"))
	if level > 6 || level < len(line) && line[level] != ' ' && line[level] != '\t' {
		return 0
	}
	return level
}

// fenceOf returns the characters that a line without indentation opens a fence with, "" for none.
func fenceOf(line string) string {
	if line == "" || line[0] != '`' && line[0] != '~' {
		return ""
	}
	n := len(line) - len(strings.TrimLeft(line, line[:1]))
	if n < 3 || line[0] == '`' && strings.Contains(line[n:], "`") {
		return ""
	}
	return line[:n]
}

// add records an ATX heading, and returns false where its text depends on others.
func (s *headingLineScan) add(level int, span text.Span) bool {
	text := strings.TrimSpace(s.source[span.Start+level : span.End])
	if strings.ContainsAny(text, "*_`[]<>&\\!#~:@.\x00") {
		if strings.Contains(text, "[") {
			return false
		}
		text = Parse(s.source, span).Headings[0].Text
	}
	s.lines = append(s.lines, HeadingLine{level, span, text})
	return true
}
