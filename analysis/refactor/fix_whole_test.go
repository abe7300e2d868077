package refactor_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"testing"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/refactor"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/workspace"
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

// moveOf returns the first fix of a file's diagnostics that renames something.
func moveOf(t *testing.T, s *workspace.Snapshot, path string) diagnostic.Fix {
	t.Helper()
	for _, d := range rules.Diagnose(t.Context(), s, path) {
		for _, fix := range d.Fixes {
			if fix.Rename != nil {
				return fix
			}
		}
	}
	t.Fatalf("no fix of %s renames anything", path)
	return diagnostic.Fix{}
}

// TestWholeFixRefused checks when a rename is refused, so that no fix leaves broken links.
func TestWholeFixRefused(t *testing.T) {
	s, root := analysistest.Workspace(t, deployingIt)
	path, other := filepath.Join(root, ".agents/skills/Deploy_It/SKILL.md"), filepath.Join(root, ".agents/skills/other/SKILL.md")
	refused := func(s *workspace.Snapshot) refactor.RefusedReason {
		var e *refactor.RefusedError
		if _, err := refactor.WholeFix(t.Context(), s, moveOf(t, s, path)); err != nil && !errors.As(err, &e) {
			t.Fatal(err)
		} else if err == nil {
			return ""
		}
		return e.Reason
	}
	if got := refused(s); got != refactor.Unscanned {
		t.Errorf("before the workspace was read: %q", got)
	}
	if _, err := workspace.Scan(t.Context(), s, nil); err != nil {
		t.Fatal(err)
	}
	if got := refused(s); got != "" {
		t.Errorf("refused: %q", got)
	}
	taken := filepath.Join(root, ".agents/skills/deploy-it")
	if err := os.Mkdir(taken, 0o755); err != nil {
		t.Fatal(err)
	}
	if got := refused(s.Refresh(taken)); got != refactor.Exists {
		t.Errorf("a directory has the name: %q", got)
	}
	if err := os.Remove(taken); err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS == "windows" {
		return // the owner can always write there
	}
	if err := os.Chmod(other, 0o444); err != nil {
		t.Fatal(err)
	}
	if got := refused(s.Refresh(taken, other)); got != refactor.ReadOnly {
		t.Errorf("a file that links to it is read-only: %q", got)
	}
}

// TestWholeFixCancelled checks that a fix with a canceled context returns the context's error.
func TestWholeFixCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s, root := scannedOnDisk(t, deployingIt)
	if _, err := refactor.WholeFix(ctx, s, moveOf(t, s, filepath.Join(root, ".agents/skills/Deploy_It/SKILL.md"))); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// TestWholeFixOfNothing checks that a fix that renames nothing is returned unchanged.
func TestWholeFixOfNothing(t *testing.T) {
	s, root := analysistest.Workspace(t, deployingIt)
	fix := diagnostic.Fix{Title: "Write it", Edits: []diagnostic.Edit{{Path: filepath.Join(root, "b")}, {Path: filepath.Join(root, "a")}}}
	if got, err := refactor.WholeFix(t.Context(), s, fix); err != nil || !reflect.DeepEqual(got, fix) {
		t.Errorf("got %+v, %v", got, err)
	}
}

// TestWholeFixOfName checks a fix that changes only the name field of a skill: the mentions are changed if
// possible, and the fix is made in any case.
func TestWholeFixOfName(t *testing.T) {
	s, root := analysistest.Workspace(t, `
-- .agents/skills/deploy/SKILL.md --
---
name: ship
description: Deploys the service. Use when the user asks to release.
---
-- .agents/skills/other/SKILL.md --
---
name: other
description: Does other things. Use when nothing else fits.
---
Ask $ship.
`)
	path, other := filepath.Join(root, ".agents/skills/deploy/SKILL.md"), filepath.Join(root, ".agents/skills/other/SKILL.md")
	i := slices.IndexFunc(rules.Diagnose(t.Context(), s, path), func(d diagnostic.Diagnostic) bool { return d.Rule == "name/directory" })
	if i < 0 {
		t.Fatal("nothing is found to fix")
	}
	fix := rules.Diagnose(t.Context(), s, path)[i].Fixes[0]
	if !refactor.ReachesOut(s, &fix) {
		t.Fatalf("%s reaches nowhere", fix.Title)
	}
	edited := func(s *workspace.Snapshot) (names []string) {
		whole, err := refactor.WholeFix(t.Context(), s, fix)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range whole.Edits {
			names = append(names, filepath.Base(filepath.Dir(e.Path))+" "+e.Text)
		}
		return names
	}
	alone, whole := []string{"deploy deploy"}, []string{"deploy deploy", "other deploy"}
	if got := edited(s); !slices.Equal(got, alone) {
		t.Errorf("before the workspace was read: %q", got)
	}
	if _, err := workspace.Scan(t.Context(), s, nil); err != nil {
		t.Fatal(err)
	}
	if got := edited(s); !slices.Equal(got, whole) {
		t.Errorf("got %q", got)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := refactor.WholeFix(ctx, s, fix); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if runtime.GOOS == "windows" {
		return // the owner can always write there
	}
	if err := os.Chmod(other, 0o444); err != nil {
		t.Fatal(err)
	}
	if got := edited(s.Refresh(other)); !slices.Equal(got, alone) {
		t.Errorf("a file that mentions it is read-only: %q", got)
	}
}

// TestWholeFixOfFolder checks that no fix renames a folder of the workspace.
func TestWholeFixOfFolder(t *testing.T) {
	s, root := scannedOnDisk(t, deployingIt)
	dir := filepath.Join(root, ".agents", "skills", "Deploy_It")
	for _, folders := range [][]string{{dir}, {root, dir}} {
		s := s.WithConfig(workspace.Config{Folders: folders})
		if _, err := workspace.Scan(t.Context(), s, nil); err != nil {
			t.Fatal(err)
		}
		var e *refactor.RefusedError
		if _, err := refactor.WholeFix(t.Context(), s, moveOf(t, s, filepath.Join(dir, "SKILL.md"))); !errors.As(err, &e) || e.Reason != refactor.Outside {
			t.Errorf("%q: %v", folders, err)
		}
	}
}

// TestWholeFixOfLinked checks that no fix renames a directory that symbolic links of other agents lead to.
func TestWholeFixOfLinked(t *testing.T) {
	for _, link := range []string{"Deploy_It", "deploy"} {
		s, root := scannedOnDisk(t, deployingIt+"-- .claude/skills/"+link+"->../../.agents/skills/Deploy_It --\n")
		var e *refactor.RefusedError
		fix := moveOf(t, s, filepath.Join(root, ".agents", "skills", "Deploy_It", "SKILL.md"))
		if _, err := refactor.WholeFix(t.Context(), s, fix); !errors.As(err, &e) || e.Reason != refactor.Linked {
			t.Errorf("%s: %v", link, err)
		}
	}
}
