package opencode

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"skills-ls/skills"
	"skills-ls/skills/agents/agenttest"
	"skills-ls/skills/treetest"
	"skills-ls/skills/vfs"
)

// version2 is version 2 of the agent.
var version2 = Agent.Configured(map[string]skills.KnobValue{"version": {Count: 2}})

func TestOpenCode2Acceptance(t *testing.T) {
	agenttest.AcceptanceVectors(t, version2, 54, func(t *testing.T, c agenttest.AcceptanceVector, v skills.Verdict) {
		if c.Accepted && v.Label != c.Label {
			t.Errorf("label %q, want %q", v.Label, c.Label)
		}
		if c.Field != "" && (len(v.Refusals) == 0 || v.Refusals[0].Field != c.Field) {
			t.Errorf("refusals %+v, want one of %s first", v.Refusals, c.Field)
		}
	})
}

func TestOpenCode2Discovery(t *testing.T) { agenttest.DiscoveryVectors(t, version2, 16, false) }

func TestOpenCode2Injection(t *testing.T) {
	agenttest.EachInjectionVector(t, version2, ".opencode/skills", 9, func(t *testing.T, c *agenttest.InjectionTest, want agenttest.WantedInjection) {
		got := version2.Inject(c.Load)
		agenttest.CheckInjection(t, got, c.Load.Source)
		agenttest.CheckUnexecuted(t, got, want)
		if text := c.Text(want.Runs[0].Text); got.Content != text || c.Load.Skill.Name != want.Name {
			t.Errorf("%s\n%s\nwant %s\n%s", c.Load.Skill.Name, agenttest.Clip(got.Content), want.Name, agenttest.Clip(text))
		}
		if all, _ := listV2(c.Load); got.FilesTruncated != (len(all) > listed) || len(got.Files) != min(len(all), listed) {
			t.Errorf("%d of %d files, truncated %t", len(got.Files), len(all), got.FilesTruncated)
		}
	})
}

func TestOpenCode2Catalog(t *testing.T) {
	agenttest.EachCatalogVector(t, version2, 7, func(t *testing.T, c agenttest.CatalogVector, list []skills.Skill) {
		slices.SortStableFunc(list, version2.Order)
		got := version2.Catalog(list, skills.Budget{})
		if want := agenttest.ValueOf(c.Expected["opencode"].Text); got.Content != want {
			t.Errorf("%s\nwant\n%s", got.Content, want)
		}
		if shown := strings.Count(got.Content, "<id>"); got.Entries != shown || got.Total != shown {
			t.Errorf("%d of %d entries, want %d", got.Entries, got.Total, shown)
		}
	})
}

// TestOpenCode2Refusals checks the refusals of files that OpenCode skips without a message.
func TestOpenCode2Refusals(t *testing.T) {
	agenttest.Refusals(t, version2, []agenttest.Refusal{
		{"text", "# T\n", "", ``},
		{"nothing", "", "", `no-frontmatter  ""`},
		{"JavaScript", "---js\n{name: 'a'}\n---\n", "", `program  "---js"`},
		{"another language", "---toml\nname = 1\n---\n", "", `yaml  "---toml"`},
		{"scalar", "---\njust text\n---\n", "", `not-mapping  "just text"`},
		{"types", "---\nname: [a]\ndescription: 2024-01-02\n---\n", "", `type name "[a]"; type description "2024-01-02"`},
		{"empty values", "---\nname:\ndescription:\n---\n", "", `empty name "name"; empty description "description"`},
		{"not repaired in bad company", "---\ndescription: 1\nx-y: b: c\n---\n", "", `yaml  ": c"; type description "1"!`},
		{"repaired in vain", "---\nname: a\ndescription: b: c\nx: @y\n---\n", "", `yaml  "@y"`},
		{"repeated", "---\nname: a\nname: b\n---\n", "", `duplicate-key  "name: b"`},
	})
	for _, source := range []string{"---\nname: a\nx: @y\n---\n", "---\nname: a\ndescription: b: c\nx: @y\n---\n"} {
		if got := agenttest.FirstMessage(version2.Accept(skills.File{Path: "/p/SKILL.md", Source: source})); got != "" {
			t.Errorf("%q: %q", source, got)
		}
	}
}

