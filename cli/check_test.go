package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"skills-ls/cli/report"
	"skills-ls/cli/term"
)

const goodSkill = "---\nname: good\ndescription: Does good things. Use when something good is wanted.\n---\nGo.\n"

// checkJSON runs check --format json and decodes its output.
func checkJSON(t testing.TB, dir string, args ...string) (report struct {
	Version int
	Files   []report.JSONFile
	Summary report.Summary
}, r ran,
) {
	t.Helper()
	r = command(t, dir, "", append([]string{"check", "--format", "json"}, args...)...)
	if err := json.Unmarshal([]byte(r.stdout), &report); err != nil {
		t.Fatalf("exit %d, %v in:\n%s\n%s", r.code, err, r.stdout, r.stderr)
	}
	return report, r
}

func rulesOf(f report.JSONFile) (ids []string) {
	for _, d := range f.Diagnostics {
		ids = append(ids, d.Rule)
	}
	return ids
}

// TestOddFiles checks a tree with every kind of file named SKILL.md. None may make the check hang or hide the
// others.
func TestOddFiles(t *testing.T) {
	dir := t.TempDir()
	at := func(parts ...string) string { return filepath.Join(append([]string{dir}, parts...)...) }
	write(t, at("good", "SKILL.md"), goodSkill)
	write(t, at("lower", "skill.md"), strings.ReplaceAll(goodSkill, "name: good", "name: lower"))
	write(t, at("binary", "SKILL.md"), "\x7fELF\x02\x01\x00\x00")
	write(t, at("latin", "SKILL.md"), "---\nname: latin\ndescription: Caf\xe9. Use when thirsty.\n---\nGo.\n")
	write(t, at("huge", "SKILL.md"), goodSkill)
	if err := os.Truncate(at("huge", "SKILL.md"), 50<<20); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"binary": "file/encoding", "latin": "file/encoding", "huge": "file/limit", "directory": "file/unreadable",
	}
	mkdir(t, at("directory", "SKILL.md"))
	for name, rule := range oddLinks(t, dir) {
		want[name] = rule
	}

	found, r := checkJSON(t, dir)
	if r.code != exitFound || r.stderr != "" {
		t.Errorf("exit %d, stderr %q", r.code, r.stderr)
	}
	got := make(map[string][]string)
	for _, f := range found.Files {
		got[filepath.Base(filepath.Dir(f.Path))] = rulesOf(f)
	}
	for name, rule := range want {
		if !slices.Contains(got[name], rule) {
			t.Errorf("%s: %q, want %q", name, got[name], rule)
		}
	}
	if len(got["good"]) > 0 {
		t.Errorf("good: %s", got["good"])
	}
	if !slices.IsSortedFunc(found.Files, func(a, b report.JSONFile) int { return strings.Compare(a.Path, b.Path) }) {
		t.Error("the files are not sorted")
	}
}

func TestFailOn(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "good", "SKILL.md")
	warning := goodSkill[:len(goodSkill)-len("Go.\n")] // the body is empty
	for _, c := range []struct {
		text, failOn string
		code         int
	}{
		{goodSkill, "hint", exitDone},
		{warning, "hint", exitFound},
		{warning, "warning", exitFound},
		{warning, "error", exitDone},
		{"no frontmatter\n", "error", exitFound},
		{"no frontmatter\n", "never", exitDone},
	} {
		write(t, path, c.text)
		if r := command(t, dir, "", "check", "--fail-on", c.failOn); r.code != c.code {
			t.Errorf("%q with --fail-on %s: exit %d, want %d\n%s", c.text, c.failOn, r.code, c.code, r.stdout)
		}
	}
}

