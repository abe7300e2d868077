package skills

import (
	"slices"
	"strings"
	"testing"

	"skills-ls/skills/text"
	"skills-ls/skills/vfs"
)

// TestParseTooLarge checks that a document over the size limit has its source, and nothing else.
func TestParseTooLarge(t *testing.T) {
	const head = "---\nname: x\n---\n# A\n"
	source := head + strings.Repeat("x", vfs.MaxFile+1-len(head))
	if d := Parse(source[:vfs.MaxFile]); d.Frontmatter.Name() != "x" {
		t.Errorf("%d bytes: name = %q, want x", vfs.MaxFile, d.Frontmatter.Name())
	}
	d := Parse(source)
	if d.Source != source || len(d.Frontmatter.Entries) > 0 || !d.Body.IsEmpty() || len(d.Markdown().Headings) > 0 {
		t.Errorf("%d bytes: %d fields, body %v, %d headings, want none",
			len(source), len(d.Frontmatter.Entries), d.Body, len(d.Markdown().Headings))
	}
}

// TestProblems checks that a document reports the first byte that is not UTF-8, and the first NUL byte.
func TestProblems(t *testing.T) {
	d := Parse("---\nname: a\xffb\n---\n\xfe\x00\x00")
	want := []Problem{
		{InvalidUTF8, text.Span{Start: 11, End: 12}, "byte 0xff at offset 11 is not UTF-8"},
		{
			NulByte,
			text.Span{Start: 19, End: 20},
			"NUL byte at offset 19",
		},
	}
	if got := d.Problems(); !slices.Equal(got, want) {
		t.Errorf("Problems = %+v, want %+v", got, want)
	}
	if got := Parse("---\nname: é\n---\n").Problems(); len(got) > 0 {
		t.Errorf("Problems of valid UTF-8 = %+v", got)
	}
}
