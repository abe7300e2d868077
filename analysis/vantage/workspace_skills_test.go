package vantage_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/workspace"
	"skills-ls/skills/agents"
	"skills-ls/skills/vfs"
)

// A countdown is a context that calls a function when it is asked for its error the given number of times.
type countdown struct {
	context.Context
	left int
	call func()
}

func (c *countdown) Err() error {
	if c.left--; c.left == 0 {
		c.call()
	}
	return c.Context.Err()
}

// TestWorkspaceSkillsDuringScan checks that the list is complete whenever the first scan ends.
func TestWorkspaceSkillsDuringScan(t *testing.T) {
	var archive strings.Builder
	for _, name := range []string{"a", "b", "c"} {
		archive.WriteString(analysistest.SkillFile(".agents/skills", name, "Does it. Use when asked.", "Do it."))
	}
	for step := 1; ; step++ {
		s := analysistest.InMemory(archive.String())
		ctx := &countdown{t.Context(), step, func() {
			if _, err := workspace.Scan(t.Context(), s, nil); err != nil {
				t.Error(err)
			}
		}}
		list, err := vantage.WorkspaceSkills(ctx, s, vantage.WorkspaceQuery{Cwd: "/w"})
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, skill := range list {
			names = append(names, skill.Name)
		}
		if got := fmt.Sprint(names); got != "[a b c]" {
			t.Errorf("the scan ends at step %d: got %s, want [a b c]", step, got)
		}
		if ctx.left > 0 {
			break // the list was complete before
		}
	}
}

// TestWorkspaceSkillsElsewhere checks that after the first scan the list has the skills of a configured root outside of
// the workspace, and not those that are ignored in the workspace. For a working directory outside it has what agents find.
func TestWorkspaceSkillsElsewhere(t *testing.T) {
	s, root := analysistest.Workspace(t, "-- ws/.git/HEAD --\n-- ws/.gitignore --\nbuild\n"+
		analysistest.SkillFile("ws/.claude/skills", "a", "Does it. Use when asked.", "Do it.")+
		analysistest.SkillFile("ws/build", "b", "Does it. Use when asked.", "Do it.")+
		analysistest.SkillFile("outside", "c", "Does it. Use when asked.", "Do it.")+
		analysistest.SkillFile("other/.claude/skills", "d", "Does it. Use when asked.", "Do it."))
	ws := filepath.Join(root, "ws")
	c := workspace.Config{Folders: []string{ws}}
	c.Settings.Roots = []string{filepath.Join(root, "outside")}
	s = s.WithConfig(c)
	if _, err := workspace.Scan(t.Context(), s, nil); err != nil {
		t.Fatal(err)
	}
	for cwd, want := range map[string][]string{
		"":                           {"a of project", "c of loose"},
		filepath.Join(root, "other"): {"d of project", "c of loose"},
	} {
		list, err := vantage.WorkspaceSkills(t.Context(), s, vantage.WorkspaceQuery{Cwd: cwd})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, skill := range list {
			got = append(got, fmt.Sprintf("%s of %s", skill.Name, skill.Kind))
		}
		if !slices.Equal(got, want) {
			t.Errorf("from %q: got %q, want %q", cwd, got, want)
		}
	}
}

