package agenttest

import (
	"path/filepath"
	"strings"
	"testing"

	"skills-ls/skills"
	"skills-ls/skills/treetest"
)

// LayResources writes a skill with every kind of file that a resource tool has to handle, and returns it.
func LayResources(t *testing.T) skills.Skill {
	t.Helper()
	root := treetest.Dir(t)
	text := func(s string) *string { return &s }
	WriteTree(t, root, []Node{
		{Path: "s/SKILL.md", Content: text("---\nname: s\ndescription: D.\n---\n")},
		{Path: "s/references/a.md", Content: text("One \"two\"\n")},
		{Path: "s/assets/b.bin", Content: text("x\x00\xff")},
		{Path: "s/big.txt", Content: text(strings.Repeat("é", 600))},
		{Path: "out.md", Content: text("outside")},
		{Path: "s/link.md", Symlink: text("references/a.md")},
		{Path: "s/escape.md", Symlink: text("../out.md")},
		{Path: "s/gone.md", Symlink: text("nowhere")},
	})
	return skills.Skill{Name: "s", Dir: filepath.Join(root, "s"), Path: filepath.Join(root, "s", "SKILL.md")}
}

// CheckResource compares a tool's answer with want: the content, or "!" and the reason why the tool refuses.
func CheckResource(t *testing.T, path string, got skills.ResourceAnswer, want string) {
	t.Helper()
	answer := got.Content
	if got.Refused != "" {
		answer = "!" + got.Refused
	}
	if answer != want || got.Tool == "" || (got.Refused != "") && got.Content != "" {
		t.Errorf("%q: %+v, want %q", path, got, want)
	}
}
