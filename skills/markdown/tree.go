package markdown

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	gmtext "github.com/yuin/goldmark/text"

	"skills-ls/skills/text"
)

// A tree is the part of goldmark's tree that a block's content is. Segments are offsets in the body.
type tree struct {
	parent     ast.Node // the block, nil if its nodes are not needed
	pc         parser.Context
	end        int // where what has no node begins, an offset in the scanner's text
	delimiters int
}

// segment returns the place in the body of a part of one line.
func (s *inlineScanner) segment(start, end int) gmtext.Segment {
	if start == end {
		at := s.offset(start)
		return gmtext.NewSegment(at, at)
	}
	return gmtext.NewSegment(s.offset(start), s.offset(end-1)+1)
}

// appendNode appends a node for a part of the text, and before it one for the text that has none.
func (s *inlineScanner) appendNode(start, end int, n ast.Node) {
	s.appendText(start)
	s.tree.parent.AppendChild(s.tree.parent, n)
	s.tree.end = end
}

// appendText appends the text before end that has no node.
func (s *inlineScanner) appendText(end int) {
	if t := &s.tree; t.parent != nil && t.end < end {
		t.parent.AppendChild(t.parent, ast.NewTextSegment(s.segment(t.end, end)))
		t.end = end
	}
}

// lineBreak appends the text of a line up to end, and returns the start of the next line.
func (s *inlineScanner) lineBreak(end, newline int, hard bool) int {
	if t := &s.tree; t.parent != nil {
		end = t.end + len(bytes.TrimRight(s.text[t.end:end], " \t"))
		n := ast.NewTextSegment(s.segment(t.end, end))
		n.SetSoftLineBreak(!hard)
		n.SetHardLineBreak(hard)
		s.appendNode(t.end, newline+1, n)
	}
	return newline + 1
}

// codeNode returns the node of a code span with this content.
func (s *inlineScanner) codeNode(start, end int) ast.Node {
	code := ast.NewCodeSpan()
	for start < end {
		stop := start + lineLength(s.text[start:end])
		skip := 0 // the backslash of an escaped "|"
		if i := bytes.Index(s.text[start:stop], []byte(`\|`)); i >= 0 && s.inCell {
			stop, skip = start+i, 1
		}
		code.AppendChild(code, ast.NewRawTextSegment(s.segment(start, stop)))
		start = stop + skip
	}
	return code
}

// rawNode returns the node of raw HTML.
func (s *inlineScanner) rawNode(start, end int) ast.Node {
	raw := ast.NewRawHTML()
	for start < end {
		stop := start + lineLength(s.text[start:end])
		raw.Segments.Append(s.segment(start, stop))
		start = stop
	}
	return raw
}

// lineLength returns the length of the first line, with its ending.
func lineLength(text []byte) int {
	if i := bytes.IndexByte(text, '\n'); i >= 0 {
		return i + 1
	}
	return len(text)
}

// autolinkNode returns the node of a link that shows its own destination.
func (s *inlineScanner) autolinkNode(url text.Span, destination string) ast.Node {
	link := ast.NewLink()
	link.Destination = []byte(destination)
	link.AppendChild(link, ast.NewRawTextSegment(s.segment(url.Start, url.End)))
	return link
}

// linkNode makes a link or an image of the nodes after a bracket. Its text ends at the bracket at i.
func (s *inlineScanner) linkNode(open bracket, i, end int, destination string) {
	s.appendText(i)
	parent := s.tree.parent
	first := parent.FirstChild()
	if open.after != nil {
		first = open.after.NextSibling()
	}
	// The bracket is in this text, or begins it.
	text := first.(*ast.Text)
	if at := s.offset(open.start); text.Segment.Start < at {
		parent.InsertBefore(parent, text, ast.NewTextSegment(text.Segment.WithStop(at)))
	}
	text.Segment = text.Segment.WithStart(s.offset(open.text-1) + 1)
	link := ast.NewLink()
	link.Destination = []byte(destination)
	for first != nil {
		next := first.NextSibling()
		link.AppendChild(link, first)
		first = next
	}
	var n ast.Node = link
	if open.image {
		n = ast.NewImage(link)
	}
	s.appendNode(i, end, n)
	parser.ProcessDelimiters(open.before, s.tree.pc)
}

// maxDelimiters is how many runs of "*", "_" and "~" of a block can be emphasis. goldmark compares each
// with those before it.
const maxDelimiters = 1000

// delimiterRun reads the run at i, which may begin or end emphasis (CommonMark 0.31, 6.2; GFM 6.5), and
// returns its end.
func (s *inlineScanner) delimiterRun(i int) int {
	before, _ := utf8.DecodeLastRune(s.text[:i])
	if i == 0 {
		before = '\n'
	}
	d := parser.ScanDelimiter(s.text[i:], before, 1, emphasis(s.text[i]))
	end := i + d.Length
	if d.Char == '~' && d.Length > 2 || s.tree.delimiters == maxDelimiters {
		return end
	}
	s.tree.delimiters++
	d.Segment = s.segment(i, end)
	s.appendNode(i, end, d)
	s.tree.pc.PushDelimiter(d)
	return end
}

// An emphasis is the character of its delimiters.
type emphasis byte

func (emphasis) IsDelimiter(byte) bool { return true }

func (emphasis) CanOpenCloser(opener, closer *parser.Delimiter) bool {
	return opener.Char == closer.Char && (opener.Char != '~' || opener.Length == closer.Length)
}

func (e emphasis) OnMatch(length int) ast.Node {
	if e == '~' {
		return extast.NewStrikethrough()
	}
	return ast.NewEmphasis(length)
}

// plainText returns what a reader sees of a node's content, without markup. It leaves out images unless
// they count with their alternative text.
func (p *bodyParse) plainText(n ast.Node, images bool) string {
	var out strings.Builder
	p.writeText(&out, n, images)
	return out.String()
}

func (p *bodyParse) writeText(out *strings.Builder, parent ast.Node, images bool) {
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		t, ok := n.(*ast.Text)
		switch {
		case ok && t.IsRaw():
			out.WriteString(strings.ReplaceAll(string(t.Segment.Value(p.text)), "\n", " "))
		case ok:
			out.WriteString(Unescape(string(t.Segment.Value(p.text))))
			if t.SoftLineBreak() || t.HardLineBreak() {
				out.WriteByte('\n')
			}
		case images || n.Kind() != ast.KindImage:
			p.writeText(out, n, images)
		}
	}
}
