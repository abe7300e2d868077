package outline_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"skills-ls/analysis"
	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/file"
	"skills-ls/analysis/index"
	"skills-ls/analysis/outline"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/vfs"
)

func describeSymbols(s *workspace.Snapshot, list []outline.WorkspaceSymbol) string {
	var out strings.Builder
	for _, symbol := range list {
		span, ok := outline.Locate(s, symbol)
		f, err := s.File(symbol.Path)
		if err != nil || !ok {
			fmt.Fprintf(&out, "%s is gone\n", symbol.Name)
			continue
		}
		fmt.Fprintf(&out, "%s in %s: %q\n", symbol.Name, symbol.Container, span.Of(f.Doc.Source))
	}
	return out.String()
}

// TestWorkspaceSymbolsOfBuffers checks that the symbols of an open file are those in its buffer, not those on
// disk.
func TestWorkspaceSymbolsOfBuffers(t *testing.T) {
	s, root := analysistest.Workspace(t, `
-- .agents/skills/ship/SKILL.md --
---
name: ship
description: Ships. Use when asked.
---
# Old
-- .agents/skills/boat/SKILL.md --
---
name: boat
description: Floats. Use when asked.
---
# Other
-- .claude/linked/SKILL.md->../../.agents/skills/boat/SKILL.md --
`)
	if _, err := workspace.Scan(t.Context(), s, nil); err != nil {
		t.Fatal(err)
	}
	find := func(s *workspace.Snapshot, query, want string) {
		t.Helper()
		if got := describeSymbols(s, outline.WorkspaceSymbols(t.Context(), s, query)); got != want {
			t.Errorf("%q: got\n%s\nwant\n%s", query, got, want)
		}
	}
	find(s, "old", "Old in .agents/skills/ship: \"# Old\"\n")
	path := filepath.Join(root, ".agents", "skills", "ship", "SKILL.md")
	text := "---\nname: sail\n---\n\n# New\n"
	edited := s.With(workspace.Change{Path: path, Text: &text})
	find(edited, "old", "")
	find(edited, "ship", "")
	find(edited, "sl", "sail in .agents/skills: \"sail\"\n")
	find(edited, "new", "New in .agents/skills/ship: \"# New\"\n")
	find(edited, "other", "Other in .agents/skills/boat: \"# Other\"\nOther in .claude/linked: \"# Other\"\n")
	find(edited.With(workspace.Change{Path: path}), "old", "Old in .agents/skills/ship: \"# Old\"\n")

	boat := filepath.Join(root, ".agents", "skills", "boat", "SKILL.md")
	find(s.With(workspace.Change{Path: boat, Text: &text}), "other", "")

	find(edited.Refresh(), "new", "New in .agents/skills/ship: \"# New\"\n") // with an empty index

	unsaved := "untitled:one"
	find(s.With(workspace.Change{Path: unsaved, Text: &text, Language: "skill"}), "new", "New in : \"# New\"\n")
}

// TestLocate checks that a symbol that was found earlier leads to its current location.
func TestLocate(t *testing.T) {
	s, root := analysistest.Workspace(t, `
-- .agents/skills/ship/SKILL.md --
---
name: ship
description: Ships. Use when asked.
---
# Step

# Step
`)
	if _, err := workspace.Scan(t.Context(), s, nil); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(root, ".agents", "skills", "ship", "SKILL.md")
	found := outline.WorkspaceSymbols(t.Context(), s, "s")
	if len(found) != 3 {
		t.Fatalf("%d symbols", len(found))
	}
	text := "---\nlicense: MIT\nname: boat\ndescription: Floats.\n---\n# Step\n\nMore.\n\n## `Step` #\n"
	edited := s.With(workspace.Change{Path: path, Text: &text})
	want := []string{"boat", "# Step", "## `Step` #"}
	for i, symbol := range found {
		span, ok := outline.Locate(edited, symbol)
		if !ok || span.Of(text) != want[i] {
			t.Errorf("%s: %q, want %q", symbol.Name, span.Of(text), want[i])
		}
	}
	text = "nothing"
	if span, ok := outline.Locate(s.With(workspace.Change{Path: path, Text: &text}), found[1]); ok {
		t.Errorf("the heading is gone and was found at %v", span)
	}
}

func TestBest(t *testing.T) {
	b := index.Best[int]{Limit: 3, Compare: func(a, b int) int { return a - b }}
	for _, n := range []int{5, 2, 9, 2, 7, 1} {
		b.Add(n)
	}
	if want := []int{1, 2, 2}; !slices.Equal(b.Items, want) {
		t.Errorf("%v, want %v", b.Items, want)
	}
}

// TestTitlesOnDemand checks that a scan reads no headings, that a search reads those of the files that are new to it,
// and that a canceled search leaves the rest to the next one.
func TestTitlesOnDemand(t *testing.T) {
	skill := func(name string) string {
		return analysistest.SkillFile(".agents/skills", name, "Does it. Use when asked.", "# Old")
	}
	s, root := analysistest.Scanned(t, skill("ship")+skill("boat"))
	check := func(s *workspace.Snapshot, untitled int, query string, found int) {
		t.Helper()
		if n := len(s.Index().Untitled()); n != untitled {
			t.Errorf("%d files without titles, want %d", n, untitled)
		}
		if list := outline.WorkspaceSymbols(t.Context(), s, query); len(list) != found {
			t.Errorf("%d symbols for %q, want %d", len(list), query, found)
		}
	}
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	if list := outline.WorkspaceSymbols(canceled, s, "old"); list != nil {
		t.Errorf("canceled, and %d symbols", len(list))
	}
	check(s, 2, "old", 2)
	path := filepath.Join(root, ".agents", "skills", "ship", "SKILL.md")
	if err := os.WriteFile(path, []byte("---\nname: ship\n---\n# New heading\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s = s.Refresh(path)
	check(s, 1, "old", 1)
	check(s, 0, "new", 1)
}

// BenchmarkWorkspaceSymbols searches 10,000 skills with 35 sections each: the same sections in all skills,
// and different ones.
func BenchmarkWorkspaceSymbols(b *testing.B) {
	for _, shared := range []bool{true, false} {
		s := analysis.New(vfs.Disk{}, workspace.Config{Folders: []string{"/w"}})
		for i := range 10_000 {
			var text strings.Builder
			fmt.Fprintf(&text, "---\nname: skill-%d\ndescription: Is one of many.\n---\n", i)
			for j := range 35 {
				n := j
				if !shared {
					n += 35 * i
				}
				fmt.Fprintf(&text, "## Step %d of the setup\n", n)
			}
			dir := fmt.Sprintf("/w/skills/skill-%d", i)
			f := &file.File{Path: dir + "/SKILL.md", Kind: file.SkillFile, Dir: dir, Skill: dir, Doc: skills.Parse(text.String())}
			sum := index.Summarize(f, nil)
			s.Disk().Index.Put(sum)
			s.Disk().Index.AddTitled(s.Disk().Index.Titles.NewTitled(sum, f))
		}
		for _, query := range []string{"", "s", "step 1", "setup", "skl99", "sto", "zzz"} {
			b.Run(fmt.Sprintf("shared=%v/%q", shared, query), func(b *testing.B) {
				for b.Loop() {
					outline.WorkspaceSymbols(b.Context(), s, query)
				}
			})
		}
	}
}
