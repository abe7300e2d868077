package rules_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/hover"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/workspace"
	"skills-ls/skills/agents"
)

// TestKeystroke checks the cost of typing: agents judge a file again only if the part of the text that they
// judge changes.
func TestKeystroke(t *testing.T) {
	s, root := analysistest.Workspace(t, `
-- .git/HEAD --
-- CLAUDE.md --
-- .agents/skills/other/SKILL.md --
---
name: other
description: Does other things. Use when asked.
---
Text.
-- .claude/skills/x/SKILL.md --
`)
	path := filepath.Join(root, ".claude", "skills", "x", "SKILL.md")
	a := analysistest.CountAsked(t, path)
	now := time.Unix(1, 0)
	// own and everybody do all that an editor does after a keystroke: own diagnoses the file itself,
	// everybody does the rest.
	own := func(text string) {
		now = now.Add(time.Second)
		s = s.With(workspace.Change{Path: path, Text: &text, Time: now})
		rules.DiagnoseOwn(t.Context(), s, path)
	}
	everybody := func() {
		rules.DiagnoseCrossFile(t.Context(), s, path)
		hover.At(t.Context(), s, path, len("---\nna"))
		for _, agent := range agents.All() {
			if workspace.CanCatalog(agent) {
				if _, err := vantage.ListSkills(t.Context(), s, vantage.ListQuery{Cwd: root, Agent: agent.ID}); err != nil {
					t.Fatal(err)
				}
				if _, err := vantage.PreviewSkill(t.Context(), s, vantage.PreviewQuery{Path: path, Agent: agent.ID}); err != nil {
					t.Fatal(err)
				}
			}
		}
		if _, err := vantage.Compat(t.Context(), s, vantage.PreviewQuery{Path: path}); err != nil {
			t.Fatal(err)
		}
	}
	const front = "---\nname: x\ndescription: Does <b>x</b>. Use when asked.\n---\n"
	own(front + "\nfirst\n\nbody\n")
	a.Since()
	everybody()
	a.Since()

	for _, text := range []string{"\nfirst\n\nbodyb\n", "\nfirst\n\nb\n# More\n", "\n\n  first\nb\n", "\nfirst\n\n- - \n"} {
		own(front + text)
		everybody()
		if got := a.Since(); got != "" {
			t.Errorf("%q typed in the body: asked %s", text, got)
		}
	}
	own(front + "\nfirsts\n\n- -\n")
	if got := a.Since(); !strings.Contains(got, "claude-code") {
		t.Errorf("the first line of the body may be Claude Code's description, and it is not asked: %s", got)
	}
	everybody()
	a.Since()

	// Typing in the frontmatter asks each target once, and other agents only when a request needs their
	// verdicts.
	own(strings.Replace(front, "asked", "asked so", 1) + "\nfirsts\n\n- -\n")
	targets := a.Since()
	if want := "agent-skills claude-code"; targets != want {
		t.Errorf("typed in the frontmatter: asked %s, want %s", targets, want)
	}
	everybody()
	var missing []string
	after := a.Since()
	for _, agent := range agents.All() {
		if !slices.Contains(strings.Fields(targets), agent.ID) && !slices.ContainsFunc(strings.Fields(after), func(w string) bool { return w == agent.ID || strings.HasPrefix(w, agent.ID+"×") }) {
			missing = append(missing, agent.ID)
		}
	}
	if missing != nil {
		t.Errorf("not asked afterwards: %s", missing)
	}
}

// TestKeystrokeAfterQuirk checks the same if rules fix delimiters in copies of the text, to find out what
// each of them causes.
func TestKeystrokeAfterQuirk(t *testing.T) {
	s, root := analysistest.Workspace(t, "-- .git/HEAD --\n-- .skills-ls.yaml --\ntargets: [codelia, goose, otto, gemini-cli, remcochat]\n-- .agents/skills/x/SKILL.md --\n")
	path := filepath.Join(root, ".agents", "skills", "x", "SKILL.md")
	a := analysistest.CountAsked(t, path)
	for i, text := range []string{"body\n", "body!\n", "body!\n\nmore\n"} {
		all := "---\nname: x\rdescription: X. Use when x.\n---\nfirst\n" + text
		s = s.With(workspace.Change{Path: path, Text: &all, Time: time.Unix(int64(i), 0)})
		if len(rules.Diagnose(t.Context(), s, path)) == 0 {
			t.Fatal("no finding, so nothing was fixed")
		}
		if got := a.Since(); (got == "") != (i > 0) {
			t.Errorf("keystroke %d: asked %q", i, got)
		}
	}
}
