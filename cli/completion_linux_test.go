package cli

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// completed lists command lines as typed before Tab, and after completion. The completion adds a space, which
// zsh removes.
var completed = []struct{ typed, want string }{
	{"skills-ls ch", "skills-ls check"},
	{"skills-ls agents codel", "skills-ls agents codelia"},
	{"skills-ls rules name/for", "skills-ls rules name/format"},
	{"skills-ls check --fail", "skills-ls check --fail-on"},
	{"skills-ls check --fail-on warn", "skills-ls check --fail-on warning"},
	{"skills-ls check --fail-on=warn", "skills-ls check --fail-on=warning"},
	{"skills-ls check --format sa", "skills-ls check --format sarif"},
	{"skills-ls check --agent openc", "skills-ls check --agent opencode"},
	{"skills-ls check some-", "skills-ls check some-file.md"},
	{"skills-ls completion z", "skills-ls completion zsh"},
}

// TestCompletionInBash presses Tab in an interactive bash on a terminal.
func TestCompletionInBash(t *testing.T) {
	const scripts = "/usr/share/bash-completion/bash_completion"
	if _, err := os.Stat(scripts); err != nil {
		t.Skipf("SKIPPED: the package bash-completion is not installed: %v", err)
	}
	dir := completing(t, "bash", "skills-ls.bash")
	rc := filepath.Join(dir, "rc")
	write(t, rc, "source "+scripts+"\nsource "+filepath.Join(dir, "skills-ls.bash")+"\nPS1='$ '\nset -o emacs\n")
	typeInto(t, dir, "bash", "--noprofile", "--rcfile", rc, "-i")
}

// TestCompletionInZsh presses Tab in a zsh that finds the script in fpath, as a package installs it.
func TestCompletionInZsh(t *testing.T) {
	dir := completing(t, "zsh", "_skills-ls")
	write(t, filepath.Join(dir, ".zshrc"), "fpath=("+dir+" $fpath)\nautoload -Uz compinit && compinit -u\nPS1='$ '\nbindkey -e\n")
	typeInto(t, dir, "zsh", "-i")
}

// TestCompletionInFish checks what fish offers for each command line.
func TestCompletionInFish(t *testing.T) {
	dir := completing(t, "fish", "skills-ls.fish")
	for _, c := range completed {
		want := c.want[strings.LastIndex(c.want, " ")+1:]
		cmd := exec.Command("fish", "--no-config", "-c", `source $argv[1]; complete -C $argv[2]`, filepath.Join(dir, "skills-ls.fish"), c.typed)
		cmd.Dir = dir
		cmd.Env = shellEnv(dir)
		out, err := cmd.CombinedOutput()
		var got []string
		for line := range strings.Lines(string(out)) {
			word, _, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
			got = append(got, word)
		}
		if err != nil || !slices.Contains(got, want) {
			t.Errorf("%q offers %q and not %q: %v", c.typed, got, want, err)
		}
	}
}

// completing returns a directory with the completion script of a shell, a program skills-ls and a file name
// to complete. It skips the test if the shell is missing.
func completing(t *testing.T, shell, script string) string {
	t.Helper()
	if _, err := exec.LookPath(shell); err != nil {
		t.Skipf("SKIPPED: %v", err)
	}
	dir := realTemp(t)
	if err := os.Symlink(os.Args[0], filepath.Join(dir, "skills-ls")); err != nil {
		t.Fatal(err)
	}
	r := command(t, dir, "", "completion", shell)
	if r.code != exitDone {
		t.Fatal(r.stderr)
	}
	write(t, filepath.Join(dir, script), r.stdout)
	write(t, filepath.Join(dir, "some-file.md"), "")
	return dir
}

// shellEnv returns the environment of a shell that finds the program and reads none of the user's files.
func shellEnv(dir string) []string {
	return []string{
		"PATH=" + dir + ":/usr/local/bin:/usr/bin:/bin", "HOME=" + dir, "ZDOTDIR=" + dir, "TERM=dumb", "LC_ALL=C", "SKILLS_LS_RUN=1",
		"HISTFILE=/dev/null", "XDG_CONFIG_HOME=" + dir,
	}
}

// typeInto starts a shell on a terminal and types each command line and Tab. Then it makes the shell write
// the completed line to a file: it goes to the start of the line, types a command, and goes to the end.
func typeInto(t *testing.T, dir, shell string, args ...string) {
	t.Helper()
	inside, outside := terminal(t, 400)
	cmd := exec.Command(shell, args...)
	cmd.Dir = dir
	cmd.Env = shellEnv(dir)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = inside, inside, inside
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var screen bytes.Buffer
	read := make(chan struct{})
	go func() {
		defer close(read)
		_, _ = io.Copy(&screen, outside) // until every process has closed its end
	}()
	for i, c := range completed {
		fmt.Fprintf(outside, "%s\t\x01printf %%s '\x05' >line-%d\r", c.typed, i)
	}
	fmt.Fprint(outside, "exit\r")
	if err := inside.Close(); err != nil {
		t.Fatal(err)
	}
	err := cmd.Wait()
	<-read
	if err != nil {
		t.Errorf("%s: %v", shell, err)
	}
	for i, c := range completed {
		got, err := os.ReadFile(filepath.Join(dir, fmt.Sprintf("line-%d", i)))
		if err != nil || strings.TrimSuffix(string(got), " ") != c.want {
			t.Errorf("%q becomes %q, want %q: %v", c.typed, got, c.want, err)
		}
	}
	if t.Failed() {
		t.Logf("the screen:\n%s", screen.Bytes())
	}
}
