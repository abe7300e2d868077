package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"skills-ls/analysis/refactor"
	"skills-ls/analysis/workspace"
	"skills-ls/cli/project"
	"skills-ls/cli/report"
	"skills-ls/cli/term"
	"skills-ls/skills/vfs"
)

// fixable returns a skill with an empty name, which the fix sets to the name of its directory.
func fixable(body string) string {
	return "---\nname: \"\"\ndescription: Does good things. Use when something good is wanted.\n---\n" + body
}

// tree writes files, given by slash-separated path, below a directory.
func tree(t testing.TB, dir string, files map[string]string) {
	t.Helper()
	mkdir(t, filepath.Join(dir, ".git"))
	for name, text := range files {
		write(t, filepath.Join(dir, filepath.FromSlash(name)), text)
	}
}

func read(t testing.TB, parts ...string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(parts...))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// realTemp returns a new directory whose path contains no links.
func realTemp(t testing.TB) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// fixChecker returns a checker for a directory that prints nothing.
func fixChecker(dir string, fsys vfs.FS, cfg workspace.Config) *checker {
	c := newChecker(project.NewWorkspace(&term.System{Cwd: dir}, dir), fsys, cfg, report.FilePrinter{})
	c.openProjects([]string{dir})
	return c
}

// TestFixKeepsTheRest checks that nothing changes except what a fix is about: invalid UTF-8, line endings,
// the end of the file and its permissions stay.
func TestFixKeepsTheRest(t *testing.T) {
	for name, text := range map[string]string{
		"line feeds":        fixable("Go.\n"),
		"CRLF":              strings.ReplaceAll(fixable("Go.\n"), "\n", "\r\n"),
		"mixed line ends":   fixable("Go.\r\nOn.\n\r\n"),
		"no last line end":  fixable("Go."),
		"byte order mark":   "\ufeff" + fixable("Go.\n"),
		"no text":           fixable("Go \xff\xfe\x00.\n"),
		"a comment":         strings.Replace(fixable("Go.\n"), "\"\"", "Good # formerly x", 1),
		"other line breaks": fixable("a\u2028b\u0085c\fd\n"),
	} {
		t.Run(name, func(t *testing.T) {
			dir := realTemp(t)
			tree(t, dir, map[string]string{".agents/skills/good/SKILL.md": text})
			path := filepath.Join(dir, ".agents", "skills", "good", "SKILL.md")
			if err := os.Chmod(path, 0o640); err != nil {
				t.Fatal(err)
			}
			r := command(t, dir, "", "check", "--fix", "--fail-on", "never", "--agent", "codelia")
			got := read(t, path)
			want := strings.TrimPrefix(strings.Replace(text, "\"\"", "good", 1), "\ufeff")
			if name == "a comment" {
				want = strings.Replace(want, "name: Good # formerly x\n", "# formerly x\nname: good\n", 1)
			}
			if got != want {
				t.Errorf("%q\nwant %q\n%s%s", got, want, r.stdout, r.stderr)
			}
			if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o640 && filepath.Separator == '/' {
				t.Errorf("%v, %v", info.Mode(), err)
			}
			if r := command(t, dir, "", "check", "--diff", "--agent", "codelia"); r.stdout != "" || r.code != exitDone {
				t.Errorf("the second time more is fixed:\n%s", r.stdout)
			}
		})
	}
}

