package markdown

import (
	"bufio"
	"bytes"
	"html"
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	gmhtml "github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/util"

	"skills-ls/skills/text"
)

// A bracket is a "[" or "![" that may begin a link or an image.
type bracket struct {
	start, text int // where it begins, and what is between it and its partner
	image       bool

	// If the block's nodes are needed, node is that of the bracket, and before the last delimiter of emphasis before it.
	node   ast.Node
	before *parser.Delimiter
}

// openBracket records a bracket, and returns where what it encloses begins.
func (s *inlineScanner) openBracket(start, text int) int {
	b := bracket{start: start, text: text, image: s.text[start] == '!'}
	if s.parent != nil {
		b.node = ast.NewTextSegment(s.segment(start, text))
		b.before = s.body.context.LastDelimiter()
		s.appendNode(start, text, b.node)
	}
	s.brackets = append(s.brackets, b)
	return text
}

// closeBracket reads the link or image that the "]" at i may end, and returns where to go on.
func (s *inlineScanner) closeBracket(i int) int {
	n := len(s.brackets) - 1
	if n < 0 {
		return i + 1
	}
	open := s.brackets[n]
	s.brackets = s.brackets[:n]
	active := open.image || n >= s.noLinks
	s.noLinks = min(s.noLinks, n)
	if !active {
		return i + 1
	}
	link, end, ok := s.inlineLink(i)
	if !ok {
		link, end, ok = s.referenceLink(open, i)
	}
	if !ok {
		return i + 1
	}
	link.Image = open.image
	link.Span = s.span(open.start, end)
	link.Text = s.inner(open.text, i)
	s.body.md.Links = append(s.body.md.Links, link)
	if !open.image {
		s.noLinks = n
	}
	if s.parent != nil {
		s.linkNode(open, i, end, link.Destination)
	}
	return end
}

// inlineLink reads the "(destination "title")" after the bracket that closes at i.
func (s *inlineScanner) inlineLink(i int) (link Link, end int, ok bool) {
	if s.at(i+1) != '(' {
		return link, 0, false
	}
	i = s.skipSpace(i + 2)
	dest := text.At(i)
	if s.at(i) != ')' {
		if dest, i, ok = LinkDestination(s.text, i); !ok {
			return link, 0, false
		}
	}
	title := s.title(i, s.skipSpace(i))
	last := s.skipSpace(title.End)
	if s.at(last) != ')' {
		return link, 0, false
	}
	link = Link{
		Kind: InlineLink, Dest: s.span(dest.Start, dest.End), Title: s.span(title.Start, title.End),
		Label: s.span(last, last), Definition: -1,
	}
	link.Destination = Unescape(link.Dest.Of(s.body.source))
	return link, last + 1, true
}

// referenceLink reads the reference whose first bracket closes at i: full, collapsed or shortcut.
func (s *inlineScanner) referenceLink(open bracket, i int) (link Link, end int, ok bool) {
	end = i + 1
	second, full := s.label(i + 1)
	if full {
		end = second.End + 1
	}
	label := second
	if !full || len(bytes.Trim(s.text[second.Start:second.End], spaces)) == 0 {
		if label, ok = s.label(open.text - 1); !ok || label.End != i || label.IsEmpty() {
			return link, 0, false
		}
	}
	p := s.body
	name := NormalizeLabel(string(s.text[label.Start:label.End]))
	index, ok := p.names[name]
	if !ok {
		if full && (label == second || second.IsEmpty()) {
			s.unresolved(open, i, end, label, name)
		}
		return link, 0, false
	}
	d := &p.md.Definitions[index]
	d.Used = true
	return Link{
		Kind: ReferenceLink, Dest: d.Dest, Destination: d.Destination, Title: d.Title,
		Label: s.inner(label.Start, label.End), Definition: index,
	}, end, true
}

// unresolved records "[text][label]" or "[label][]" whose label is not defined, where it is meant as a
// reference. Brackets in prose are mostly something else: an index, a footnote, a pattern, one tag after
// another.
func (s *inlineScanner) unresolved(open bracket, i, end int, label text.Span, name string) {
	source := string(s.text[open.text:i])
	switch {
	case name == "", text.IsBlank(source), strings.Trim(source, "-0123456789") == "",
		notation.MatchString(source), notation.MatchString(name):
		return
	case open.start > 0 && continuesExpression(s.text[open.start-1]):
		return
	case s.at(end) == '[' || s.at(end) == '(':
		return
	}
	reference := Reference{s.span(open.start, end), s.inner(label.Start, label.End), name}
	s.body.md.Unresolved = append(s.body.md.Unresolved, reference)
}

