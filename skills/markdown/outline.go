package markdown

import (
	"slices"
	"strings"

	"skills-ls/skills/text"
)

// A HeadingLine is what an outline shows of a [Heading].
type HeadingLine struct {
	Level int
	Span  text.Span // as that of the heading
	Text  string    // as that of the heading
}

// Outline returns the headings of a body in source order, those that [Parse] finds. Where a body is as plain as most are it is not
// parsed for that, which takes a tenth of the time; else parsed is called.
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

// A headingLineScan looks at a body line by line. It knows neither lists nor quotes: what would be a heading in one reading of a line and
// none in another makes it give up.
type headingLineScan struct {
	source  string
	at, end int
	lines   []HeadingLine

	fence  string // what the fence that is open was opened with, "" for none
	indent int    // of that fence
	closer string // what ends the raw HTML that began on an earlier line, "" for none
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
	if isOdd(body) {
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

// isOdd reports whether a body has line endings or blanks in it that hardly anyone uses.
func isOdd(body string) bool {
	if strings.IndexByte(body, '\v') >= 0 || strings.IndexByte(body, '\f') >= 0 {
		return true
	}
	returns := strings.Count(body, "\r")
	return returns > 0 && returns != strings.Count(body, "\r\n")
}

// line looks at one line and returns false to give up.
func (s *headingLineScan) line(start, stop int) bool {
	line := s.source[start:stop]
	content := strings.TrimLeft(line, " \t")
	indent := len(line) - len(content)
	if i := strings.IndexByte(line[:indent], '\t'); i >= 0 {
		indent += 4 // wherever it leads to
	}
	switch {
	case s.closer != "":
		if strings.Contains(line, s.closer) {
			s.closer = ""
		}
		return true
	case content == "":
		s.html, s.text = false, false
		return true
	case s.fence != "":
		return s.inFence(content, indent)
	case strings.IndexByte("#`~-=<>+*0123456789", content[0]) < 0:
		s.text = true
		return true
	}
	inner := withoutMarkers(content)
	nested := len(inner) < len(content)
	switch inner = strings.TrimLeft(inner, " \t"); {
	case inner == "":
	case inner[0] == '#':
		level := headingLevel(inner)
		if level == 0 {
			break
		}
		if nested || indent > 3 || s.html {
			return false
		}
		s.text = false
		return s.add(level, text.Span{Start: start + indent, End: stop})
	case inner[0] == '`', inner[0] == '~':
		fence := fenceOf(inner)
		if fence == "" {
			break
		}
		if strings.HasPrefix(strings.TrimSpace(content), ">") {
			break // each of its lines begins with a marker, too
		}
		if nested || s.html {
			return false
		}
		s.fence, s.indent, s.text = fence, indent, false
		return true
	case inner[0] == '-', inner[0] == '=':
		if isUnderline(inner) {
			if s.text || nested || s.html {
				return false
			}
			s.text = !strings.HasPrefix(inner, "---")
			return true
		}
	case inner[0] == '<':
		switch closer := htmlCloser(inner); {
		case isVerbatim(inner):
			return false
		case closer == "":
			s.html = true
		case !strings.Contains(inner, closer):
			if nested || indent > 0 || s.html {
				return false
			}
			s.closer = closer
		}
	}
	s.text = true
	return true
}

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

// withoutMarkers returns the content of a line behind the markers of quotes and list items that it begins with.
func withoutMarkers(content string) string {
	for {
		rest := strings.TrimLeft(content, " \t")
		if rest == "" {
			return content
		}
		switch c := rest[0]; {
		case c == '>':
			content = rest[1:]
			continue
		case c == '-' && isUnderline(rest):
			return content
		case c == '-', c == '+', c == '*':
			rest = rest[1:]
		case '0' <= c && c <= '9':
			rest = strings.TrimLeft(rest, "0123456789")
			if rest == "" || rest[0] != '.' && rest[0] != ')' {
				return content
			}
			rest = rest[1:]
		default:
			return content
		}
		if rest == "" || rest[0] != ' ' && rest[0] != '\t' {
			return content
		}
		content = rest
	}
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
	n := len(line) - len(strings.TrimLeft(line, line[:1]))
	if n < 3 || line[0] == '`' && strings.Contains(line[n:], "`") {
		return ""
	}
	return line[:n]
}

// isUnderline reports whether a line without indentation makes a heading of the paragraph above it, if there is one.
func isUnderline(line string) bool {
	return strings.TrimRight(strings.TrimLeft(line, line[:1]), " \t") == ""
}

// htmlCloser returns what ends the raw HTML that a line begins with, "" where a blank line does.
func htmlCloser(line string) string {
	for _, kind := range [...]struct{ opener, closer string }{
		{"<!--", "-->"}, {"<?", "?>"}, {"<![CDATA[", "]]>"},
	} {
		if strings.HasPrefix(line, kind.opener) {
			return kind.closer
		}
	}
	return ""
}

// isVerbatim reports whether a line may begin with a declaration, or with one of the elements whose content is never Markdown.
func isVerbatim(line string) bool {
	return strings.HasPrefix(line, "<!") && htmlCloser(line) == "" || slices.ContainsFunc([]string{"script", "pre", "style", "textarea"}, func(tag string) bool {
		return len(line) > len(tag) && strings.EqualFold(line[1:len(tag)+1], tag)
	})
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
