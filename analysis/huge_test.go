package analysis

import (
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"skills-ls/skills/runtimes"
)

// TestHugeFrontmatter guards that no rule looks at all lines of a frontmatter for each of them: that took minutes where each line is
// wrong in the same way. Four times as many lines may take eight times as long.
func TestHugeFrontmatter(t *testing.T) {
	for _, line := range []string{"k%d: a: b\n", "k%d: v\n", "k: v\n", "metadata: {k%d: [v]}\n", "stray %d\n", "  k%d: [v]\n", "  k: v\n", "? k%d\n", "k%d: &a b\n"} {
		t.Run(strings.TrimSpace(line), func(t *testing.T) {
			const lines, times = 800, 4
			few, many := time.Duration(math.MaxInt64), time.Duration(math.MaxInt64)
			for range 4 { // a garbage collection, or a busy machine, makes single measurements longer, and never shorter
				few, many = min(few, judgeLines(t, line, lines)), min(many, judgeLines(t, line, times*lines))
				if many < 2*times*few {
					return
				}
			}
			t.Errorf("%d lines take %v, %d times as many %v", lines, few, times, many)
		})
	}
}

// judgeLines returns how long processors work to say everything of a skill with so many lines in its frontmatter.
func judgeLines(t *testing.T, line string, n int) time.Duration {
	t.Helper()
	var b strings.Builder
	b.WriteString("---\nname: x\ndescription: Does x. Use when x is asked for.\nmetadata:\n")
	for i := range n {
		b.WriteString(strings.ReplaceAll(line, "%d", fmt.Sprint(i)))
	}
	b.WriteString("---\nText.\n")
	s, root := workspace(t, "-- .git/HEAD --\n-- .agents/skills/x/SKILL.md --\n"+b.String())
	path := filepath.Join(root, ".agents", "skills", "x", "SKILL.md")
	start := cpuTime(t)
	s.Diagnose(t.Context(), path)
	if _, err := s.Compat(t.Context(), PreviewQuery{Path: path}); err != nil {
		t.Error(err)
	}
	for _, rt := range runtimes.All() {
		if !canCatalog(rt) {
			continue
		}
		if _, err := s.Preview(t.Context(), PreviewQuery{Path: path, Runtime: rt.ID}); err != nil {
			t.Error(err)
		}
	}
	return cpuTime(t) - start
}
