package cursor

import (
	"path/filepath"
	"slices"
	"testing"

	"skills-ls/skills"
	"skills-ls/skills/agents/agenttest"
	"skills-ls/skills/treetest"
	"skills-ls/skills/vfs"
)

func TestRefusals(t *testing.T) {
	const path = "/ws/.cursor/skills/demo/SKILL.md"
	agenttest.Refusals(t, Agent, []agenttest.Refusal{
		{"none", "---\nname: demo\ndescription: D.\n---\n", path, ""},
		{"a byte order mark", "\ufeff---\nname: demo\ndescription: D.\n---\n", path, ""},
		{"no path", "---\nname: other\ndescription: D.\n---\n", "", ""},
		{"no frontmatter", "# T\n", path, `no-frontmatter  ""; missing name ""; missing description ""`},
		{"unclosed", "---\nname: Demo\n", path, `unclosed  "---"; characters name "Demo"!; directory name "Demo"!; missing description "---"!`},
		{"not YAML", "---\nname: demo\ndescription: a: b\n---\n", path, `yaml  "description: a: b"`},
		{"a list", "---\n- demo\n---\n", path, `not-mapping  "- demo\n"; missing name "---"; missing description "---"`},
		{"types", "---\nname: [demo]\ndescription: {a: b}\n---\n", path, `type name "[demo]"; type description "{a: b}"`},
		{"empty", "---\nname: ''\ndescription:\n---\n", path, `empty name "''"; empty description "description"`},
		{"several", "---\nname: My Demo\n---\n", path, `characters name "My Demo"; directory name "My Demo"; missing description "---"`},
	})
}

// TestNested checks where Cursor looks for roots below the working directory.
func TestNested(t *testing.T) {
	dir := treetest.Dir(t)
	for _, path := range []string{"b/.cursor/skills/one", "b/c/.agents/skills/two", "node_modules/x/.cursor/skills/three", ".hidden/.cursor/skills/four", "b/.claude/skills/five", ".cursor/skills/six"} {
		text := "---\nname: " + filepath.Base(path) + "\ndescription: D.\n---\n"
		agenttest.WriteTree(t, dir, []agenttest.Node{{Path: path + "/SKILL.md", Content: &text}})
	}
	catalog, err := skills.BuildCatalog(t.Context(), vfs.Disk{}, Agent, skills.Vantage{Cwd: dir}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, s := range catalog.Skills {
		names = append(names, s.Name)
	}
	slices.Sort(names)
	if want := []string{"one", "six", "two"}; !slices.Equal(names, want) {
		t.Errorf("%q, want %q", names, want)
	}
}

func TestVectors(t *testing.T) {
	t.Run("acceptance", func(t *testing.T) { agenttest.AcceptanceVectors(t, Agent, 12, nil) })
	t.Run("discovery", func(t *testing.T) { agenttest.DiscoveryVectors(t, Agent, 6, false) })
}
