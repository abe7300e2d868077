package refactor_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/refactor"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/workspace"
)

// linkSkill returns a skill with a broken link to each target.
func linkSkill(name string, targets ...string) string {
	text := "---\nname: " + name + "\ndescription: Does it. Use when asked.\n---\n"
	if targets == nil {
		return text + "Do it.\n"
	}
	for _, target := range targets {
		text += "See [this](" + target + ").\n"
	}
	return text
}

// baselineText returns the text of a baseline file with these lines of files.
func baselineText(lines ...string) string {
	return "{\n  \"format\": \"skills-ls baseline\",\n  \"version\": 1,\n  \"files\": {\n" + strings.Join(lines, "\n") + "\n  }\n}\n"
}

// knownLinks returns the lines of a file in a baseline that has broken links to gone.md.
func knownLinks(path, end string, count int) string {
	return fmt.Sprintf("    %q: [\n      {\"rule\":\"link/broken\",\"severity\":\"warning\",\"fingerprint\":\"db11dc0959a7487e\",\"count\":%d}\n    ]%s", path, count, end)
}

// TestBaselineAll checks the files that baselining a project writes, and that no problem is left then and nothing to
// write.
func TestBaselineAll(t *testing.T) {
	const (
		skill = ".agents/skills/a/SKILL.md"
		conf  = ".skills-ls.yaml"
		known = ".skills-ls-baseline.json"
	)
	a := "-- " + skill + " --\n" + linkSkill("a", "gone.md")
	one := baselineText(knownLinks(skill, "", 1))
	entry := "baseline: .skills-ls-baseline.json\n"
	withSettings := func(text string) string { return "-- " + conf + " --\n" + text }
	for _, tt := range []struct {
		name, archive string
		want          map[string]string // contents of the files that change
		counts        string            // problems, files, added
	}{
		{"no configuration", a, map[string]string{conf: entry, known: one}, "1 1 1"},
		{"no problems", "-- " + skill + " --\n" + linkSkill("a"), nil, "0 0 0"},
		{"an empty configuration", withSettings("") + a, map[string]string{conf: entry, known: one}, "1 1 1"},
		{"comments", withSettings("# Ours.\n\n# Nothing yet.\n") + a, map[string]string{conf: "# Ours.\n\n# Nothing yet.\n" + entry, known: one}, "1 1 1"},
		{
			"keys and comments", withSettings("# Ours.\ntargets: [codex] # one\nrules:\n  # Off.\n  body/size: off\n") + a,
			map[string]string{conf: "# Ours.\ntargets: [codex] # one\nrules:\n  # Off.\n  body/size: off\n" + entry, known: one},
			"1 1 1",
		},
		{"a start and an end", withSettings("---\ntargets: [codex]\n...\n") + a, map[string]string{conf: "---\n" + entry + "targets: [codex]\n...\n", known: one}, "1 1 1"},
		{"between braces", withSettings("{targets: [codex], limits: {lines: 9}}\n") + a, map[string]string{conf: "{" + strings.TrimSuffix(entry, "\n") + ", targets: [codex], limits: {lines: 9}}\n", known: one}, "1 1 1"},
		{"line ends of Windows", withSettings("targets: [codex]\r\nlimits: {lines: 9}\r\n") + a, map[string]string{conf: "targets: [codex]\r\nlimits: {lines: 9}\r\n" + strings.Replace(entry, "\n", "\r\n", 1), known: one}, "1 1 1"},
		{"indented", withSettings("  targets: [codex]\n") + a, map[string]string{conf: "  targets: [codex]\n  " + entry, known: one}, "1 1 1"},
		{
			"an existing baseline", withSettings("baseline: ci/skills-ls-baseline.json\n") + a + "-- .agents/skills/b/SKILL.md --\n" + linkSkill("b", "gone.md", "gone.md") +
				"-- ci/skills-ls-baseline.json --\n" + baselineText(knownLinks("../.agents/skills/b/SKILL.md", ",", 1), knownLinks("../.agents/skills/c/SKILL.md", ",", 1), knownLinks("../../other/SKILL.md", "", 4)),
			map[string]string{"ci/skills-ls-baseline.json": baselineText(knownLinks("../../other/SKILL.md", ",", 4), knownLinks("../.agents/skills/a/SKILL.md", ",", 1), knownLinks("../.agents/skills/b/SKILL.md", "", 2))},
			"7 3 2",
		},
		{"a baseline that is missing", withSettings(entry) + a, map[string]string{known: one}, "1 1 1"},
		{"a baseline as it is", withSettings(entry) + a + "-- " + known + " --\n" + one, nil, "1 1 0"},
		{"a baseline that is formatted otherwise", withSettings(entry) + a + "-- " + known + " --\n" + strings.ReplaceAll(one, "\n", "\n\n"), nil, "1 1 0"},
		{"a baseline that nothing names", a + "-- " + known + " --\n" + one, map[string]string{conf: entry}, "1 1 0"},
		{
			"nested", withSettings(entry) + a + "-- part/.skills-ls.yaml --\nlimits: {lines: 9}\n-- part/skills/b/SKILL.md --\n" + linkSkill("b", "gone.md") +
				"-- clean/.skills-ls.yaml --\nlimits: {lines: 9}\n-- clean/skills/c/SKILL.md --\n" + linkSkill("c") + "-- " + known + " --\n" + one,
			map[string]string{"part/.skills-ls.yaml": "limits: {lines: 9}\n" + entry, "part/.skills-ls-baseline.json": baselineText(knownLinks("skills/b/SKILL.md", "", 1))},
			"2 2 1",
		},
		{
			"ignored", withSettings("ignore: [b/]\n") + "-- .gitignore --\nc/\n" + a + "-- .agents/skills/b/SKILL.md --\n" + linkSkill("b", "gone.md") + "-- .agents/skills/c/SKILL.md --\n" + linkSkill("c", "gone.md"),
			map[string]string{conf: "ignore: [b/]\n" + entry, known: one},
			"1 1 1",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, root := analysistest.Scanned(t, tt.archive)
			done, err := refactor.BaselineAll(t.Context(), s, root)
			if err != nil {
				t.Fatal(err)
			}
			if counts := fmt.Sprint(done.Problems, " ", done.Files, " ", done.Added); counts != tt.counts {
				t.Errorf("counts %s, want %s", counts, tt.counts)
			}
			var changed []string
			for _, fix := range done.Fixes {
				path, text := writeFix(t, s, fix)
				rel, err := filepath.Rel(root, path)
				if err != nil {
					t.Fatal(err)
				}
				changed = append(changed, path)
				if want, ok := tt.want[filepath.ToSlash(rel)]; !ok || text != want {
					t.Errorf("%s becomes\n%s\nwant\n%s", rel, text, want)
				}
			}
			if len(changed) != len(tt.want) {
				t.Errorf("changed %q, want %d files", changed, len(tt.want))
			}
			if len(changed) > 0 {
				s = s.Refresh(changed...)
			}
			for _, path := range s.Files() {
				if found := rules.Diagnose(t.Context(), s, path); len(found) > 0 {
					t.Errorf("left in %s: %s", path, analysistest.Describe(s, path, found))
				}
			}
			if again, err := refactor.BaselineAll(t.Context(), s, root); err != nil || len(again.Fixes) > 0 || again.Added > 0 {
				t.Errorf("again: %+v, %v", again, err)
			}
		})
	}
}