// TestSameAlone checks that the diagnostics of a file do not depend on how the command line names it.
func TestSameAlone(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, ".claude", "skills", "a", "SKILL.md"), "---\nname: a\ndescription: Does x.\nmodel: 3\n---\nSee [b](../b/SKILL.md) and [c](../../../docs/c.md).\n")
	write(t, filepath.Join(dir, ".claude", "skills", "b", "SKILL.md"), goodSkill)
	write(t, filepath.Join(dir, ".agents", "skills", "a", "SKILL.md"), "---\nname: a\ndescription: Does y.\n---\nText.\n")
	for _, name := range []string{"c", "d"} {
		write(t, filepath.Join(dir, ".claude", "skills", name, "SKILL.md"), "---\nname: "+name+"\ndescription: Reviews diffs for bugs, leaks and names.\n---\n"+name+"\n")
	}
	write(t, filepath.Join(dir, ".claude", "skills", "c", "left.md"), "Text.\n")
	write(t, filepath.Join(dir, ".codelia", "config.json"), "{}\n")
	for _, name := range []string{"e", "group/f"} {
		write(t, filepath.Join(dir, ".agents", "skills", filepath.FromSlash(name), "SKILL.md"), "---\nname: "+path.Base(name)+"\ndescription: Plans trips by train, ferry and bicycle.\n---\n"+name+"\n")
	}
	write(t, filepath.Join(dir, "CLAUDE.md"), "Use $aa.\n")
	whole, _ := checkJSON(t, dir)
	said := fmt.Sprint(whole.Files)
	for _, rule := range []string{"name/ambiguous", "description/overlap", "resource/orphan"} {
		if !strings.Contains(said, rule) {
			t.Errorf("%s found nothing", rule)
		}
	}
	for i, f := range whole.Files {
		alone, _ := checkJSON(t, dir, f.Path)
		if len(alone.Files) != 1 || fmt.Sprint(alone.Files[0]) != fmt.Sprint(whole.Files[i]) {
			t.Errorf("%s: alone\n%v\nin the tree\n%v", f.Path, alone.Files, whole.Files[i])
		}
	}
}

// TestPositions checks lines, columns and offsets where they differ most: after a byte order mark, after
// characters of two and four bytes, and with each of the three line endings.
func TestPositions(t *testing.T) {
	dir := t.TempDir()
	const text = "\ufeff---\r\nname: x\ndescription: 🦊é: y\n---\n"
	write(t, filepath.Join(dir, "x", "SKILL.md"), text)
	p := report.NewPlaces(text)
	for _, c := range []struct {
		offset       int
		line, column int
	}{
		{0, 1, 1},
		{3, 1, 1},
		{4, 1, 2},
		{strings.Index(text, "name"), 2, 1},
		{strings.Index(text, "é"), 3, len("description: ") + 3},
		{strings.Index(text, ": y"), 3, len("description: ") + 4},
		{len(text), 5, 1},
	} {
		want := report.TextPosition{Line: c.line, Column: c.column, Offset: c.offset}
		if got := p.TextPosition(c.offset); got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
	report, _ := checkJSON(t, dir)
	for _, f := range report.Files {
		for _, d := range f.Diagnostics {
			if got := p.TextPosition(d.Range.Start.Offset); got != d.Range.Start {
				t.Errorf("%s: %+v, want %+v", d.Rule, d.Range.Start, got)
			}
		}
	}
}

// TestManyFiles checks that the order does not depend on which file is done first, and that no file is lost.
func TestManyFiles(t *testing.T) {
	dir := t.TempDir()
	n := 300
	if testing.Short() {
		n = 60
	}
	for i := range n {
		name := fmt.Sprintf("skill-%03d", i)
		text := strings.ReplaceAll(goodSkill, "name: good", "name: "+name)
		if i%3 == 0 {
			text = strings.ReplaceAll(text, "description", "descriptoin") + strings.Repeat("More *text* here.\n", 10*i)
		}
		write(t, filepath.Join(dir, ".agents", "skills", name, "SKILL.md"), text)
	}
	first := command(t, dir, "", "check")
	for range 3 {
		if again := command(t, dir, "", "check"); again != first {
			t.Fatalf("two runs differ:\n%s\n%s", first.stdout, again.stdout)
		}
	}
	report, _ := checkJSON(t, dir)
	if report.Summary.Skills != n || len(report.Files) != n {
		t.Errorf("%d skills, %d files", report.Summary.Skills, len(report.Files))
	}
	if report.Summary.Errors < n/3 {
		t.Errorf("%d errors", report.Summary.Errors)
	}
}

func TestUserRoots(t *testing.T) {
	dir, home := t.TempDir(), t.TempDir()
	write(t, filepath.Join(dir, ".codelia", "config"), "")
	write(t, filepath.Join(dir, "AGENTS.md"), "Use $tidy-hme.\n")
	write(t, filepath.Join(home, ".agents", "skills", "tidy-home", "SKILL.md"), strings.ReplaceAll(goodSkill, "name: good", "name: tidy-home"))
	sys := term.System{Cwd: dir, Home: home}
	if r := commandIn(t, sys, "", "check"); strings.Contains(r.stdout, "tidy-home") {
		t.Errorf("without --user the home directory was looked at:\n%s", r.stdout)
	}
	if r := commandIn(t, sys, "", "check", "--user"); !strings.Contains(r.stdout, "tidy-home") {
		t.Errorf("with --user it was not:\n%s", r.stdout)
	}
}

func mkdir(t testing.TB, paths ...string) {
	t.Helper()
	for _, path := range paths {
		if err := os.MkdirAll(path, 0o755); err != nil {
			t.Fatal(err)
		}
	}
}
