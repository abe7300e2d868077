package manpages

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"skills-ls/cli"
	"skills-ls/cli/term"
)

// pages returns the pages by name, and a directory that contains them.
func pages(t *testing.T) (dir string, texts map[string]string) {
	t.Helper()
	made, err := Pages(time.Unix(1_700_000_000, 0))
	if err != nil {
		t.Fatal(err)
	}
	dir = t.TempDir()
	texts = make(map[string]string)
	for name, page := range made {
		texts[name] = string(page)
		if err := os.WriteFile(filepath.Join(dir, name), page, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir, texts
}

// TestPages checks that every command has a page with its flags and examples, and that the pages are the same
// each time.
func TestPages(t *testing.T) {
	_, texts := pages(t)
	_, again := pages(t)
	for name, text := range texts {
		if again[name] != text {
			t.Errorf("%s is another the second time", name)
		}
		if !strings.Contains(text, `"1" "2023-11-14" "skills-ls"`) {
			t.Errorf("%s has no date, or another:\n%s", name, text)
		}
	}
	var each func(cmd *cobra.Command)
	each = func(cmd *cobra.Command) {
		text, ok := texts[strings.ReplaceAll(cmd.CommandPath(), " ", "-")+".1"]
		if !ok {
			t.Errorf("%s has no page", cmd.CommandPath())
		}
		for line := range strings.Lines(cmd.LocalFlags().FlagUsages()) {
			if flag := strings.Fields(strings.TrimPrefix(strings.TrimSpace(line), "-h, "))[0]; strings.HasPrefix(flag, "--") && !strings.Contains(text, "\\fB"+flag+"\\fP") && !strings.Contains(text, ", \\fB"+flag) {
				t.Errorf("%s: %s is missing", cmd.CommandPath(), flag)
			}
		}
		for line := range strings.Lines(cmd.Example) {
			if !strings.Contains(strings.ReplaceAll(text, `\`, ""), strings.TrimSpace(strings.ReplaceAll(line, `\`, ""))) {
				t.Errorf("%s: the example is missing: %s", cmd.CommandPath(), line)
			}
		}
		for _, sub := range cmd.Commands() {
			if sub.IsAvailableCommand() && sub.Name() != "help" {
				each(sub)
			}
		}
	}
	each(cli.Command(&term.System{}))
}

// TestPagesLint checks the pages with mandoc.
func TestPagesLint(t *testing.T) {
	mandoc, err := exec.LookPath("mandoc")
	if err != nil {
		t.Skipf("SKIPPED: no mandoc: %v", err)
	}
	dir, texts := pages(t)
	for name := range texts {
		if out, err := exec.Command(mandoc, "-Tlint", "-Wwarning", filepath.Join(dir, name)).CombinedOutput(); err != nil || len(out) > 0 {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
}

// TestPageShown checks that man shows the text of a page as intended.
func TestPageShown(t *testing.T) {
	man, err := exec.LookPath("man")
	if err != nil {
		t.Skipf("SKIPPED: no man: %v", err)
	}
	dir, _ := pages(t)
	cmd := exec.Command(man, "-l", filepath.Join(dir, "skills-ls-check.1"))
	cmd.Env = append(os.Environ(), "MANWIDTH=500", "MANPAGER=cat", "LC_ALL=C")
	out, err := cmd.Output()
	if err != nil {
		t.Skipf("SKIPPED: man shows no page: %v", err)
	}
	shown := strings.Join(strings.Fields(string(out)), " ")
	for _, part := range []string{
		"skills-ls-check - Check skills for problems", "except .git, .hg, .jj and .svn. node_modules and links",
		"--fail-on=error minimum severity", "(one of error, warning, information, hint, never)", "--quiet print only problems", "skills-ls check --diff | git apply",
	} {
		if !strings.Contains(shown, part) {
			t.Errorf("%q is not in\n%s", part, out)
		}
	}
}
