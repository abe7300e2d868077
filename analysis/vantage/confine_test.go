package vantage_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/workspace"
)

// TestLinkThatLeaves checks that nothing behind a link that leaves both its skill directory and the workspace
// appears in diagnostics, lists, comparisons or previews, and that the diagnostics and notes say where the
// link leads.
func TestLinkThatLeaves(t *testing.T) {
	s, root := analysistest.Workspace(t, "-- ws/.git/HEAD --\n"+
		"-- ws/.agents/skills/a/SKILL.md --\n---\nname: a\ndescription: Does a. Use it for a.\n---\nSee [n](references/n.md#secret) and [d](docs/x/SKILL.md).\n"+
		"-- ws/.agents/skills/a/references/n.md->../../../../../outside/n.md --\n"+
		"-- ws/.agents/skills/a/docs->../../../../outside --\n-- ws/.agents/skills/a/all->/ --\n-- ws/.agents/skills/a/home->../../../../home --\n"+
		"-- outside/n.md --\n# Secret\n[token](hunter2.md)\n-- outside/x/SKILL.md --\n---\nname: hunter2\ndescription: Hidden.\n---\n-- home/x --\n")
	at := func(name string) string { return filepath.Join(root, filepath.FromSlash(name)) }
	s = s.WithConfig(workspace.Config{Folders: []string{at("ws")}, Home: at("home")})
	if _, err := workspace.Scan(t.Context(), s, nil); err != nil {
		t.Fatal(err)
	}
	linked, skill := at("ws/.agents/skills/a/references/n.md"), at("ws/.agents/skills/a/SKILL.md")
	var said []string
	for _, path := range []string{linked, skill} {
		for _, d := range rules.Diagnose(t.Context(), s, path) {
			said = append(said, d.Rule+": "+d.Message)
		}
	}
	text := strings.Join(said, "\n")
	if !strings.Contains(text, "link/escape: not read: the link points to "+at("outside/n.md")) || strings.Contains(text, "hunter2") {
		t.Errorf("findings:\n%s", text)
	}
	if _, err := s.File(linked); err == nil {
		t.Error("the target was read")
	}
	for _, id := range []string{"codex", "opencode", "codelia"} {
		list, err := vantage.ListSkills(t.Context(), s, vantage.ListQuery{Agent: id})
		if err != nil {
			t.Fatal(err)
		}
		for _, skill := range list.Skills {
			if skill.Name == "hunter2" {
				t.Errorf("%s: %s", id, skill.Path)
			}
		}
	}
	compared, err := vantage.Compat(t.Context(), s, vantage.PreviewQuery{Path: skill})
	if err != nil {
		t.Fatal(err)
	}
	const note = "follows the link `docs` to `"
	var follow []string
	for _, c := range compared.Agents {
		if notes := strings.Join(c.Notes, "\n"); strings.Contains(notes, "`references/n.md`") {
			t.Errorf("no agent enters a file:\n%s", notes)
		} else if strings.Contains(notes, note) {
			follow = append(follow, c.Agent.ID)
		}
	}
	if len(follow) == 0 || len(follow) == len(compared.Agents) {
		t.Fatalf("agents that follow the link: %v", follow)
	}
	for _, id := range follow {
		preview, err := vantage.PreviewSkill(t.Context(), s, vantage.PreviewQuery{Path: skill, Agent: id})
		if err != nil {
			t.Fatal(err)
		}
		if text := strings.Join(preview.Notes, "\n"); !strings.Contains(text, note) || strings.Contains(preview.Content, "hunter2") {
			t.Errorf("%s: %s\n%s", id, text, preview.Content)
		}
	}
	if !slices.Contains(follow, "codex") {
		t.Errorf("agents that follow the link: %v", follow)
	}
}
