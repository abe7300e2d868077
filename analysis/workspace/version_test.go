package workspace_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/config"
	"skills-ls/analysis/outline"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/agents/opencode"
)

// TestVersionSetting checks that a version that is set in a running process takes effect at once in all
// answers, in either direction, and only in the directories that it is set for. Files that are added to a
// root or removed from it are noticed.
func TestVersionSetting(t *testing.T) {
	s, root := analysistest.Workspace(t, `
-- .git/HEAD --
-- .skills-ls.yaml --
targets: [opencode]
-- .opencode/skills/notes.md --
---
description: Takes notes. Use when something is to be noted.
---
Note it.
-- .opencode/skills/bare/SKILL.md --
Text alone.
-- .opencode/skills/manual/SKILL.md --
---
name: by-hand
description: Is started by hand. Use when asked.
disable-model-invocation: true
---
Do it.
-- .opencode/skills/twice/SKILL.md --
---
name: twice
description: Is there twice. Use when asked.
---
One.
-- .claude/skills/twice/SKILL.md --
---
name: twice
description: Is there twice. Use when asked.
---
Two.
-- other/.git/HEAD --
-- other/.skills-ls.yaml --
targets: [opencode]
-- other/.opencode/skills/notes.md --
---
description: Takes notes. Use when something is to be noted.
---
Note it.
`)
	file := func(name string) string { return filepath.Join(root, filepath.FromSlash(name)) }
	long := time.Now().Add(-time.Hour)
	for _, name := range []string{"notes.md", "bare/SKILL.md", "manual/SKILL.md", "twice/SKILL.md"} {
		if err := os.Chtimes(file(".opencode/skills/"+name), long, long); err != nil { // so that verdicts are cached
			t.Fatal(err)
		}
	}
	list := func(s *workspace.Snapshot, dir string) string {
		l, err := vantage.ListSkills(t.Context(), s, vantage.ListQuery{Cwd: file(dir), Agent: "opencode"})
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, skill := range l.Skills {
			names = append(names, skill.Name)
		}
		return strings.Join(names, " ")
	}
	// said returns what comparison, diagnostics, lenses and lists say about each skill.
	said := func(s *workspace.Snapshot) string {
		var b strings.Builder
		for _, name := range []string{"notes.md", "bare/SKILL.md", "manual/SKILL.md", "twice/SKILL.md"} {
			path := file(".opencode/skills/" + name)
			compat, err := vantage.Compat(t.Context(), s, vantage.PreviewQuery{Path: path})
			if err != nil {
				fmt.Fprintf(&b, "%s: %v\n", name, err.(*vantage.PreviewError).Reason)
				continue
			}
			c := compat.Agents[0]
			fmt.Fprintf(&b, "%s: %s %t %t as %s: %s\n", name, c.Agent.ID, c.Finds, c.Loads, c.Name, strings.Join(c.Notes, " "))
			for _, d := range rules.Diagnose(t.Context(), s, path) {
				outcome := ""
				if d.Rule == "name/ambiguous" {
					outcome = d.Detail
				}
				fmt.Fprintf(&b, "  %s %s\n", d.Rule, outcome)
			}
			for _, l := range outline.Lenses(t.Context(), s, path)[:min(1, len(outline.Lenses(t.Context(), s, path)))] {
				fmt.Fprintf(&b, "  %s\n", l.Title)
			}
		}
		fmt.Fprintf(&b, "list: %s; elsewhere: %s\n", list(s, "."), list(s, "other"))
		text, err := vantage.CatalogTextFor(t.Context(), s, vantage.ListQuery{Cwd: root, Agent: "opencode"})
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "catalogue: %d, with IDs: %t", text.Entries, strings.Contains(text.Content, "<id>"))
		return strings.ReplaceAll(b.String(), root, "")
	}
	one := `notes.md: not_a_skill
bare/SKILL.md: opencode true false as : 
  frontmatter/missing 
  loaded by 0 of 1 agents, rejected by OpenCode
manual/SKILL.md: opencode true true as by-hand: 
  field/policy 
  loaded by 1 of 1 agents
twice/SKILL.md: opencode true true as twice: ` + "`.claude/skills/twice/SKILL.md`" + ` is also named ` + "`twice`" + `: it loads one of them, but which one is not established.
  name/ambiguous one of them is loaded
  loaded by 1 of 1 agents
list: by-hand twice twice; elsewhere: 
catalogue: 3, with IDs: false`
	two := `notes.md: opencode true true as notes: 
bare/SKILL.md: opencode true true as bare: It hides this skill from the model: it has no description. The user can still start it.
  loaded by 1 of 1 agents
manual/SKILL.md: opencode true true as manual: It hides this skill from the model: ` + "`disable-model-invocation`" + ` is true. The user can still start it.
  loaded by 1 of 1 agents
twice/SKILL.md: opencode true true as twice: ` + "`.claude/skills/twice/SKILL.md`" + ` is also named ` + "`twice`" + `: it loads this one.
  name/ambiguous this one is loaded
  loaded by 1 of 1 agents
list: bare manual notes twice; elsewhere: 
catalogue: 2, with IDs: true`
	set := func(s *workspace.Snapshot, version, minute int) *workspace.Snapshot {
		text := fmt.Sprintf("targets: [opencode]\nagents: {opencode: {version: %d}}\n", version)
		return s.With(workspace.Change{Path: file(".skills-ls.yaml"), Text: &text, Time: long.Add(time.Duration(minute) * time.Minute)})
	}
	if err := workspace.Learn(t.Context(), s, s.Files()); err != nil {
		t.Fatal(err)
	}
	if _, err := workspace.Scan(t.Context(), s, nil); err != nil {
		t.Fatal(err)
	}
	for i, version := range []int{1, 2, 1, 2} {
		s = set(s, version, i)
		if got, want := said(s), []string{one, two}[version-1]; got != want {
			t.Errorf("round %d\n%s\nwant\n%s", i, got, want)
		}
	}

	t.Run("on disk", func(t *testing.T) {
		path := file(".opencode/skills/new.md")
		if err := os.WriteFile(path, []byte("New."), 0o644); err != nil {
			t.Fatal(err)
		}
		next := s.Refresh(path)
		if got := list(next, "."); got != "bare manual new notes twice" {
			t.Errorf("list %s", got)
		}
		if err := os.WriteFile(path, []byte("---\nname: [a]\n---\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		next = next.Refresh(path)
		if got := list(next, "."); got != "bare manual notes twice" {
			t.Errorf("list %s", got)
		}
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		next = next.Refresh(path)
		if c := workspace.Catalog(t.Context(), next, opencode.Agent, root); !c.Takes(path) || len(c.Files()) != 5 {
			t.Errorf("%d files", len(c.Files()))
		}
	})
	t.Run("in a buffer", func(t *testing.T) {
		path, text := file(".opencode/skills/draft.md"), "---\ndescription: Is a draft. Use when asked.\n---\nDraft.\n"
		next := s.With(workspace.Change{Path: path, Text: &text, Time: long})
		if got := list(next, "."); got != "bare draft manual notes twice" {
			t.Errorf("list %s", got)
		}
		p, err := vantage.PreviewSkill(t.Context(), next, vantage.PreviewQuery{Path: path})
		if err != nil || p.Agent.ID != "opencode" || !p.Loads || p.Skill.Name != "draft" || !strings.Contains(p.Content, "# Skill: draft\n\nDraft.") {
			t.Errorf("%+v, %v", p, err)
		}
		if found := rules.Diagnose(t.Context(), next, path); found != nil {
			t.Errorf("findings in a text: %+v", found)
		}
	})
	t.Run("in the editor's settings", func(t *testing.T) {
		cfg := s.Config()
		cfg.Settings = config.Settings{Knobs: map[string]skills.KnobValue{"opencode.version": {Count: 2}}}
		if got := list(s.WithConfig(cfg), "other"); got != "bare manual notes twice" { // its search goes on above the repository
			t.Errorf("list %s", got)
		}
	})
}
