package skills

import (
	"strings"
	"testing"

	"skills-ls/skills/vfs"
)

// TestParseTooLarge checks that a file over the limit keeps its text and is not analyzed.
func TestParseTooLarge(t *testing.T) {
	const head = "---\nname: x\n---\n# A\n"
	source := head + strings.Repeat("x", vfs.MaxFile+1-len(head))
	if d := Parse(source[:vfs.MaxFile]); d.Frontmatter.Name() != "x" {
		t.Errorf("of %d bytes the name is %q", vfs.MaxFile, d.Frontmatter.Name())
	}
	d := Parse(source)
	if d.Source != source || len(d.Frontmatter.Entries) > 0 || !d.Body.IsEmpty() || len(d.Markdown().Headings) > 0 {
		t.Errorf("of %d bytes %d fields and %d headings are analyzed", len(source), len(d.Frontmatter.Entries), len(d.Markdown().Headings))
	}
}
