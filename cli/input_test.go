package cli

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"skills-ls/cli/project"
	"skills-ls/cli/term"
)

// TestPathList checks which paths are read from a list, and the problem with an invalid list.
func TestPathList(t *testing.T) {
	w := &project.Project{Cwd: "/w"}
	long := strings.Repeat("x", project.MaxPath)
	for _, c := range []struct {
		name, text string
		null       bool
		paths      []string
		problem    string // part of the message, empty for none
	}{
		{"lines", "a\nb/c\n", false, []string{"/w/a", "/w/b/c"}, ""},
		{"no end of line at the end", "a\nb", false, []string{"/w/a", "/w/b"}, ""},
		{"lines of Windows, and empty ones", "a\r\n\r\nb\r\n", false, []string{"/w/a", "/w/b"}, ""},
		{"blanks are a part of names", " a\t\n", false, []string{"/w/ a\t"}, ""},
		{"one path in many spellings", "a\n./a\nb/../a\n/w/a\n", false, []string{"/w/a"}, ""},
		{"nothing", "", false, nil, ""},
		{"NULs", "a\x00b\nc\x00\x00d", true, []string{"/w/a", "/w/b\nc", "/w/d"}, ""},
		{"NULs without the flag", "a\x00b\x00", false, nil, "NUL in line 1: use --null if the paths end with NUL"},
		{"a NUL later", "a\nb\x00c\n", false, []string{"/w/a"}, "NUL in line 2"},
		{"no list at all", "a\n" + long + "\n", false, []string{"/w/a"}, "path 2 exceeds 65536 bytes"},
		{"lines where NULs are said to be", strings.Repeat("path/of/a/file\n", project.MaxPath), true, nil, "path 1 exceeds 65536 bytes: see --null"},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := project.NewPathList("list", io.NopCloser(strings.NewReader(c.text)), c.null)
			var got []string
			for part := range l.Parts(w, 0) {
				got = append(got, part...)
			}
			if !slices.Equal(got, c.paths) {
				t.Errorf("%q, want %q", got, c.paths)
			}
			switch {
			case c.problem == "" && l.Problem != nil:
				t.Errorf("problem: %s", l.Problem.Message)
			case c.problem != "" && (l.Problem == nil || !strings.Contains(l.Problem.Message, c.problem)):
				t.Errorf("problem: %v, want %q", l.Problem, c.problem)
			}
		})
	}
}

// TestPathListBreaksOff checks that the paths before a read error are kept.
func TestPathListBreaksOff(t *testing.T) {
	in := io.MultiReader(strings.NewReader("a\nb\n"), iotest.ErrReader(errors.New("the pipe burst")))
	l := project.NewPathList("list", io.NopCloser(in), false)
	parts := slices.Collect(l.Parts(&project.Project{Cwd: "/w"}, 1))
	if fmt.Sprint(parts) != "[[/w/a] [/w/b]]" || l.Problem == nil || !strings.Contains(l.Problem.Message, "the pipe burst") {
		t.Errorf("%s, problem %v", parts, l.Problem)
	}
}

// TestParts checks that --isolated checks every file of a long list in parts, with the same result as for the
// whole tree.
func TestParts(t *testing.T) {
	dir := t.TempDir()
	var list strings.Builder
	const size, n = 20, 2*20 + 7
	for i := range n {
		name := fmt.Sprintf("skill-%04d", i)
		text := strings.ReplaceAll(goodSkill, "name: good", "name: "+name)
		if i%10 == 0 {
			text = strings.ReplaceAll(text, "name: ", "name: not-")
		}
		write(t, filepath.Join(dir, "skills", name, "SKILL.md"), text)
		fmt.Fprintf(&list, "skills/%s/SKILL.md\n", name)
	}
	r := commandIn(t, term.System{Cwd: dir, Home: filepath.Join(dir, "home"), PartSize: size}, list.String(), "check", "--isolated", "--files-from", "-")
	whole := command(t, dir, "", "check", "--isolated")
	if r != whole || r.code != exitFound || strings.Count(r.stdout, "  name/directory\n") != 5 || !strings.Contains(r.stdout, fmt.Sprintf("in 5 of %d skills.", n)) {
		t.Errorf("by a list: exit %d\n%s%s\nas a tree: exit %d\n%s%s", r.code, r.stdout, r.stderr, whole.code, whole.stdout, whole.stderr)
	}
}

// TestManyProjects checks the limit on projects, above which check refuses to start because its time is
// quadratic in their number.
func TestManyProjects(t *testing.T) {
	dir := t.TempDir()
	sys := term.System{Cwd: dir, Home: filepath.Join(dir, "home"), PartSize: 10, MaxProjects: 10}
	args := []string{"check", "--cwd", t.TempDir()}
	for i := range sys.MaxProjects + 1 {
		project := filepath.Join(dir, fmt.Sprint(i))
		write(t, filepath.Join(project, "SKILL.md"), goodSkill)
		args = append(args, project)
	}
	if r := commandIn(t, sys, "", args...); r.code != exitFailure || r.stdout != "" || !strings.Contains(r.stderr, "11 of at most 10") {
		t.Errorf("exit %d\n%s%s", r.code, r.stdout, r.stderr)
	}
	if r := commandIn(t, sys, "", append(args, "--isolated")...); r.code != exitFound || !strings.Contains(r.stdout, "of 11 skills.") {
		t.Errorf("isolated: exit %d\n%s", r.code, r.stderr)
	}
}

// TestLoneFile checks a file of a skill outside of any project, from any working directory.
func TestLoneFile(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "good", "SKILL.md"), goodSkill)
	path := filepath.Join(dir, "good", "references", "notes.md")
	write(t, path, "See [that](gone.md).\n")
	for _, cwd := range []string{dir, t.TempDir()} {
		if r := command(t, cwd, "", "check", path); !strings.Contains(r.stdout, "  link/broken\n") || r.stderr != "" {
			t.Errorf("in %s: exit %d\n%s%s", cwd, r.code, r.stdout, r.stderr)
		}
	}
}
