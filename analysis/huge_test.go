package analysis

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"skills-ls/skills/runtimes"
)

// TestHugeFrontmatter guards that no rule looks at all lines of a frontmatter for each of them: that took minutes where each line is
// wrong in the same way. What is allowed here is many times what it takes.
func TestHugeFrontmatter(t *testing.T) {
	for _, line := range []string{"k%d: a: b\n", "k%d: v\n", "k: v\n", "metadata: {k%d: [v]}\n", "stray %d\n", "  k%d: [v]\n", "  k: v\n", "? k%d\n", "k%d: &a b\n"} {
		t.Run(strings.TrimSpace(line), func(t *testing.T) {
			t.Parallel()
			var b strings.Builder
			b.WriteString("---\nname: x\ndescription: Does x. Use when x is asked for.\nmetadata:\n")
			for i := range 10_000 {
				if strings.Contains(line, "%d") {
					b.WriteString(strings.ReplaceAll(line, "%d", fmt.Sprint(i)))
				} else {
					b.WriteString(line)
				}
			}
			b.WriteString("---\nText.\n")
			start := time.Now()
			s, root := workspace(t, "-- .git/HEAD --\n-- .agents/skills/x/SKILL.md --\n"+b.String())
			path := filepath.Join(root, ".agents", "skills", "x", "SKILL.md")
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
			if took := time.Since(start); took > 60*time.Second {
				t.Errorf("it took %v", took)
			}
		})
	}
}
