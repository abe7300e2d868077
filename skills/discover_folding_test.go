package skills_test

import (
	"os"
	"path/filepath"
	"testing"

	"skills-ls/skills"
	"skills-ls/skills/treetest"
	"skills-ls/skills/vfs"
	"skills-ls/skills/vfs/fstest"
)

// TestDiscoverFolds checks that a skill is found once if its directories are spelled in several ways.
func TestDiscoverFolds(t *testing.T) {
	root := treetest.Dir(t)
	treetest.Put(t, filepath.Join(root, "ws", ".agents", "skills", "deploy", "SKILL.md"), "---\nname: deploy\ndescription: d\n---\n")
	if err := os.Symlink("DEPLOY", filepath.Join(root, "ws", ".agents", "skills", "again")); err != nil {
		t.Fatal(err)
	}
	agent := &skills.Agent{
		ID: "x",

		Locations: skills.Locations{
			Walk:  skills.Walk{FollowDirs: true, RealPaths: true},
			Roots: []skills.Root{{Base: skills.FromCwd, Dir: ".agents/skills"}, {Base: skills.FromHome, Dir: ".Agents/Skills"}},
		},
	}
	o := vfs.NewOverlay(fstest.FoldingDisk(t, vfs.FoldsCase|vfs.FoldsMarks), nil)
	found, err := skills.Discover(t.Context(), o, agent, skills.Vantage{Cwd: filepath.Join(root, "WS"), Home: filepath.Join(root, "ws")})
	want := filepath.Join(root, "ws", ".agents", "skills", "deploy", "SKILL.md")
	if err != nil || len(found.Files) != 1 || found.Files[0].Real != want {
		t.Errorf("found %+v, %v; want %s alone", found, err, want)
	}
}
