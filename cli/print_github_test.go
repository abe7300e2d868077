package cli

import (
	"path/filepath"
	"strings"
	"testing"

	"skills-ls/cli/report"
	"skills-ls/cli/term"
)

// TestWorkflowCommand checks that no name or message can change the command or start another one.
func TestWorkflowCommand(t *testing.T) {
	for _, c := range []struct{ message, file, want string }{
		{"plain", "a/SKILL.md", "::error file=a/SKILL.md::plain\n"},
		{"50%: a, b", "a/SKILL.md", "::error file=a/SKILL.md::50%25: a, b\n"},
		{"a\nb", "a/SKILL.md", "::error file=a/SKILL.md::a%0Ab\n"},
		{"x\r::set-env name=y::z", "a/SKILL.md", "::error file=a/SKILL.md::x\\x0d::set-env name=y::z\n"},
		{"x", "a,line=1:2%0A\r\n/SKILL.md", "::error file=a%2Cline=1%3A2%250A%0D%0A/SKILL.md::x\n"},
		{"a\tb", "a\x1b\a\u009b\u202e\t/SKILL.md", "::error file=a\\x1b\\x07\\x9b\\u{202e}\\x09/SKILL.md::a b\n"},
		{"", "", "::error file=::\n"},
	} {
		if got := report.WorkflowCommand("error", c.message, "file", c.file); got != c.want {
			t.Errorf("%q in %q:\n%swant\n%s", c.message, c.file, got, c.want)
		}
	}
}

// TestGithubWorkspace checks what paths are relative to: the checkout that the runner names, or the one
// around the working directory.
func TestGithubWorkspace(t *testing.T) {
	dir := t.TempDir()
	skill := filepath.Join(dir, "checkout", "pkg", "x", "SKILL.md")
	write(t, skill, "no frontmatter\n")
	cwd := filepath.Join(dir, "checkout", "pkg")
	for _, c := range []struct{ name, project, file string }{
		{"no checkout", "", "x/SKILL.md"},
		{"the runner's", filepath.Join(dir, "checkout"), "pkg/x/SKILL.md"},
		{"one elsewhere", filepath.Join(dir, "other"), "x/SKILL.md"},
		{"the same by a path with dots", filepath.Join(dir, "checkout") + "/./", "pkg/x/SKILL.md"},
	} {
		sys := term.System{Cwd: cwd, Env: map[string]string{"GITHUB_WORKSPACE": c.project}}
		r := commandIn(t, sys, "", "check", "--format", "github")
		if !strings.HasPrefix(r.stdout, "::error file="+c.file+",line=1,") {
			t.Errorf("%s: want %s in\n%s", c.name, c.file, r.stdout)
		}
	}
	mkdir(t, filepath.Join(dir, "checkout", ".git"))
	if r := commandIn(t, term.System{Cwd: cwd}, "", "check", "--format", "github"); !strings.HasPrefix(r.stdout, "::error file=pkg/x/SKILL.md,") {
		t.Errorf("below a checkout:\n%s", r.stdout)
	}
}
