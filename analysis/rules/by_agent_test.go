package rules_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/rules"
	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/agents/agenttest"
)

// TestByAgent checks, for each rule that speaks for agents, what it reports if one agent is the only target:
// whether the agent loads the file, and the severity, the message and the effect of the first diagnostic. If
// the rule reports nothing, the other rules that warn are listed in parentheses.
//
// testdata has an archive for each rule. A file of an example is below a directory with the example's name. The
// first one, in ROOT, is diagnosed. The last file of the archive is the matrix: below each example, the
// outcomes, and below each outcome the agents that have it.
func TestByAgent(t *testing.T) {
	examples := make(map[string][]analysistest.MatrixExample)
	for _, e := range analysistest.MatrixExamples(t, "testdata") {
		examples[e.Rule] = append(examples[e.Rule], e)
	}
	for name, list := range examples {
		t.Run(name, func(t *testing.T) {
			rule := ruleNamed(t, name)
			var matrix strings.Builder
			for _, e := range list {
				writeOutcomes(&matrix, e.Name, outcomes(t, rule, e))
			}
			checkMatrix(t, filepath.Join("testdata", name+".txtar"), matrix.String())
		})
	}
	for _, rule := range rules.All() {
		if name := strings.TrimSuffix(rules.PageName(rule.ID), ".md"); rule.Is(rules.ByAgent) && examples[name] == nil {
			t.Errorf("%s speaks for agents and has no example: testdata/%s.txtar is missing", rule.ID, name)
		}
	}
}

// ruleNamed returns the rule whose files have a base name.
func ruleNamed(t *testing.T, name string) *rules.Rule {
	t.Helper()
	for _, r := range rules.All() {
		if rules.PageName(r.ID) == name+".md" {
			return r
		}
	}
	t.Fatalf("there is no rule %s", name)
	return nil
}

// writeOutcomes writes the part of a matrix about one example.
func writeOutcomes(out *strings.Builder, example string, byAgent map[string]string) {
	fmt.Fprintf(out, "%s\n", example)
	done := make(map[string]bool)
	for _, first := range agenttest.GoldenAgents {
		outcome := byAgent[first]
		if done[outcome] {
			continue
		}
		done[outcome] = true
		fmt.Fprintf(out, "\t%s\n\t\t", outcome)
		separator := ""
		for _, id := range agenttest.GoldenAgents {
			if byAgent[id] == outcome {
				out.WriteString(separator + id)
				separator = " "
			}
		}
		out.WriteString("\n")
	}
}

// checkMatrix compares the matrix of an archive with what the rule does now, or updates it.
func checkMatrix(t *testing.T, path, got string) {
	t.Helper()
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want := &archive.Files[len(archive.Files)-1]
	if want.Name != analysistest.MatrixFile {
		t.Fatalf("the last file of %s is not %s", path, analysistest.MatrixFile)
	}
	if *analysistest.Update {
		want.Data = []byte(got)
		if err := os.WriteFile(path, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if diff := cmp.Diff(string(want.Data), got); diff != "" {
		t.Errorf("%s (-want +got)\n%s", path, diff)
	}
}

// outcomes returns what each golden agent does with the example, and what the rule reports if the agent is the
// only target.
func outcomes(t *testing.T, rule *rules.Rule, e analysistest.MatrixExample) map[string]string {
	t.Helper()
	byAgent := make(map[string]string)
	for _, id := range agenttest.GoldenAgents {
		agent, ok := agents.ByID(id)
		if !ok {
			t.Fatalf("there is no agent %s", id)
		}
		var files strings.Builder
		fmt.Fprintf(&files, "-- .git/HEAD --\n-- .skills-ls.yaml --\ntargets: [%s]\n", agent.ID)
		path := ""
		for _, f := range e.Files {
			name := strings.Replace(f.Name, "ROOT", rootIn(agent), 1)
			if path == "" {
				path = name
			}
			fmt.Fprintf(&files, "-- %s --\n%s", name, analysistest.Unescape(string(f.Data)))
		}
		s, root := analysistest.Workspace(t, files.String())
		path = filepath.Join(root, filepath.FromSlash(path))
		verdict := "rejects"
		f, err := s.File(path)
		if err != nil {
			t.Fatal(err)
		}
		if v := s.Verdict(agent, f, s.JudgedFile(f)); v.Accepted {
			verdict = "loads"
		}
		line, others := "-", []string{}
		for _, d := range rules.Diagnose(context.Background(), s, path) {
			if d.Rule != rule.ID {
				if d.Severity >= diagnostic.Warning && !slices.Contains(others, d.Rule) {
					others = append(others, d.Rule)
				}
				continue
			}
			checkWording(t, agent.ID, d)
			line = d.Severity.String() + ": " + d.Text()
			if len(d.Affects) > 0 {
				line += " [" + string(d.Affects[0].Effect) + "]"
			}
			if len(d.Affected()) > 0 && !slices.Equal(d.Affected(), []string{agent.ID}) {
				t.Errorf("%s: %s speaks for %q", agent.ID, rule.ID, d.Affected())
			}
			if d.Severity > rule.Default {
				t.Errorf("%s: %s weighs %s, and the rule's worst is said to be %s", agent.ID, rule.ID, d.Severity, rule.Default)
			}
			break
		}
		if line == "-" && len(others) > 0 {
			line = "(" + strings.Join(others, ", ") + ")"
		}
		byAgent[id] = verdict + "; " + strings.ReplaceAll(line, root, "$ROOT")
	}
	return byAgent
}

// rootIn returns a root that the agent scans in a project.
func rootIn(agent *skills.Agent) string {
	for _, root := range agent.Roots {
		if root.Scope == skills.ScopeRepo && strings.HasSuffix(root.Dir, "skills") && root.Base != skills.FromConfig && root.Base != skills.FromSystem && root.Base != skills.FromHome {
			return root.Dir
		}
	}
	return ".agents/skills"
}
