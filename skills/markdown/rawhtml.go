package markdown

import (
	"bytes"
	"strings"

	"skills-ls/skills/text"
)

// angle reads the autolink or the raw HTML at the "<" at i (CommonMark 0.31, 6.5 and 6.6), and returns where to go on.
func (s *inlineScanner) angle(i int) int {
	if end, prefix := s.autolink(i); end > 0 {
		s.addAutolink(i, end, text.Span{Start: i + 1, End: end - 1}, prefix)
		return end
	}
	end := s.rawHTML(i)
	if end < 0 {
		return i + 1
	}
	md := s.body.md
	md.Code = append(md.Code, s.span(i, end))
	if bytes.HasPrefix(s.text[i:], []byte(commentOpen)) {
		md.Comments = append(md.Comments, s.span(i, end))
	}
	if s.marks != nil {
		s.mark(i, end, "", "<code>"+EscapeText(string(s.text[i:end]))+"</code>")
	}
	return end
}

const commentOpen, commentClose = "<!--", "-->"

// comments records the comments in a block of HTML.
func (p *bodyParse) comments(block text.Span) {
	for at := block.Start; ; {
		open := strings.Index(p.source[at:block.End], commentOpen)
		if open < 0 {
			return
		}
		open += at
		inside := open + len("<!") // the dashes may be those of the end, too: "<!-->" is a comment
		length := strings.Index(p.source[inside:block.End], commentClose)
		if length < 0 {
			return
		}
		at = inside + length + len(commentClose)
		p.md.Comments = append(p.md.Comments, text.Span{Start: open, End: at})
	}
}

// addAutolink records a link that shows its own destination. The prefix is what the destination has and the text lacks.
func (s *inlineScanner) addAutolink(start, end int, url text.Span, prefix string) {
	written := s.span(url.Start, url.End)
	destination := written.Of(s.body.source)
	if start < url.Start {
		destination = unescapeEntities(destination)
	}
	empty := text.At(written.End)
	s.body.md.Links = append(s.body.md.Links, Link{
		Kind: AutoLink, Span: s.span(start, end), Text: written, Dest: written, Destination: prefix + destination,
		Title: empty, Label: empty, Definition: -1,
	})
	if s.marks != nil {
		label := string(s.text[url.Start:url.End])
		open, closing := anchor(prefix + destination)
		s.mark(start, end, label, open+escapeHTML(label)+closing)
	}
}

// autolink returns the end of the autolink at i, 0 where there is none, and what its destination begins with.
func (s *inlineScanner) autolink(i int) (end int, prefix string) {
	j := i + 1
	for j < len(s.text) && j <= i+32 && (text.IsLetter(s.text[j]) || j > i+1 && (text.IsDigit(s.text[j]) || strings.IndexByte("+.-", s.text[j]) >= 0)) {
		j++
	}
	if j > i+2 && j < len(s.text) && s.text[j] == ':' {
		for j++; j < len(s.text) && s.text[j] > ' ' && s.text[j] != 0x7f && s.text[j] != '<'; j++ {
			if s.text[j] == '>' {
				return j + 1, ""
			}
		}
		return 0, ""
	}
	for j < len(s.text) && isEmailByte(s.text[j]) {
		j++
	}
	if j == i+1 || j >= len(s.text) || s.text[j] != '@' {
		return 0, ""
	}
	for {
		label := j + 1
		for j = label; j < len(s.text) && j-label <= 63 && (text.IsLetter(s.text[j]) || text.IsDigit(s.text[j]) || s.text[j] == '-'); {
			j++
		}
		if j == label || j-label > 63 || j >= len(s.text) || s.text[label] == '-' || s.text[j-1] == '-' {
			return 0, ""
		}
		switch s.text[j] {
		case '>':
			return j + 1, "mailto:"
		case '.':
		default:
			return 0, ""
		}
	}
}

func isEmailByte(c byte) bool {
	return text.IsLetter(c) || text.IsDigit(c) || strings.IndexByte(".!#$%&'*+/=?^_`{|}~-", c) >= 0
}

// The kinds of raw HTML that are ended by a fixed text.
const (
	comment = iota
	processing
	declaration
	cdata
	terminators
)

// rawHTML returns the end of the raw HTML at i, -1 where there is none.
func (s *inlineScanner) rawHTML(i int) int {
	rest := s.text[i:]
	switch {
	case len(rest) < 3:
		return -1
	case rest[1] == '/':
		return s.closingTag(i + 2)
	case rest[1] == '?':
		return s.until(processing, i+2, "?>")
	case rest[1] != '!':
		return s.openingTag(i + 1)
	case bytes.HasPrefix(rest, []byte("<!-->")):
		return i + 5
	case bytes.HasPrefix(rest, []byte("<!--->")):
		return i + 6
	case bytes.HasPrefix(rest, []byte(commentOpen)):
		return s.until(comment, i+len(commentOpen), commentClose)
	case bytes.HasPrefix(rest, []byte("<![CDATA[")):
		return s.until(cdata, i+9, "]]>")
	case text.IsLetter(rest[2]):
		return s.until(declaration, i+3, ">")
	}
	return -1
}

// until returns the end of the terminator after i. Where the block has none it is looked for once.
func (s *inlineScanner) until(kind, i int, terminator string) int {
	if s.missing[kind] {
		return -1
	}
	n := bytes.Index(s.text[i:], []byte(terminator))
	if n < 0 {
		s.missing[kind] = true
		return -1
	}
	return i + n + len(terminator)
}

func (s *inlineScanner) tagName(i int) int {
	if i >= len(s.text) || !text.IsLetter(s.text[i]) {
		return -1
	}
	for i < len(s.text) && (text.IsLetter(s.text[i]) || text.IsDigit(s.text[i]) || s.text[i] == '-') {
		i++
	}
	return i
}

func (s *inlineScanner) closingTag(i int) int {
	if i = s.tagName(i); i < 0 {
		return -1
	}
	if i = s.skipSpace(i); i < len(s.text) && s.text[i] == '>' {
		return i + 1
	}
	return -1
}

func (s *inlineScanner) openingTag(i int) int {
	i = s.tagName(i)
	for i >= 0 {
		space := s.skipSpace(i)
		if space >= len(s.text) {
			return -1
		}
		switch c := s.text[space]; {
		case c == '>':
			return space + 1
		case c == '/':
			if space+1 < len(s.text) && s.text[space+1] == '>' {
				return space + 2
			}
			return -1
		case space == i:
			return -1
		}
		i = s.attribute(space)
	}
	return -1
}

// attribute returns the end of the attribute at i, -1 where there is none.
func (s *inlineScanner) attribute(i int) int {
	if c := s.text[i]; !text.IsLetter(c) && c != '_' && c != ':' {
		return -1
	}
	for i < len(s.text) && (text.IsLetter(s.text[i]) || text.IsDigit(s.text[i]) || strings.IndexByte("_:.-", s.text[i]) >= 0) {
		i++
	}
	value := s.skipSpace(i)
	if value >= len(s.text) || s.text[value] != '=' {
		return i
	}
	if value = s.skipSpace(value + 1); value >= len(s.text) {
		return -1
	}
	if quote := s.text[value]; quote == '"' || quote == '\'' {
		n := bytes.IndexByte(s.text[value+1:], quote)
		if n < 0 {
			return -1
		}
		return value + n + 2
	}
	end := value
	for end < len(s.text) && s.text[end] > ' ' && strings.IndexByte("\"'=<>`", s.text[end]) < 0 {
		end++
	}
	if end == value {
		return -1
	}
	return end
}
