package rules_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"skills-ls/analysis/affected"
	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/workspace"
	"skills-ls/skills/agents"
)

// skillSaying returns a skill with the given name whose description has the given number of characters.
func skillSaying(root, name string, chars int) string {
	text := "Use when asked for " + name + "."
	return "-- " + root + "/" + name + "/SKILL.md --\n---\nname: " + name + "\ndescription: " + text + strings.Repeat("x", max(0, chars-len(text))) + "\n---\nBody.\n"
}

func TestDescriptionBudget(t *testing.T) {
	settings := func(targets, agents string) string {
		return "-- .git/HEAD --\n-- .skills-ls.yaml --\ntargets: [" + targets + "]\nagents: {" + agents + "}\n"
	}
	three := func(root string, chars int) string {
		return skillSaying(root, "x", chars) + skillSaying(root, "y", chars) + skillSaying(root, "z", chars)
	}
	for _, tt := range []struct{ name, archive, file, want string }{
		{"room for all", settings("codelia, codex", "") + three(".agents/skills", 100), ".agents/skills/x", ""},
		{
			"too many for Codelia", settings("codelia", "codelia: {initial: {maxEntries: 2}}") + three(".agents/skills", 100), ".agents/skills/z",
			"warning: Codelia's catalog leaves the skill out: the catalog has room for 2 skills and 32768 bytes [codelia] at z",
		},
		{"among the first", settings("codelia", "codelia: {initial: {maxEntries: 2}}") + three(".agents/skills", 100), ".agents/skills/y", ""},
		{
			"too long for MyCodeAgent", settings("mycodeagent", "mycodeagent: {SKILLS_PROMPT_CHAR_BUDGET: 200}") + three("skills", 100), "skills/y",
			"warning: MyCodeAgent's catalog leaves the skill out: the catalog has room for 200 characters [mycodeagent] at y",
		},
		{
			"more than RemcoChat loads", settings("remcochat", "remcochat: {max_skills: 1}") + three(".skills", 100), ".skills/y",
			"warning: RemcoChat's catalog leaves the skill out: the catalog has room for 1 skills [remcochat] at y",
		},
		{
			"a share of a context of any size", settings("codex", "") + three(".agents/skills", 3000), ".agents/skills/x",
			"warning: description is cut at 1021 characters in OpenAI Codex's catalog: it has 3000 [codex] at xxx… (1979)",
		},
		{
			"shortened by Codex", settings("codex", "context_window: 4000") + three(".agents/skills", 100), ".agents/skills/x",
			"warning: description is cut at 80 of 100 characters in OpenAI Codex's catalog: the catalog has room for 80 tokens [codex] at xxx… (20)",
		},
		{
			"shortened for Claude Code", settings("claude-code", "") + skillSaying(".claude/skills", "x", 1600), ".claude/skills/x",
			"warning: description is cut at 1536 characters in Claude Code's catalog: it has 1600 [claude-code] at xxx… (64)",
		},
		{
			"with its uses", settings("claude-code", "") + "-- .claude/skills/x/SKILL.md --\n---\nname: x\ndescription: Does x.\nwhen_to_use: " + strings.Repeat("u", 1600) + "\n---\nBody.\n", ".claude/skills/x",
			"warning: description with \"when_to_use\" is cut at 1536 characters in Claude Code's catalog: it has 1610 [claude-code] at uuu… (74)",
		},
		{
			"no names alone", settings("claude-code", "claude-code: {SLASH_COMMAND_TOOL_CHAR_BUDGET: 250}") + three(".claude/skills", 100), ".claude/skills/z",
			"information: Claude Code's catalog has only the name of the skill unless it is used often: the catalog has room for 250 characters [claude-code] at Use… (100)",
		},
		{
			"of a size that nobody has said", settings("claude-code", "claude-code: {skillListingBudgetFraction: 0.0001}") + three(".claude/skills", 100), ".claude/skills/z",
			"information: Claude Code's catalog has only the name of the skill unless it is used often: the catalog has room for 80 characters [claude-code] at Use… (100)",
		},
		{
			"presumed of Codex", settings("codex", "") + three(".agents/skills", 1000) + strings.NewReplacer("/x/", "/a/", "/y/", "/b/", "/z/", "/c/", ": x\n", ": a\n", ": y\n", ": b\n", ": z\n", ": c\n").Replace(three(".agents/skills", 1000)) +
				strings.NewReplacer("/x/", "/p/", "/y/", "/q/", "/z/", "/r/", ": x\n", ": p\n", ": y\n", ": q\n", ": z\n", ": r\n").Replace(three(".agents/skills", 1000)), ".agents/skills/x",
			"information: description is cut at 861 of 1000 characters in OpenAI Codex's catalog: the catalog has room for 8000 characters [codex] at xxx… (139)",
		},
		{"hidden", settings("claude-code", "") + "-- .claude/skills/x/SKILL.md --\n---\nname: x\ndescription: " + strings.Repeat("u", 1600) + "\ndisable-model-invocation: true\n---\nBody.\n", ".claude/skills/x", ""},
		{"found by nobody", settings("claude-code", "") + skillSaying("elsewhere", "x", 1600), "elsewhere/x", "warning: description is cut at 1536 characters in Claude Code's catalog: it has 1600 [claude-code] at xxx… (64)"},
		{"refused", settings("codelia", "codelia: {initial: {maxEntries: 1}}") + three(".agents/skills", 2000), ".agents/skills/z", ""},
		{"without a budget", settings("otto, opencode, gemini-cli, goose, copilot, agent-skills", "") + three(".agents/skills", 1000), ".agents/skills/z", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, root := analysistest.Scanned(t, tt.archive)
			path := filepath.Join(root, filepath.FromSlash(tt.file), "SKILL.md")
			if got := budgeted(t, s, path); got != tt.want {
				if !strings.Contains(tt.want, " N") || !sameButNumbers(got, tt.want) {
					t.Errorf("got  %s\nwant %s", got, tt.want)
				}
			}
			checkBudgets(t, s)
		})
	}
}

