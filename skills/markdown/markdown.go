// Package markdown finds what a Markdown text holds, with exact byte spans: links, definitions, headings,
// code. It also renders a text as HTML that is safe to show.
package markdown

import (
	"slices"
	"sort"

	"skills-ls/skills/text"
)

// A Document is the structure of a body. Spans are offsets into the whole source, and slices are in
// source order.
type Document struct {
	Links       []Link
	Definitions []Definition
	Headings    []Heading
	CodeSpans   []CodeSpan
	Fences      []Fence
	// Unresolved are full and collapsed references ("[a][b]", "[a][]") whose label nothing defines. A
	// bare "[a]" is never one, nor are brackets that look like something else: an index ("a[i][j]"), a
	// footnote, a range of characters, a row of tags.
	Unresolved []Reference
	// Code are all spans whose text is code or raw HTML, not prose: fences and indented code (delimiters
	// included), code spans, HTML blocks, comments and inline tags, sorted and disjoint. A fence that
	// nothing closes counts to the end of the body, the last line ending included.
	Code []text.Span
	// Comments are the HTML comments, "<!--" and "-->" included, that are not in code. A
	// comment that is not closed does not count.
	Comments []text.Span
	Problems []Problem

	openCode []int // ends of code that no delimiter ends, in order
}

// MaxBody is how many bytes of Markdown are parsed at most.
const MaxBody = 1 << 20

// A Problem says why a part of a text was not parsed, or may keep other parsers busy.
type Problem struct {
	Kind    ProblemKind
	Span    text.Span
	Message string
}

// ProblemKind classifies problems.
type ProblemKind uint8

const (
	TooLarge  ProblemKind = iota // the text exceeds MaxBody and was not parsed
	TooCostly                    // a block that may keep a parser busy for seconds, or blocks nested too deeply
)

// InCode reports whether the byte offset is in code or raw HTML, so that text there is not prose. The end
// of a span belongs to it if no delimiter ends the span: that of indented code, of an HTML block and of a
// fence that is not closed.
func (m *Document) InCode(offset int) bool {
	_, atOpenEnd := slices.BinarySearch(m.openCode, offset)
	i := sort.Search(len(m.Code), func(i int) bool { return m.Code[i].End > offset })
	return atOpenEnd || i < len(m.Code) && m.Code[i].Start <= offset
}

// LinkKind is the form of a link.
type LinkKind uint8

const (
	InlineLink    LinkKind = iota // [text](destination "title")
	ReferenceLink                 // [text][label], [label][] or [label]
	AutoLink                      // <https://...>, or an address that GitHub links without the brackets
)

// A Link is a link or an image.
type Link struct {
	Kind  LinkKind
	Image bool
	Span  text.Span // all of it, from "[" or "!" on
	Text  text.Span // between the first brackets; of an autolink the URL
	// Dest is the destination as written, without the angle brackets around it; may be empty ("[a]()").
	// For a reference link it is the definition's, as is Title.
	Dest text.Span
	// Destination is the destination after backslash escapes and entities; percent-encoding is left. Of
	// an e-mail address it begins with "mailto:", and of one that begins with "www." with "http://".
	Destination string
	Title       text.Span // with its quotes, empty for none
	// Label is a reference's label as written, without brackets; empty for other kinds. Definition is the
	// index of the definition in Document.Definitions, -1 for other kinds.
	Label      text.Span
	Definition int
}

// A Definition is a link reference definition, "[label]: destination". Footnotes ("[^1]: text") do not
// count. If several definitions have the same name, links use the first.
type Definition struct {
	Span        text.Span
	Label       text.Span // as written, without brackets
	Name        string    // the label normalised for matching, as CommonMark says
	Dest        text.Span
	Destination string
	Title       text.Span
	Used        bool // a link refers to it
}

// A Reference is "[text][label]" or "[label][]" that stayed plain text.
type Reference struct {
	Span  text.Span
	Label text.Span // as written, without brackets
	Name  string
}

// A Heading is an ATX or setext heading.
type Heading struct {
	Level int
	Span  text.Span // the line or lines from the "#" or the text on, without the last line ending
	Text  string    // rendered text on one line, without markup; an image counts with its alternative text
	// TextSpan is the heading's content as written.
	TextSpan text.Span
	Slug     string // GitHub's anchor for it, made unique within the document; images do not count
}

// A CodeSpan is inline code.
type CodeSpan struct {
	Span    text.Span // backticks included
	Content text.Span // without the one space at each end that CommonMark takes away
}

// A Fence is a fenced code block.
type Fence struct {
	Span    text.Span // both fences, without the last line ending; if not closed, to the end of the container
	Open    text.Span // the opening fence's line, without indentation and line ending
	Info    text.Span // the info string, trimmed; empty for none
	Content text.Span // the lines between the fences, with indentation, prefixes of containers and line endings
	Close   text.Span // the closing fence without indentation, empty if the fence is not closed
	Char    byte      // '`' or '~'
	Length  int       // characters in the opening fence
}
