package workspace_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"skills-ls/analysis"
	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/config"
	"skills-ls/analysis/workspace"
	"skills-ls/skills/vfs"
)

// TestExtends compares the settings of a file that extends others, and the problems at its entries.
func TestExtends(t *testing.T) {
	many := func(n int) string {
		var files strings.Builder
		for i := range n {
			fmt.Fprintf(&files, "-- s/%d.skills-ls.yaml --\nlimits: {lines: %d}\n", i, i+1)
		}
		return files.String()
	}
	entries := func(n int) string {
		var list []string
		for i := range n {
			list = append(list, fmt.Sprintf("s/%d.skills-ls.yaml", i))
		}
		return "-- .skills-ls.yaml --\nextends: [" + strings.Join(list, ", ") + "]\n"
	}
	agents := func(prefix string, n int) string {
		list := "agents:\n"
		for i := range n {
			list += fmt.Sprintf("  %s-%d: {roots: [x]}\n", prefix, i)
		}
		return list
	}
	for _, tt := range []struct {
		name, archive string
		want          string // targets, roots, severities of body/empty and link/broken, limits
		problems      []string
	}{
		{
			"the nearer wins", `
-- .skills-ls.yaml --
extends: [s/skills-ls.yaml]
rules: {link/broken: hint}
-- s/skills-ls.yaml --
targets: [codex]
rules: {link/broken: error, body/empty: off}
limits: {lines: 7}
`, "[codex] [] off hint {0 7}", nil,
		},
		{
			"as many agents as can be defined", "-- .skills-ls.yaml --\nextends: [s/skills-ls.yaml]\ntargets: [ours-4, theirs-0]\n" + agents("ours", 5) +
				"-- s/skills-ls.yaml --\n" + agents("theirs", 15),
			"[ours-4 theirs-0] [] error warning {0 0}", nil,
		},
		{
			"too many agents, of which the nearer stay", "-- .skills-ls.yaml --\nextends: [s/skills-ls.yaml]\ntargets: [ours-4, theirs-1]\n" + agents("ours", 5) +
				"-- s/skills-ls.yaml --\n" + agents("theirs", 17),
			"[ours-4] [] error warning {0 0}",
			[]string{
				"config/value extends `[s/skills-ls.yaml]`: more than 20 agents are defined in all files: \"theirs-0\" and others do not apply",
				"config/unknown targets[1] `theirs-1`: unknown agent",
			},
		},
		{
			"the later wins", `
-- .skills-ls.yaml --
extends: [s/a.skills-ls.yaml, s/b.skills-ls.yaml]
-- s/a.skills-ls.yaml --
targets: [codex]
limits: {lines: 7, tokens: 5}
-- s/b.skills-ls.yaml --
targets: [amp]
limits: {lines: 8}
`, "[amp] [] error warning {5 8}", nil,
		},
		{
			"paths are relative to the file that names them", `
-- .skills-ls.yaml --
extends: [s/a.skills-ls.yaml]
-- s/a.skills-ls.yaml --
extends: [t/b.skills-ls.yaml]
-- s/t/b.skills-ls.yaml --
roots: [tools, ../up]
-- s/t/tools/x.md --
-- s/up/x.md --
`, "[] [s/t/tools s/up] error warning {0 0}", nil,
		},
		{
			"bad entries", `
-- .skills-ls.yaml --
extends: [none.skills-ls.yaml, ../out.skills-ls.yaml, /abs.skills-ls.yaml, README.md, "", 7, .skills-ls.yaml, s/skills-ls.yaml]
-- README.md --
-- s/skills-ls.yaml --
targets: [codex]
`, "[codex] [] error warning {0 0}", []string{
				"config/path extends[0] `none.skills-ls.yaml`: file not found",
				"config/path extends[1] `../out.skills-ls.yaml`: path leaves the workspace",
				"config/path extends[2] `/abs.skills-ls.yaml`: absolute path",
				"config/path extends[3] `README.md`: invalid file name \"README.md\": use",
				"config/value extends[4] `\"\"`: \"extends[4]\" must be a path",
				"config/value extends[5] `7`: \"extends[5]\" must be a string",
				"config/path extends[6] `.skills-ls.yaml`: file extends this one in turn",
			},
		},
		{
			"a cycle", `
-- .skills-ls.yaml --
extends: [s/a.skills-ls.yaml]
-- s/a.skills-ls.yaml --
extends: [b.skills-ls.yaml]
targets: [codex]
-- s/b.skills-ls.yaml --
extends: [../.skills-ls.yaml]
limits: {lines: 3}
`, "[codex] [] error warning {0 3}", []string{"config/path extends[0] `s/a.skills-ls.yaml`: file extends this one in turn"},
		},
		{
			"a cycle elsewhere, and bad values", `
-- .skills-ls.yaml --
extends: [s/a.skills-ls.yaml]
-- s/a.skills-ls.yaml --
extends: [a.skills-ls.yaml]
targets: [codex, nobody]
`, "[codex] [] error warning {0 0}", nil,
		},
		{"ten files", many(10) + entries(10), "[] [] error warning {0 10}", nil},
		{"eleven files", many(11) + entries(11), "[] [] error warning {0 10}", []string{"config/path extends[10] `s/10.skills-ls.yaml`: more than 10 files"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, root := analysistest.Workspace(t, tt.archive)
			report := workspace.SettingsAt(s, filepath.Join(root, config.SettingsFile))
			set := report.Settings
			severity := func(rule, natural string) string {
				if severity, ok := set.Rules[rule]; ok {
					return severity.String()
				}
				return natural
			}
			got := fmt.Sprint(set.Targets, " ", set.Roots, " ", severity("body/empty", "error"), " ", severity("link/broken", "warning"), " ", set.Limits)
			if got != tt.want {
				t.Errorf("settings %s, want %s", got, tt.want)
			}
			told := tellProblems(report.Problems, report.Source)
			if !slices.EqualFunc(told, tt.problems, strings.HasPrefix) {
				t.Errorf("problems %q, want %q", told, tt.problems)
			}
		})
	}
}

