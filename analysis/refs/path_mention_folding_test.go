package refs_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"skills-ls/analysis"
	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/refactor"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/workspace"
	"skills-ls/skills/vfs"
	"skills-ls/skills/vfs/fstest"
)

// TestPathMentionInOtherLetters checks that paths in code name the files that the file system finds by them:
// in any case if the file system ignores case, and only by their exact names otherwise.
func TestPathMentionInOtherLetters(t *testing.T) {
	const text = "---\nname: demo\ndescription: Shows. Use when testing.\n---\nSee `Guide.md`, `scripts/Run.sh` and `guide.md`.\n"
	_, root := analysistest.Workspace(t, `
-- .claude/skills/demo/SKILL.md --
`+text+`
-- .claude/skills/demo/other.md --
See `+"`Guide.md`"+`.
-- .claude/skills/demo/guide.md --
-- .claude/skills/demo/scripts/run.sh --
`)
	dir := filepath.Join(root, ".claude", "skills", "demo")
	for folds, want := range map[vfs.Folding]struct {
		guide, run string
		references int
	}{
		0:             {"See `Guide.md`, `scripts/Run.sh` and `manual.md`.\n", "See `Guide.md`, `scripts/Run.sh` and `guide.md`.\n", 1},
		vfs.FoldsCase: {"See `manual.md`, `scripts/Run.sh` and `manual.md`.\n", "See `Guide.md`, `scripts/go.sh` and `guide.md`.\n", 3},
	} {
		t.Run(fmt.Sprint(folds), func(t *testing.T) {
			s := analysis.New(fstest.FoldingDisk(t, folds), workspace.Config{Folders: []string{root}})
			if _, err := workspace.Scan(t.Context(), s, nil); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(dir, "SKILL.md")
			after := func(from, to string) string {
				edits, err := refactor.WillRename(t.Context(), s, []diagnostic.Rename{{From: filepath.Join(dir, filepath.FromSlash(from)), To: filepath.Join(dir, filepath.FromSlash(to))}})
				if err != nil {
					t.Fatal(err)
				}
				var own []diagnostic.Edit
				for _, e := range edits {
					if e.Path == path {
						own = append(own, e)
					}
				}
				_, body, _ := strings.Cut(diagnostic.ApplyEdits(text, own), "testing.\n---\n")
				return body
			}
			if got := after("guide.md", "manual.md"); got != want.guide {
				t.Errorf("the guide: %s", got)
			}
			if got := after("scripts/run.sh", "scripts/go.sh"); got != want.run {
				t.Errorf("the script: %s", got)
			}
			if got := refs.References(t.Context(), s, path, strings.Index(text, "guide.md")); len(got) != want.references {
				t.Errorf("the references are %v", got)
			}
		})
	}
}
