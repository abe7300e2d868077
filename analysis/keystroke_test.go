package analysis

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"skills-ls/skills/agents"
)

// TestKeystroke checks the cost of typing: agents judge a file again only if the part of the text that they
// judge changes.
func TestKeystroke(t *testing.T) {
	s, root := workspace(t, `
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
	a := countAsked(t, path)
	now := time.Unix(1, 0)
	// own and everybody do all that an editor does after a keystroke: own diagnoses the file itself,
	// everybody does the rest.
	own := func(text string) {
		now = now.Add(time.Second)
		s = s.With(Change{Path: path, Text: &text, Time: now})
		s.DiagnoseOwn(t.Context(), path)
	}
	everybody := func() {
		s.DiagnoseCrossFile(t.Context(), path)
		s.Hover(t.Context(), path, len("---\nna"))
		for _, agent := range agents.All() {
			if canCatalog(agent) {
				if _, err := s.List(t.Context(), ListQuery{Cwd: root, Agent: agent.ID}); err != nil {
					t.Fatal(err)
				}
				if _, err := s.Preview(t.Context(), PreviewQuery{Path: path, Agent: agent.ID}); err != nil {
					t.Fatal(err)
				}
			}
		}
		if _, err := s.Compat(t.Context(), PreviewQuery{Path: path}); err != nil {
			t.Fatal(err)
		}
	}
	const front = "---\nname: x\ndescription: Does <b>x</b>. Use when asked.\n---\n"
	own(front + "\nfirst\n\nbody\n")
	a.since()
	everybody()
	a.since()

	for _, text := range []string{"\nfirst\n\nbodyb\n", "\nfirst\n\nb\n# More\n", "\n\n  first\nb\n", "\nfirst\n\n- - \n"} {
		own(front + text)
		everybody()
		if got := a.since(); got != "" {
			t.Errorf("%q typed in the body: asked %s", text, got)
		}
	}
	own(front + "\nfirsts\n\n- -\n")
	if got := a.since(); !strings.Contains(got, "claude-code") {
		t.Errorf("the first line of the body may be Claude Code's description, and it is not asked: %s", got)
	}
	everybody()
	a.since()

	// Typing in the frontmatter asks each target once, and other agents only when a request needs their
	// verdicts.
	own(strings.Replace(front, "asked", "asked so", 1) + "\nfirsts\n\n- -\n")
	targets := a.since()
	if want := "agent-skills claude-code claude-code validator"; targets != want {
		t.Errorf("typed in the frontmatter: asked %s, want %s", targets, want)
	}
	everybody()
	var missing []string
	after := a.since()
	for _, agent := range agents.All() {
		if agent.Accept != nil && !slices.Contains(strings.Fields(targets), agent.ID) && !slices.ContainsFunc(strings.Fields(after), func(w string) bool { return w == agent.ID || strings.HasPrefix(w, agent.ID+"×") }) {
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
	s, root := workspace(t, "-- .git/HEAD --\n-- .skills-ls.yaml --\ntargets: [codelia, goose, otto, gemini-cli, remcochat]\n-- .agents/skills/x/SKILL.md --\n")
	path := filepath.Join(root, ".agents", "skills", "x", "SKILL.md")
	a := countAsked(t, path)
	for i, text := range []string{"body\n", "body!\n", "body!\n\nmore\n"} {
		all := "---\nname: x\rdescription: X. Use when x.\n---\nfirst\n" + text
		s = s.With(Change{Path: path, Text: &all, Time: time.Unix(int64(i), 0)})
		if len(s.Diagnose(t.Context(), path)) == 0 {
			t.Fatal("no finding, so nothing was mended")
		}
		if got := a.since(); (got == "") != (i > 0) {
			t.Errorf("keystroke %d: asked %q", i, got)
		}
	}
}
