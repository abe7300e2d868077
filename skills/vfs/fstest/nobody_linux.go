package fstest

import (
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

// nobody is the user and the group that own nothing, on every Linux.
const nobody = 65534

// AsNobody reports whether permissions keep the test's user out of files, as they do everybody but root. If they do not, it runs the test
// once more, as nobody, in a process of its own, takes over what came of it, and the caller has nothing left to do. It is called before
// anything else.
func AsNobody(t *testing.T) bool {
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
	defer func() { _ = binary.Close() }() // it was only read
	dir, err := os.MkdirTemp("", "nobody")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = os.RemoveAll(dir) }() // what is left is temporary
	if err := os.Chmod(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	// By a descriptor, since the way to the program may be closed to nobody.
	cmd := exec.Command("/proc/self/fd/3", "-test.run=^"+strings.ReplaceAll(t.Name(), "/", "$/^")+"$", "-test.v", "-test.count=1")
	cmd.ExtraFiles = []*os.File{binary}
	cmd.Env = append(os.Environ(), "TMPDIR="+dir, "HOME="+dir)
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	out, err := cmd.CombinedOutput()
	switch {
	case err != nil && len(out) == 0:
		t.Skipf("SKIPPED: permissions keep nobody out who is root, and no process can be started as somebody else: %v", err)
	case strings.Contains(string(out), "--- SKIP: "+t.Name()):
		t.Skipf("as nobody:\n%s", out)
	case err != nil, !strings.Contains(string(out), "--- PASS: "+t.Name()):
		t.Errorf("as nobody: %v\n%s", err, out)
	}
	return false
}
