package copilot

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"skills-ls/skills"
	"skills-ls/skills/agents/agenttest"
	"skills-ls/skills/vfs"
)

func TestLocations(t *testing.T) {
	agent := Agent.Configured(map[string]skills.KnobValue{"agentSkillsLocations": {Paths: []string{"./tools/skills", "~/mine", "more"}}})
	const want = "/p/.github/skills /p/.agents/skills /p/.claude/skills /p/tools/skills /p/more /h/.copilot/skills /h/.agents/skills /h/.claude/skills /h/mine"
	if got := agenttest.RootsOf(agent); got != want {
		t.Errorf("roots %s, want %s", got, want)
	}
	if got := agenttest.RootsOf(Agent.Configured(map[string]skills.KnobValue{"useAgentSkills": {}})); got != "" {
		t.Errorf("switched off, the roots are %s", got)
	}
	if strings.Contains(agenttest.RootsOf(Agent), "mine") {
		t.Error("the agent itself was changed")
	}
}

// TestOlder guards what versions of VS Code skipped that did not yet go by the directory's name.
func TestOlder(t *testing.T) {
	root := agenttest.RealTempDir(t)
	for dir, head := range map[string]string{
		"fine": "name: <b>fine\ndescription: D.", "nameless": "description: D.", "bare": "name: bare", "other": "name: another\ndescription: D.",
	} {
		text := "---\n" + head + "\n---\n"
		agenttest.WriteTree(t, root, []agenttest.Node{{Path: ".github/skills/" + dir + "/SKILL.md", Content: &text}})
	}
	agent := Agent.Configured(map[string]skills.KnobValue{"validateSkillFiles": {On: true}})
	catalog, err := skills.BuildCatalog(t.Context(), vfs.Disk{}, agent, skills.Vantage{Cwd: root}, nil)
	if err != nil || len(catalog.Skills) != 1 || catalog.Skills[0].Name != "fine" {
		t.Fatalf("%+v, %v", catalog.Skills, err)
	}
	var got []string
	for _, e := range catalog.Errors {
		got = append(got, e.Message)
	}
	want := []string{"Agent skill file missing description attribute", "Agent skill file missing name attribute", `Agent skill name "another" does not match folder name "other"`}
	if !slices.Equal(got, want) {
		t.Errorf("errors %q, want %q", got, want)
	}
}

func TestRemarks(t *testing.T) {
	const supported = "Supported: argument-hint, compatibility, context, description, disable-model-invocation, license, metadata, name, user-invocable."
	for _, tt := range []struct {
		name, source string
		want         []string
	}{
		{"none", "---\nname: demo\ndescription: D.\n---\n", nil},
		{"no header", "# T\n", nil},
		{"an empty header", "---\n---\n", []string{"warning name ---: Skill should provide a name.", "warning description ---: Skill should provide a description."}},
		{"no mapping", "---\ntext\n---\n", []string{
			"error  text\n: Invalid header, expecting <key: value> pairs", "warning name ---: Skill should provide a name.", "warning description ---: Skill should provide a description.",
		}},
		{"a colon in the description", "---\ndescription: a: b\nname: demo\n---\n", []string{"warning name ---: Skill should provide a name."}},
		{"other attributes", "---\nname: demo\ndescription: D.\nallowed-tools: [Read]\n---\n", []string{
			"hint allowed-tools allowed-tools: [Read]: Attribute 'allowed-tools' is not supported by VS Code agents. " + supported,
		}},
		{"twice", "---\nname: demo\ndescription: D.\nname: x\n---\n", []string{`error  name: Duplicate key: "name"`}},
		{"switches", "---\nname: demo\ndescription: D.\nuser-invocable: yes\ndisable-model-invocation: [true]\n---\n", []string{
			"error user-invocable yes: The 'user-invocable' attribute must be 'true' or 'false'.",
			"error disable-model-invocation [true]: The 'disable-model-invocation' attribute must be 'true' or 'false'.",
		}},
		{"empty texts", "---\nname: ' '\ndescription: ''\nargument-hint: ' '\n---\n", []string{
			"error name ' ': The 'name' attribute must not be empty.", "error description '': The 'description' attribute should not be empty.",
			"warning argument-hint ' ': The 'argument-hint' attribute should not be empty.",
		}},
		{"wrong name", "---\r\nname: My Demo\r\ndescription: [a]\r\n---\r\n", []string{
			"error description description: [a]: The 'description' attribute must be a string.",
			"error name My Demo: Skill name may only contain lowercase letters, numbers, and hyphens.",
			"warning name My Demo: The skill name 'My Demo' should match the folder name 'demo'.",
		}},
		{"description required", "---\nname: demo\nuser-invocable: 'false'\ndisable-model-invocation: false\n---\n", []string{
			"warning description ---: Skill should provide a description.",
			"error description 'false': A description is required when user-invocable is false, because the model needs a description to decide when to load the skill.",
			"error description false: A description is required when model invocation is enabled, because the model needs a description to decide when to load the skill.",
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := Agent.Accept(skills.File{Path: filepath.FromSlash("/ws/.github/skills/demo/SKILL.md"), Source: tt.source})
			var got []string
			for _, r := range v.Remarks {
				got = append(got, r.Severity+" "+r.Field+" "+r.Span.Of(tt.source)+": "+r.Message)
			}
			if !v.Accepted || v.Name != "demo" || !slices.Equal(got, tt.want) {
				t.Errorf("%t, %q\ngot  %q\nwant %q", v.Accepted, v.Name, got, tt.want)
			}
		})
	}
}

