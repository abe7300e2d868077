package codelia

import (
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"skills-ls/skills"
	"skills-ls/skills/agents/agenttest"
	"skills-ls/skills/treetest"
	"skills-ls/skills/vfs"
)

func TestDiscovery(t *testing.T) {
	cases := agenttest.DiscoveryCases(t, "codelia")
	if len(cases) != 39 {
		t.Errorf("%d cases, want 39", len(cases))
	}
	for _, c := range cases {
		t.Run(c.ID, func(t *testing.T) {
			root, v := c.Vantage(t)
			agent := Agent
			if option := string(c.Options["codelia"]); strings.Contains(option, "false") {
				agent = agent.Disabled("enabled", "")
			}
			catalog, err := skills.BuildCatalog(t.Context(), vfs.Disk{}, agent, v, nil)
			if err != nil {
				t.Fatal(err)
			}
			project, _ := skills.FindRoots(vfs.Disk{}, agent, v)
			checkCatalog(t, project, catalog, agenttest.Expand(string(c.Expected["codelia"]), root, ""))
		})
	}
}

func checkCatalog(t *testing.T, project string, got *skills.Catalog, expected string) {
	t.Helper()
	var want struct {
		Root       string
		Skills     []skills.Skill
		Errors     []skills.LoadError
		Duplicates map[string]struct {
			Paths []string `json:"ambiguous_paths"`
		}
	}
	if err := json.Unmarshal([]byte(expected), &want); err != nil {
		t.Fatal(err)
	}
	if project != want.Root {
		t.Errorf("project %s, want %s", project, want.Root)
	}
	equal := func(a, b skills.Skill) bool {
		return a.Name == b.Name && a.Description == b.Description && a.Path == b.Path && a.Scope == b.Scope
	}
	if !slices.EqualFunc(got.Skills, want.Skills, equal) {
		t.Errorf("skills\n%+v\nwant\n%+v", got.Skills, want.Skills)
	}
	if !slices.Equal(got.Errors, want.Errors) {
		t.Errorf("errors\n%+v\nwant\n%+v", got.Errors, want.Errors)
	}
	names := make(map[string]bool)
	for _, s := range got.Skills {
		names[s.Name] = true
		if s.Dir != filepath.Dir(s.Path) || s.ID != skills.SkillID(s.Path) || s.MtimeMs == 0 {
			t.Errorf("skill %+v", s)
		}
	}
	for name := range names {
		var paths []string
		for _, s := range got.Named(name) {
			paths = append(paths, s.Path)
		}
		if ambiguous := want.Duplicates[name].Paths; len(paths) > 1 != (ambiguous != nil) || ambiguous != nil && !slices.Equal(paths, ambiguous) {
			t.Errorf("%s is at %v, want %v", name, paths, ambiguous)
		}
	}
	if want := slices.Collect(maps.Keys(want.Duplicates)); len(want) > len(names) {
		t.Errorf("duplicates %v", want)
	}
}

// BenchmarkCatalog builds the catalog of 1,000 generated skills without a cache.
func BenchmarkCatalog(b *testing.B) {
	root := treetest.Dir(b)
	for i := range 1000 {
		name := fmt.Sprintf("skill-%04d", i)
		text := "---\nname: " + name + "\ndescription: Does thing " + name + ". Use when it is to be done.\n---\n" + strings.Repeat("Text of a skill.\n", 400)
		agenttest.WriteTree(b, root, []agenttest.Node{{Path: ".agents/skills/" + name + "/SKILL.md", Content: &text}})
	}
	for b.Loop() {
		c, err := skills.BuildCatalog(b.Context(), vfs.Disk{}, Agent, skills.Vantage{Cwd: root}, nil)
		if err != nil || len(c.Skills) != 1000 {
			b.Fatalf("%d skills, %v", len(c.Skills), err)
		}
	}
}
