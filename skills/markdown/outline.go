package markdown

import (
	"strings"

	"skills-ls/skills/text"
)

// Outline returns the headings of a body in source order, those that [Parse] finds, perhaps without TextSpan
// and Slug. If a body is as plain as most are, Outline reads its lines without parsing them; otherwise it
// calls parsed.
//
// BenchmarkScan of package analysis/rules, the first scan of 1,000 skills, allocates four times as often and
// takes 1.5 to 4.9 times as long if every body is parsed for its headings.
func Outline(source string, body text.Span, parsed func() *Document) []Heading {
	scan := headingScan{source: source, at: body.Start}
	if scan.run(body.Of(source)) {
		return scan.headings
	}
	return parsed().Headings
}

// A headingScan looks at a body line by line. It knows neither lists nor quotes: what would be a heading or
// a fence in one reading of a line and none in another makes it give up.
type headingScan struct {
	source   string
	at       int // where the line begins
	headings []Heading

	indent, fence string // what the fence that is open was opened with, "" for none
	text          bool   // the line before is not blank, and an underline would make a heading of it
}

// run finds the headings, and returns false where only a parser can tell.
func (s *headingScan) run(body string) bool {
	loneReturns := strings.Count(body, "\r") != strings.Count(body, "\r\n")
	if len(body) > MaxBody || loneReturns || strings.ContainsAny(body, "\v\f") {
		return false
	}
	s.headings = make([]Heading, 0, strings.Count(body, "\n#"))
	for line := range strings.Lines(body) {
		if !s.line(strings.TrimRight(line, "\r\n")) {
			return false
		}
		s.at += len(line)
	}
	return true
}

// line looks at the line at s.at and returns false to give up.
func (s *headingScan) line(line string) bool {
	content := strings.Trim(line, text.SpaceTab)
	inner := strings.TrimLeft(content, " \t>+*-0123456789.)") // without what may be markers of quotes and items
	textBefore := s.text
	s.text = false
	switch {
	case content == "":
		return true
	case s.fence != "":
		closing := strings.HasPrefix(content, s.fence) && strings.Trim(content, s.fence[:1]) == ""
		if closing {
			s.fence = ""
		}
		// The list that the fence is in may end at a line that is indented less, and the fence with it. Only a
		// parser knows how much farther a closing fence may be indented.
		rest, inside := strings.CutPrefix(line, s.indent)
		return inside && (!closing || strings.HasPrefix(rest, content))
	case strings.HasPrefix(inner, "#"):
		return strings.HasPrefix(line, inner) && s.heading(line)
	case strings.HasPrefix(inner, "```"), strings.HasPrefix(inner, "~~~"):
		info := strings.TrimLeft(inner, inner[:1])
		s.indent, s.fence = line[:strings.Index(line, content)], strings.TrimSuffix(inner, info)
		return inner == content && !strings.Contains(info, "`")
	}
	s.text = true
	mayUnderline := strings.Trim(inner, "=") == "" && (inner != "" || strings.HasSuffix(content, "-"))
	comment := strings.HasPrefix(inner, "<!--") && strings.Contains(inner, "-->")
	// Raw HTML may go on for lines.
	return !(mayUnderline && textBefore) && (comment || !strings.HasPrefix(inner, "<"))
}

// heading records the ATX heading that a line is. It returns false if the line is no heading, or if its text
// depends on definitions.
func (s *headingScan) heading(line string) bool {
	title := strings.TrimLeft(line, "#")
	h := Heading{
		Level: len(line) - len(title),
		Span:  text.Span{Start: s.at, End: s.at + len(line)},
		Text:  strings.TrimSpace(title),
	}
	if h.Level > 6 || title != "" && title[0] != ' ' || strings.Contains(title, "[") {
		return false
	}
	if strings.ContainsAny(h.Text, "*_`]<>&\\!#~:@.\x00") {
		h.Text = Parse(s.source, h.Span).Headings[0].Text
	}
	s.headings = append(s.headings, h)
	return true
}
