package cli

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"skills-ls/cli/fix"
)

// printDiff prints what changes in a file.
func (c *checker) printDiff(t *fix.Target) {
	c.sum.Differs = true
	c.progress.Clear()
	_, _ = io.WriteString(c.fixing.out, c.Sys.Exact(c.unified(t))) // out keeps the error
}

// unified returns what changes in a file as a unified diff in git's format, which git apply and patch -p1
// read. Paths are relative to the working directory, or to the root of the file system if they are outside
// it.
func (c *checker) unified(t *fix.Target) string {
	from, to := c.diffName(t.Real), c.diffName(t.Real)
	if t.Rename != nil {
		to = c.diffName(t.Rename.To)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "diff --git %s %s\n", fix.QuoteName("a/"+from), fix.QuoteName("b/"+to))
	if t.Rename != nil {
		if t.Before == t.Text {
			b.WriteString("similarity index 100%\n")
		}
		fmt.Fprintf(&b, "rename from %s\nrename to %s\n", fix.QuoteName(from), fix.QuoteName(to))
	}
	b.WriteString(udiff.Unified(fix.DiffLabel("a/"+from), fix.DiffLabel("b/"+to), t.Before, t.Text))
	return b.String()
}

// diffName returns a path as written after "a/" or "b/" in a diff.
func (c *checker) diffName(path string) string {
	return strings.TrimPrefix(filepath.ToSlash(c.Show(path)), "/")
}
