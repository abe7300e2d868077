package workspace_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/workspace"
)

// TestRefreshNewSkill checks that a new skill is found if the client reports only the file, and not the
// directory that is also new.
func TestRefreshNewSkill(t *testing.T) {
	s, root := analysistest.Workspace(t, `
-- .agents/skills/deploy/SKILL.md --
---
name: deploy
description: Deploys. Use when asked.
---
Run $sihp.
`)
	path := filepath.Join(root, ".agents", "skills", "deploy", "SKILL.md")
	if _, err := workspace.Scan(t.Context(), s, nil); err != nil {
		t.Fatal(err)
	}
	wantFindings := func(s *workspace.Snapshot, want string) {
		t.Helper()
		if got := analysistest.Describe(s, path, rules.Diagnose(t.Context(), s, path)); got != want {
			t.Errorf("findings %q, want %q", got, want)
		}
	}
	wantFindings(s, "")
	ship := filepath.Join(root, ".agents", "skills", "ship", "SKILL.md")
	text := []byte("---\nname: ship\ndescription: Ships. Use when asked.\n---\nText.\n")
	if err := errors.Join(os.MkdirAll(filepath.Dir(ship), 0o755), os.WriteFile(ship, text, 0o644)); err != nil {
		t.Fatal(err)
	}
	s = s.Refresh(ship)
	wantFindings(s, "information mention/unknown `$sihp`\n")
	if err := os.RemoveAll(filepath.Dir(ship)); err != nil {
		t.Fatal(err)
	}
	wantFindings(s.Refresh(ship), "")
}

// TestRefreshNewMarker checks that a new directory that marks a project counts if the client reports only a
// file in it.
func TestRefreshNewMarker(t *testing.T) {
	s, root := analysistest.Workspace(t, `
-- .git/HEAD --
-- .agents/skills/ship/SKILL.md --
---
name: ship
description: Ships. Use when asked.
---
-- packages/p/.agents/skills/deploy/SKILL.md --
---
name: deploy
description: Deploys. Use when asked.
---
Run $sihp.
`)
	if _, err := workspace.Scan(t.Context(), s, nil); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(root, "packages", "p", ".agents", "skills", "deploy", "SKILL.md")
	wantFindings := func(s *workspace.Snapshot, want string) {
		t.Helper()
		if got := analysistest.Describe(s, path, rules.Diagnose(t.Context(), s, path)); got != want {
			t.Errorf("findings %q, want %q", got, want)
		}
	}
	wantFindings(s, "information mention/unknown `$sihp`\n")
	head := filepath.Join(root, "packages", "p", ".git", "HEAD")
	if err := errors.Join(os.MkdirAll(filepath.Dir(head), 0o755), os.WriteFile(head, nil, 0o644)); err != nil {
		t.Fatal(err)
	}
	s = s.Refresh(head)
	wantFindings(s, "")
	if err := os.RemoveAll(filepath.Dir(head)); err != nil {
		t.Fatal(err)
	}
	wantFindings(s.Refresh(filepath.Dir(head)), "information mention/unknown `$sihp`\n")
}

// TestRefreshMovedFile checks that a file is read again after it replaced another one with the same time and
// size.
func TestRefreshMovedFile(t *testing.T) {
	s, root := analysistest.Workspace(t, `
-- .agents/skills/deploy/SKILL.md --
---
name: deploy
description: Deploys. Use when asked.
---
-- .agents/skills/deplyo/SKILL.md --
---
name: deplyo
description: Deploys. Use when asked.
---
`)
	first := filepath.Join(root, ".agents", "skills", "deploy", "SKILL.md")
	second := filepath.Join(root, ".agents", "skills", "deplyo", "SKILL.md")
	old := time.Now().Add(-time.Hour) // so that results are cached
	if err := errors.Join(os.Chtimes(first, old, old), os.Chtimes(second, old, old)); err != nil {
		t.Fatal(err)
	}
	if _, err := workspace.Scan(t.Context(), s, nil); err != nil {
		t.Fatal(err)
	}
	listed := func(s *workspace.Snapshot) string {
		t.Helper()
		list, err := vantage.ListSkills(t.Context(), s, vantage.ListQuery{})
		if err != nil {
			t.Fatal(err)
		}
		head, _ := s.Head(first)
		return fmt.Sprintf("%d of %d, %s", len(list.Skills), len(list.Skills)+len(list.Errors), head.Name)
	}
	if got, want := listed(s), "2 of 2, deploy"; got != want {
		t.Errorf("listed %s, want %s", got, want)
	}
	if err := os.Rename(second, first); err != nil {
		t.Fatal(err)
	}
	if got, want := listed(s.Refresh(first, second)), "0 of 1, deplyo"; got != want {
		t.Errorf("after one was moved to the place of the other: listed %s, want %s", got, want)
	}
}

// TestRefreshSeenBefore checks that a new skill is found if a request read the file before the client
// reported it, and after another change in the directory had dropped the old listing.
func TestRefreshSeenBefore(t *testing.T) {
	for name, look := range map[string]func(s *workspace.Snapshot, path string){
		"unseen": func(*workspace.Snapshot, string) {},
		"seen":   func(s *workspace.Snapshot, path string) { _, _ = s.FS().Stat(path) },
		"listed": func(s *workspace.Snapshot, path string) { _, _ = s.FS().ReadDir(filepath.Dir(path)) },
		"both": func(s *workspace.Snapshot, path string) {
			_, _ = s.FS().Stat(path)
			_, _ = s.FS().ReadDir(filepath.Dir(path))
		},
	} {
		t.Run(name, func(t *testing.T) {
			s, root := analysistest.Workspace(t, `
-- .codelia/x --
-- .agents/skills/ship/README.md --
# Ship
`)
			want := func(s *workspace.Snapshot, want int) {
				t.Helper()
				list, err := vantage.ListSkills(t.Context(), s, vantage.ListQuery{Cwd: root, Agent: "codelia"})
				if err != nil || len(list.Skills) != want {
					t.Errorf("%d skills, %v; want %d", len(list.Skills), err, want)
				}
			}
			want(s, 0)
			path := filepath.Join(root, ".agents", "skills", "ship", "SKILL.md")
			text := []byte("---\nname: ship\ndescription: Ships. Use when asked.\n---\nText.\n")
			if err := os.WriteFile(path, text, 0o644); err != nil {
				t.Fatal(err)
			}
			s = s.Refresh(filepath.Join(filepath.Dir(path), "README.md"))
			look(s, path)
			want(s.Refresh(path), 1)
		})
	}
}
