package cli

import (
	"io/fs"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"skills-ls/analysis/workspace"
	"skills-ls/cli/project"
	"skills-ls/cli/report"
	"skills-ls/cli/term"
	"skills-ls/skills/vfs"
)

// A faultyDisk is a disk on which reading some files fails.
type faultyDisk struct {
	vfs.Disk
	readFile func(name string) error // returns nil, or the error of reading the file
}

func (d faultyDisk) ReadFile(name string) (string, error) {
	if err := d.readFile(name); err != nil {
		return "", err
	}
	return d.Disk.ReadFile(name)
}

// checkWith checks paths on a file system and returns the output, the problems and the summary.
func checkWith(t *testing.T, fsys vfs.FS, dir string, given bool, paths ...string) (string, []project.Problem, report.Summary) {
	t.Helper()
	sys := term.System{Cwd: dir}
	w := project.NewWorkspace(&sys, dir)
	var out strings.Builder
	c := newChecker(w, fsys, workspace.Config{}, &report.TextPrinter{FilePrinter: report.FilePrinter{Out: &out}, Project: w})
	c.openProjects([]string{dir})
	for _, path := range paths {
		c.given[path] = given
	}
	c.run(t.Context(), paths)
	c.printer.End(c.sum, nil)
	return out.String(), c.problems, c.sum
}

// TestFailure checks what happens to a file that cannot be read: it has a diagnostic, unless it was removed
// since it was listed or this program failed.
func TestFailure(t *testing.T) {
	dir := t.TempDir()
	good, bad, gone := filepath.Join(dir, "good", "SKILL.md"), filepath.Join(dir, "bad", "SKILL.md"), filepath.Join(dir, "gone", "SKILL.md")
	write(t, good, goodSkill)
	write(t, bad, goodSkill)
	failing := func(err error) vfs.FS {
		return faultyDisk{readFile: func(name string) error {
			if name == bad {
				return &fs.PathError{Op: "open", Path: name, Err: err}
			}
			return nil
		}}
	}
	for _, c := range []struct {
		name    string
		fsys    vfs.FS
		paths   []string
		given   bool
		files   int
		unread  int
		found   string // part of the output
		problem string // part of the message, empty for none
	}{
		{"permission", failing(syscall.EACCES), []string{bad, good}, false, 2, 1, "permission denied", ""},
		{"device", failing(syscall.EIO), []string{bad, good}, false, 2, 1, "cannot read the file: input/output error  file/unreadable", ""},
		{"vanished", vfs.Disk{}, []string{gone, good}, false, 1, 0, "", ""},
		{"vanished though named", vfs.Disk{}, []string{gone, good}, true, 2, 1, "file not found", ""},
		{"panic", faultyDisk{readFile: func(name string) error {
			if name == bad {
				panic("a test's panic")
			}
			return nil
		}}, []string{bad, good}, false, 1, 0, "", "a test's panic"},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, problems, sum := checkWith(t, c.fsys, dir, c.given, c.paths...)
			if sum.Files != c.files || sum.Unread != c.unread || !strings.Contains(out, c.found) {
				t.Errorf("%d files checked, %d unread, want %d and %d and %q\n%s", sum.Files, sum.Unread, c.files, c.unread, c.found, out)
			}
			switch {
			case c.problem == "" && len(problems) > 0:
				t.Errorf("problems: %v", problems)
			case c.problem != "" && (len(problems) != 1 || !strings.Contains(problems[0].Message, c.problem)):
				t.Errorf("problems: %v, want %q", problems, c.problem)
			}
		})
	}
}