// writeFix makes a fix of one file on disk and returns the path and the text.
func writeFix(t *testing.T, s *workspace.Snapshot, fix diagnostic.Fix) (path, text string) {
	t.Helper()
	if fix.Create != nil {
		path, text = fix.Create.Path, fix.Create.Text
	} else {
		path = fix.Edits[0].Path
		text = analysistest.Apply(t, analysistest.TextOf(t, s, path), path, fix)
	}
	if err := analysistest.WriteFile(path, text); err != nil {
		t.Fatal(err)
	}
	return path, text
}

// TestBaselineRefused checks why a project's problems cannot be made known.
func TestBaselineRefused(t *testing.T) {
	skill := "-- .agents/skills/a/SKILL.md --\n" + linkSkill("a", "gone.md")
	named := "-- .skills-ls.yaml --\nbaseline: .skills-ls-baseline.json\n"
	for _, tt := range []struct {
		name, archive string
		prepare       func(t *testing.T, path string) // makes the baseline
		want          string
	}{
		{"not JSON", named + "-- .skills-ls-baseline.json --\nbaseline\n", nil, ".skills-ls-baseline.json: baseline: line 1: invalid JSON"},
		{"of another program", "-- .skills-ls-baseline.json --\n{}\n", nil, ".skills-ls-baseline.json: baseline: not a baseline"},
		{"a pipe", named, analysistest.MakePipe, ".skills-ls-baseline.json: cannot read the baseline: not a regular file"},
		{"a device", named, func(t *testing.T, path string) { symlink(t, "/dev/zero", path) }, ".skills-ls-baseline.json: baseline is not read"},
		{"a link to nothing", named, func(t *testing.T, path string) { symlink(t, "gone", path) }, "cannot create .skills-ls-baseline.json"},
		{"a path out of the project", "-- .skills-ls.yaml --\nbaseline: ../skills-ls-baseline.json\n", nil, "cannot change .skills-ls.yaml: add"},
		{"no value", "-- .skills-ls.yaml --\nbaseline:\n", nil, "cannot change .skills-ls.yaml: add"},
		{"no mapping", "-- .skills-ls.yaml --\n- a\n", nil, "cannot change .skills-ls.yaml: add"},
		{"a configuration that is a directory", "-- .skills-ls.yaml/ --\n", nil, "cannot change .skills-ls.yaml"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, root := analysistest.Workspace(t, tt.archive+skill)
			if tt.prepare != nil {
				tt.prepare(t, filepath.Join(root, ".skills-ls-baseline.json"))
			}
			done, err := refactor.BaselineAll(t.Context(), s, root)
			var refused *refactor.RefusedError
			if !errors.As(err, &refused) || !strings.HasPrefix(err.Error(), tt.want) {
				t.Errorf("%+v, %v, want %s", done, err, tt.want)
			}
		})
	}
}