// budgeted returns the diagnostics of description/budget in a file, with the text that each of them marks.
func budgeted(t *testing.T, s *workspace.Snapshot, path string) string {
	t.Helper()
	f, err := s.File(path)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, d := range rules.Diagnose(t.Context(), s, path) {
		if d.Rule != "description/budget" {
			continue
		}
		at := d.Span.Of(f.Doc.Source)
		if len(at) > 3 {
			at = fmt.Sprintf("%s… (%d)", at[:3], len(at))
		}
		lines = append(lines, fmt.Sprintf("%s: %s %v at %s", d.Severity, d.Text(), d.Affected(), at))
	}
	return strings.Join(lines, "\n")
}

// sameButNumbers compares a text with one in which each "N" stands for a number.
func sameButNumbers(got, want string) bool {
	parts := strings.Split(want, "N")
	for i, part := range parts {
		rest, ok := strings.CutPrefix(got, part)
		if !ok {
			return false
		}
		if got = rest; i < len(parts)-1 {
			got = strings.TrimLeft(got, "0123456789")
		}
	}
	return got == ""
}

// checkBudgets compares the diagnostics of all skills with the catalogs of all agents.
func checkBudgets(t *testing.T, s *workspace.Snapshot) {
	t.Helper()
	for _, path := range s.Files() {
		if s.KindOf(path) != file.SkillFile {
			continue
		}
		found := rules.Diagnose(t.Context(), s, path)
		for _, agent := range agents.All() {
			from := workspace.VantageOf(s, agent, filepath.Dir(path))
			text, err := vantage.CatalogTextFor(t.Context(), s, vantage.ListQuery{Cwd: from, Agent: agent.ID})
			if err != nil {
				continue // no catalog
			}
			real := s.RealPath(path)
			lost := false
			for _, skill := range text.Dropped {
				lost = lost || s.RealPath(skill.Path) == real
			}
			for _, short := range text.Shortened {
				lost = lost || s.RealPath(short.Skill.Path) == real
			}
			isTarget := workspace.Includes(workspace.StandpointOf(s, filepath.Dir(path)).Concerned, agent)
			if _, listed := workspace.Catalog(t.Context(), s, agent, from).Place(real); !listed {
				continue
			}
			reported := slices.ContainsFunc(found, func(d diagnostic.Diagnostic) bool {
				return d.Rule == "description/budget" && slices.Contains(d.Affected(), agent.ID)
			})
			if reported != (lost && isTarget) {
				t.Errorf("%s: reported %v for %s, whose catalogue lacks something of it: %v", path, reported, agent.ID, lost)
			}
		}
	}
}

// TestDescriptionBudgetAffected checks that a change of a header affects the skills that the catalog gains or
// loses room for, and that another change affects no other skill.
func TestDescriptionBudgetAffected(t *testing.T) {
	s, root := analysistest.Scanned(t, "-- .git/HEAD --\n-- .skills-ls.yaml --\ntargets: [mycodeagent]\nagents: {mycodeagent: {SKILLS_PROMPT_CHAR_BUDGET: 250}}\n"+
		skillSaying("skills", "a", 50)+skillSaying("skills", "b", 100)+skillSaying("skills", "c", 60)+skillSaying("skills", "d", 100)+skillSaying("notes/skills", "e", 50))
	path := func(name string) string { return filepath.Join(root, "skills", name, "SKILL.md") }
	budget := func() (lost string) {
		for _, name := range []string{"a", "b", "c", "d"} {
			if budgeted(t, s, path(name)) != "" {
				lost += name
			}
		}
		return lost
	}
	last := s
	affects := func(step, changed, lost, paths string) {
		t.Helper()
		var names string
		for _, p := range analysistest.Affected(last, s, affected.Change{Edited: []string{changed}}) {
			if filepath.Base(p) == "SKILL.md" {
				names += filepath.Base(filepath.Dir(p))
			}
		}
		last = s
		if got := budget(); got != lost || names != paths {
			t.Errorf("%s: lost %q and affected %q, want %q and %q", step, got, names, lost, paths)
		}
	}
	edit := func(name, text string) {
		s = s.With(workspace.Change{Path: path(name), Text: &text, Time: time.Unix(int64(len(text)), 0)})
	}
	if got := budget(); got != "d" {
		t.Fatalf("lost %q at first", got)
	}
	const head = "---\nname: a\ndescription: Use when asked for a."
	edit("a", head+strings.Repeat("x", 31)+"\n---\nBody.\n")
	affects("the same length", path("a"), "d", "eabcd")
	edit("a", head+strings.Repeat("x", 31)+"\n---\nBody.\nAnd more.\n")
	affects("a longer body", path("a"), "d", "a")
	edit("a", head+strings.Repeat("x", 71)+"\n---\nBody.\n")
	affects("a longer description", path("a"), "cd", "eabcd")
	edit("a", head+"\n---\nBody.\n")
	affects("a short description", path("a"), "d", "eabcd")
	edit("a", "---\nname: A\n---\n")
	affects("none", path("a"), "d", "eabcd")
	s = s.Refresh(filepath.Join(root, "notes", "skills", "e", "SKILL.md"))
	affects("nothing, elsewhere", filepath.Join(root, "notes", "skills", "e", "SKILL.md"), "d", "ea")
}
