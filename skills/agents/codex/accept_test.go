package codex

import (
	"encoding/json"
	"os"
	"slices"
	"testing"

	"skills-ls/skills"
	"skills-ls/skills/agents/agenttest"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/vfs"
)

func TestCorpus(t *testing.T) { agenttest.Acceptance(t, Agent) }

// TestDiscovery checks the skills in Codex's order with their scopes, the errors, and the order of the roots.
func TestDiscovery(t *testing.T) {
	cases := agenttest.DiscoveryCases(t, "codex")
	if len(cases) != 39 {
		t.Errorf("%d cases, want 39", len(cases))
	}
	agent := *Agent
	agent.Roots = slices.DeleteFunc(slices.Clone(agent.Roots), func(r skills.Root) bool { return r.Base == skills.FromSystem }) // directories of this machine
	for _, c := range cases {
		t.Run(c.ID, func(t *testing.T) {
			root, v := c.Vantage(t)
			var short struct {
				Skills []struct {
					Path  string
					Short string `json:"short_description"`
				}
			}
			var want struct {
				Skills    []skills.Skill
				Errors    []skills.LoadError
				Roots     []string
				Ambiguous []string `json:"ambiguous_names"`
			}
			if err := json.Unmarshal([]byte(agenttest.Expand(string(c.Expected["codex"]), root, "")), &want); err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal([]byte(agenttest.Expand(string(c.Expected["codex"]), root, "")), &short); err != nil {
				t.Fatal(err)
			}
			for _, s := range short.Skills {
				source, err := os.ReadFile(s.Path)
				if err != nil {
					t.Fatal(err)
				}
				front := kit.ReadDelimited(string(source))
				fields, failed := parse(front.Text)
				if got := kit.CollapseSpace(kit.SerdeText(fields.Get("metadata").Get("short-description"))); failed != nil || got != s.Short {
					t.Errorf("%s: short description %q, want %q", s.Path, got, s.Short)
				}
			}
			catalog, err := skills.BuildCatalog(t.Context(), vfs.Disk{}, &agent, v, nil)
			if err != nil {
				t.Fatal(err)
			}
			equal := func(a, b skills.Skill) bool {
				return a.Name == b.Name && a.Description == b.Description && a.Path == b.Path && a.Scope == b.Scope
			}
			if !slices.EqualFunc(catalog.Skills, want.Skills, equal) {
				t.Errorf("skills\n%+v\nwant\n%+v", catalog.Skills, want.Skills)
			}
			slices.SortFunc(want.Errors, func(a, b skills.LoadError) int { return skills.Collate(a.Path, b.Path) })
			if !slices.Equal(catalog.Errors, want.Errors) {
				t.Errorf("errors\n%+v\nwant\n%+v", catalog.Errors, want.Errors)
			}
			for _, name := range want.Ambiguous {
				if len(catalog.Named(name)) < 2 {
					t.Errorf("%s is not ambiguous", name)
				}
			}
			var roots []string // those that exist: Codex lists some that do not
			for _, r := range catalog.Roots {
				if r.Real != "" {
					roots = append(roots, r.Dir)
				}
			}
			want.Roots = slices.DeleteFunc(want.Roots, func(dir string) bool { _, err := os.Stat(dir); return err != nil })
			if !slices.Equal(roots, want.Roots) {
				t.Errorf("roots %q, want %q", roots, want.Roots)
			}
		})
	}
}
