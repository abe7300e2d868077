package agenttest

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"skills-ls/skills"
	"skills-ls/skills/treetest"
)

// A discoveryCase is a workspace and what each agent found in it.
type discoveryCase struct {
	ID       string                     `json:"id"`
	Cwd      string                     `json:"cwd"`
	Home     string                     `json:"home"`
	Env      map[string]string          `json:"env"`
	Files    []Node                     `json:"files"`
	Extra    []string                   `json:"extra_dirs"`
	Options  map[string]json.RawMessage `json:"options"`
	Expected map[string]json.RawMessage `json:"expected"`
}

// DiscoveryCases returns the cases that are recorded for the agent.
func DiscoveryCases(t *testing.T, agent string) []discoveryCase {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(OracleOf(t, agent).Dir(), "discovery", "*.json"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no discovery vectors: %v", err)
	}
	var cases []discoveryCase
	for _, name := range names {
		if c := ReadJSON[discoveryCase](t, name); len(c.Expected[agent]) > 0 && !strings.Contains(string(c.Expected[agent]), "not_recorded") {
			cases = append(cases, c)
		}
	}
	return cases
}

// Vantage writes the case's workspace to a temporary directory, and returns that directory and the case's
// vantage.
func (c *discoveryCase) Vantage(t *testing.T) (root string, v skills.Vantage) {
	t.Helper()
	root = treetest.Dir(t)
	WriteTree(t, root, c.Files)
	for _, dir := range append(c.Extra, c.Cwd, c.Home) {
		makeDir(t, filepath.Join(root, filepath.FromSlash(dir)))
	}
	v = skills.Vantage{
		Cwd:  filepath.Join(root, filepath.FromSlash(c.Cwd)),
		Home: filepath.Join(root, filepath.FromSlash(c.Home)),
		Env:  make(map[string]string),
	}
	for key, value := range c.Env {
		v.Env[key] = Expand(value, root, "")
	}
	return root, v
}
