package markdown

import (
	"regexp"
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
	html   bool   // raw HTML may go on to the next blank line
	text   bool   // the line before is not blank, and an underline would make a heading of it
	labels bool   // references may be defined
}

// run returns the headings, and false where only a parser can tell.
func (s *headingLineScan) run() ([]HeadingLine, bool) {
	body := s.source[s.at:s.end]
	if len(body) > MaxBody {
		return nil, true // as a parser does
	}
	if strings.ContainsAny(body, "\v\f") || strings.Count(body, "\r") != strings.Count(body, "\r\n") {
		return nil, false
	}
	s.labels = strings.Contains(body, "]:")
	for s.at < s.end {
		start, stop := s.at, s.end
		if i := strings.IndexByte(s.source[start:s.end], '\n'); i >= 0 {
			stop = start + i
		}
		s.at = stop + 1
		if !s.line(start, start+len(strings.TrimSuffix(s.source[start:stop], "\r"))) {
			return nil, false
		}
	}
	return s.lines, true
}

// line looks at one line and returns false to give up.
func (s *headingLineScan) line(start, stop int) bool {
	line := s.source[start:stop]
	content := strings.TrimLeft(line, " \t")
	indent := len(line) - len(content)
	if strings.Contains(line[:indent], "\t") {
		indent += 4 // wherever it leads to
	}
	switch {
	case content == "":
		s.html, s.text = false, false
		return true
	case s.fence != "":
		return s.inFence(content, indent)
	}
	inner := strings.TrimLeft(content, " \t>+*-0123456789.)") // without what may be markers of quotes and items
	plain := len(inner) == len(content) && !s.html
	switch level, fence := headingLevel(inner), fenceOf(inner); {
	case isUnderline(content) || strings.HasPrefix(inner, "=") || inner == "" && strings.HasSuffix(content, "-"):
		if s.text || s.html || inner != "" && !plain {
			return false
		}
		s.text = !strings.HasPrefix(content, "---")
		return true
	case level > 0:
		s.text = false
		return plain && indent <= 3 && s.add(level, text.Span{Start: start + indent, End: stop})
	case fence != "" && content[0] != '>': // each line of code in a quote begins with a marker
		s.fence, s.indent, s.text = fence, indent, false
		return plain
	case strings.HasPrefix(inner, "<!--") && strings.Contains(inner, "-->"):
	case strings.HasPrefix(inner, "<"):
		if endsLate.MatchString(inner) {
			return false
		}
		s.html = true
	}
	s.text = true
	return true
}

// endsLate matches the raw HTML that goes on beyond blank lines.
var endsLate = regexp.MustCompile(`^<(?:[!?]|(?i:script|pre|style|textarea))`)

// inFence looks at a line of fenced code.
func (s *headingLineScan) inFence(content string, indent int) bool {
	if indent < s.indent {
		return false // the list that the fence is in may end here, and the fence with it
	}
	if strings.HasPrefix(content, s.fence) && strings.Trim(content, s.fence[:1]+" \t") == "" {
		if indent > 3 && s.indent <= 3 || indent > s.indent+3 {
			return false
		}
		s.fence = ""
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

// isUnderline reports whether a line without indentation makes a heading of the paragraph above it, if
// there is one.
func isUnderline(line string) bool {
	return (line[0] == '-' || line[0] == '=') && strings.TrimRight(strings.TrimLeft(line, line[:1]), " \t") == ""
}

// add records an ATX heading, and returns false where its text depends on others.
func (s *headingLineScan) add(level int, span text.Span) bool {
	text := strings.Trim(s.source[span.Start+level:span.End], " \t")
	if strings.ContainsAny(text, "*_`[]<>&\\!#~:@.\x00") {
		if s.labels && strings.Contains(text, "[") {
			return false
		}
		text = ""
		if parsed := Parse(s.source, span).Headings; len(parsed) == 1 {
			text = parsed[0].Text
		}
	}
	s.lines = append(s.lines, HeadingLine{level, span, text})
	return true
}
