package skills

import (
	"fmt"
	"strings"
	"sync"
	"unicode/utf8"

	"skills-ls/skills/frontmatter"
	"skills-ls/skills/markdown"
	"skills-ls/skills/text"
	"skills-ls/skills/vfs"
)

// A Document is a parsed Markdown file with optional frontmatter. It is immutable and safe for concurrent use.
type Document struct {
	Source      string
	BOM         bool // the source begins with a UTF-8 byte order mark
	Frontmatter frontmatter.Frontmatter
	// Body is everything after the closing delimiter's line; the whole source (without the byte order mark) where there is
	// no frontmatter; empty at the end of the source where the frontmatter is not closed.
	Body text.Span

	problems []Problem
	markdown func() *markdown.Document
}

// A Problem is a fact about the bytes themselves that no agent has to judge.
type Problem struct {
	Kind    ProblemKind
	Span    text.Span
	Message string
}

// ProblemKind classifies problems.
type ProblemKind uint8

const (
	InvalidUTF8 ProblemKind = iota // a byte sequence that is not UTF-8
	NulByte                        // a NUL byte, as in binary files
)

// Parse parses any bytes. The Markdown is parsed on first use of [Document.Markdown].
func Parse(source string) *Document {
	d := &Document{Source: source, problems: scanBytes(source)}
	if len(source) > vfs.MaxFile {
		d.Body = text.At(len(source))
		d.markdown = func() *markdown.Document { return &markdown.Document{} }
		return d
	}
	start := 0
	if len(source) >= len(text.ByteOrderMark) && source[:len(text.ByteOrderMark)] == text.ByteOrderMark {
		d.BOM = true
		start = len(text.ByteOrderMark)
	}
	d.Frontmatter, d.Body = frontmatter.Scan(source, start)
	d.markdown = sync.OnceValue(func() *markdown.Document { return markdown.Parse(source, d.Body) })
	return d
}

// ParseBody parses a text all of which is Markdown, whatever it begins with.
func ParseBody(source string) *Document {
	d := &Document{Source: source, problems: scanBytes(source), Body: text.Span{Start: 0, End: len(source)}}
	if strings.HasPrefix(source, text.ByteOrderMark) {
		d.BOM = true
		d.Body.Start = len(text.ByteOrderMark)
	}
	d.Frontmatter.Open = text.At(d.Body.Start)
	d.markdown = sync.OnceValue(func() *markdown.Document { return markdown.Parse(source, d.Body) })
	return d
}

// Markdown returns the structure of the body. It never returns nil.
func (d *Document) Markdown() *markdown.Document { return d.markdown() }

// HeadingLines returns the headings of the body in source order, those that [Document.Markdown] has.
func (d *Document) HeadingLines() []markdown.HeadingLine {
	return markdown.Outline(d.Source, d.Body, d.Markdown)
}

// Problems returns what is wrong with the bytes: the first sequence that is not UTF-8, and the first NUL. Those of the body's
// Markdown are in [markdown.Document.Problems].
func (d *Document) Problems() []Problem { return d.problems }

// scanBytes finds the first occurrence of each problem of the encoding.
func scanBytes(source string) []Problem {
	var problems []Problem
	if !utf8.ValidString(source) {
		at := firstInvalid(source)
		problems = append(problems, Problem{InvalidUTF8, text.Span{Start: at, End: at + 1}, fmt.Sprintf("byte 0x%02x at offset %d is not UTF-8; save the file as UTF-8", source[at], at)})
	}
	if at := strings.IndexByte(source, 0); at >= 0 {
		problems = append(problems, Problem{NulByte, text.Span{Start: at, End: at + 1}, fmt.Sprintf("NUL byte at offset %d: this looks like a binary file or UTF-16; a skill is UTF-8 text", at)})
	}
	return problems
}

// firstInvalid returns the offset of the first byte that is not part of a UTF-8 sequence; there must be one.
func firstInvalid(source string) int {
	for i := 0; ; {
		r, n := utf8.DecodeRuneInString(source[i:])
		if r == utf8.RuneError && n <= 1 {
			return i
		}
		i += n
	}
}