// TestExtendsLimited checks that a chain of files that each extend the next one three times takes no more reads
// than files are allowed.
func TestExtendsLimited(t *testing.T) {
	_, root := analysistest.Workspace(t, "")
	for i := range 12 {
		next := fmt.Sprintf("%d.skills-ls.yaml", i+1)
		text := fmt.Sprintf("extends: [%s, %[1]s, %[1]s]\n", next)
		if err := analysistest.WriteFile(filepath.Join(root, fmt.Sprintf("%d.skills-ls.yaml", i)), text); err != nil {
			t.Fatal(err)
		}
	}
	fsys := &analysistest.Readings{FS: vfs.Disk{}}
	s := analysis.New(fsys, workspace.Config{Folders: []string{root}})
	report := workspace.SettingsAt(s, filepath.Join(root, "0.skills-ls.yaml"))
	if n := len(fsys.Names); n > 11 {
		t.Errorf("%d files are read, want at most 11", n)
	}
	if told := tellProblems(report.Problems, report.Source); len(told) != 3 || !strings.Contains(told[0], "more than 10 files") {
		t.Errorf("problems %q", told)
	}
}

// TestExtendedElsewhere checks that a file that another directory's configuration extends affects the files of
// that directory, also if its own name applies it to a directory, and also once it is removed.
func TestExtendedElsewhere(t *testing.T) {
	s, root := analysistest.Scanned(t, "-- .skills-ls.yaml --\nextends: [s/.skills-ls.yaml]\n-- s/.skills-ls.yaml --\nrules: {link/broken: error}\n-- .agents/skills/a/SKILL.md --\n"+broken("a"))
	path, skill := filepath.Join(root, "s", config.SettingsFile), filepath.Join(root, ".agents", "skills", "a", "SKILL.md")
	for _, do := range []func() error{
		func() error { return analysistest.WriteFile(path, "rules: {link/broken: hint}\n") },
		func() error { return os.Remove(path) },
		func() error { return analysistest.WriteFile(path, "rules: {link/broken: error}\n") },
	} {
		if err := do(); err != nil {
			t.Fatal(err)
		}
		s = s.Refresh(path)
		if found := analysistest.AffectedOnDisk(s, s, path); !slices.Contains(found, skill) {
			t.Errorf("the skill is not among the affected %q", found)
		}
	}
}

// TestExtendedIsLive checks that a change of an extended file applies at once, in a buffer and on disk, and
// that it affects the files to which the extending file applies.
func TestExtendedIsLive(t *testing.T) {
	s, root := analysistest.Scanned(t, "-- .skills-ls.yaml --\nextends: [s/skills-ls.yaml]\n-- s/skills-ls.yaml --\nrules: {link/broken: error}\n-- .agents/skills/a/SKILL.md --\n"+broken("a"))
	path, skill := filepath.Join(root, "s", "skills-ls.yaml"), filepath.Join(root, ".agents", "skills", "a", "SKILL.md")
	wants := func(s *workspace.Snapshot, want string) {
		t.Helper()
		if got := findings(s, root, ".agents/skills/a/SKILL.md"); got != want {
			t.Errorf("findings %q, want %q", got, want)
		}
	}
	wants(s, "link/broken error")
	text := "rules: {link/broken: hint}\n"
	typed := s.With(workspace.Change{Path: path, Text: &text, Language: "yaml", Time: time.Unix(1, 0)})
	wants(typed, "link/broken hint")
	wants(s, "link/broken error")
	wants(typed.With(workspace.Change{Path: path}), "link/broken error")
	if err := os.WriteFile(path, []byte("rules: {link/broken: information, nonsense: off}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	changed := s.Refresh(path)
	wants(changed, "link/broken information")
	if got := findings(changed, root, "s/skills-ls.yaml"); got != "config/unknown error" {
		t.Errorf("findings of the extended file: %q", got)
	}
	for _, file := range []string{skill, filepath.Join(root, config.SettingsFile)} {
		if affected := analysistest.AffectedOnDisk(s, changed, path); !slices.Contains(affected, file) {
			t.Errorf("%s is not among the affected %q", file, affected)
		}
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	wants(changed.Refresh(path), "link/broken warning")
}