// TestWorkspaceSkillsOfHome checks that the list has the user's own skills of all agents, with the agent that each is for.
func TestWorkspaceSkillsOfHome(t *testing.T) {
	s, root := analysistest.Workspace(t, "-- ws/.gemini/settings.json --\n{}\n"+
		analysistest.SkillFile("home/.claude/skills", "a", "Does it. Use when asked.", "Do it.")+
		analysistest.SkillFile("home/.agents/skills", "b", "Does it. Use when asked.", "Do it.")+
		analysistest.SkillFile("home/.codex/skills", "c", "Does it. Use when asked.", "Do it."))
	s = s.WithConfig(workspace.Config{Folders: []string{filepath.Join(root, "ws")}, Home: filepath.Join(root, "home")})
	list, err := vantage.WorkspaceSkills(t.Context(), s, vantage.WorkspaceQuery{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, skill := range list {
		text := skill.Name + " of " + string(skill.Kind)
		for _, one := range skill.Agents {
			text += fmt.Sprintf(" %s %t", one.Agent.ID, one.Finds && one.Loads)
		}
		got = append(got, text)
	}
	want := []string{
		"a of user agent-skills true claude-code true", "b of user agent-skills true codex true", "c of user agent-skills true codex true",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestWorkspaceSkillRejected checks that the list has the name that an agent reads in a skill that it rejects.
func TestWorkspaceSkillRejected(t *testing.T) {
	s := analysistest.InMemory(analysistest.SkillFile(".agents/skills", "Bad_Name", "Does it. Use when asked.", "Do it."))
	if _, err := workspace.Scan(t.Context(), s, nil); err != nil {
		t.Fatal(err)
	}
	list, err := vantage.WorkspaceSkills(t.Context(), s, vantage.WorkspaceQuery{})
	if err != nil || len(list) != 1 {
		t.Fatalf("got %v, error %v, want one skill", list, err)
	}
	for _, one := range list[0].Agents {
		if !one.Finds || one.Loads || one.Name != "Bad_Name" {
			t.Errorf("%s: finds %t, loads %t, name %q", one.Agent.ID, one.Finds, one.Loads, one.Name)
		}
	}
	if len(list[0].Agents) < 2 {
		t.Errorf("got %d agents, want the standard and Codelia", len(list[0].Agents))
	}
}

// TestWorkspaceSkillUnreadable checks that the list has a skill that an agent finds and that cannot be read.
func TestWorkspaceSkillUnreadable(t *testing.T) {
	s, root := analysistest.Workspace(t, analysistest.SkillFile(".agents/skills", "a", "Does it. Use when asked.", "Do it."))
	path := filepath.Join(root, ".agents", "skills", "a", "SKILL.md")
	if err := os.Truncate(path, vfs.MaxFile+1); err != nil {
		t.Fatal(err)
	}
	if _, err := workspace.Scan(t.Context(), s, nil); err != nil {
		t.Fatal(err)
	}
	list, err := vantage.WorkspaceSkills(t.Context(), s, vantage.WorkspaceQuery{Cwd: root})
	if err != nil || len(list) != 1 || list[0].Path != path || list[0].Name != "a" {
		t.Fatalf("got %v, error %v, want %s", list, err, path)
	}
	for _, one := range list[0].Agents {
		if one.Loads || workspace.Seeks(one.Agent) && !one.Finds {
			t.Errorf("%s: finds %t, loads %t", one.Agent.ID, one.Finds, one.Loads)
		}
	}
}

// TestWorkspaceSkillsOfMarketplaces checks that a skill that two marketplaces list is one of a plugin for both agents,
// unless an agent rejects the marketplace or the plugin in it.
func TestWorkspaceSkillsOfMarketplaces(t *testing.T) {
	const entry = `{"name": "p", "source": "./", "skills": ["./skills/a"]}`
	const listed = `{"name": "m", "owner": {"name": "o"}, "plugins": [%s]}`
	for claude, want := range map[string]string{
		fmt.Sprintf(listed, entry):                                                     "p:a",
		fmt.Sprintf(listed, `{"name": "q", "source": 7}, `+entry):                      "p:a",
		fmt.Sprintf(listed, `{"name": "p", "source": ".", "skills": "skills/a"}`):      "",
		fmt.Sprintf(listed, `{"name": "p", "source": "./", "hooks": "../hooks.json"}`): "p:a",
		`{"plugins": [` + entry + `]}`:                                                 "",
		fmt.Sprintf(listed, entry) + "// comment":                                      "",
	} {
		s := analysistest.InMemory("-- .skills-ls.yaml --\ntargets: [cursor]\n-- .claude-plugin/marketplace.json --\n" + claude +
			"\n-- .cursor-plugin/marketplace.json --\n" + fmt.Sprintf(listed, entry) + "\n" +
			analysistest.SkillFile("skills", "a", "Does it. Use when asked.", "Do it."))
		if _, err := workspace.Scan(t.Context(), s, nil); err != nil {
			t.Fatal(err)
		}
		list, err := vantage.WorkspaceSkills(t.Context(), s, vantage.WorkspaceQuery{Cwd: "/w"})
		if err != nil || len(list) != 1 {
			t.Fatalf("got %v, error %v, want one skill", list, err)
		}
		var got []string
		for _, one := range list[0].Agents {
			got = append(got, one.Agent.ID+" "+one.Installed)
		}
		if want := []string{"cursor a", "claude-code " + want}; !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", claude, got, want)
		}
	}
}

// TestPluginOfBuffer checks that a skill belongs to a plugin as soon as the text of the manifest in the editor names its
// directory.
func TestPluginOfBuffer(t *testing.T) {
	s := analysistest.InMemory("-- .git/HEAD --\n-- .claude-plugin/plugin.json --\n{\"name\": \"p\"}\n" +
		analysistest.SkillFile("custom", "a", "Does it. Use when asked.", "Do it."))
	if _, err := workspace.Scan(t.Context(), s, nil); err != nil {
		t.Fatal(err)
	}
	manifest := filepath.Join(s.Config().Folders[0], ".claude-plugin", "plugin.json")
	for _, test := range []struct{ text, want string }{
		{`{"name": "p"}`, ""},
		{`{"name": "p", "skills": "./custom"}`, "p:a"},
		{`{"name": "q", "skills": "./custom/a"}`, "q:a"},
		{`{"name": "q", "skills": "../custom/a"}`, ""},
	} {
		s = s.With(workspace.Change{Path: manifest, Text: &test.text})
		list, err := vantage.WorkspaceSkills(t.Context(), s, vantage.WorkspaceQuery{})
		if err != nil || len(list) != 1 {
			t.Fatalf("%s: got %d skills, %v", test.text, len(list), err)
		}
		got := ""
		for _, agent := range list[0].Agents {
			got += agent.Installed
		}
		if got != test.want {
			t.Errorf("%s: installed as %q, want %q", test.text, got, test.want)
		}
	}
}

// TestSkillOfPluginRoot checks that Claude Code finds a SKILL.md in the root of a plugin once that is installed, and that
// other agents do so only if the manifest names it.
func TestSkillOfPluginRoot(t *testing.T) {
	const skill = "-- tool/SKILL.md --\n---\nname: tool\ndescription: Does it. Use when asked.\n---\nDo it.\n"
	for manifests, want := range map[string]string{
		"-- tool/.claude-plugin/plugin.json --\n{\"name\": \"p\"}\n":                    "claude-code p:tool",
		"-- tool/.codex-plugin/plugin.json --\n{\"name\": \"p\"}\n":                     "",
		"-- tool/.codex-plugin/plugin.json --\n{\"name\": \"p\", \"skills\": \"./\"}\n": "codex p:tool",
	} {
		s := analysistest.InMemory(manifests + skill)
		f, err := s.File("/w/tool/SKILL.md")
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, id := range []string{"claude-code", "codex"} {
			agent, _ := agents.ByID(id)
			if in := vantage.Treat(t.Context(), s, agent, f, "").Installed; in != "" {
				got += id + " " + in
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", manifests, got, want)
		}
	}
}

// TestUnreadableSkills checks that the list has each SKILL.md that cannot be read, with a mark.
func TestUnreadableSkills(t *testing.T) {
	s, _ := analysistest.Scanned(t, "-- .claude/skills/directory/SKILL.md/ --\n-- .claude/skills/circle/SKILL.md->SKILL.md --\n-- loose/large/SKILL.md --\n"+
		strings.Repeat("x", vfs.MaxFile+1)+"\n"+analysistest.SkillFile(".claude/skills", "fine", "Does it. Use when asked.", "Do it."))
	list, err := vantage.WorkspaceSkills(t.Context(), s, vantage.WorkspaceQuery{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, skill := range list {
		got = append(got, fmt.Sprint(skill.Name, " ", skill.Unreadable))
	}
	if want := []string{"circle true", "directory true", "fine false", "large true"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestWorkspaceSkillsByPlace checks the group of a skill and what one agent does with it, for repositories that are one
// skill, that link to their skills, and whose manifest of a plugin replaces "skills".
func TestWorkspaceSkillsByPlace(t *testing.T) {
	skill := func(dir, name string) string {
		return analysistest.SkillFile(dir, name, "Does it. Use when asked.", "Do it.")
	}
	const market = `{"name": "m", "owner": {"name": "o"}, "plugins": [%s]}` + "\n"
	for _, test := range []struct{ name, archive, agent, want string }{
		{
			"the repository is the skill", "-- SKILL.md --\n---\nname: a\ndescription: Does it. Use when asked.\n---\nDo it.\n", "codex",
			"a in .; finds false, loads true",
		},
		{
			"a linked root and settings of the project",
			"-- .claude/skills->../shared --\n-- .claude/settings.json --\n{\"skillOverrides\": {\"a\": \"off\"}}\n" + skill("shared", "a"), "claude-code",
			"a in shared; finds true, loads false",
		},
		{
			"a skill of a plugin that is found now", "-- .claude-plugin/plugin.json --\n{\"name\": \"p\"}\n-- .claude/skills/a->../../skills/a --\n" + skill("skills", "a"), "claude-code",
			"a in p; finds true, loads true, installed p:a",
		},
		{
			"the manifest replaces skills",
			"-- .cursor-plugin/marketplace.json --\n" + fmt.Sprintf(market, `{"name": "p", "source": "./p"}`) +
				"-- p/.cursor-plugin/plugin.json --\n{\"name\": \"p\", \"skills\": [\"none\"]}\n" + skill("p/skills", "a"), "cursor",
			"a in p/skills; finds false, loads true",
		},
	} {
		s, root := analysistest.Scanned(t, "-- .git/HEAD --\n"+test.archive)
		list, err := vantage.WorkspaceSkills(t.Context(), s, vantage.WorkspaceQuery{Cwd: root})
		if err != nil || len(list) != 1 {
			t.Fatalf("%s: got %v, error %v, want one skill", test.name, list, err)
		}
		f, err := s.File(list[0].Path)
		if err != nil {
			t.Fatal(err)
		}
		agent, _ := agents.ByID(test.agent)
		c := vantage.Treat(t.Context(), s, agent, f, "")
		got := fmt.Sprintf("%s in %s; finds %t, loads %t", c.Name, list[0].Group, c.Finds, c.Loads)
		if c.Installed != "" {
			got += ", installed " + c.Installed
		}
		if got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}
