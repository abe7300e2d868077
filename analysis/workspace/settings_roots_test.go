package workspace_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"skills-ls/analysis"
	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/config"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/vfs"
)

func names(list []skills.Skill) string {
	var names []string
	for _, skill := range list {
		names = append(names, skill.Name)
	}
	slices.Sort(names)
	return strings.Join(names, " ")
}

func plain(name string) string {
	return "---\nname: " + name + "\ndescription: Does it. Use when asked.\n---\nDo it.\n"
}

// listed returns the names of the skills that Codelia finds from a directory below the root.
func listed(t *testing.T, s *workspace.Snapshot, root, cwd string) string {
	t.Helper()
	list, err := vantage.ListSkills(t.Context(), s, vantage.ListQuery{Cwd: filepath.Join(root, cwd), Agent: "codelia"})
	if err != nil {
		t.Fatal(err)
	}
	return names(list.Skills)
}

// TestRoots checks that skills in additional roots are found, and that their vantage is the directory of the
// file that names the root.
func TestRoots(t *testing.T) {
	s, root := analysistest.Workspace(t, `
-- .skills-ls.yaml --
roots: [tools/skills, not/there]
-- .agents/skills/a/SKILL.md --
`+plain("a")+`
-- tools/skills/b/SKILL.md --
`+strings.Replace(plain("b"), "Do it.", "See $a and $bb and $aaaa and $code-revie.", 1)+`
-- tools/skills/code-review/SKILL.md --
`+plain("code-review")+`
-- other/SKILL.md --
`+plain("other")+`
-- packages/own/.skills-ls.yaml --
roots: [../../other]
-- packages/own/.agents/skills/c/SKILL.md --
`+plain("c"))
	if got := listed(t, s, root, ""); got != "a b code-review" {
		t.Errorf("from the root: %q", got)
	}
	if got := listed(t, s, root, "packages/own"); got != "c other" {
		t.Errorf("from the package: %q", got)
	}
	if got := findings(s, root, "tools/skills/b/SKILL.md"); got != "mention/unknown information" {
		t.Errorf("findings %q: a mention from the root knows its neighbours", got)
	}
	if at := workspace.StandpointOf(s, filepath.Join(root, "tools", "skills", "b")); at.Vantage != root {
		t.Errorf("vantage %s", at.Vantage)
	}
	cfg := s.Config()
	cfg.Settings.Roots = []string{filepath.Join(root, "other"), "nowhere"}
	if got := listed(t, s.WithConfig(cfg), root, ""); got != "a other" {
		t.Errorf("with the editor's roots: %q", got)
	}
}

