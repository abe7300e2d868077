package skills

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"skills-ls/skills/treetest"
	"skills-ls/skills/vfs"
)

// TestAdopt checks that the files around a skill affect the catalog, also after an update.
func TestAdopt(t *testing.T) {
	root := treetest.Make(t, map[string]string{
		"ws/a/SKILL.md": "A", "ws/quiet/SKILL.md": "Q", "ws/loud/SKILL.md": "L", "ws/bad/SKILL.md": "refuse bad",
		"home/.agents/skills/u/SKILL.md": "refuse too", "link": "->ws",
	})
	agent := *everything
	agent.Roots = []Root{agent.Roots[0], agent.Roots[1]}
	agent.Roots[1].Silent = true
	agent.Adopt.Files = []string{"plugin"}
	agent.Adopt.In = func(fsys vfs.FS) func(Skill) (Skill, bool, string) {
		return func(s Skill) (Skill, bool, string) {
			switch s.Name {
			case "quiet":
				return s, false, ""
			case "loud":
				return s, false, "too loud"
			case "a":
				if plugin, err := fsys.ReadFile(filepath.Join(root, "ws", "plugin")); err == nil {
					s.Name = plugin
				}
			}
			s.Name, s.Hidden = "p:"+s.Name, true
			return s, true, ""
		}
	}
	real, err := vfs.Disk{}.RealPath(filepath.Join(root, "ws"))
	if err != nil {
		t.Fatal(err)
	}
	c, err := BuildCatalog(t.Context(), vfs.Disk{}, &agent, Vantage{Cwd: filepath.Join(root, "link"), Home: filepath.Join(root, "home")}, nil)
	if err != nil {
		t.Fatal(err)
	}
	check := func(c *Catalog, names string) {
		t.Helper()
		var got []string
		for _, s := range c.Skills {
			got = append(got, s.Name)
			if !s.Hidden || (s.Origin != Origin{Root: real, Place: 0}) {
				t.Errorf("%s: hidden %t, origin %+v", s.Name, s.Hidden, s.Origin)
			}
		}
		if strings.Join(got, " ") != names || len(c.Errors) != 2 || c.Errors[0].Message != "bad" || c.Errors[1].Message != "too loud" {
			t.Errorf("skills %q, errors %+v; want %s", got, c.Errors, names)
		}
	}
	check(c, "p:a")
	var paths []string
	for _, f := range c.Files() {
		paths = append(paths, f.Real)
	}
	check(c.Update(vfs.Disk{}, &agent, nil, paths...), "p:a")

	plugin := filepath.Join(root, "ws", "plugin")
	if err := os.WriteFile(plugin, []byte("b"), 0o644); err != nil {
		t.Fatal(err)
	}
	if c.Update(vfs.Disk{}, &agent, nil, filepath.Join(root, "ws", "other")) != c {
		t.Error("a file that nobody reads changed the catalogue")
	}
	check(c.Update(vfs.Disk{}, &agent, nil, plugin), "p:b")
}

// TestNamesakes checks that a change of a file reaches the skills in directories of the same name, and no
// others.
func TestNamesakes(t *testing.T) {
	root := treetest.Make(t, map[string]string{"ws/a/SKILL.md": "A", "ws/b/SKILL.md": "B", "ws/x/a/SKILL.md": "Rival"})
	rival := filepath.Join(root, "ws", "x", "a", "SKILL.md")
	agent := *everything
	agent.Adopt.Namesakes = true
	var asked []string
	agent.Adopt.In = func(fsys vfs.FS) func(Skill) (Skill, bool, string) {
		return func(s Skill) (Skill, bool, string) {
			asked = append(asked, s.Description)
			text, err := fsys.ReadFile(rival)
			s.Hidden = s.Description == "A" && text == "Stronger"
			return s, err == nil, ""
		}
	}
	c, err := BuildCatalog(t.Context(), vfs.Disk{}, &agent, Vantage{Cwd: filepath.Join(root, "ws")}, nil)
	if err != nil || len(c.Skills) != 3 || c.Skills[0].Hidden {
		t.Fatalf("%+v, %v", c, err)
	}
	if err := os.WriteFile(rival, []byte("Stronger"), 0o644); err != nil {
		t.Fatal(err)
	}
	asked = nil
	c = c.Update(vfs.Disk{}, &agent, nil, rival)
	if got := strings.Join(asked, " "); got != "A Stronger" || !c.Skills[0].Hidden {
		t.Errorf("asked about %s; the skill is hidden: %t", got, c.Skills[0].Hidden)
	}
}
