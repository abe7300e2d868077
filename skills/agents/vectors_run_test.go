package agents

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"skills-ls/skills"
	"skills-ls/skills/agents/agenttest"
	"skills-ls/skills/agents/standard"
)

// runs lists, for each kind of vectors, the functions of agenttest that run them and the files that a test reads to run
// them itself. ID stands for the agent's. Recorded vectors are in the oracles, and written ones in testdata/vectors.
var runs = map[string][]string{
	"recorded acceptance": {"Acceptance", "AcceptanceAt", "ID.jsonl.gz"},
	"recorded discovery":  {"Discovery", "DiscoveryCases"},
	"recorded injection":  {"EachInjection"},
	"recorded catalog":    {"EachCatalog", "catalog.jsonl"},
	"recorded mentions":   {"mentions", "mentions.json"},
	"recorded fields":     {"CheckFields"},
	"written acceptance":  {"AcceptanceVectors"},
	"written discovery":   {"DiscoveryVectors"},
	"written injection":   {"EachInjectionVector"},
	"written catalog":     {"EachCatalogVector", "catalog.json"},
}

// TestVectorsRun checks that every agent has vectors for acceptance and discovery, and that the tests of its package
// run all vectors that it has.
func TestVectorsRun(t *testing.T) {
	for _, agent := range All() {
		if agent == standard.Agent {
			continue // the oracle has only its verdicts on the corpus
		}
		kinds := vectorsOf(t, agent)
		for _, kind := range []string{"acceptance", "discovery"} {
			if !slices.Contains(kinds, "recorded "+kind) && !slices.Contains(kinds, "written "+kind) {
				t.Errorf("%s has no vectors for %s", agent.ID, kind)
			}
		}
		used := usedInTests(t, packageOf(t, agent))
		for _, kind := range kinds {
			if !slices.ContainsFunc(runs[kind], func(name string) bool { return used[strings.Replace(name, "ID", agent.ID, 1)] }) {
				t.Errorf("no test of %s runs its %s vectors: it needs one of %q", agent.ID, kind, runs[kind])
			}
		}
	}
}

// vectorsOf returns the kinds of vectors of an agent.
func vectorsOf(t *testing.T, agent *skills.Agent) (kinds []string) {
	t.Helper()
	type recorded struct{ Expected map[string]any }
	for _, o := range agenttest.Oracles {
		if !o.Has(t, agent.ID) {
			continue
		}
		kinds = append(kinds, "recorded acceptance", "recorded injection")
		if o != agenttest.Oracles[0] { // whose records have the same fields for all agents
			kinds = append(kinds, "recorded fields")
		}
		if len(agenttest.DiscoveryCases(t, agent.ID)) > 0 {
			kinds = append(kinds, "recorded discovery")
		}
		if agenttest.ReadLines[recorded](t, filepath.Join(o.Dir(), "catalog.jsonl"))[0].Expected[agent.ID] != nil {
			kinds = append(kinds, "recorded catalog")
		}
		if hasMentions(t, o, agent.ID) {
			kinds = append(kinds, "recorded mentions")
		}
	}
	written, err := os.ReadDir(filepath.Join(agenttest.VectorsDir, agent.ID))
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	for _, entry := range written {
		kinds = append(kinds, "written "+strings.TrimSuffix(entry.Name(), ".json"))
	}
	return kinds
}

// hasMentions reports whether an oracle has recorded the mentions that an agent finds: in one file for all agents, or in
// one for each.
func hasMentions(t *testing.T, o agenttest.Oracle, id string) bool {
	t.Helper()
	if entriesOf(t, filepath.Join(o.Dir(), "mentions")) == nil {
		type texts struct {
			Texts []struct{ Expected map[string]any }
		}
		return agenttest.ReadJSON[texts](t, filepath.Join(o.Dir(), "mentions.json")).Texts[0].Expected[id] != nil
	}
	type reason struct {
		NotRecorded string `json:"not_recorded"`
	}
	return agenttest.ReadJSON[reason](t, filepath.Join(o.Dir(), "mentions", id+".json")).NotRecorded == ""
}

// packageOf returns the directory of an agent's package.
func packageOf(t *testing.T, agent *skills.Agent) string {
	t.Helper()
	for dir, id := range agentPackages(t) {
		if id == agent.ID {
			return dir
		}
	}
	t.Fatalf("no package declares the agent %s", agent.ID)
	return ""
}

// declared matches the declaration of an agent.
var declared = regexp.MustCompile(`var Agent = .*&skills\.Agent\{\s+ID:\s+"([^"]+)"`)

// agentPackages returns the IDs of the agents that the packages declare, by directory.
func agentPackages(t *testing.T) map[string]string {
	t.Helper()
	files, err := filepath.Glob("*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	ids := make(map[string]string)
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if id := declared.FindSubmatch(source); id != nil {
			ids[filepath.Dir(file)] = string(id[1])
		}
	}
	return ids
}

// usedInTests returns the functions of agenttest that the tests in a directory call, and the strings in the tests. It
// ignores tests that are always skipped.
func usedInTests(t *testing.T, dir string) map[string]bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	used := make(map[string]bool)
	for _, file := range files {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range parsed.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && strings.HasPrefix(f.Name.Name, "Test") && !slices.ContainsFunc(f.Body.List, isSkip) {
				addUsed(f, used)
			}
		}
	}
	return used
}

// isSkip reports whether a statement skips the test.
func isSkip(s ast.Stmt) bool {
	if s, ok := s.(*ast.ExprStmt); ok {
		if call, ok := s.X.(*ast.CallExpr); ok {
			f, ok := call.Fun.(*ast.SelectorExpr)
			return ok && strings.HasPrefix(f.Sel.Name, "Skip")
		}
	}
	return false
}

// addUsed adds the functions of agenttest and the strings in a test.
func addUsed(test *ast.FuncDecl, used map[string]bool) {
	ast.Inspect(test, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if x, ok := n.X.(*ast.Ident); ok && x.Name == "agenttest" {
				used[n.Sel.Name] = true
			}
		case *ast.BasicLit:
			if text, err := strconv.Unquote(n.Value); err == nil && n.Kind == token.STRING {
				used[text] = true
			}
		}
		return true
	})
}