// TestFixRounds checks fixes that depend on others, in the same file and elsewhere.
func TestFixRounds(t *testing.T) {
	dir := realTemp(t)
	tree(t, dir, map[string]string{
		".skills-ls.yaml":              "ruls: {name/empty: off}\n",
		".agents/skills/kept/SKILL.md": fixable("Go.\n"),
		"sub/.skills-ls.yaml":          "{}\n",
		"sub/.codelia/config":          "",
		// Quoting the description makes it valid. Then the name gets the separators of the directory's name,
		// and the mention in AGENTS.md follows.
		"sub/.agents/skills/near-miss/SKILL.md": "---\nname: Near_Miss\ndescription: Two: two. Use when two are wanted.\n---\nSee [x](#head_ing).\n\n# Heading\n",
		"sub/AGENTS.md":                         "Use $nearmiss.\n",
	})
	r := command(t, dir, "", "check", "--fix", "--fail-on", "never")
	for path, want := range map[string]string{
		".skills-ls.yaml":                       "rules: {name/empty: off}\n",
		".agents/skills/kept/SKILL.md":          fixable("Go.\n"), // because of the misspelled setting
		"sub/.agents/skills/near-miss/SKILL.md": "---\nname: near-miss\ndescription: \"Two: two. Use when two are wanted.\"\n---\nSee [x](#heading).\n\n# Heading\n",
		"sub/AGENTS.md":                         "Use $near-miss.\n",
	} {
		if got := read(t, dir, filepath.FromSlash(path)); got != want {
			t.Errorf("%s: %q\nwant %q\n%s%s", path, got, want, r.stdout, r.stderr)
		}
	}
	if again := command(t, dir, "", "check", "--fix", "--fail-on", "never"); !strings.HasSuffix(again.stdout, " No problems fixed.\n") {
		t.Errorf("the second time:\n%s", again.stdout)
	}
}

// TestFixWithoutEnd checks that files whose fixes change one another forever are left unchanged and reported.
func TestFixWithoutEnd(t *testing.T) {
	dir := realTemp(t)
	tree(t, dir, map[string]string{"a/SKILL.md": goodSkill, "b/SKILL.md": goodSkill, "c/SKILL.md": goodSkill, "d/SKILL.md": goodSkill})
	at := func(name string) string { return filepath.Join(dir, name, "SKILL.md") }
	c := fixChecker(dir, vfs.Disk{}, workspace.Config{})
	x := c.fixer([]string{at("a"), at("b"), at("c"), at("d")})
	x.FixAll = func(_ context.Context, s *workspace.Snapshot, path string) (refactor.Fixed, *project.Problem) {
		f, err := s.File(path)
		switch {
		case err != nil:
			t.Error(err)
		case path == at("a") || path == at("b"):
			return refactor.Fixed{Text: f.Doc.Source + "+", Made: 1}, nil
		case path == at("c") && f.Doc.Source == goodSkill:
			return refactor.Fixed{Text: "c", Made: 1}, nil
		case path == at("d"):
			return refactor.Fixed{}, &project.Problem{Path: path, Message: "no"}
		}
		return refactor.Fixed{Text: f.Doc.Source}, nil
	}
	x.Run(t.Context())
	var changed, told []string
	for _, target := range x.Changed() {
		changed = append(changed, target.Path+" "+target.Text)
	}
	for _, p := range x.Problems {
		told = append(told, filepath.Base(filepath.Dir(p.Path))+": "+p.Message)
	}
	if !slices.Equal(changed, []string{at("c") + " c"}) {
		t.Errorf("changed %q", changed)
	}
	const undo = "not fixed: fixes in this file and in others undo each other"
	if want := []string{"d: no", "a: " + undo, "b: " + undo}; !slices.Equal(told, want) {
		t.Errorf("told %q, want %q", told, want)
	}
}

// TestFixPanic checks that a panic in a rule prevents only the fixes of one file.
func TestFixPanic(t *testing.T) {
	dir := realTemp(t)
	tree(t, dir, map[string]string{"bad/SKILL.md": fixable("Go.\n"), "good/SKILL.md": fixable("Go.\n")})
	bad, good := filepath.Join(dir, "bad", "SKILL.md"), filepath.Join(dir, "good", "SKILL.md")
	fsys := faultyDisk{readFile: func(name string) error {
		if name == bad {
			panic("a test's panic")
		}
		return nil
	}}
	c := fixChecker(dir, fsys, workspace.Config{Isolated: true})
	c.fixFiles(t.Context(), []string{bad, good})
	if got := read(t, good); !strings.Contains(got, "name: good\n") {
		t.Errorf("%q", got)
	}
	if len(c.problems) != 1 || c.problems[0].Path != bad || !strings.Contains(c.problems[0].Message, "a test's panic") {
		t.Errorf("%v", c.problems)
	}
}

