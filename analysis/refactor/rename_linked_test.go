package refactor_test

import (
	"context"
	"path/filepath"
	"runtime"
	"testing"

	"skills-ls/analysis"
	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/refactor"
	"skills-ls/analysis/workspace"
	"skills-ls/skills/vfs"
)

// TestRenameLinkedFromElsewhere checks that a directory is not renamed if a link outside its project leads to
// it: in the home directory, or in another workspace folder. It may be the only link, and the snapshot may
// not have read it yet.
func TestRenameLinkedFromElsewhere(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("SKIPPED: symbolic links take a privilege")
	}
	files := "-- ws/.git/HEAD --\n-- more/.git/HEAD --\n-- home/x --\n" + analysistest.SkillFile("ws/.agents/skills", "deploy", "Deploys. Use when asked to deploy.", "Do it.")
	for _, test := range []struct {
		link string
		want refactor.RefusedReason
	}{
		{"home/.claude/skills/deploy", refactor.Linked},
		{"more/.claude/skills/deploy", refactor.Linked},
		{"other/.claude/skills/deploy", ""},
	} {
		_, root := analysistest.Workspace(t, files+"-- "+test.link+"->../../../ws/.agents/skills/deploy --\n")
		ws := filepath.Join(root, "ws")
		s := analysis.New(vfs.Disk{}, workspace.Config{Folders: []string{ws, filepath.Join(root, "more")}, Home: filepath.Join(root, "home")})
		if _, err := workspace.Scan(context.Background(), s, nil); err != nil {
			t.Fatal(err)
		}
		if got, refused := renameDeploy(t, s, ws); refused != test.want {
			t.Errorf("%s: %q: %s", test.link, refused, got)
		}
	}
}
