package analysis

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"testing"
)

const deployingIt = `
-- .agents/skills/Deploy_It/SKILL.md --
---
name: Deploy_It
description: Deploys the service. Use when the user asks to release.
---
# Deploy
-- .agents/skills/other/SKILL.md --
---
name: other
description: Does other things. Use when nothing else fits.
---
See [it](../Deploy_It/SKILL.md).
`

// moveOf returns the fix of a file's findings that renames something.
func moveOf(t *testing.T, s *Snapshot, path string) Fix {
	t.Helper()
	for _, d := range s.Diagnose(t.Context(), path) {
		for _, fix := range d.Fixes {
			if fix.Rename != nil {
				return fix
			}
		}
	}
	t.Fatalf("no fix of %s renames anything", path)
	return Fix{}
}

// TestWholeMoveRefused lists what keeps a fix from moving anything: nobody must be left with links that lead nowhere.
func TestWholeMoveRefused(t *testing.T) {
	s, root := workspace(t, deployingIt)
	path, other := filepath.Join(root, ".agents/skills/Deploy_It/SKILL.md"), filepath.Join(root, ".agents/skills/other/SKILL.md")
	refused := func(s *Snapshot) RenameReason {
		var e *RenameError
		if _, err := s.WholeMove(t.Context(), moveOf(t, s, path)); err != nil && !errors.As(err, &e) {
			t.Fatal(err)
		} else if err == nil {
			return ""
		}
		return e.Reason
	}
	if got := refused(s); got != Unscanned {
		t.Errorf("before the workspace was read: %q", got)
	}
	if _, err := s.Scan(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if got := refused(s); got != "" {
		t.Errorf("refused: %q", got)
	}
	taken := filepath.Join(root, ".agents/skills/deploy-it")
	if err := os.Mkdir(taken, 0o755); err != nil {
		t.Fatal(err)
	}
	if got := refused(s.Refresh(taken)); got != Exists {
		t.Errorf("a directory has the name: %q", got)
	}
	if err := os.Remove(taken); err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS == "windows" {
		return // where the owner may always write
	}
	if err := os.Chmod(other, 0o444); err != nil {
		t.Fatal(err)
	}
	if got := refused(s.Refresh(taken, other)); got != ReadOnly {
		t.Errorf("a file that links to it is read-only: %q", got)
	}
}

// TestWholeMoveCancelled fails unless nothing comes of a fix that nobody waits for.
func TestWholeMoveCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s, root := scannedOnDisk(t, deployingIt)
	if _, err := s.WholeMove(ctx, moveOf(t, s, filepath.Join(root, ".agents/skills/Deploy_It/SKILL.md"))); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// TestWholeMoveOfNothing fails unless a fix that renames nothing comes back as it is.
func TestWholeMoveOfNothing(t *testing.T) {
	s, root := workspace(t, deployingIt)
	fix := Fix{Title: "Write it", Edits: []Edit{{Path: filepath.Join(root, "b")}, {Path: filepath.Join(root, "a")}}}
	if got, err := s.WholeMove(t.Context(), fix); err != nil || !reflect.DeepEqual(got, fix) {
		t.Errorf("got %+v, %v", got, err)
	}
}

// TestWholeMoveOfFolder fails unless a fix leaves a folder of the workspace where its editor has opened it.
func TestWholeMoveOfFolder(t *testing.T) {
	s, root := scannedOnDisk(t, deployingIt)
	dir := filepath.Join(root, ".agents", "skills", "Deploy_It")
	for _, folders := range [][]string{{dir}, {root, dir}} {
		s := s.WithConfig(Config{Folders: folders})
		if _, err := s.Scan(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		var e *RenameError
		if _, err := s.WholeMove(t.Context(), moveOf(t, s, filepath.Join(dir, "SKILL.md"))); !errors.As(err, &e) || e.Reason != Outside {
			t.Errorf("%q: %v", folders, err)
		}
	}
}

// TestWholeMoveOfLinked fails unless a fix leaves a directory where it is to which symbolic links of other agents lead.
func TestWholeMoveOfLinked(t *testing.T) {
	for _, link := range []string{"Deploy_It", "deploy"} {
		s, root := scannedOnDisk(t, deployingIt+"-- .claude/skills/"+link+"->../../.agents/skills/Deploy_It --\n")
		var e *RenameError
		fix := moveOf(t, s, filepath.Join(root, ".agents", "skills", "Deploy_It", "SKILL.md"))
		if _, err := s.WholeMove(t.Context(), fix); !errors.As(err, &e) || e.Reason != Linked {
			t.Errorf("%s: %v", link, err)
		}
	}
}
