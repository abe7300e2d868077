package refactor_test

import (
	"path/filepath"
	"strings"
	"testing"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/refactor"
)

// TestLocations checks where new skills can be created, best first, and which agent decides.
func TestLocations(t *testing.T) {
	const skill = "SKILL.md --\n---\nname: demo\ndescription: A. Use when asked.\n---\nText.\n"
	for _, tt := range []struct {
		name, archive string
		agent         string   // and the reason; empty if the project's own directory is first
		first         []string // the first locations and their details
	}{
		{"nothing is known", "-- .git/HEAD --\n", "codelia default", []string{
			".agents/skills: read by Codelia, OpenAI Codex and ", ".claude/skills: Claude Code", ".codex/skills: OpenAI Codex", ".github/skills: ",
		}},
		{"an agent is used", "-- CLAUDE.md --\n", "claude-code project", []string{
			".claude/skills: Claude Code, used in this project", ".agents/skills: ",
		}},
		{"two agents are used", "-- .claude/ --\n-- .gemini/ --\n", "claude-code project", []string{
			".claude/skills: Claude Code, ", ".gemini/skills: Gemini CLI, used in this project",
		}},
		{"a target before what exists", "-- .skills-ls.yaml --\ntargets: [gemini-cli]\n-- .claude/skills/demo/" + skill, "gemini-cli target", []string{
			".gemini/skills: Gemini CLI, used in this project", ".claude/skills: ",
		}},
		{"only the shared directory of the agent exists", "-- .codex/ --\n-- .agents/skills/ --\n", "codex project", []string{
			".agents/skills: OpenAI Codex, used in this project", ".claude/skills: Claude Code",
		}},
		{"a repository of skills", "-- .git/HEAD --\n-- skills/demo/" + skill, "", []string{
			"skills: skills of this project", ".agents/skills: ",
		}},
		{"plugins", "-- .git/HEAD --\n-- plugins/a/.claude-plugin/plugin.json --\n{\"name\": \"acme\"}\n-- plugins/b/.codex-plugin/plugin.json --\n{}\n-- .gitignore --\nout\n-- out/.claude-plugin/plugin.json --\n{}\n", "", []string{
			"plugins/a/skills: plugin acme", "plugins/b/skills: plugin b", ".agents/skills: ",
		}},
		{"a plugin whose project has a file of an agent", "-- .claude-plugin/plugin.json --\n{\"name\": \"acme\"}\n-- CLAUDE.md --\n", "", []string{
			"skills: plugin acme", ".claude/skills: Claude Code, used in this project", ".agents/skills: ",
		}},
		{"a plugin whose project has skills for an agent", "-- .claude-plugin/plugin.json --\n{\"name\": \"acme\"}\n-- .claude/skills/ --\n", "claude-code project", []string{
			".claude/skills: ", "skills: plugin acme", ".agents/skills: ",
		}},
		{"a plugin that is for a target", "-- .claude-plugin/plugin.json --\n{\"name\": \"acme\"}\n-- .skills-ls.yaml --\ntargets: [codex]\n", "codex target", []string{
			".codex/skills: OpenAI Codex, used in this project", "skills: plugin acme", ".agents/skills: ",
		}},
		{"a configured root", "-- .skills-ls.yaml --\nroots: [tools/skills]\n-- tools/skills/ --\n", "codelia default", []string{
			"tools/skills: ", ".agents/skills: ",
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, root := analysistest.Workspace(t, tt.archive)
			found, err := refactor.LocationsIn(t.Context(), s, root, root)
			if err != nil {
				t.Fatal(err)
			}
			agent := ""
			if found.Agent != nil {
				agent = found.Agent.ID + " " + string(found.Reason)
			}
			if agent != tt.agent {
				t.Errorf("agent %q, want %q", agent, tt.agent)
			}
			seen := make(map[string]bool)
			var got []string
			for _, l := range found.List {
				rel, err := filepath.Rel(root, l.Dir)
				if err != nil || seen[rel] {
					t.Errorf("%s, listed twice: %t, %v", l.Dir, seen[rel], err)
				}
				seen[rel] = true
				got = append(got, filepath.ToSlash(rel)+": "+l.Detail)
			}
			if !seen[filepath.FromSlash(".claude/skills")] || !seen[filepath.FromSlash(".agents/skills")] {
				t.Errorf("not all of %q", got)
			}
			for i, want := range tt.first {
				if !strings.HasPrefix(got[i], want) {
					t.Errorf("got %q, want %q", got[:len(tt.first)], tt.first)
					break
				}
			}
		})
	}
}

// TestLocationsInPlugin checks that the plugin with the working directory comes first.
func TestLocationsInPlugin(t *testing.T) {
	s, root := analysistest.Workspace(t, "-- .claude/skills/ --\n-- plugins/a/.claude-plugin/plugin.json --\n{\"name\": \"acme\"}\n"+
		"-- plugins/b/.cursor-plugin/plugin.json --\n{\"name\": \"best\"}\n-- plugins/b/skills/demo/ --\n")
	for cwd, want := range map[string]string{
		".": ".claude/skills", "plugins": ".claude/skills", "plugins/a": "plugins/a/skills",
		"plugins/b": "plugins/b/skills", "plugins/b/skills/demo": "plugins/b/skills",
	} {
		found, err := refactor.LocationsIn(t.Context(), s, root, filepath.Join(root, filepath.FromSlash(cwd)))
		if err != nil {
			t.Fatal(err)
		}
		if got := found.List[0].Dir; got != filepath.Join(root, filepath.FromSlash(want)) {
			t.Errorf("from %s: first is %s, want %s", cwd, got, want)
		}
	}
}
