package skills

import (
	"fmt"
	"strings"
	"sync"

	"skills-ls/skills/frontmatter"
	"skills-ls/skills/markdown"
	"skills-ls/skills/text"
	"skills-ls/skills/vfs"
)

// A Document is a parsed Markdown file with optional frontmatter. It is immutable and safe for concurrent
// use.
type Document struct {
	Source      string
	BOM         bool // the source begins with a byte order mark
	Frontmatter frontmatter.Frontmatter
	// Body is the text after the line of the closing delimiter. Without a frontmatter it is the whole source
	// after the byte order mark. If the closing delimiter is missing, it is empty, at the end of the source.
	Body text.Span

	problems []Problem
	markdown func() *markdown.Document
}

// A Problem is a problem of the encoding. All agents have it, however they decode the file.
type Problem struct {
	Kind    ProblemKind
	Span    text.Span
	Message string
}

// A ProblemKind is the kind of a [Problem].
type ProblemKind uint8

const (
	InvalidUTF8 ProblemKind = iota // a byte that is not part of valid UTF-8
	NulByte                        // a NUL byte, as in binary files
)

// Parse parses a file with optional frontmatter. It never fails. If the source exceeds [vfs.MaxFile], the
// document has no frontmatter, body or Markdown. Parse does not parse the Markdown, which the first call of
// [Document.Markdown] does.
func Parse(source string) *Document {
	d := ParseBody(source)
	if len(source) > vfs.MaxFile {
		d.Body = text.At(len(source))
	} else {
		d.Frontmatter, d.Body = frontmatter.Scan(source, d.Body.Start)
	}
	return d
}

// ParseBody parses a file that is Markdown without frontmatter, even if it begins with a delimiter.
func ParseBody(source string) *Document {
	start := bomEnd(source)
	d := &Document{
		Source: source, BOM: start > 0, Body: text.Span{Start: start, End: len(source)},
		problems: findProblems(source),
	}
	d.Frontmatter.Open = text.At(start)
	d.markdown = sync.OnceValue(func() *markdown.Document { return markdown.Parse(source, d.Body) })
	return d
}

// bomEnd returns the byte offset after the byte order mark, or 0 if the source has none.
func bomEnd(source string) int {
	return len(source) - len(strings.TrimPrefix(source, text.ByteOrderMark))
}

// Markdown returns the structure of the body. It is not nil.
func (d *Document) Markdown() *markdown.Document { return d.markdown() }

// HeadingLines returns the same headings as [Document.Markdown], in source order, without parsing the whole
// body if possible.
func (d *Document) HeadingLines() []markdown.Heading {
	return markdown.Outline(d.Source, d.Body, d.Markdown)
}

// Problems returns the first byte that is not valid UTF-8 and the first NUL byte, in this order. The problems
// of the Markdown are in [markdown.Document.Problems].
func (d *Document) Problems() []Problem { return d.problems }

// findProblems returns the first problem of each kind.
func findProblems(source string) []Problem {
	var problems []Problem
	add := func(kind ProblemKind, at int, message string) {
		problems = append(problems, Problem{kind, text.Span{Start: at, End: at + 1}, message})
	}
	if at := text.InvalidUTF8(source); at >= 0 {
		const format = "byte 0x%02x at offset %d is not UTF-8"
		add(InvalidUTF8, at, fmt.Sprintf(format, source[at], at))
	}
	if at := strings.IndexByte(source, 0); at >= 0 {
		const format = "NUL byte at offset %d"
		add(NulByte, at, fmt.Sprintf(format, at))
	}
	return problems
}
