package rules_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/rules"
	"skills-ls/skills"
	"skills-ls/skills/agents"
)

// TestByAgent checks, for each rule that speaks for agents, what it reports if one agent is the only target:
// whether it reports, with which severity and with which message. If it reports nothing, the other rules that
// warn are listed. The examples are the archives in testdata/by-agent, each named after its rule. The first
// file, x/SKILL.md in a root, is diagnosed, and the section "want" has a line for every agent.
func TestByAgent(t *testing.T) {
	covered := make(map[string]bool)
	names, err := filepath.Glob("../testdata/by-agent/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	for _, name := range names {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		base := strings.TrimSuffix(filepath.Base(name), ".txtar")
		group, rest, _ := strings.Cut(base, "_")
		rest, _, _ = strings.Cut(rest, "_")
		id := group + "/" + rest
		covered[id] = true
		t.Run(base, func(t *testing.T) {
			rule, ok := rules.ByID(id)
			if !ok {
				t.Fatalf("there is no rule %s", id)
			}
			got := byAgent(t, rule, archive)
			want := archive.Files[len(archive.Files)-1]
			if *analysistest.Update {
				archive.Files[len(archive.Files)-1].Data = []byte(got)
				if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
			} else if want.Name != "want" || string(want.Data) != got {
				t.Errorf("%s\nwant:\n%s", got, want.Data)
			}
		})
	}
	for _, rule := range rules.All() {
		if rule.ByAgent && !covered[rule.ID] {
			t.Errorf("%s speaks for agents and has no example in testdata/by-agent", rule.ID)
		}
	}
}

// goldenAgents are the agents of the archives. The list is fixed, so that a new agent changes no archive.
var goldenAgents = []string{
	"agent-skills", "codelia", "codex", "opencode", "claude-code", "otto", "remcochat", "mycodeagent", "openoxide", "copilot",
	"gemini-cli", "cursor", "goose", "amp",
}

// byAgent returns a line for each golden agent: whether the agent loads the file, and what the rule reports
// if the agent is the only target.
func byAgent(t *testing.T, rule *rules.Rule, archive *txtar.Archive) string {
	var out strings.Builder
	for _, id := range goldenAgents {
		agent, ok := agents.ByID(id)
		if !ok {
			t.Fatalf("there is no agent %s", id)
		}
		var files strings.Builder
		fmt.Fprintf(&files, "-- .git/HEAD --\n-- .skills-ls.yaml --\ntargets: [%s]\n", agent.ID)
		path := ""
		for _, f := range archive.Files[:len(archive.Files)-1] {
			name := strings.Replace(f.Name, "ROOT", rootIn(agent), 1)
			if path == "" {
				path = name
			}
			fmt.Fprintf(&files, "-- %s --\n%s", name, analysistest.Unescape(string(f.Data)))
		}
		s, root := analysistest.Workspace(t, files.String())
		path = filepath.Join(root, filepath.FromSlash(path))
		accepted := "refuses"
		f, err := s.File(path)
		if err != nil {
			t.Fatal(err)
		}
		if v := s.Verdict(agent, f, s.JudgedFile(f)); v.Accepted {
			accepted = "accepts"
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
		fmt.Fprintf(&out, "%-12s %s; %s\n", agent.ID, accepted, strings.ReplaceAll(line, root, "$ROOT"))
	}
	return out.String()
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
