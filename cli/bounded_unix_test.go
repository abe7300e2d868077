//go:build unix

package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// TestEndlessFiles guards that no flag reads from what may never end.
func TestEndlessFiles(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/dev/zero", pipe} {
		for _, flag := range []string{"--baseline", "--files-from"} {
			var out, errs bytes.Buffer
			sys := System{Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errs, Cwd: dir}
			code := Run(t.Context(), sys, []string{"check", flag, path})
			if code != 2 || !strings.Contains(errs.String(), flag+": ") || !strings.Contains(errs.String(), "may never end") {
				t.Errorf("%s %s: exit code %d: %s", flag, path, code, &errs)
			}
		}
	}
}

// TestListOfDescriptor guards that a list may come from <(command).
func TestListOfDescriptor(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	w.Close()
	f := inputFlags{from: filepath.Join("/dev/fd", strconv.Itoa(int(r.Fd())))}
	list, err := f.open(newWorkspace(&System{}, t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	defer list.Close()
	if path, ok := list.next(); ok || list.problem != nil {
		t.Errorf("%q, %v", path, list.problem)
	}
}
