package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"skills-ls/cli/term"
)

// TestLinksOutUnread checks that no command prints the contents of a file outside the project that a symbolic
// link in a skill leads to.
func TestLinksOutUnread(t *testing.T) {
	root := t.TempDir()
	project := filepath.Join(root, "project")
	skill := filepath.Join(project, ".agents", "skills", "a")
	write(t, filepath.Join(root, "outside", "n.md"), "---\nzanzibar: zanzibar\n---\n# Known\n\n[zanzibar](zanzibar.md) and $zanzibar\n\n## Zanzibar coast\n")
	write(t, filepath.Join(root, "outside", "SKILL.md"), "---\nname: zanzibar\ndescription: zanzibar\n---\n")
	write(t, filepath.Join(skill, "SKILL.md"), "---\nname: a\ndescription: Links out. Use when a test asks for it.\n---\n[n](references/n.md#none) [d](docs/n.md#none)\n")
	mkdir(t, filepath.Join(project, ".git"))
	mkdir(t, filepath.Join(skill, "references"))
	for name, target := range map[string]string{"references/n.md": "../../../../../outside/n.md", "docs": "../../../../outside"} {
		if err := os.Symlink(filepath.FromSlash(target), filepath.Join(skill, filepath.FromSlash(name))); err != nil {
			t.Skipf("SKIPPED: %v", err)
		}
	}
	sys := term.System{Cwd: project, Home: filepath.Join(root, "home"), StdoutWidth: 200}
	for _, args := range [][]string{
		{"check"},
		{"check", "--format", "text", ".agents/skills/a/references/n.md", ".agents/skills/a/docs/n.md"},
		{"check", "--format", "json"},
		{"check", "--format", "sarif"},
		{"check", "--format", "github"},
		{"check", "--diff"},
		{"list", "--format", "json"},
		{"catalog", "--agent", "codex"},
		{"search", "zanz"},
		{"preview", "--format", "json", "a"},
		{"compat", ".agents/skills/a"},
	} {
		r := commandIn(t, sys, "", args...)
		if r.stdout+r.stderr == "" && args[0] != "check" {
			t.Errorf("%q printed nothing", args)
		}
		said := strings.ReplaceAll(r.stdout+r.stderr, `"zanz"`, "")
		if strings.Contains(strings.ToLower(said), "zanzibar") {
			t.Errorf("%q prints what lies outside:\n%s", args, said)
		}
	}
}
