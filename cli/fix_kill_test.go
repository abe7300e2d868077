package cli

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"skills-ls/cli/term"
)

// TestMain runs the program instead of the tests if a test asks for it: a test can kill its own process.
func TestMain(m *testing.M) {
	if os.Getenv("SKILLS_LS_RUN") != "" {
		os.Exit(Run(context.Background(), term.Host(), os.Args[1:]))
	}
	os.Exit(m.Run())
}

// TestFixKilled kills --fix at random moments. Every file must have its old text or the new one, and the next
// run must fix the rest and clean up.
func TestFixKilled(t *testing.T) {
	const files = 60
	body := strings.Repeat("Some text that takes a while to be written.\n", 1000)
	dir := realTemp(t)
	at := func(i int) string {
		return filepath.Join(dir, ".agents", "skills", fmt.Sprintf("s%03d", i), "SKILL.md")
	}
	before := fixable(body)
	after := func(i int) string { return strings.Replace(before, "\"\"", fmt.Sprintf("s%03d", i), 1) }
	random := rand.New(rand.NewPCG(1, 2))
	midway := 0
	for range 5 {
		for i := range files {
			write(t, at(i), before)
		}
		mkdir(t, filepath.Join(dir, ".git"))
		cmd := exec.Command(os.Args[0], "check", "--fix", "--quiet", "--cwd", dir)
		cmd.Env = append(os.Environ(), "SKILLS_LS_RUN=1")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		awaitFixed(t, at(random.IntN(files)), before, ended)
		time.Sleep(time.Duration(random.IntN(3000)) * time.Microsecond)
		_ = cmd.Process.Kill() // it may have ended
		<-ended

		fixed := 0
		for i := range files {
			switch read(t, at(i)) {
			case before:
			case after(i):
				fixed++
			default:
				t.Fatalf("%s is neither old nor new", at(i))
			}
		}
		if 0 < fixed && fixed < files {
			midway++
		}
		if r := command(t, dir, "", "check", "--fix", "--quiet", "--fail-on", "warning"); r.code != exitDone {
			t.Fatalf("the next run: exit %d\n%s%s", r.code, r.stdout, r.stderr)
		}
		for i := range files {
			if read(t, at(i)) != after(i) {
				t.Fatalf("%s was not fixed by the next run", at(i))
			}
			if left := listing(t, filepath.Dir(at(i))); len(left) != 1 {
				t.Errorf("the next run left %q", left)
			}
		}
	}
	if midway == 0 {
		t.Error("no run was killed midway")
	}
	t.Logf("%d of 5 runs were killed midway", midway)
}

// awaitFixed waits until the text of a file changes or the process ends.
func awaitFixed(t *testing.T, path, before string, ended chan error) {
	t.Helper()
	for read(t, path) == before {
		select {
		case err := <-ended:
			ended <- err
			return
		case <-time.After(time.Millisecond):
		}
	}
}
