package analysis

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"skills-ls/skills/runtimes"
)

// TestJudgedOnce guards that whatever is asked of files that stay as they are, no runtime judges one of them twice: several MB of
// frontmatter cost each of them seconds.
func TestJudgedOnce(t *testing.T) {
	s, root := workspace(t, `
-- .git/HEAD --
-- CLAUDE.md --
-- .agents/skills/a/SKILL.md --
---
name: a
description: Does <b>a</b>. Use when asked.
other: 1
---
Text.
-- .agents/skills/b/SKILL.md --
---
name: B
---
Text.
-- sub/.agents/skills/c/SKILL.md --
---
name: c
description: Does c. Use when asked.
---
Text.
`)
	var paths []string
	var counts []*asked
	for _, dir := range []string{".agents/skills/a", ".agents/skills/b", "sub/.agents/skills/c"} {
		path := filepath.Join(root, filepath.FromSlash(dir), "SKILL.md")
		long := time.Now().Add(-time.Hour)
		if err := os.Chtimes(path, long, long); err != nil { // so that it is remembered
			t.Fatal(err)
		}
		paths, counts = append(paths, path), append(counts, countAsked(t, path))
	}
	if err := s.Learn(t.Context(), paths); err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		s.Diagnose(t.Context(), path)
		s.Lenses(t.Context(), path)
		s.Hover(t.Context(), path, len("---\nna"))
		if _, err := s.Compat(t.Context(), PreviewQuery{Path: path}); err != nil {
			t.Fatal(err)
		}
	}
	for _, rt := range runtimes.All() {
		if !canCatalog(rt) {
			continue
		}
		for _, cwd := range []string{root, filepath.Join(root, "sub")} {
			if _, err := s.List(t.Context(), ListQuery{Cwd: cwd, Runtime: rt.ID}); err != nil {
				t.Fatal(err)
			}
		}
	}
	for i, count := range counts {
		words := strings.Fields(count.since())
		for _, rt := range runtimes.All() {
			if rt.Accept != nil && !slices.Contains(words, rt.ID) {
				t.Errorf("%s: %s is not asked once: %q", paths[i], rt.ID, words)
			}
		}
	}
}
