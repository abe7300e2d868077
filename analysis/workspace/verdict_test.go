package workspace_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/hover"
	"skills-ls/analysis/outline"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/agents/geminicli"
	"skills-ls/skills/text"
)

// TestJudgedOnce checks that no agent judges a file twice while it does not change, across all requests: with
// several MB of frontmatter, a verdict takes seconds.
func TestJudgedOnce(t *testing.T) {
	s, root := analysistest.Workspace(t, `
-- .git/HEAD --
-- CLAUDE.md --
-- .agents/skills/a/SKILL.md --
---
name: a
description: Does <b>a</b>. Use when asked.
other: 1
---
Text.
-- .agents/skills/b/SKILL.md --
---
name: c!
---
Text.
-- sub/.agents/skills/c/SKILL.md --
---
name: c
description: Does c. Use when asked.
---
Text.
`)
	var paths []string
	var counts []*analysistest.Asked
	for _, dir := range []string{".agents/skills/a", ".agents/skills/b", "sub/.agents/skills/c"} {
		path := filepath.Join(root, filepath.FromSlash(dir), "SKILL.md")
		long := time.Now().Add(-time.Hour)
		if err := os.Chtimes(path, long, long); err != nil { // so that its verdicts are cached
			t.Fatal(err)
		}
		paths, counts = append(paths, path), append(counts, analysistest.CountAsked(t, path))
	}
	if err := workspace.Learn(t.Context(), s, paths); err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		rules.Diagnose(t.Context(), s, path)
		outline.Lenses(t.Context(), s, path)
		hover.At(t.Context(), s, path, len("---\nna"))
		if _, err := vantage.Compat(t.Context(), s, vantage.PreviewQuery{Path: path}); err != nil {
			t.Fatal(err)
		}
	}
	for _, agent := range agents.All() {
		if !workspace.CanCatalog(agent) {
			continue
		}
		for _, cwd := range []string{root, filepath.Join(root, "sub")} {
			if _, err := vantage.ListSkills(t.Context(), s, vantage.ListQuery{Cwd: cwd, Agent: agent.ID}); err != nil {
				t.Fatal(err)
			}
		}
	}
	for i, count := range counts {
		words := strings.Fields(count.Since())
		for _, agent := range agents.All() {
			if !slices.Contains(words, agent.ID) {
				t.Errorf("%s: %s is not asked once: %q", paths[i], agent.ID, words)
			}
		}
	}
}

// TestAgentsInPlace checks that diagnostics, catalogs and previews use the agents as configured in the
// location of a skill. A change of the settings takes effect even if earlier results are cached.
func TestAgentsInPlace(t *testing.T) {
	s, root := analysistest.Workspace(t, `
-- .git/HEAD --
-- a/.skills-ls.yaml --
targets: [gemini-cli]
-- a/.agents/skills/x/SKILL.md --
---
name: x
description: Does x. Use when asked.
---
Do x.
-- b/.agents/skills/x/SKILL.md --
---
name: x
description: Does x. Use when asked.
---
`)
	gemini := geminicli.Agent
	accept := gemini.Accept
	t.Cleanup(func() {
		gemini.Accept, gemini.Knobs = accept, slices.DeleteFunc(gemini.Knobs, func(k skills.Knob) bool { return k.Name == "strict" })
	})
	gemini.Knobs = append(slices.Clone(gemini.Knobs), skills.Knob{Name: "strict", Type: skills.SwitchKnob, Doc: "Refuses all.", Apply: func(r *skills.Agent, v skills.KnobValue) {
		if v.On {
			r.Variant = "strict"
			r.Accept = func(f skills.File) skills.Verdict {
				return skills.Verdict{Refusals: []skills.Refusal{{Code: skills.CodeMissing, Field: "description", Span: text.At(0), Message: "too lax"}}}
			}
		}
	}})
	settings := filepath.Join(root, "a", ".skills-ls.yaml")
	path := filepath.Join(root, "a", ".agents", "skills", "x", "SKILL.md")
	other := filepath.Join(root, "b", ".agents", "skills", "x", "SKILL.md")
	long := time.Now().Add(-time.Hour)
	for _, path := range []string{path, other} {
		if err := os.Chtimes(path, long, long); err != nil { // so that verdicts are cached
			t.Fatal(err)
		}
	}
	// said summarizes the answers about a skill: diagnostics, lenses, preview, comparison and catalog.
	said := func(s *workspace.Snapshot, path string) string {
		var words []string
		for _, d := range rules.Diagnose(t.Context(), s, path) {
			words = append(words, d.Message)
		}
		for _, l := range outline.Lenses(t.Context(), s, path) {
			if l.Title != "" { // the others get their title later
				words = append(words, l.Title)
			}
		}
		preview, err := vantage.PreviewSkill(t.Context(), s, vantage.PreviewQuery{Path: path, Agent: gemini.ID})
		if err != nil {
			t.Fatal(err)
		}
		compat, err := vantage.Compat(t.Context(), s, vantage.PreviewQuery{Path: path})
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range compat.Agents {
			if c.Agent.ID == gemini.ID {
				words = append(words, verbatim(c.Reasons)...)
			}
		}
		list, err := vantage.ListSkills(t.Context(), s, vantage.ListQuery{Cwd: filepath.Dir(filepath.Dir(filepath.Dir(filepath.Dir(path)))), Agent: gemini.ID})
		if err != nil {
			t.Fatal(err)
		}
		words = append(words, verbatim(preview.Reasons)...)
		// The text is as long as the path, and its tokens are exact after the first preview.
		said := regexp.MustCompile(`~?\d+ tokens`).ReplaceAllString(strings.Join(words, "; "), "~N tokens")
		return said + "; " + fmt.Sprint(len(list.Skills), " ", len(list.Errors))
	}
	lax, strict := "loaded by 1 of 1 agents; ~N tokens; 1 0", `missing "description"; loaded by 0 of 1 agents, rejected by Gemini CLI; ~N tokens; too lax; too lax; 0 1`
	elsewhere := said(s, other)
	for i, open := range []bool{false, true} {
		if open {
			text := "---\nname: x\ndescription: Does x. Use when asked.\n---\nDo x.\n"
			s = s.With(workspace.Change{Path: path, Text: &text, Time: long})
		}
		for round, want := range []string{lax, strict, lax, strict} {
			text := fmt.Sprintf("targets: [gemini-cli]\nagents: {gemini-cli: {strict: %t}}\n", want == strict)
			s = s.With(workspace.Change{Path: settings, Text: &text, Time: long.Add(time.Duration(10*i+round) * time.Minute)})
			if got := said(s, path); !strings.HasSuffix(got, want) || want == lax && got != lax {
				t.Errorf("open %t, round %d: %s\nwant %s", open, round, got, want)
			}
			if got := said(s, other); got != elsewhere {
				t.Errorf("open %t, round %d: elsewhere %s\nwant %s", open, round, got, elsewhere)
			}
		}
	}
}

// verbatim returns the agent's own words in some reasons.
func verbatim(reasons []vantage.Reason) (words []string) {
	for _, r := range reasons {
		words = append(words, r.Verbatim)
	}
	return words
}
