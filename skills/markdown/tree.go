package markdown

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
)

// appendNode appends a node for a part of the text, and before it one for the text that has none.
func (s *inlineScanner) appendNode(start, end int, n ast.Node) {
	s.appendText(start)
	s.parent.AppendChild(s.parent, n)
	s.textStart = end
}

// appendText appends the text before end that has no node.
func (s *inlineScanner) appendText(end int) {
	if s.textStart < end {
		s.parent.AppendChild(s.parent, ast.NewTextSegment(s.segment(s.textStart, end)))
		s.textStart = end
	}
}

// lineBreak appends the text of a line up to end, and returns the start of the next line.
func (s *inlineScanner) lineBreak(end, newline int, hard bool) int {
	if s.parent != nil {
		end = s.textStart + len(bytes.TrimRight(s.text[s.textStart:end], " \t"))
		n := ast.NewTextSegment(s.segment(s.textStart, end))
		n.SetSoftLineBreak(!hard)
		n.SetHardLineBreak(hard)
		s.appendNode(s.textStart, newline+1, n)
	}
	return newline + 1
}

// codeNode returns the node of a code span with this content.
func (s *inlineScanner) codeNode(start, end int) ast.Node {
	code := ast.NewCodeSpan()
	addUntil := func(stop int) {
		code.AppendChild(code, ast.NewRawTextSegment(s.segment(start, stop)))
		start = stop
	}
	for line := range bytes.Lines(s.text[start:end]) {
		stop := start + len(line)
		for s.parent.Kind() == extast.KindTableCell {
			i := bytes.Index(s.text[start:stop], []byte(`\|`))
			if i < 0 {
				break
			}
			addUntil(start + i)
			start++ // without the backslash
		}
		addUntil(stop)
	}
	return code
}

// rawNode returns the node of raw HTML.
func (s *inlineScanner) rawNode(start, end int) ast.Node {
	raw := ast.NewRawHTML()
	for line := range bytes.Lines(s.text[start:end]) {
		raw.Segments.Append(s.segment(start, start+len(line)))
		start += len(line)
	}
	return raw
}

// linkNode makes a link or an image of the nodes after a bracket. Its text ends at the bracket at i.
func (s *inlineScanner) linkNode(open bracket, i, end int, destination string) {
	s.appendText(i)
	link := ast.NewLink()
	link.Destination = []byte(destination)
	for n := open.node.NextSibling(); n != nil; n = open.node.NextSibling() {
		link.AppendChild(link, n)
	}
	s.parent.RemoveChild(s.parent, open.node)
	var n ast.Node = link
	if open.image {
		n = ast.NewImage(link)
	}
	s.appendNode(i, end, n)
	parser.ProcessDelimiters(open.before, s.body.context)
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
	if d.Char == '~' && d.Length > 2 || s.delimiters == maxDelimiters {
		return end
	}
	s.delimiters++
	d.Segment = s.segment(i, end)
	s.appendNode(i, end, d)
	s.body.context.PushDelimiter(d)
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