func TestReading(t *testing.T) {
	for _, tt := range []struct{ source, description string }{
		{"\ufeff---\ndescription: D.\n---\n", ""},
		{"---\rdescription: D.\r---\r", "D."},
		{"---\u00a0\ndescription: D.\n---\u2028\nmore: x\n", "D."},
		{"---\ndescription: >\n  a\n  b\n---\n", "a b\n"},
		{"---\ndescription: a: b\n---\n", "a"},
		{"---\nx: y: z\ndescription: D.\n---\n", ""},
		{"---\ndescription: 42\n---\n", "42"},
		{"---\ndescription: \"\xff\"\n---\n", "\ufffd"},
		{"---\ndescription: a <\n  b> c <d\n---\n", "a  c <d"},
		{"---\ndescription: \"" + strings.Repeat("x", 1023) + "💡\"\n---\n", strings.Repeat("x", 1023)},
	} {
		if v := Agent.Accept(skills.File{Path: "/s/a/SKILL.md", Source: tt.source}); v.Description != tt.description {
			t.Errorf("%.60q: %q, want %q", tt.source, v.Description, tt.description)
		}
	}
	if v := Agent.Accept(skills.File{Source: "---\nname: <b>" + strings.Repeat("n", 70) + "\n---\n"}); v.Name != strings.Repeat("n", 64) {
		t.Errorf("unsaved, the name is %q", v.Name)
	}
}

func TestVectors(t *testing.T) {
	t.Run("acceptance", func(t *testing.T) { agenttest.SourceAcceptance(t, Agent, 31) })
	t.Run("discovery", func(t *testing.T) { agenttest.SourceDiscovery(t, Agent, 11, true) })
	t.Run("injection", func(t *testing.T) { agenttest.SourceInjection(t, Agent, ".github/skills", 10) })
	t.Run("catalog", func(t *testing.T) {
		for _, c := range agenttest.SourceVectors[agenttest.SourceCatalog](t, "copilot", "catalog.json", 6) {
			list := c.List()
			slices.SortStableFunc(list, Agent.Order)
			got := catalog(list, skills.Budget{})
			_, entries, _ := strings.Cut(got.Content, intro)
			if want := strings.Join(c.Expected["copilot"].Entries, "\n") + "\n</skills>\n\n"; entries != want || got.Entries != len(c.Expected["copilot"].Entries) {
				t.Errorf("%s: %q, want %q", c.ID, entries, want)
			}
		}
	})
}
