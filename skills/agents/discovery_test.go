package agents

import (
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"skills-ls/skills"
	"skills-ls/skills/vfs"
)

// A discoveryCase is a workspace and what agents found in it.
type discoveryCase struct {
	ID       string                     `json:"id"`
	Cwd      string                     `json:"cwd"`
	Home     string                     `json:"home"`
	Env      map[string]string          `json:"env"`
	Files    []node                     `json:"files"`
	Extra    []string                   `json:"extra_dirs"`
	Options  map[string]json.RawMessage `json:"options"`
	Expected map[string]json.RawMessage `json:"expected"`
}

// discoveryCases returns the cases in which something is expected of the agent.
func discoveryCases(t *testing.T, agent string) []discoveryCase {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(oracleDir, "discovery", "*.json"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no discovery vectors: %v", err)
	}
	var cases []discoveryCase
	for _, name := range names {
		if c := readJSON[discoveryCase](t, name); len(c.Expected[agent]) > 0 && !strings.Contains(string(c.Expected[agent]), "not_recorded") {
			cases = append(cases, c)
		}
	}
	return cases
}

// vantage lays the case's workspace out and returns where its agent stands.
func (c *discoveryCase) vantage(t *testing.T) (root string, v skills.Vantage) {
	t.Helper()
	root = realTempDir(t)
	lay(t, root, c.Files)
	for _, dir := range append(c.Extra, c.Cwd, c.Home) {
		makeDir(t, filepath.Join(root, filepath.FromSlash(dir)))
	}
	v = skills.Vantage{
		Cwd:  filepath.Join(root, filepath.FromSlash(c.Cwd)),
		Home: filepath.Join(root, filepath.FromSlash(c.Home)),
		Env:  make(map[string]string),
	}
	for key, value := range c.Env {
		v.Env[key] = expand(value, root, "")
	}
	return root, v
}

func TestCodeliaDiscovery(t *testing.T) {
	cases := discoveryCases(t, "codelia")
	if len(cases) != 39 {
		t.Errorf("%d cases, want 39", len(cases))
	}
	for _, c := range cases {
		t.Run(c.ID, func(t *testing.T) {
			root, v := c.vantage(t)
			agent := Codelia
			if option := string(c.Options["codelia"]); strings.Contains(option, "false") {
				agent = agent.Disabled("enabled", "")
			}
			catalog, err := skills.BuildCatalog(t.Context(), vfs.Disk{}, agent, v, nil)
			if err != nil {
				t.Fatal(err)
			}
			checkCodeliaCatalog(t, catalog, expand(string(c.Expected["codelia"]), root, ""))
		})
	}
}

func checkCodeliaCatalog(t *testing.T, got *skills.Catalog, expected string) {
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
	if got.Project != want.Root {
		t.Errorf("project %s, want %s", got.Project, want.Root)
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

// BenchmarkCodeliaCatalog builds the catalogue of 1,000 generated skills, none of them remembered.
func BenchmarkCodeliaCatalog(b *testing.B) {
	root := realTempDir(b)
	for i := range 1000 {
		name := fmt.Sprintf("skill-%04d", i)
		text := "---\nname: " + name + "\ndescription: Does thing " + name + ". Use when it is to be done.\n---\n" + strings.Repeat("Text of a skill.\n", 400)
		lay(b, root, []node{{Path: ".agents/skills/" + name + "/SKILL.md", Content: &text}})
	}
	for b.Loop() {
		c, err := skills.BuildCatalog(b.Context(), vfs.Disk{}, Codelia, skills.Vantage{Cwd: root}, nil)
		if err != nil || len(c.Skills) != 1000 {
			b.Fatalf("%d skills, %v", len(c.Skills), err)
		}
	}
}
