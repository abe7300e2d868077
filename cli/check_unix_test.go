//go:build unix

package cli

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"skills-ls/skills/vfs/fstest"
)

// oddLinks adds the files that only Unix has to a tree, and returns the rules that report them, by directory.
func oddLinks(t *testing.T, dir string) map[string]string {
	t.Helper()
	at := func(parts ...string) string { return filepath.Join(append([]string{dir}, parts...)...) }
	mkdir(t, at("pipe"), at("dangling"), at("loop"), at("linked"), at("up", "references"))
	pipe(t, at("pipe", "SKILL.md"))
	symlink(t, "nowhere", at("dangling", "SKILL.md"))
	symlink(t, "SKILL.md", at("loop", "SKILL.md"))
	symlink(t, "../good/SKILL.md", at("linked", "SKILL.md"))
	symlink(t, "../../up", at("up", "references", "up")) // a loop of directories
	write(t, at("up", "SKILL.md"), strings.ReplaceAll(goodSkill, "name: good", "name: up"))
	return map[string]string{"pipe": "file/unreadable", "dangling": "file/unreadable", "loop": "file/unreadable"}
}

// TestOddFilesByName passes some of these files as arguments to check and to the other commands.
func TestOddFilesByName(t *testing.T) {
	dir := t.TempDir()
	fifo := filepath.Join(dir, ".agents", "skills", "pipe", "SKILL.md")
	mkdir(t, filepath.Dir(fifo))
	pipe(t, fifo)
	dangling := filepath.Join(dir, "SKILL.md")
	symlink(t, "nowhere", dangling)
	for _, c := range []struct {
		args []string
		code int
	}{
		{[]string{"check", fifo}, exitFound},
		{[]string{"check", dangling}, exitFound},
		{[]string{"preview", fifo}, exitFailure},
		{[]string{"preview", dangling}, exitFailure},
		{[]string{"list"}, exitDone},
		{[]string{"search", "pipe"}, exitDone},
	} {
		if r := command(t, dir, "", c.args...); r.code != c.code {
			t.Errorf("%s: exit %d, want %d\n%s%s", c.args, r.code, c.code, r.stdout, r.stderr)
		}
	}
}

func TestUnreadable(t *testing.T) {
	if !fstest.Unprivileged(t) {
		return
	}
	dir := t.TempDir()
	write(t, filepath.Join(dir, "good", "SKILL.md"), goodSkill)
	write(t, filepath.Join(dir, "secret", "SKILL.md"), goodSkill)
	write(t, filepath.Join(dir, "closed", "SKILL.md"), goodSkill)
	if err := os.Chmod(filepath.Join(dir, "secret", "SKILL.md"), 0); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(filepath.Join(dir, "closed"), 0); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(filepath.Join(dir, "closed"), 0o755) }) // so that the directory can be removed
	report, r := checkJSON(t, dir)
	if r.code != exitFound || len(report.Files) != 2 || report.Summary.Errors != 1 || strings.Count(r.stderr, "permission denied") != 1 {
		t.Errorf("exit %d, %d files, %+v, stderr:\n%s", r.code, len(report.Files), report.Summary, r.stderr)
	}
	if r := command(t, dir, "", "check", "secret", "closed"); r.code != exitFailure {
		t.Errorf("where nothing can be read: exit %d\n%s%s", r.code, r.stdout, r.stderr)
	}
}

func symlink(t testing.TB, target, path string) {
	t.Helper()
	if err := os.Symlink(target, path); err != nil {
		t.Fatal(err)
	}
}

func pipe(t testing.TB, path string) {
	t.Helper()
	if err := syscall.Mkfifo(path, 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestListUnreadable checks that list has a skill that cannot be read, even if no agent finds it.
func TestListUnreadable(t *testing.T) {
	if !fstest.Unprivileged(t) {
		return
	}
	dir := t.TempDir()
	secret := filepath.Join(dir, "loose", "secret", "SKILL.md")
	write(t, secret, goodSkill)
	if err := os.Chmod(secret, 0); err != nil {
		t.Fatal(err)
	}
	if r := command(t, dir, "", "list"); !strings.HasPrefix(r.stdout, "loose\n  secret  ") || !strings.Contains(r.stdout, "1 error") {
		t.Errorf("list printed %q %q, want the unreadable skill", r.stdout, r.stderr)
	}
}