// TestOpenCode2Notes checks the notes of a preview.
func TestOpenCode2Notes(t *testing.T) {
	root := treetest.Dir(t)
	text := "x"
	agenttest.WriteTree(t, root, []agenttest.Node{{Path: "skills/foo.md", Content: &text}, {Path: "skills/other.md", Content: &text}})
	arguments := "a"
	for _, tt := range []struct {
		path, source string
		arguments    *string
		want         string
	}{
		{"d/SKILL.md", "---\nname: n\n---\n", nil, ""},
		{"d/SKILL.md", "---\nname: n\n---\n", &arguments, "Not established"},
		{"d/SKILL.md", "---js\n{name: 'n'}\n---\n", nil, "runs the frontmatter"},
		{"d/SKILL.md", "---\nname: [a]\n---\n", nil, "Unable to load skill d"},
		{"d/SKILL.md", "---\ndescription: a: b\n---\n", nil, "rewrites lines"},
		{"skills/foo.md", "Foo.", nil, ""},
	} {
		path := filepath.Join(root, filepath.FromSlash(tt.path))
		got := version2.Inject(skills.Load{Skill: skills.Skill{Path: path, Dir: filepath.Dir(path)}, Source: tt.source, Arguments: tt.arguments, FS: vfs.Disk{}})
		if notes := strings.Join(got.Notes, "\n"); tt.want == "" && notes != "" || !strings.Contains(notes, tt.want) || len(got.Files) > 0 {
			t.Errorf("%s, %q: notes %q, files %q", tt.path, tt.source, notes, got.Files)
		}
	}
}

// TestVersions checks that the versions share nothing that one of them changes, and that the other settings
// apply to both.
func TestVersions(t *testing.T) {
	for _, count := range []int{1, 2} {
		values := map[string]skills.KnobValue{
			"version": {Count: count}, "skills.paths": {Paths: []string{"more"}}, "OPENCODE_DISABLE_CLAUDE_CODE_SKILLS": {On: true},
			"permission": {Choices: []skills.KnobChoice{{Name: "skill", Pattern: "deploy", Word: "deny"}}},
		}
		agent := Agent.Configured(values)
		var dirs []string
		for _, root := range agent.Roots {
			dirs = append(dirs, root.Dir)
			if root.Dir == "more" && root.NoHidden != (count == 1) {
				t.Errorf("version %d: %+v", count, root)
			}
		}
		if slices.Contains(dirs, ".claude/skills") || dirs[len(dirs)-1] != "more" {
			t.Errorf("version %d: roots %q", count, dirs)
		}
		skill := skills.Skill{Name: "deploy"}
		if _, off := agent.Rule(&skill); off || !skill.Hidden {
			t.Errorf("version %d: off %t, hidden %t", count, off, skill.Hidden)
		}
	}
	if Agent.Variant != "" || len(Agent.Roots) != 13 || Agent.Walk.RootFiles != "" || len(rootsV2) != 9 {
		t.Error("version 1 was changed")
	}
	if _, reads := Agent.Reads("disable-model-invocation"); reads {
		t.Error("version 1 reads disable-model-invocation")
	}
	root := treetest.Dir(t)
	if err := os.MkdirAll(filepath.Join(root, "ws"), 0o755); err != nil {
		t.Fatal(err)
	}
	if _, roots := skills.FindRoots(vfs.Disk{}, version2, skills.Vantage{Cwd: filepath.Join(root, "ws")}); len(roots) < 8 {
		t.Errorf("%d roots", len(roots))
	}
}
