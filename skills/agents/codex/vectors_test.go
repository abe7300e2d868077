package codex

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"skills-ls/skills"
	"skills-ls/skills/agents/agenttest"
)

// TestCatalogVectors compares with texts that were written from Codex's sources, as goose.TestCatalogVectors
// does for Goose.
func TestCatalogVectors(t *testing.T) {
	texts := agenttest.ReadJSON[struct{ Texts map[string]string }](t, filepath.Join(agenttest.VectorsDir, "codex", "catalog.json")).Texts
	agenttest.EachCatalogVector(t, Agent, 31, func(t *testing.T, c agenttest.CatalogVector, list []skills.Skill) {
		budget := budgetOf(0)
		switch {
		case c.Budget.Window != nil:
			budget = budgetOf(*c.Budget.Window)
		case c.Budget.Characters != nil:
			budget = skills.Budget{Chars: *c.Budget.Characters}
		case c.Budget.Tokens != nil:
			budget = skills.Budget{Tokens: *c.Budget.Tokens}
		}
		got := catalog(list, budget)
		expected := c.Expected["codex"]
		want := agenttest.ValueOf(expected.Text)
		for name, text := range texts {
			want = strings.ReplaceAll(want, "${TEXT:"+name+"}", text)
		}
		if got.Content != want || got.Entries != expected.Included || len(got.Dropped) != expected.Omitted {
			t.Errorf("%d and %d, want %d and %d\n%s\nwant\n%s", got.Entries, len(got.Dropped), expected.Included, expected.Omitted, agenttest.Clip(got.Content), agenttest.Clip(want))
		}
		var warnings []string
		if expected.Warning != nil {
			warnings = []string{"Codex warns the user: " + *expected.Warning}
		}
		if !slices.Equal(got.Notes, warnings) {
			t.Errorf("notes %q, want %q", got.Notes, warnings)
		}
	})
}

// TestPluginRepository checks the names of the skills in a repository that is a plugin.
func TestPluginRepository(t *testing.T) {
	agent := *Agent
	agent.Roots = slices.DeleteFunc(slices.Clone(agent.Roots), func(r skills.Root) bool { return r.Base == skills.FromSystem }) // directories of this machine
	agenttest.DiscoveryVectors(t, &agent, 1, false)
}
