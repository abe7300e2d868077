package fstest

import (
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

// unprivilegedID is the ID of the user and the group "nobody" of Linux systems.
const unprivilegedID = 65534

// Unprivileged reports whether file permissions apply to the user who runs the test. They do not apply to
// root: then Unprivileged runs the test in a process of an unprivileged user, copies its result and returns
// false. The caller must call it first and return if it is false.
func Unprivileged(t *testing.T) bool {
	t.Helper()
	if os.Getuid() != 0 {
		return true
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	binary, err := os.Open(program)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = binary.Close() }() // opened for reading only
	dir, err := os.MkdirTemp("", "unprivileged")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = os.RemoveAll(dir) }() // in the directory of temporary files
	if err := os.Chmod(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	// The unprivileged user may not have access to the directory of the program, so pass an open descriptor.
	pattern := "^" + strings.ReplaceAll(t.Name(), "/", "$/^") + "$"
	cmd := exec.Command("/proc/self/fd/3", "-test.run="+pattern, "-test.v", "-test.count=1")
	cmd.ExtraFiles = []*os.File{binary}
	cmd.Env = append(os.Environ(), "TMPDIR="+dir, "HOME="+dir)
	user := &syscall.Credential{Uid: unprivilegedID, Gid: unprivilegedID}
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: user}
	out, err := cmd.CombinedOutput()
	switch {
	case err != nil && len(out) == 0:
		t.Skipf("SKIPPED: permissions do not apply to root, and cannot run the test as another user: %v", err)
	case strings.Contains(string(out), "--- SKIP: "+t.Name()):
		t.Skipf("run as an unprivileged user:\n%s", out)
	case err != nil, !strings.Contains(string(out), "--- PASS: "+t.Name()):
		t.Errorf("run as an unprivileged user: %v\n%s", err, out)
	}
	return false
}
