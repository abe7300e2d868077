package refactor_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"skills-ls/analysis"
	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/refactor"
	"skills-ls/analysis/workspace"
	"skills-ls/skills/vfs"
)

const deploying = `
-- .agents/skills/deploy/SKILL.md --
---
name: deploy
description: Deploys the service. Use when the user asks to release.
---
# Deploy
-- .agents/skills/other/SKILL.md --
---
name: other
description: Does other things. Use when nothing else fits.
---
Ask $deploy, or see [it](../deploy/SKILL.md) or [by another way](../../../.claude/skills/deploy/SKILL.md).
`

// scannedOnDisk returns a scanned workspace on disk.
func scannedOnDisk(t *testing.T, archive string) (*workspace.Snapshot, string) {
	t.Helper()
	s, root := analysistest.Workspace(t, archive)
	if _, err := workspace.Scan(context.Background(), s, nil); err != nil {
		t.Fatal(err)
	}
	return s, root
}

// renameDeploy renames the skill of [deploying] and returns a description of the edits. If the rename is
// refused, it returns the reason instead.
func renameDeploy(t *testing.T, s *workspace.Snapshot, root string) (string, refactor.RefusedReason) {
	t.Helper()
	q := refactor.RenameQuery{Path: filepath.Join(root, ".agents", "skills", "deploy", "SKILL.md"), Offset: len("---\nname: "), Name: "release", Files: true}
	result, err := refactor.Rename(context.Background(), s, q)
	var refused *refactor.RefusedError
	if errors.As(err, &refused) {
		return "", refused.Reason
	}
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(filepath.ToSlash(describeOf(result, s)), filepath.ToSlash(root)+"/", ""), ""
}

// TestRenameAndLinks renames a skill that symbolic links point to. A link to a directory above the skill
// still works after the rename. A link to the skill directory itself would dangle, and no edit can change it,
// so that rename is refused.
func TestRenameAndLinks(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("SKIPPED: symbolic links take a privilege")
	}
	s, root := scannedOnDisk(t, deploying+"-- .claude/skills->../.agents/skills --\n")
	got, refused := renameDeploy(t, s, root)
	want := `
.agents/skills/deploy/SKILL.md: "deploy" becomes "release"
.agents/skills/other/SKILL.md: "deploy" becomes "release"
.agents/skills/other/SKILL.md: "deploy" becomes "release"
.agents/skills/other/SKILL.md: "deploy" becomes "release"
.agents/skills/deploy becomes .agents/skills/release`
	if got != want || refused != "" {
		t.Errorf("a root that is a link: %s%s", refused, got)
	}
	s, root = scannedOnDisk(t, deploying+"-- .claude/skills/deploy->../../.agents/skills/deploy --\n-- CLAUDE.md --\n-- .skills-ls.yaml --\ntargets: [claude-code, codelia]\n")
	if got, refused := renameDeploy(t, s, root); refused != refactor.Linked {
		t.Errorf("a skill's directory that a link leads to: %s%s", refused, got)
	}
}

// TestRenameRefused checks that a rename is refused before the scan and when a file is read-only.
func TestRenameRefused(t *testing.T) {
	s, root := analysistest.Workspace(t, deploying)
	if got, refused := renameDeploy(t, s, root); refused != refactor.Unscanned {
		t.Errorf("before the scan: %s%s", refused, got)
	}
	if runtime.GOOS == "windows" {
		return // the owner can always write on Windows
	}
	other := filepath.Join(root, ".agents", "skills", "other", "SKILL.md")
	if err := os.Chmod(other, 0o444); err != nil {
		t.Fatal(err)
	}
	s = analysis.New(vfs.Disk{}, s.Config())
	if _, err := workspace.Scan(context.Background(), s, nil); err != nil {
		t.Fatal(err)
	}
	if got, refused := renameDeploy(t, s, root); refused != refactor.ReadOnly {
		t.Errorf("a file that is read-only: %s%s", refused, got)
	}
}
