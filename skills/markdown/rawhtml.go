package markdown

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"

	"skills-ls/skills/text"
)

// htmlTag matches an opening or closing tag (CommonMark 0.31, 6.6). A match never goes beyond the next "<",
// except in quotes, so that the time to look at all of a block is linear.
var htmlTag = regexp.MustCompile(`^<(?:/` + tagName + `[ \t\n]*|` + tagName + attribute + `*[ \t\n]*/?)>`)

const (
	tagName   = `[A-Za-z][A-Za-z0-9-]*`
	attribute = `(?:[ \t\n]+[A-Za-z_:][A-Za-z0-9_.:-]*(?:[ \t\n]*=[ \t\n]*(?:[^\x00-\x20"'=<>` + "`" + `]+|'[^']*'|"[^"]*"))?)`
)

// angle reads the autolink or the raw HTML at the "<" at i, and returns where to go on.
func (s *inlineScanner) angle(i int) int {
	rest := s.text[i:]
	length, prefix := util.FindURLIndex(rest[1:]), ""
	if length < 0 {
		length, prefix = util.FindEmailIndex(rest[1:]), "mailto:"
	}
	if end := i + 1 + length; length > 0 && s.at(end) == '>' {
		return s.addAutolink(i, end+1, text.Span{Start: i + 1, End: end}, prefix)
	}
	n := max(len(htmlTag.Find(rest)), s.markup(i))
	if n == 0 {
		return i + 1
	}
	md := s.body.md
	md.Code = append(md.Code, s.span(i, i+n))
	if bytes.HasPrefix(rest, []byte("<!--")) {
		md.Comments = append(md.Comments, s.span(i, i+n))
	}
	if s.parent != nil {
		s.appendNode(i, i+n, s.rawNode(i, i+n))
	}
	return i + n
}

// markups are the kinds of raw HTML that a fixed text ends.
var markups = [...]struct{ opener, closer string }{
	{"<!--", "-->"}, {"<?", "?>"}, {"<![CDATA[", "]]>"}, {"<!", ">"},
}

// markup returns the length of the comment, or of the other markup, at i; 0 if there is none.
func (s *inlineScanner) markup(i int) int {
	const opener = len("<!") // the dashes after it may be those of the end, too: "<!-->" is a comment
	source := s.text[i:]
	for kind, markup := range markups {
		if s.missing[kind] || !bytes.HasPrefix(source, []byte(markup.opener)) {
			continue
		}
		if markup.opener == "<!" && !text.IsLetter(s.at(i+2)) { // a declaration begins with its name
			continue
		}
		if n := bytes.Index(source[opener:], []byte(markup.closer)); n >= 0 {
			return opener + n + len(markup.closer)
		}
		s.missing[kind] = true // the rest of the block has none
	}
	return 0
}

// addAutolink records a link that shows its own destination. The prefix is what the destination has and
// the text lacks. It returns the end.
func (s *inlineScanner) addAutolink(start, end int, url text.Span, prefix string) int {
	written := s.span(url.Start, url.End)
	destination := written.Of(s.body.source)
	if start < url.Start { // with angle brackets, where a backslash escapes nothing
		destination = Unescape(strings.ReplaceAll(destination, `\`, `\\`))
	}
	destination = prefix + destination
	empty := text.At(written.End)
	s.body.md.Links = append(s.body.md.Links, Link{
		Kind: AutoLink, Span: s.span(start, end), Text: written, Dest: written, Destination: destination,
		Title: empty, Label: empty, Definition: -1,
	})
	if s.parent != nil {
		link := ast.NewLink()
		link.Destination = []byte(destination)
		link.AppendChild(link, ast.NewRawTextSegment(s.segment(url.Start, url.End)))
		s.appendNode(start, end, link)
	}
	return end
}
