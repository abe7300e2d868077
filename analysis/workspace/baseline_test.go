package workspace_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"skills-ls/analysis/affected"
	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/config"
	"skills-ls/analysis/workspace"
)

// brokenPrint is the fingerprint of the problem of [broken].
const brokenPrint = "db11dc0959a7487e"

// knownLink returns the text of a baseline that has the problem of [broken], in the file at a path.
func knownLink(path string) string {
	return `{"format": "skills-ls baseline", "version": 1, "files": {"` + path + `": [{"rule": "link/broken", "severity": "warning", "fingerprint": "` +
		brokenPrint + `", "count": 1}]}}` + "\n"
}

// TestBaselineSetting checks what a configured baseline leaves out, and what is reported at the setting.
func TestBaselineSetting(t *testing.T) {
	elsewhere := filepath.Join(t.TempDir(), "skills-ls-baseline.json")
	if err := os.WriteFile(elsewhere, []byte(knownLink("a")), 0o644); err != nil {
		t.Fatal(err)
	}
	skill := "-- .agents/skills/a/SKILL.md --\n" + broken("a")
	named := "-- .skills-ls.yaml --\nbaseline: .skills-ls-baseline.json\n"
	file := func(text string) string { return "-- .skills-ls-baseline.json --\n" + text }
	known := knownLink(".agents/skills/a/SKILL.md")
	for _, tt := range []struct {
		name, archive string
		prepare       func(t *testing.T, path string) // makes the baseline
		problem       string                          // at the setting
		want          string                          // findings of the skill
	}{
		{"known", named + file(known), nil, "", ""},
		{"line ends of Windows", named + file(strings.ReplaceAll(known, ",", ",\r\n")), nil, "", ""},
		{"of another file", named + file(knownLink(".agents/skills/b/SKILL.md")), nil, "", "link/broken warning"},
		{"without the setting", "-- .skills-ls.yaml --\n" + file(known), nil, "", "link/broken warning"},
		{"in a directory", "-- .skills-ls.yaml --\nbaseline: ci/a.skills-ls-baseline.json\n-- ci/a.skills-ls-baseline.json --\n" + knownLink("../.agents/skills/a/SKILL.md"), nil, "", ""},
		{
			"of an extended file", "-- .skills-ls.yaml --\nextends: [ci/skills-ls.yaml]\n-- ci/skills-ls.yaml --\nbaseline: skills-ls-baseline.json\n" +
				"-- ci/skills-ls-baseline.json --\n" + knownLink("../.agents/skills/a/SKILL.md"), nil, "", "",
		},
		{"of the nearer file", named + file("{}\n") + "-- .agents/.skills-ls.yaml --\nbaseline: skills-ls-baseline.json\n-- .agents/skills-ls-baseline.json --\n" + knownLink("skills/a/SKILL.md"), nil, "baseline: not a baseline", ""},
		{"replaced by a nearer file without one", named + file(known) + "-- .agents/.skills-ls.yaml --\nrules: {}\n", nil, "", "link/broken warning"},
		{"missing", named, nil, "file not found: .skills-ls-baseline.json", "link/broken warning"},
		{"not JSON", named + file("baseline\n"), nil, "baseline: line 1: invalid JSON", "link/broken warning"},
		{"a later version", named + file(strings.Replace(known, "1", "2", 1)), nil, "baseline: unsupported version 2", "link/broken warning"},
		{"a negative count", named + file(strings.Replace(known, `"count": 1`, `"count": -1`, 1)), nil, "baseline: not a baseline: invalid entry", "link/broken warning"},
		{"5 MiB", named + file(known+strings.Repeat(" ", 5<<20)+"\n"), nil, "baseline exceeds the limit of 4 MiB", "link/broken warning"},
		{"a directory", named + "-- .skills-ls-baseline.json/ --\n", nil, "cannot read the baseline: not a regular file", "link/broken warning"},
		{"a pipe", named, analysistest.MakePipe, "cannot read the baseline: not a regular file", "link/broken warning"},
		{"a device", named, linkTo("/dev/zero"), "baseline is not read: ", "link/broken warning"},
		{"a link out of the project", named, linkTo(elsewhere), "symbolic link leaves the workspace", "link/broken warning"},
		{"a link to another name", named + "-- known.json --\n" + known, linkTo("known.json"), "symbolic link to another name", "link/broken warning"},
		{"a link in the project", named + "-- x.skills-ls-baseline.json --\n" + known, linkTo("x.skills-ls-baseline.json"), "", ""},
		{"a link to itself", named, linkTo(".skills-ls-baseline.json"), "cannot read the baseline", "link/broken warning"},
		{"a path out of the project", "-- .skills-ls.yaml --\nbaseline: ../skills-ls-baseline.json\n", nil, "path leaves the workspace", "link/broken warning"},
		{"an absolute path", "-- .skills-ls.yaml --\nbaseline: /skills-ls-baseline.json\n", nil, "absolute path", "link/broken warning"},
		{"a path in the home directory", "-- .skills-ls.yaml --\nbaseline: ~/skills-ls-baseline.json\n", nil, "home directory is unknown", "link/broken warning"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, root := analysistest.Workspace(t, tt.archive+skill)
			if tt.prepare != nil {
				tt.prepare(t, filepath.Join(root, config.BaselineFile))
			}
			var problems []string
			for _, p := range workspace.SettingsAt(s, filepath.Join(root, config.SettingsFile)).Problems {
				problems = append(problems, p.Rule+" "+p.Setting+" "+p.Severity.String()+": "+p.Message)
			}
			got := strings.Join(problems, "\n")
			if tt.problem == "" && got != "" || tt.problem != "" && !strings.HasPrefix(got, "config/path baseline error: "+tt.problem) || len(problems) > 1 {
				t.Errorf("problems %q, want %q", got, tt.problem)
			}
			if got := findings(s, root, ".agents/skills/a/SKILL.md"); got != tt.want {
				t.Errorf("findings %q, want %q", got, tt.want)
			}
			if got := findings(workspace.WithoutBaselines(s), root, ".agents/skills/a/SKILL.md"); got != "link/broken warning" {
				t.Errorf("findings without baselines: %q", got)
			}
		})
	}
}