// continuesExpression reports whether a bracket right after c belongs to what is before it, as in arr[i][j].
func continuesExpression(c byte) bool {
	return text.IsLetter(c) || text.IsDigit(c) || c >= 0x80 || strings.IndexByte("_)]}.$`", c) >= 0
}

// notation matches what is between brackets as a footnote's name, a quoted key or a range of characters.
var notation = regexp.MustCompile(`(?s)^(?:[\^"']|[\x00-\x7f]-.)`)

// maxLabel is the greatest length of a label, in bytes here.
const maxLabel = 999

// label reads a link label, brackets included, at i. The span is what is between the brackets.
func (s *inlineScanner) label(i int) (content text.Span, ok bool) {
	if s.at(i) != '[' {
		return content, false
	}
	end, ok := closing(s.text, i+1, ']', "[")
	return text.Span{Start: i + 1, End: end}, ok && end-i-1 <= maxLabel
}

// closing returns where a closing delimiter stands from i on. It returns false if there is none, or if one of
// the bytes of stop comes before it. No byte after a backslash counts.
func closing[T string | []byte](source T, i int, delimiter byte, stop string) (end int, ok bool) {
	for ; i < len(source); i++ {
		switch c := source[i]; {
		case c == delimiter:
			return i, true
		case strings.IndexByte(stop, c) >= 0:
			return 0, false
		case c == '\\' && i+1 < len(source) && util.IsPunct(source[i+1]):
			i++
		}
	}
	return 0, false
}

// maxParens is how deep parentheses in a destination may be nested, as in cmark. A bound is what keeps
// destinations from being read again and again.
const maxParens = 32

// LinkDestination reads the destination of a link at a byte offset of a text, or that of a definition.
// The span leaves out angle brackets.
func LinkDestination[T string | []byte](source T, i int) (dest text.Span, end int, ok bool) {
	if i < len(source) && source[i] == '<' {
		end, ok = closing(source, i+1, '>', "<\n")
		return text.Span{Start: i + 1, End: end}, end + 1, ok
	}
	depth, j := 0, i
	for ; j < len(source); j++ {
		c := source[j]
		if c == '\\' && j+1 < len(source) && util.IsPunct(source[j+1]) {
			j++
		} else if c == '(' {
			if depth++; depth > maxParens {
				return dest, 0, false
			}
		} else if c == ')' && depth > 0 {
			depth--
		} else if c == ')' || c <= ' ' || c == 0x7f {
			break
		}
	}
	return text.Span{Start: i, End: j}, j, j > i && depth == 0
}

// title reads a link title at i. White space must separate it from the destination. The span includes the
// quotes. It is empty if there is no title.
func (s *inlineScanner) title(destinationEnd, i int) text.Span {
	opening := s.at(i)
	if i == destinationEnd || opening != '"' && opening != '\'' && opening != '(' {
		return text.At(i)
	}
	delimiter := opening
	if opening == '(' {
		delimiter = ')'
	}
	end, ok := closing(s.text, i+1, delimiter, string(opening))
	if !ok {
		return text.At(i)
	}
	return text.Span{Start: i, End: end + 1}
}

func (s *inlineScanner) skipSpace(i int) int {
	return len(s.text) - len(bytes.TrimLeft(s.text[i:], spaces))
}

// lineEnd returns the start of the line after i, if only spaces and tabs come before it.
func (s *inlineScanner) lineEnd(i int) (next int, ok bool) {
	i = len(s.text) - len(bytes.TrimLeft(s.text[i:], text.SpaceTab))
	return min(i+1, len(s.text)), i == len(s.text) || s.text[i] == '\n'
}

// NormalizeLabel returns the form in which link labels match (CommonMark 0.31, 4.7): case folded, without
// white space at the ends, and with a single space for each run of white space.
func NormalizeLabel(label string) string { return util.ToLinkReference([]byte(label)) }

// Unescape replaces backslash escapes and character references, as Markdown does in text and in the
// destination of a link.
func Unescape(text string) string {
	if !strings.ContainsAny(text, `\&`) {
		return text
	}
	var escaped strings.Builder // as HTML
	out := bufio.NewWriterSize(&escaped, len(text))
	gmhtml.DefaultWriter.Write(out, []byte(text))
	_ = out.Flush()
	return html.UnescapeString(escaped.String())
}
