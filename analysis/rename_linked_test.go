package analysis

import (
	"context"
	"path/filepath"
	"runtime"
	"testing"

	"skills-ls/skills/vfs"
)

// TestRenameLinkedFromElsewhere checks that a directory is not renamed if a link outside its project leads to
// it: in the home directory, or in another workspace folder. It may be the only link, and the snapshot may
// not have read it yet.
func TestRenameLinkedFromElsewhere(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("SKIPPED: symbolic links take a privilege")
	}
	files := "-- ws/.git/HEAD --\n-- more/.git/HEAD --\n-- home/x --\n" + skillFile("ws/.agents/skills", "deploy", "Deploys. Use when asked to deploy.", "Do it.")
	for _, test := range []struct {
		link string
		want RenameReason
	}{
		{"home/.claude/skills/deploy", Linked},
		{"more/.claude/skills/deploy", Linked},
		{"other/.claude/skills/deploy", ""},
	} {
		_, root := workspace(t, files+"-- "+test.link+"->../../../ws/.agents/skills/deploy --\n")
		ws := filepath.Join(root, "ws")
		s := New(vfs.Disk{}, Config{Folders: []string{ws, filepath.Join(root, "more")}, Home: filepath.Join(root, "home")})
		if _, err := s.Scan(context.Background(), nil); err != nil {
			t.Fatal(err)
		}
		if got, refused := renameDeploy(t, s, ws); refused != test.want {
			t.Errorf("%s: %q: %s", test.link, refused, got)
		}
	}
}
