package markdown

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"

	"skills-ls/skills/text"
)

// A bracket is a "[" or "![" that may begin a link or an image.
type bracket struct {
	start, text int // where it begins, and what is between it and its partner
	image       bool
	nested      bool // another bracket opened after it, so that what it encloses is no label

	// If the block's nodes are needed, after is the last of them before it, and before the last delimiter of emphasis.
	after  ast.Node
	before *parser.Delimiter
}

func (s *inlineScanner) openBracket(start, text int) {
	if n := len(s.brackets); n > 0 {
		s.brackets[n-1].nested = true
	}
	b := bracket{start: start, text: text, image: text-start == 2}
	if s.tree.parent != nil {
		b.after = s.tree.parent.LastChild()
		b.before = s.tree.pc.LastDelimiter()
	}
	s.brackets = append(s.brackets, b)
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
	link, end, ok := s.inlineLink(open, i)
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
	if s.tree.parent != nil {
		s.linkNode(open, i, end, link.Destination)
	}
	return end
}

// inlineLink reads the "(destination "title")" after the bracket that closes at i.
func (s *inlineScanner) inlineLink(open bracket, i int) (link Link, end int, ok bool) {
	if i+1 >= len(s.text) || s.text[i+1] != '(' {
		return link, 0, false
	}
	i = s.skipSpace(i + 2)
	dest := text.Span{Start: i, End: i}
	if i < len(s.text) && s.text[i] != ')' {
		if dest, i, ok = s.destination(i); !ok {
			return link, 0, false
		}
	}
	after := s.skipSpace(i)
	title, titleEnd, hasTitle := s.title(i, after)
	if hasTitle {
		after = s.skipSpace(titleEnd)
	}
	if after >= len(s.text) || s.text[after] != ')' {
		return link, 0, false
	}
	link = Link{Kind: InlineLink, Dest: s.span(dest.Start, dest.End), Definition: -1}
	link.Destination = Unescape(link.Dest.Of(s.body.source))
	link.Title = text.At(s.span(after, after+1).Start)
	link.Label = link.Title
	if hasTitle {
		link.Title = s.span(title.Start, title.End)
	}
	return link, after + 1, true
}

// referenceLink reads the reference whose first bracket closes at i: full, collapsed or shortcut.
func (s *inlineScanner) referenceLink(open bracket, i int) (link Link, end int, ok bool) {
	label := text.Span{Start: open.text, End: i}
	end = i + 1
	second, secondEnd, full := s.label(i + 1)
	if full {
		end = secondEnd
	}
	if full && !isBlankText(s.text[second.Start:second.End]) {
		label = second
	} else if open.nested || label.Len() > maxLabel {
		return link, 0, false
	}
	written := s.text[label.Start:label.End]
	if isBlankText(written) {
		return link, 0, false
	}
	// Without definitions, and without a second pair of brackets, no label needs to be looked up.
	p := s.body
	if len(p.names) == 0 && !full {
		return link, 0, false
	}
	name := NormalizeLabel(string(written))
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
	case text.IsBlank(source), isNotation(source), isNotation(name), strings.Trim(source, "-0123456789") == "":
		return
	case open.start > 0 && continuesExpression(s.text[open.start-1]):
		return
	case end < len(s.text) && (s.text[end] == '[' || s.text[end] == '('):
		return
	}
	reference := Reference{s.span(open.start, end), s.inner(label.Start, label.End), name}
	s.body.md.Unresolved = append(s.body.md.Unresolved, reference)
}

// continuesExpression reports whether a bracket right after c belongs to what is before it, as in arr[i][j].
func continuesExpression(c byte) bool {
	return text.IsLetter(c) || text.IsDigit(c) || c >= 0x80 || strings.IndexByte("_)]}.$`", c) >= 0
}

// isNotation reports whether the text between brackets is a footnote's name, a quoted key or a range of
// characters.
func isNotation(text string) bool {
	return text != "" && strings.IndexByte(`^"'`, text[0]) >= 0 || len(text) > 2 && text[1] == '-'
}

// maxLabel is the greatest length of a label, in bytes here. A bound is what keeps labels from being read
// again and again.
const maxLabel = 999

// label reads a link label, brackets included, at i. The span is what is between the brackets.
func (s *inlineScanner) label(i int) (content text.Span, end int, ok bool) {
	if i >= len(s.text) || s.text[i] != '[' {
		return content, 0, false
	}
	start := i + 1
	for i = start; i < len(s.text) && i-start <= maxLabel; i++ {
		switch s.text[i] {
		case '[':
			return content, 0, false
		case ']':
			return text.Span{Start: start, End: i}, i + 1, true
		case '\\':
			if i+1 < len(s.text) && isPunct(s.text[i+1]) {
				i++
			}
		}
	}
	return content, 0, false
}

// maxParens is how deep parentheses in a destination may be nested, as in cmark. A bound is what keeps
// destinations from being read again and again.
const maxParens = 32

// LinkDestination reads the destination of a link at a byte offset of a text, or that of a definition.
// The span leaves out angle brackets.
func LinkDestination(text string, at int) (dest text.Span, ok bool) {
	dest, _, ok = destination(text, at)
	return dest, ok
}

// destination reads a link destination at i. The span leaves out angle brackets.
func (s *inlineScanner) destination(i int) (dest text.Span, end int, ok bool) {
	return destination(s.text, i)
}

func destination[T string | []byte](source T, i int) (dest text.Span, end int, ok bool) {
	if i < len(source) && source[i] == '<' {
		for j := i + 1; j < len(source); j++ {
			switch source[j] {
			case '>':
				return text.Span{Start: i + 1, End: j}, j + 1, true
			case '<', '\n':
				return dest, 0, false
			case '\\':
				if j+1 < len(source) && isPunct(source[j+1]) {
					j++
				}
			}
		}
		return dest, 0, false
	}
	depth, j := 0, i
scan:
	for ; j < len(source); j++ {
		switch c := source[j]; {
		case c == '\\':
			if j+1 < len(source) && isPunct(source[j+1]) {
				j++
			}
		case c == '(':
			if depth++; depth > maxParens {
				return dest, 0, false
			}
		case c == ')':
			if depth == 0 {
				break scan
			}
			depth--
		case c <= ' ' || c == 0x7f:
			break scan
		}
	}
	return text.Span{Start: i, End: j}, j, j > i && depth == 0
}

// title reads a link title at i. White space must separate it from the destination. The span includes the
// quotes.
func (s *inlineScanner) title(destinationEnd, i int) (title text.Span, end int, ok bool) {
	if i == destinationEnd || i >= len(s.text) {
		return title, 0, false
	}
	open := s.text[i]
	closing := open
	switch open {
	case '"', '\'':
	case '(':
		closing = ')'
	default:
		return title, 0, false
	}
	for j := i + 1; j < len(s.text); j++ {
		switch c := s.text[j]; {
		case c == closing:
			return text.Span{Start: i, End: j + 1}, j + 1, true
		case c == open:
			return title, 0, false
		case c == '\\' && j+1 < len(s.text) && isPunct(s.text[j+1]):
			j++
		}
	}
	return title, 0, false
}

func (s *inlineScanner) skipSpace(i int) int {
	for i < len(s.text) && isSpace(s.text[i]) {
		i++
	}
	return i
}

// lineEnd returns the start of the line after i, if only spaces and tabs come before it.
func (s *inlineScanner) lineEnd(i int) (next int, ok bool) {
	for i < len(s.text) && (s.text[i] == ' ' || s.text[i] == '\t') {
		i++
	}
	if i >= len(s.text) {
		return i, true
	}
	return i + 1, s.text[i] == '\n'
}
