//go:build unix

package cli

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"skills-ls/cli/project"
	"skills-ls/cli/term"
)

// TestEndlessFiles checks that no flag reads a device or a pipe, which may never end.
func TestEndlessFiles(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/dev/zero", pipe} {
		for _, flag := range []string{"--baseline", "--files-from"} {
			var out, errs bytes.Buffer
			sys := term.System{Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errs, Cwd: dir}
			code := Run(t.Context(), sys, []string{"check", flag, path})
			if code != 2 || !strings.Contains(errs.String(), flag+": ") || !strings.Contains(errs.String(), "may never end") {
				t.Errorf("%s %s: exit code %d: %s", flag, path, code, &errs)
			}
		}
	}
}

// TestListOfDescriptor checks that --files-from can read from <(command).
func TestListOfDescriptor(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	w.Close()
	f := project.InputFlags{From: filepath.Join("/dev/fd", strconv.Itoa(int(r.Fd())))}
	list, err := f.Open(project.NewWorkspace(&term.System{}, t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	defer list.Close()
	if path, ok := list.Next(); ok || list.Problem != nil {
		t.Errorf("%q, %v", path, list.Problem)
	}
}

// TestSystemFiles checks that no flag reads a kernel file, directly or through a link. Reading some of them
// never ends.
func TestSystemFiles(t *testing.T) {
	if _, err := os.Stat("/proc/self/status"); err != nil {
		t.Skip("there is no /proc")
	}
	dir := t.TempDir()
	link := filepath.Join(dir, "link")
	if err := os.Symlink("/proc/self/status", link); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/proc/self/status", link} {
		for _, flag := range []string{"--baseline", "--files-from"} {
			r := command(t, dir, "", "check", flag, path)
			if r.code != 2 || !strings.Contains(r.stderr, flag+": ") || !strings.Contains(r.stderr, "/proc, /sys and /dev are never read") {
				t.Errorf("%s %s: exit code %d: %s", flag, path, r.code, r.stderr)
			}
		}
	}
}

// TestLargeBaseline checks that a baseline that is too large is rejected before it is read.
func TestLargeBaseline(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "baseline.json")
	tree(t, dir, map[string]string{"baseline.json": "{}"})
	if err := os.Truncate(path, 1<<40); err != nil { // a sparse file
		t.Skip(err)
	}
	r := command(t, dir, "", "check", "--baseline", path)
	if r.code != 2 || !strings.Contains(r.stderr, "--baseline: ") {
		t.Errorf("exit code %d: %s", r.code, r.stderr)
	}
}

// TestLongList checks the limits of a list of paths.
func TestLongList(t *testing.T) {
	read := func(l *project.PathList) string {
		for {
			if _, ok := l.Next(); !ok {
				break
			}
		}
		if l.Problem == nil {
			return ""
		}
		return l.Problem.Message
	}
	list := project.NewPathList("-", io.NopCloser(strings.NewReader(strings.Repeat("a\n", project.MaxPaths+1))), false)
	if got := read(list); !strings.Contains(got, "exceeds 1000000 paths") {
		t.Errorf("too many paths: %q", got)
	}
	list = project.NewPathList("-", io.NopCloser(strings.NewReader("a\nb\nc\n")), false)
	list.Limited.N = 3
	if got := read(list); !strings.Contains(got, "bytes: split it") {
		t.Errorf("too many bytes: %q", got)
	}
}