// linkTo returns a function that makes a symbolic link to a target.
func linkTo(target string) func(t *testing.T, path string) {
	return func(t *testing.T, path string) {
		if err := os.Symlink(target, path); err != nil {
			t.Skip("no symbolic links here: ", err)
		}
	}
}

// TestBaselineIsLive checks that a baseline applies at once when it is edited, closed, written or removed, and that
// the change affects the files in it. An edit of what a problem is about makes the problem appear.
func TestBaselineIsLive(t *testing.T) {
	s, root := analysistest.Scanned(t, "-- .skills-ls.yaml --\nbaseline: .skills-ls-baseline.json\n-- .agents/skills/a/SKILL.md --\n"+broken("a"))
	path, skill := filepath.Join(root, config.BaselineFile), filepath.Join(root, ".agents", "skills", "a", "SKILL.md")
	last := s
	wants := func(step string, s *workspace.Snapshot, want string) {
		t.Helper()
		if got := findings(s, root, ".agents/skills/a/SKILL.md"); got != want {
			t.Errorf("%s: findings %q, want %q", step, got, want)
		}
		change := affected.Change{OnDisk: []string{path}}
		if s.Buffers()[path] != nil || last.Buffers()[path] != nil {
			change = affected.Change{Edited: []string{path}}
		}
		found := analysistest.Affected(last, s, change)
		last = s
		for _, file := range []string{skill, filepath.Join(root, config.SettingsFile)} {
			if !slices.Contains(found, file) {
				t.Errorf("%s: %s is not among the affected %q", step, file, found)
			}
		}
	}
	wants("missing", s, "link/broken warning")
	text := knownLink(".agents/skills/a/SKILL.md")
	typed := s.With(workspace.Change{Path: path, Text: &text, Language: "json", Time: time.Unix(1, 0)})
	wants("typed", typed, "")
	half := text[:len(text)/2]
	wants("half typed", typed.With(workspace.Change{Path: path, Text: &half, Language: "json", Time: time.Unix(2, 0)}), "link/broken warning")
	wants("closed", typed.With(workspace.Change{Path: path}), "link/broken warning")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	s = s.Refresh(path)
	wants("written", s, "")
	edited := strings.Replace(broken("a"), "gone.md", "other.md", 1)
	if edited == broken("a") {
		t.Fatal("the skill has no link to edit")
	}
	wants("what the problem is about is edited", s.With(workspace.Change{Path: skill, Text: &edited, Language: "markdown", Time: time.Unix(3, 0)}), "link/broken warning")
	moved := strings.Replace(broken("a"), "---\n", "---\n# A comment.\n", 1)
	wants("the problem moves", s.With(workspace.Change{Path: skill, Text: &moved, Language: "markdown", Time: time.Unix(3, 0)}), "")
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	wants("removed", s.Refresh(path), "link/broken warning")
}

// TestBaselineParsedOnce checks that a baseline is parsed once, although settings are read again.
func TestBaselineParsedOnce(t *testing.T) {
	s, root := analysistest.Workspace(t, "-- .skills-ls.yaml --\nbaseline: .skills-ls-baseline.json\n-- .skills-ls-baseline.json --\n"+knownLink("a"))
	path := filepath.Join(root, config.BaselineFile)
	first, _, err := workspace.BaselineAt(s, path)
	if err != nil {
		t.Fatal(err)
	}
	again, _, err := workspace.BaselineAt(s.Refresh(filepath.Join(root, config.SettingsFile)), path)
	if err != nil || fmt.Sprintf("%p", first) != fmt.Sprintf("%p", again) {
		t.Errorf("parsed again: %p, %p, %v", first, again, err)
	}
}
