package cli

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/aymanbagabas/go-udiff"
)

// printDiff prints what changes in a file.
func (c *checker) printDiff(t *target) {
	c.sum.differs = true
	c.progress.clear()
	_, _ = io.WriteString(c.fixing.out, c.sys.exact(c.unified(t))) // out keeps the error
}

// unified returns what changes in a file as a unified diff in git's format, which git apply and patch -p1
// read. Paths are relative to the working directory, or to the root of the file system if they are outside
// it.
func (c *checker) unified(t *target) string {
	from, to := c.diffName(t.real), c.diffName(t.real)
	if t.rename != nil {
		to = c.diffName(t.rename.To)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "diff --git %s %s\n", quoteName("a/"+from), quoteName("b/"+to))
	if t.rename != nil {
		if t.before == t.text {
			b.WriteString("similarity index 100%\n")
		}
		fmt.Fprintf(&b, "rename from %s\nrename to %s\n", quoteName(from), quoteName(to))
	}
	b.WriteString(udiff.Unified(diffLabel("a/"+from), diffLabel("b/"+to), t.before, t.text))
	return b.String()
}

// diffName returns a path as written after "a/" or "b/" in a diff.
func (c *checker) diffName(path string) string {
	return strings.TrimPrefix(filepath.ToSlash(c.show(path)), "/")
}
