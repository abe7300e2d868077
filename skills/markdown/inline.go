package markdown

import (
	"bytes"
	"sort"
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	gmtext "github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"skills-ls/skills/text"
)

// An inlineParser hands each block to the scanner as a whole. goldmark asks it at the block's first byte.
type inlineParser struct{}

// Trigger returns what a block may begin with. The space stands for all that is no punctuation.
func (inlineParser) Trigger() []byte { return []byte(" !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~") }

// Parse reads the block that parent is, and appends its nodes.
func (inlineParser) Parse(parent ast.Node, block gmtext.Reader, pc parser.Context) ast.Node {
	p := bodyOf(pc)
	if table, ok := parent.(*extast.Table); ok {
		p.table(table)
	} else {
		p.inline.reset(parent.Lines())
		p.inline.scan(parent)
	}
	for range parent.Lines().Len() {
		block.AdvanceLine()
	}
	// goldmark appends what is returned, and reads the block itself if that is nothing.
	if last := parent.LastChild(); last != nil {
		return last
	}
	return p.noText
}

// An inlineScanner reads the content of one block at a time: what CommonMark 0.31 calls inlines (chapter
// 6), with GitHub's autolinks. Emphasis is read only if the block's nodes are needed.
//
// Every step either consumes what it looked at, or fails after a distance that is bounded or that no
// later step of the block will look over again; so the time is linear. Where that needs a memory of
// failures it is one of the fields below.
type inlineScanner struct {
	body *bodyParse

	// text is the block's text: its lines without the indentation and the prefixes of containers, each
	// but the last with its "\n". Offsets are offsets in it until span makes them offsets of the source.
	text  []byte
	lines []blockLine // never empty; the text of a single line is not copied
	buf   []byte

	blockState
}

// A blockState is what a scanner knows of the block that it reads.
type blockState struct {
	brackets []bracket
	noLinks  int // brackets below this index contain a link and cannot become one; they can become images

	openTicks [maxTicks + 1]bool // lengths of runs of backticks that the rest of the block does not have
	missing   [len(markups)]bool // kinds of raw HTML whose end the rest of the block does not have

	plain int // the end of the last bare link or escape: what comes before it is not part of another bare link

	parent     ast.Node // gets the block's nodes; nil if they are not needed
	textStart  int      // where the text begins that has no node yet
	delimiters int
}

// A blockLine says where a line of a block's text comes from.
type blockLine struct{ start, source int }

// reset makes the lines the text to be scanned, without spaces and tabs at the ends of the text.
func (s *inlineScanner) reset(lines *gmtext.Segments) {
	body := s.body.text
	if lines.Len() == 1 {
		s.single(trimSegment(body, lines.At(0)))
		return
	}
	s.lines, s.buf = s.lines[:0], s.buf[:0]
	for i := range lines.Len() {
		seg := lines.At(i)
		seg = seg.TrimLeftSpace(body)
		s.lines = append(s.lines, blockLine{len(s.buf), seg.Start})
		s.buf = append(s.buf, body[seg.Start:seg.Stop]...)
		if strings.HasSuffix(s.body.span(seg.Start, seg.Stop).Of(s.body.source), "\r\n") {
			s.buf = append(s.buf[:len(s.buf)-2], '\n')
		}
	}
	s.text = bytes.TrimRight(s.buf, spaces)
	s.blockState = blockState{brackets: s.brackets[:0]}
}

// single makes a part of a line the text to be scanned.
func (s *inlineScanner) single(seg gmtext.Segment) {
	s.lines = append(s.lines[:0], blockLine{0, seg.Start})
	s.text = s.body.text[seg.Start:seg.Stop]
	s.blockState = blockState{brackets: s.brackets[:0]}
}

// line returns the index of the line that has the offset.
func (s *inlineScanner) line(offset int) int {
	return sort.Search(len(s.lines), func(i int) bool { return s.lines[i].start > offset }) - 1
}

// offset returns where in the body a byte of the text stands.
func (s *inlineScanner) offset(i int) int {
	l := s.lines[s.line(i)]
	return l.source + i - l.start
}

// segment returns the place in the body of a part of the text. It ends behind its last byte, even where the
// next one is on another line.
func (s *inlineScanner) segment(start, end int) gmtext.Segment {
	from := s.offset(start)
	if start >= end {
		return gmtext.NewSegment(from, from)
	}
	return gmtext.NewSegment(from, s.offset(end-1)+1)
}

// span returns the source of a part of the text, as segment does.
func (s *inlineScanner) span(start, end int) text.Span {
	place := s.segment(start, end)
	span := s.body.span(place.Start, place.Stop)
	if start < end && s.text[end-1] == '\n' && strings.HasPrefix(s.body.source[span.End-1:], "\r\n") {
		span.End++
	}
	return span
}

// inner returns the source from start to the closing delimiter at end, even if the delimiter begins a
// line.
func (s *inlineScanner) inner(start, end int) text.Span {
	return s.body.span(s.offset(start), s.offset(end))
}

