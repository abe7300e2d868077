package markdown

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/yuin/goldmark/util"

	"skills-ls/skills/text"
)

// Marks are the parts of a block that are rendered as something other than what is written. Offsets are in the scanner's text.
type marks struct {
	s          *inlineScanner
	list       []mark
	delimiters []emphasis
	resolved   bool // the delimiters have become marks, and the list is sorted
}

// A mark is one of these parts.
type mark struct {
	start, end int
	text       string // in place of it in the text of a heading
	html       string // in place of it in HTML, unless it begins an image
	image      *image
}

// An image is rendered as a whole. Marks in it count for its alternative text.
type image struct {
	text        text.Span
	end         int
	destination string
}

// mark notes a part of a block that is rendered.
func (s *inlineScanner) mark(start, end int, text, html string) {
	if s.marks != nil {
		s.marks.add(mark{start: start, end: end, text: text, html: html})
	}
}

func (m *marks) add(mark mark) { m.list = append(m.list, mark) }

// link notes a link or an image whose text is between open and the bracket at i, and which ends at end.
func (m *marks) link(open bracket, i, end int, destination string) {
	m.emphasize(open.emphasis)
	if open.image {
		shown := &image{text.Span{Start: open.text, End: i}, end, destination}
		m.add(mark{start: open.start, end: open.text, image: shown})
		m.add(mark{start: i, end: end})
		return
	}
	before, after := anchor(destination)
	m.add(mark{start: open.start, end: open.text, html: before})
	m.add(mark{start: i, end: end, html: after})
}

const lineBreak = "<br>"

// special reads what makes a difference only if it is rendered.
func (m *marks) special(i int) int {
	source := m.s.text
	switch source[i] {
	case '&':
		// The bytes of the body and of the text agree except at line endings, where no entity continues.
		if chars, n := entity(string(source[i:min(len(source), i+maxEntity+2)])); n > 0 {
			m.add(mark{start: i, end: i + n, text: chars, html: escapeHTML(chars)})
			return i + n
		}
		return i + 1
	case '\n':
		// Spaces before a line ending are not rendered, but two of them make a line break.
		before := bytes.TrimRight(source[:i], " \t")
		html := "\n"
		if bytes.HasSuffix(source[:i], []byte("  ")) {
			html = lineBreak + "\n"
		}
		m.add(mark{start: len(before), end: i + 1, text: "\n", html: html})
		return i + 1
	}
	return m.delimiterRun(i)
}

// resolve makes marks of the delimiters that are left, and sorts all marks.
func (m *marks) resolve() {
	if !m.resolved {
		m.emphasize(0)
		slices.SortFunc(m.list, func(a, b mark) int { return cmp.Compare(a.start, b.start) })
		m.resolved = true
	}
}

// text returns the text as it is shown, on one line. It also returns the text that GitHub makes the anchor of: without that of
// images, and with line endings.
func (m *marks) text() (shown, anchor string) {
	m.resolve()
	var all, some strings.Builder
	hidden := 0 // the end of the image that the text is in
	m.write(0, len(m.s.text), func(at int, part string, mark *mark) {
		if mark != nil && mark.image != nil {
			hidden = max(hidden, mark.image.end)
		}
		all.WriteString(strings.ReplaceAll(part, "\n", " "))
		if at >= hidden {
			some.WriteString(part)
		}
	})
	return strings.TrimSpace(all.String()), some.String()
}

// write calls write for each piece of a part of the text, in order: a piece as written, or what a mark has in its place.
func (m *marks) write(start, end int, write func(at int, part string, mark *mark)) {
	source := m.s.text
	i, _ := slices.BinarySearchFunc(m.list, start, func(m mark, start int) int { return cmp.Compare(m.start, start) })
	pos := start
	for ; i < len(m.list) && m.list[i].start < end; i++ {
		mark := &m.list[i]
		if mark.start > pos {
			write(pos, string(source[pos:mark.start]), nil)
		}
		write(mark.start, mark.text, mark)
		pos = max(pos, mark.end)
	}
	if pos < end {
		write(pos, string(source[pos:end]), nil)
	}
}

// html returns the text as HTML.
func (m *marks) html() string {
	m.resolve()
	var out strings.Builder
	end := 0 // of the image that was written last
	m.write(0, len(m.s.text), func(at int, part string, mark *mark) {
		switch {
		case at < end:
		case mark == nil:
			out.WriteString(escapeHTML(part))
		case mark.image != nil:
			end = mark.image.end
			out.WriteString(m.imageHTML(mark.image))
		default:
			out.WriteString(mark.html)
		}
	})
	return out.String()
}

// imageHTML renders an image of the project. Of an image elsewhere it renders the alternative text.
func (m *marks) imageHTML(i *image) string {
	var alt strings.Builder
	m.write(i.text.Start, i.text.End, func(_ int, part string, _ *mark) { alt.WriteString(part) })
	target := string(util.URLEscape([]byte(i.destination), false))
	if !isLocal(target) {
		return escapeHTML(alt.String())
	}
	return `<img src="` + escapeHTML(target) + `" alt="` + escapeHTML(alt.String()) + `">`
}

// anchor returns the tags around the text of a link, which are empty if a preview must not follow it.
func anchor(destination string) (before, after string) {
	target := string(util.URLEscape([]byte(destination), false))
	if !isSafe(target) {
		return "", ""
	}
	return `<a href="` + escapeHTML(target) + `">`, "</a>"
}

// escapeHTML escapes text, also in an attribute in quotes. NUL becomes U+FFFD, as CommonMark says.
func escapeHTML(text string) string {
	return strings.ReplaceAll(string(util.EscapeHTML([]byte(text))), "\x00", "\ufffd")
}