func symlink(t *testing.T, target, path string) {
	t.Helper()
	if err := os.Symlink(target, path); err != nil {
		t.Skip("no symbolic links here: ", err)
	}
}

// TestFixAllLeavesBaselined checks that [refactor.FixAll] changes only what is not in the baseline.
func TestFixAllLeavesBaselined(t *testing.T) {
	const text = "---\nname: a\ndescription: Does it. Use when asked.\n---\nSee [this](x\\y.md).\n"
	s, root := analysistest.Scanned(t, "-- x/y.md --\n-- .agents/skills/a/x/y.md --\n-- .agents/skills/a/x/z.md --\n-- .agents/skills/a/SKILL.md --\n"+text)
	path := filepath.Join(root, ".agents", "skills", "a", "SKILL.md")
	fixed := func() string {
		t.Helper()
		got, err := refactor.FixAll(t.Context(), s, path)
		if err != nil {
			t.Fatal(err)
		}
		return got.Text
	}
	if fixed() == text {
		t.Fatal("there is nothing to fix")
	}
	done, err := refactor.BaselineAll(t.Context(), s, root)
	if err != nil {
		t.Fatal(err)
	}
	for _, fix := range done.Fixes {
		changed, _ := writeFix(t, s, fix)
		s = s.Refresh(changed)
	}
	if got := fixed(); got != text {
		t.Errorf("a known problem was fixed: %s", got)
	}
	more := text + "And [that](x\\z.md).\n"
	s = s.With(workspace.Change{Path: path, Text: &more, Language: "markdown"})
	if got, want := fixed(), text+"And [that](x/z.md).\n"; got != want {
		t.Errorf("with a new problem:\n%s\nwant\n%s", got, want)
	}
}

// TestBaselineOfTwoFolders checks that baselining a folder keeps the entries of a folder inside of it, which the
// command line checks as a part of the outer one.
func TestBaselineOfTwoFolders(t *testing.T) {
	kept := knownLinks("in/skills/b/SKILL.md", "", 3)
	s, root := analysistest.Workspace(t, "-- .skills-ls.yaml --\nbaseline: .skills-ls-baseline.json\n-- .agents/skills/a/SKILL.md --\n"+linkSkill("a", "gone.md")+
		"-- in/skills/b/SKILL.md --\n"+linkSkill("b", "gone.md")+"-- .skills-ls-baseline.json --\n"+baselineText(kept))
	s = s.WithConfig(workspace.Config{Folders: []string{root, filepath.Join(root, "in")}})
	done, err := refactor.BaselineAll(t.Context(), s, root)
	if err != nil {
		t.Fatal(err)
	}
	if want := baselineText(knownLinks(".agents/skills/a/SKILL.md", ",", 1), kept); len(done.Fixes) != 1 || done.Fixes[0].Edits[0].Text != want {
		t.Errorf("changes %+v, want\n%s", done.Fixes, want)
	}
}