// TestFixStdin checks that standard output gets the text with only the fixes changed, and standard error the
// rest.
func TestFixStdin(t *testing.T) {
	dir := realTemp(t)
	tree(t, dir, map[string]string{".agents/skills/near-miss/SKILL.md": strings.Replace(goodSkill, "good", "near-miss", 1)})
	args := []string{"check", "--fix", "--stdin", "--stdin-path"}
	for _, c := range []struct {
		path, in, out, told string
		code                int
	}{
		{".agents/skills/x/SKILL.md", fixable("Go.\r\n"), strings.Replace(fixable("Go.\r\n"), "\"\"", "x", 1), "No problems in 1 skill. ", exitDone},
		{".agents/skills/x/SKILL.md", fixable("[y](y.md)"), strings.Replace(fixable("[y](y.md)"), "\"\"", "x", 1), "  link/broken\n", exitDone},
		{".agents/skills/x/SKILL.md", "", "", "  frontmatter/missing\n", exitFound},
		{"AGENTS.md", "Use $nearmiss.\n", "Use $near-miss.\n", "1 problem fixed in 1 file.", exitDone},
		{"notes.txt", "$nearmiss", "$nearmiss", "nothing to check", exitDone},
	} {
		write(t, filepath.Join(dir, ".codelia", "config"), "")
		r := command(t, dir, c.in, append(args, c.path)...)
		if r.stdout != c.out || !strings.Contains(r.stderr, c.told) || r.code != c.code {
			t.Errorf("%s: exit %d, %q\n%s\nwant exit %d, %q, %q", c.path, r.code, r.stdout, r.stderr, c.code, c.out, c.told)
		}
	}
}

// TestFixJSON checks that the report has the number of fixes with --fix, even if it is 0, and does not have
// it otherwise.
func TestFixJSON(t *testing.T) {
	dir := realTemp(t)
	tree(t, dir, map[string]string{".agents/skills/x/SKILL.md": fixable("Go.\n")})
	for _, want := range []*report.FixCount{nil, {Problems: 1, Files: 1}, {Problems: 0, Files: 0}} {
		var args []string
		if want != nil {
			args = []string{"--fix"}
		}
		report, r := checkJSON(t, dir, args...)
		if fmt.Sprint(report.Summary.Fixed) != fmt.Sprint(want) {
			t.Errorf("%s: fixed %v, want %v\n%s", args, report.Summary.Fixed, want, r.stdout)
		}
	}
}

// TestFixManyFiles checks that many files are fixed in one run, in an order that does not depend on which is
// done first.
func TestFixManyFiles(t *testing.T) {
	files := make(map[string]string)
	for i := range 100 {
		files[fmt.Sprintf(".agents/skills/skill-%03d/SKILL.md", i)] = fixable("Go.\n")
	}
	dir := realTemp(t)
	tree(t, dir, files)
	first, second := command(t, dir, "", "check", "--diff"), command(t, dir, "", "check", "--diff")
	if first != second || strings.Count(first.stdout, "\n--- a/") != len(files) {
		t.Errorf("%d files in the diff, or two runs differ", strings.Count(first.stdout, "\n--- a/"))
	}
	if r := command(t, dir, "", "check", "--fix", "--fail-on", "hint"); !strings.HasSuffix(r.stdout, " 100 problems fixed in 100 files.\n") {
		t.Errorf("exit %d\n%s%s", r.code, r.stdout, r.stderr)
	}
	for path := range files {
		if got, want := read(t, dir, path), strings.Replace(fixable("Go.\n"), "\"\"", filepath.Base(filepath.Dir(path)), 1); got != want {
			t.Errorf("%s: %q", path, got)
		}
	}
}

func listing(t testing.TB, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}
