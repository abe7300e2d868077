package markdown

import (
	"bytes"
	"sort"
	"strings"

	"github.com/yuin/goldmark/ast"
	gmtext "github.com/yuin/goldmark/text"

	"skills-ls/skills/text"
)

// An inlineScanner reads the content of one block at a time: what CommonMark 0.31 calls inlines (chapter 6), with GitHub's
// autolinks. Emphasis is read only if the block is rendered.
//
// Every step either consumes what it looked at, or fails after a distance that is bounded or that no later step of the block
// will look over again; so the time is linear. Where that needs a memory of failures it is one of the fields below.
type inlineScanner struct {
	body *bodyParse

	// text is the block's text: its lines without the indentation and the prefixes of containers, each but the last with its
	// "\n". Offsets are offsets in it until span makes them offsets of the source.
	text  []byte
	lines []blockLine // never empty; the text of a single line is not copied
	buf   []byte

	brackets []bracket
	noLinks  int // brackets below this index cannot become a link, since a link stands in them; images can

	ticksRead bool              // ticks holds every run of backticks of the block from here on
	ticks     [maxTicks + 1]int // the last run seen of each length

	missing [terminators]bool // kinds of raw HTML whose end the rest of the block does not have

	plain int // the end of the last bare link or escape: what comes before it is not part of another bare link

	inCell bool   // "\\|" stands for "|", even in code
	marks  *marks // nil unless the block is rendered
}

// A blockLine says where a line of a block's text comes from.
type blockLine struct{ start, source int }

// reset makes the lines, without blanks at their edges, the text to be scanned.
func (s *inlineScanner) reset(lines *gmtext.Segments) {
	s.lines = s.lines[:0]
	if n := lines.Len(); n == 1 {
		s.single(trimSegment(s.body.text, lines.At(0)))
		return
	}
	s.buf = s.buf[:0]
	body, source, base := s.body.text, s.body.source, s.body.base
	for i := range lines.Len() {
		seg := lines.At(i)
		seg = seg.TrimLeftSpace(body)
		s.lines = append(s.lines, blockLine{len(s.buf), seg.Start})
		line := body[seg.Start:seg.Stop]
		if n := len(line); n >= 2 && line[n-1] == '\n' && source[base+seg.Stop-2] == '\r' {
			s.buf = append(append(s.buf, line[:n-2]...), '\n')
		} else {
			s.buf = append(s.buf, line...)
		}
	}
	s.text = bytes.TrimRight(s.buf, " \t\n")
	s.forget()
}

func (s *inlineScanner) single(seg gmtext.Segment) {
	s.lines = append(s.lines[:0], blockLine{0, seg.Start})
	s.text = s.body.text[seg.Start:seg.Stop]
	s.forget()
}

func (s *inlineScanner) forget() {
	s.brackets, s.noLinks, s.ticksRead = s.brackets[:0], 0, false
	s.missing = [terminators]bool{}
	s.plain = 0
	s.marks, s.inCell = nil, false
}

// line returns the index of the line that the offset lies in.
func (s *inlineScanner) line(offset int) int {
	if len(s.lines) == 1 {
		return 0
	}
	return sort.Search(len(s.lines), func(i int) bool { return s.lines[i].start > offset }) - 1
}

// offset returns where in the body a byte of the text stands.
func (s *inlineScanner) offset(i int) int {
	l := s.lines[s.line(i)]
	return l.source + i - l.start
}

// span returns the source of a part of the text. It ends behind its last byte, even where the next one is on another line.
func (s *inlineScanner) span(start, end int) text.Span {
	p := s.body
	from := s.offset(min(start, max(0, len(s.text)-1)))
	if start >= len(s.text) && start > 0 {
		from++
	}
	if start >= end {
		return p.span(from, from)
	}
	to := s.offset(end-1) + 1
	if s.text[end-1] == '\n' && p.source[p.base+to-1] == '\r' && p.base+to < len(p.source) && p.source[p.base+to] == '\n' {
		to++
	}
	return p.span(from, to)
}

// inner returns the source of what a delimiter at end closes: all up to the delimiter, even where it begins a line.
func (s *inlineScanner) inner(start, end int) text.Span {
	return s.body.span(s.offset(start), s.offset(end))
}

// scan reads a paragraph.
func (s *inlineScanner) scan(lines *gmtext.Segments, n ast.Node) {
	if lines.Len() == 0 {
		return
	}
	s.reset(lines)
	s.count()
	s.render(n, func() {
		start := 0
		if _, ok := n.Parent().(*ast.ListItem); ok && n.PreviousSibling() == nil {
			start = s.checkbox()
		}
		s.run(start)
	})
}

// render calls scan. If the body is rendered, it keeps the HTML of what is scanned for the block.
func (s *inlineScanner) render(block ast.Node, scan func()) {
	p := s.body
	if p.html == nil {
		scan()
		return
	}
	s.marks = &marks{s: s}
	scan()
	p.html[block] = append(p.html[block], s.marks.html())
}

// scanCell reads a cell of a table.
func (s *inlineScanner) scanCell(seg gmtext.Segment, table ast.Node) {
	s.single(seg)
	s.inCell = true
	s.count()
	s.render(table, func() { s.run(0) })
}

