package claudecode

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"skills-ls/skills"
	"skills-ls/skills/agents/agenttest"
	"skills-ls/skills/treetest"
	"skills-ls/skills/vfs"
)

// TestDirectories checks the directories that a session is given: further ones, and plugins.
func TestDirectories(t *testing.T) {
	dir := treetest.Dir(t)
	manifest, text := `{"name":"ops"}`, "---\ndescription: D.\n---\n"
	for _, name := range []string{
		"ws/.claude/skills/own/SKILL.md", "ws/more/.claude/skills/near/SKILL.md", "home/far/.claude/skills/far/SKILL.md", "abs/.claude/skills/own/SKILL.md",
		"ops/skills/deploy/SKILL.md", "ops/other/x/SKILL.md", "ws/more/skills/not/SKILL.md",
	} {
		agenttest.WriteTree(t, dir, []agenttest.Node{{Path: name, Content: &text}})
	}
	agenttest.WriteTree(t, dir, []agenttest.Node{{Path: "ops/.claude-plugin/plugin.json", Content: &manifest}})
	for _, tt := range []struct {
		name   string
		values map[string]skills.KnobValue
		want   string
	}{
		{"none", nil, "own project"},
		{"further", map[string]skills.KnobValue{"add-dir": {Paths: []string{"more", "~/far", filepath.Join(dir, "abs")}}}, "far additional directory, near additional directory, own project"},
		{"a plugin", map[string]skills.KnobValue{"plugin-dir": {Paths: []string{"../ops"}}}, "ops:deploy plugin, own project"},
		{"both", map[string]skills.KnobValue{"plugin-dir": {Paths: []string{"../ops"}}, "add-dir": {Paths: []string{"more"}}}, "near additional directory, ops:deploy plugin, own project"},
		{"an empty list", map[string]skills.KnobValue{"add-dir": {Paths: []string{}}}, "own project"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			agent := *Agent
			agent.Roots = slices.DeleteFunc(slices.Clone(agent.Roots), func(r skills.Root) bool { return r.Base == skills.FromSystem }) // directories of this machine
			catalog, err := skills.BuildCatalog(t.Context(), vfs.Disk{}, agent.Configured(tt.values), skills.Vantage{Cwd: filepath.Join(dir, "ws"), Home: filepath.Join(dir, "home")}, nil)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, s := range catalog.Offered() {
				i, _ := catalog.Place(s.Path)
				got = append(got, s.Name+" "+catalog.Roots[catalog.Files()[i].Root].Root.Word)
			}
			if got := strings.Join(got, ", "); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestManaged checks the order of precedence: what an organization deploys comes first.
func TestManaged(t *testing.T) {
	var words []string
	for _, root := range Agent.Roots {
		words = append(words, root.Word)
	}
	if want := []string{"enterprise", "personal", "project", "additional directory", "plugin"}; !slices.Equal(slices.Compact(words), want) {
		t.Errorf("roots %q, want %q", words, want)
	}
	dir := treetest.Dir(t)
	text, theirs := "---\ndescription: Own.\n---\n", "---\ndescription: Theirs.\n---\n"
	agenttest.WriteTree(t, dir, []agenttest.Node{{Path: "ws/.claude/skills/deploy/SKILL.md", Content: &text}, {Path: "home/.claude/skills/deploy/SKILL.md", Content: &text}, {Path: "etc/.claude/skills/deploy/SKILL.md", Content: &theirs}})
	agent := *Agent
	agent.Roots = slices.Clone(agent.Roots)
	agent.Roots[0].Dir = filepath.ToSlash(filepath.Join(dir, "etc", ".claude", "skills"))
	catalog, err := skills.BuildCatalog(t.Context(), vfs.Disk{}, &agent, skills.Vantage{Cwd: filepath.Join(dir, "ws"), Home: filepath.Join(dir, "home")}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if s, ok := catalog.Taken("deploy"); !ok || s.Description != "Theirs." || s.Scope != skills.ScopeAdmin {
		t.Errorf("%t: %+v", ok, s)
	}
}

// TestListing checks the budget of the catalog: a share of the context window, unless characters are set.
func TestListing(t *testing.T) {
	for _, tt := range []struct {
		name   string
		values map[string]skills.KnobValue
		window int // 0 if it is not set
		want   int // characters
	}{
		{"by default", nil, 0, 8_000},
		{"of a larger window", nil, 1_000_000, 40_000},
		{"of a tiny one", nil, 1, 1},
		{"another share", map[string]skills.KnobValue{"skillListingBudgetFraction": {Share: 0.02}}, 0, 16_000},
		{"another share of a larger window", map[string]skills.KnobValue{"skillListingBudgetFraction": {Share: 0.02}}, 1_000_000, 80_000},
		{"characters before all", map[string]skills.KnobValue{"skillListingBudgetFraction": {Share: 0.02}, "SLASH_COMMAND_TOOL_CHAR_BUDGET": {Count: 123}}, 1_000_000, 123},
	} {
		agent := Agent.Configured(tt.values)
		budget := agent.Limits.Listing
		if tt.window > 0 && agent.ListingOf != nil {
			budget = agent.ListingOf(tt.window)
		}
		if budget != (skills.Budget{Chars: tt.want}) {
			t.Errorf("%s: %+v, want %d characters", tt.name, budget, tt.want)
		}
	}
}