// scan reads the text. The parent gets its nodes only if they are needed: all of them to render a body,
// those of headings for their text.
func (s *inlineScanner) scan(parent ast.Node) {
	s.count()
	if parent.Kind() == ast.KindHeading || s.body.rendered && len(s.body.md.Problems) == 0 {
		s.parent = parent
	}
	start := 0
	item := parent.Parent()
	if s.at(0) == '[' && item != nil && item.Kind() == ast.KindListItem && item.FirstChild() == parent {
		start = taskBox(s.text)
		if start > 0 && s.parent != nil {
			s.appendNode(0, start, extast.NewTaskCheckBox(s.text[1] != ' '))
		}
	}
	s.run(start)
	if s.parent != nil {
		s.appendText(len(s.text))
		parser.ProcessDelimiters(nil, s.body.context)
	}
}

// maxWork bounds the time that quadratic parsers may take for a body, in steps of about a nanosecond each.
const maxWork = 1 << 29

// addWork counts steps that goldmark's own parsers, and others like them, would need for a block. Nothing
// here takes them, but the agents, editors and previews that read the file might.
func (p *bodyParse) addWork(steps int, block text.Span) {
	cheap := p.work <= maxWork
	if p.work += steps; cheap && p.work > maxWork {
		p.md.Problems = append(p.md.Problems, Problem{
			TooCostly, block,
			"block is slow to parse: too many brackets, asterisks, backticks or cells",
		})
	}
}

// count estimates what the block would cost goldmark: as much as each delimiter looking over the whole block.
func (s *inlineScanner) count() {
	const few = 1 << 10 // bytes; a shorter block is cheap with any content
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

// taskBox returns the length of the checkbox that begins a task, with the space after it, or 0. A checkbox is
// not a reference.
func taskBox(content []byte) int {
	if len(content) < 4 || strings.IndexByte(" xX", content[1]) < 0 || content[2] != ']' || !isSpace(content[3]) {
		return 0
	}
	return len(content) - len(bytes.TrimLeft(content[3:], spaces))
}

var special, specialInTree = byteSet("\\`<![]:w@"), byteSet("\\`<![]:w@*_~\n")

// run scans the text from i to its end.
func (s *inlineScanner) run(i int) {
	stops := &special
	if s.parent != nil {
		stops = &specialInTree
	}
	for i < len(s.text) {
		if !stops[s.text[i]] {
			i++
			continue
		}
		switch s.text[i] {
		case '\\':
			i = s.escape(i)
		case '`':
			i = s.codeSpan(i)
		case '<':
			i = s.angle(i)
		case '!':
			if i++; s.at(i) == '[' {
				i = s.openBracket(i-1, i+1)
			}
		case '[':
			i = s.openBracket(i, i+1)
		case ']':
			i = s.closeBracket(i)
		case ':', 'w', '@':
			i = s.bareLink(i)
		case '\n':
			i = s.lineBreak(i, i, bytes.HasSuffix(s.text[:i], []byte("  ")))
		default:
			i = s.delimiterRun(i)
		}
	}
}

// at returns the byte at i, 0 at the end of the text.
func (s *inlineScanner) at(i int) byte {
	if i < len(s.text) {
		return s.text[i]
	}
	return 0
}

// escape passes over a backslash and what it escapes.
func (s *inlineScanner) escape(i int) int {
	c := s.at(i + 1)
	switch {
	case c == '\n':
		return s.lineBreak(i, i+1, true)
	case util.IsPunct(c):
		s.plain = i + 2
		return i + 2
	}
	return i + 1
}

// maxTicks is the longest run of backticks that delimits code, as in cmark.
const maxTicks = 80

// codeSpan reads the code span, or the run of backticks, at i.
func (s *inlineScanner) codeSpan(i int) int {
	start := i + run(s.text[i:], '`')
	n := start - i
	if n > maxTicks || s.openTicks[n] {
		return start
	}
	for end := start; ; {
		next := bytes.IndexByte(s.text[end:], '`')
		if next < 0 {
			s.openTicks[n] = true
			return start
		}
		end += next
		m := run(s.text[end:], '`')
		if m == n {
			s.code(i, start, end, end+n)
			return end + n
		}
		end += m
	}
}

// code records a code span, and its content without the one space at each end that CommonMark takes away.
func (s *inlineScanner) code(start, from, to, end int) {
	content := s.text[from:to]
	if isSpace(content[0]) && isSpace(content[len(content)-1]) && len(bytes.Trim(content, spaces)) > 0 {
		from, to = from+1, to-1
	}
	c := CodeSpan{Span: s.span(start, end), Content: s.inner(from, to)}
	md := s.body.md
	md.CodeSpans = append(md.CodeSpans, c)
	md.Code = append(md.Code, c.Span)
	if s.parent != nil {
		s.appendNode(start, end, s.codeNode(from, to))
	}
}

func byteSet(members string) (set [256]bool) {
	for i := range len(members) {
		set[members[i]] = true
	}
	return set
}

// run returns how often c is repeated at the start of text.
func run(text []byte, c byte) int {
	n := 0
	for n < len(text) && text[n] == c {
		n++
	}
	return n
}

// spaces are the white space in a text to be scanned, which has no carriage returns.
const spaces = text.SpaceTab + "\n"

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' }

func trimSegment(source []byte, seg gmtext.Segment) gmtext.Segment {
	seg = seg.TrimLeftSpace(source)
	return seg.TrimRightSpace(source)
}