// TestUntrustedPaths checks that a configuration file in the workspace cannot refer outside of it, and that
// the user can.
func TestUntrustedPaths(t *testing.T) {
	if os.PathSeparator != '/' {
		t.Skip("links need rights on this system")
	}
	_, outside := analysistest.Workspace(t, "-- skills/secret/SKILL.md --\n"+plain("secret")+"-- shared.yaml --\nroots: [skills]\ntargets: [codelia]\n")
	_, root := analysistest.Workspace(t, `
-- ws/.skills-ls.yaml --
roots:
  - OUTSIDE/skills
  - ../near
  - in/../../near
  - lead/skills
  - in/lead
  - ~/skills
  - C:\skills
  - \\host\skills
  - in/missing
  - in/file
  - in/./../in/skills
-- ws/lead->OUTSIDE --
-- ws/in/lead->OUTSIDE/skills --
-- ws/in/file --
text
-- ws/in/skills/fine/SKILL.md --
`+plain("fine")+`
-- near/n/SKILL.md --
`+plain("n")+`
-- linked/.skills-ls.yaml->OUTSIDE/shared.yaml --
`)
	for _, name := range []string{"ws/lead", "ws/in/lead", "linked/.skills-ls.yaml"} { // the archive does not know the directory
		path := filepath.Join(root, name)
		target, err := os.Readlink(path)
		if err != nil {
			t.Fatal(err)
		}
		os.Remove(path)
		if err := os.Symlink(strings.Replace(target, "OUTSIDE", outside, 1), path); err != nil {
			t.Fatal(err)
		}
	}
	settings := filepath.Join(root, "ws", config.SettingsFile)
	text, err := os.ReadFile(settings)
	if err != nil {
		t.Fatal(err)
	}
	source := strings.Replace(string(text), "OUTSIDE", outside, 1)
	if err := os.WriteFile(settings, []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	cfg := workspace.Config{Folders: []string{filepath.Join(root, "ws"), filepath.Join(root, "linked")}}
	s := analysis.New(vfs.Disk{}, cfg)

	var got []string
	for _, d := range analysistest.Diagnose(s, root, "ws/.skills-ls.yaml") {
		got = append(got, fmt.Sprintf("%s %s %s", d.Rule, d.Severity, strings.TrimPrefix(d.Span.Of(source), outside)))
	}
	want := []string{
		"config/path error /skills", "config/path error ../near", "config/path error in/../../near", "config/path error lead/skills", "config/path error in/lead",
		"config/path error ~/skills", `config/path error C:\skills`, `config/path error \\host\skills`, "config/path information in/missing", "config/path information in/file",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("findings (-want +got)\n%s", diff)
	}
	if got := listed(t, s, root, "ws"); got != "fine" {
		t.Errorf("skills %q, want fine", got)
	}
	if got := findings(s, root, "linked/.skills-ls.yaml"); got != "config/path error" {
		t.Errorf("findings of a link out of the workspace: %q", got)
	}
	if got := listed(t, s, root, "linked"); got != "" {
		t.Errorf("skills %q by a link out of the workspace", got)
	}

	t.Run("the directories of an agent", func(t *testing.T) {
		text := "agents: {remcochat: {directories: [./in, ../near, /opt/skills]}}\n"
		next := s.With(workspace.Change{Path: settings, Text: &text, Time: time.Unix(1, 0)})
		if got := findings(next, root, "ws/.skills-ls.yaml"); got != "config/path error, config/path error" {
			t.Errorf("findings %q", got)
		}
		want := map[string]skills.KnobValue{"remcochat.directories": {Paths: []string{"./in"}}}
		if diff := cmp.Diff(want, workspace.Effect(next, filepath.Join(root, "ws")).Knobs); diff != "" {
			t.Errorf("knobs (-want +got)\n%s", diff)
		}
	})
	t.Run("a root that comes to lead outside", func(t *testing.T) {
		if err := os.Symlink(filepath.Join(outside, "skills"), filepath.Join(root, "ws", "in", "missing")); err != nil {
			t.Fatal(err)
		}
		next := s.Refresh(filepath.Join(root, "ws", "in", "missing"))
		if got := listed(t, next, root, "ws"); got != "fine" {
			t.Errorf("skills %q, want fine", got)
		}
	})
	t.Run("the editor's settings", func(t *testing.T) {
		trusted := cfg
		trusted.Settings.Roots = []string{filepath.Join(outside, "skills"), "../near"}
		if got := listed(t, s.WithConfig(trusted), root, "ws"); got != "n secret" {
			t.Errorf("skills %q, want n and secret", got)
		}
	})
	t.Run("a file that the user names", func(t *testing.T) {
		trusted := cfg
		trusted.SettingsFile = filepath.Join(outside, "shared.yaml")
		next := s.WithConfig(trusted)
		if got := listed(t, next, root, "ws"); got != "secret" {
			t.Errorf("skills %q, want secret", got)
		}
		if got := workspace.StandpointOf(next, filepath.Join(root, "ws")).Concerned; len(got) != 1 || got[0] != agents.Codelia {
			t.Errorf("targets %v", refs.IDs(got))
		}
		if report := workspace.SettingsFor(next, filepath.Join(root, "ws")); report.Err != nil || len(report.Problems) > 0 {
			t.Errorf("report %+v", report)
		}
	})
}