// count estimates what the block would cost goldmark: as much as each delimiter looking over the whole block.
func (s *inlineScanner) count() {
	const few = 1 << 10 // bytes of a block that nobody minds
	if len(s.text) < few {
		return
	}
	n := 0
	var last byte
	for _, c := range s.text {
		if delimiter[c] && (c != last || c == '[' || c == ']') {
			n++
		}
		last = c
	}
	s.body.addWork(n*len(s.text), s.span(0, len(s.text)))
}

var delimiter = byteSet("[]`*_~<!")

// checkbox returns the length of the "[x] " that begins a task, which is no reference.
func (s *inlineScanner) checkbox() int {
	if t := s.text; len(t) > 3 && t[0] == '[' && (t[1] == ' ' || t[1]|0x20 == 'x') && t[2] == ']' && isSpace(t[3]) {
		end := s.skipSpace(3)
		html := `<input disabled="" type="checkbox"> `
		if t[1] != ' ' {
			html = `<input checked="" disabled="" type="checkbox"> `
		}
		s.mark(0, end, "", html)
		return end
	}
	return 0
}

var special, renderedSpecial = byteSet("\\`<![]:w@"), byteSet("\\`<![]:w@*_~&\n")

// run scans the text from start to its end.
func (s *inlineScanner) run(start int) {
	stops := &special
	if s.marks != nil {
		stops = &renderedSpecial
	}
	for i := start; i < len(s.text); {
		c := s.text[i]
		if !stops[c] {
			i++
			continue
		}
		switch c {
		case '\\':
			i = s.escape(i)
		case '`':
			i = s.codeSpan(i)
		case '<':
			i = s.angle(i)
		case '!':
			i++
			if i < len(s.text) && s.text[i] == '[' {
				s.openBracket(i-1, i+1)
				i++
			}
		case '[':
			s.openBracket(i, i+1)
			i++
		case ']':
			i = s.closeBracket(i)
		case ':', 'w', '@':
			i = s.bareLink(i)
		default:
			i = s.marks.special(i)
		}
	}
}

// escape passes over a backslash and what it escapes.
func (s *inlineScanner) escape(i int) int {
	if i+1 == len(s.text) {
		return i + 1
	}
	switch next := s.text[i+1]; {
	case isPunct(next):
		s.mark(i, i+1, "", "")
		s.plain = i + 2
		return i + 2
	case next == '\n': // a hard break
		s.mark(i, i+1, "", lineBreak)
	}
	return i + 1
}

// maxTicks is the longest run of backticks that delimits code, as in cmark.
const maxTicks = 80

// codeSpan reads the code span, or the run of backticks, at i.
func (s *inlineScanner) codeSpan(i int) int {
	start := i + run(s.text[i:], '`')
	n := start - i
	if n > maxTicks || s.ticksRead && s.ticks[n] <= i {
		return start
	}
	if !s.ticksRead {
		s.ticks = [maxTicks + 1]int{}
	}
	for end := start; ; {
		next := bytes.IndexByte(s.text[end:], '`')
		if next < 0 {
			s.ticksRead = true
			return start
		}
		end += next
		m := run(s.text[end:], '`')
		if m == n {
			s.code(i, start, end, end+n)
			return end + n
		}
		if m <= maxTicks {
			s.ticks[m] = end
		}
		end += m
	}
}

// code records a code span, and its content without the one space at each end that CommonMark takes away.
func (s *inlineScanner) code(start, from, to, end int) {
	content := s.text[from:to]
	if isSpace(content[0]) && isSpace(content[len(content)-1]) && len(trimSpace(content)) > 0 {
		from, to = from+1, to-1
	}
	c := CodeSpan{Span: s.span(start, end), Content: s.inner(from, to)}
	md := s.body.md
	md.CodeSpans = append(md.CodeSpans, c)
	md.Code = append(md.Code, c.Span)
	if s.marks != nil {
		content := strings.ReplaceAll(string(s.text[from:to]), "\n", " ")
		if s.inCell {
			content = strings.ReplaceAll(content, `\|`, "|")
		}
		s.mark(start, end, content, "<code>"+escapeHTML(content)+"</code>")
	}
}

// run returns how often c is repeated at the start of text.
func run(text []byte, c byte) int {
	n := 0
	for n < len(text) && text[n] == c {
		n++
	}
	return n
}

func byteSet(members string) (set [256]bool) {
	for i := range len(members) {
		set[members[i]] = true
	}
	return set
}

// isSpace reports whether c is a blank or a line ending. No text to be scanned has a carriage return.
func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' }

// isPunct reports whether c is punctuation of ASCII, which a backslash escapes.
func isPunct(c byte) bool {
	return c >= '!' && c <= '/' || c >= ':' && c <= '@' || c >= '[' && c <= '`' || c >= '{' && c <= '~'
}

func isBlankText(text []byte) bool { return len(trimSpace(text)) == 0 }

func trimSpace(text []byte) []byte { return bytes.Trim(text, " \t\n") }

func trimSegment(source []byte, seg gmtext.Segment) gmtext.Segment {
	seg = seg.TrimLeftSpace(source)
	return seg.TrimRightSpace(source)
}
