package otto

import (
	"path/filepath"
	"testing"

	"skills-ls/skills"
	"skills-ls/skills/agents/agenttest"
	"skills-ls/skills/treetest"
	"skills-ls/skills/vfs"
)

// TestResource compares with the tool's refusals for a name and a file (tool.ts and loader.ts @47028d8a).
func TestResource(t *testing.T) {
	root := treetest.Dir(t)
	text, link := "x", func(target string) *string { return &target }
	agenttest.WriteTree(t, root, []agenttest.Node{
		{Path: "s/SKILL.md", Content: &text},
		{Path: "s/a.md", Content: &text},
		{Path: "s/A.TXT", Content: link("x")},
		{Path: "s/b.png", Content: &text},
		{Path: "s/noext", Content: &text},
		{Path: "s/dir.md", Dir: true},
		{Path: "s/big.md", Repeat: &agenttest.Repeat{Text: "x", Times: 256<<10 + 1}},
		{Path: "s/fits.md", Repeat: &agenttest.Repeat{Text: "x", Times: 256 << 10}},
		{Path: "s/linked.md", Symlink: link("../other/a.md")},
		{Path: "other/a.md", Content: &text},
		{Path: "s-beside/a.md", Content: &text},
	})
	dir := filepath.Join(root, "s")
	const list = ". Available files: A.TXT, a.md, big.md, fits.md, linked.md"
	refused := func(rel string) string { return "File '" + rel + "' not found or not readable in skill 'demo'" + list }
	for _, tt := range []struct{ rel, refusal string }{
		{"a.md", ""},
		{"./x/../A.TXT", ""},
		{"fits.md", ""},
		{"b.png", refused("b.png")},
		{"noext", refused("noext")},
		{"dir.md", refused("dir.md")},
		{"big.md", refused("big.md")},
		{"gone.md", refused("gone.md")},
		{"../other/a.md", refused("../other/a.md")},
		{"it's.md", refused("it's.md")},
		{"linked.md", ""},
		{"../s-beside/a.md", ""},
	} {
		got := readResource(skills.ResourceLoad{Skill: skills.Skill{Name: "demo", Dir: dir}, Path: tt.rel, FS: vfs.Disk{}})
		if got.Refused != tt.refusal {
			t.Errorf("%s: %+v, want %q", tt.rel, got, tt.refusal)
		}
	}
	none := readResource(skills.ResourceLoad{Skill: skills.Skill{Name: "x", Dir: filepath.Join(root, "s", "dir.md")}, Path: "a.md", FS: vfs.Disk{}})
	if want := "File 'a.md' not found or not readable in skill 'x'. Available files: none"; none.Refused != want {
		t.Errorf("%q, want %q", none.Refused, want)
	}
}
