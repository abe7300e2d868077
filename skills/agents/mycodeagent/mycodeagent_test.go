package mycodeagent

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"skills-ls/skills"
	"skills-ls/skills/agents/agenttest"
	"skills-ls/skills/vfs"
)

func TestCorpus(t *testing.T) { agenttest.Acceptance(t, Agent) }

func TestDiscovery(t *testing.T) { agenttest.Discovery(t, Agent, 35, nil) }

// TestCandidates checks the files that MyCodeAgent looks at, in its order.
func TestCandidates(t *testing.T) {
	for _, c := range agenttest.DiscoveryCases(t, Agent.ID) {
		t.Run(c.ID, func(t *testing.T) {
			root, v := c.Vantage(t)
			d, err := skills.Discover(t.Context(), vfs.Disk{}, Agent, v)
			if err != nil {
				t.Fatal(err)
			}
			var want struct {
				Throws     string
				Candidates []string
			}
			if err := json.Unmarshal([]byte(agenttest.Expand(string(c.Expected[Agent.ID]), root, "")), &want); err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, f := range d.Files {
				got = append(got, f.Path)
			}
			want.Candidates = slices.DeleteFunc(want.Candidates, func(path string) bool { // a directory, which it cannot read
				info, err := os.Stat(path)
				return err != nil || info.IsDir()
			})
			if want.Throws == "" && !slices.Equal(got, want.Candidates) {
				t.Errorf("candidates %q, want %q", got, want.Candidates)
			}
		})
	}
}

func TestInjection(t *testing.T) {
	agenttest.EachInjection(t, Agent, "skills", func(t *testing.T, c *agenttest.InjectionTest) {
		var want struct {
			Name string
			Runs []struct{ Args, Content string }
		}
		c.Want(t, &want)
		if c.Load.Skill.Name != want.Name || len(want.Runs) == 0 {
			t.Errorf("name %q, want %q", c.Load.Skill.Name, want.Name)
		}
		for _, run := range want.Runs {
			c.Load.Arguments = &run.Args
			got := Agent.Inject(c.Load)
			agenttest.CheckInjection(t, got, c.Load.Source)
			if text := c.Text(run.Content); got.Content != text {
				t.Errorf("with %q\n%s\nwant\n%s", run.Args, agenttest.Clip(got.Content), agenttest.Clip(text))
			}
		}
	})
}

func TestCatalog(t *testing.T) {
	agenttest.EachCatalog(t, Agent, func(t *testing.T, list []skills.Skill, _ string, expected json.RawMessage) {
		var want []struct {
			Budget int `json:"char_budget"`
			Text   string
		}
		if err := json.Unmarshal(expected, &want); err != nil {
			t.Fatal(err)
		}
		for _, e := range want {
			got := catalog(list, skills.Budget{Chars: e.Budget})
			agenttest.CheckCatalogText(t, got, list, e.Text, "- "+"")
		}
	})
}

// TestRefusals checks codes and spans, because MyCodeAgent rejects files without a message.
func TestRefusals(t *testing.T) {
	agenttest.Refusals(t, Agent, []agenttest.Refusal{
		{"accepted", "---\nname: a-b\ndescription: D.\n---\n", "", ``},
		{"white space around the fences", " ---\t\nname: a\ndescription: D.\n --- \n", "", ``},
		{"carriage returns alone", "---\rname: a\rdescription: D.\r---\r", "", ``},
		{"another name than the directory", "---\nname: b\ndescription: D.\n---\n", "", ``},
		{"missing", "---\nversion: 1\n---\n", "", `missing name "---"; missing description "---"`},
		{"empty", "---\nname:\ndescription: ''\n---\n", "", `empty name "name"; empty description "''"`},
		{"characters", "---\nname: My_Skill\ndescription: D.\n---\n", "", `characters name "My_Skill"`},
		{"hyphens", "---\nname: a--b\ndescription: D.\n---\n", "", `hyphens name "a--b"`},
		{"folded", "---\nname: a\ndescription: >\n  Does\n  it.\n---\n", "", `line  "Does"; line  "it."`},
		{"list", "---\nname: A\ndescription: D.\ntags:\n- x\n---\n", "", `line  "- x"; characters name "A"!`},
		{"nested", "---\nname: a\ndescription: D.\nmetadata:\n  name: B\n---\n", "", `characters name "B"`},
		{"no frontmatter", "# Title\n", "", `no-frontmatter  ""`},
		{"byte order mark", "\ufeff---\nname: A\ndescription: D.\n---\n", "", `no-frontmatter  "---"; characters name "A"!`},
		{"unclosed", "---\nname: a\ndescription:\n\n# T\n", "", `unclosed  "---"; empty description "description"!`},
		{"not UTF-8", "---\nname: a\ndescription: D.\n---\n\xff", "", `unreadable  "\ufffd"`},
	})
}

// TestSegments checks that text composed line by line keeps its sources.
func TestSegments(t *testing.T) {
	const front, body = "---\nname: a\ndescription: D.\n---\n", "One $ARGUMENTS two\r\nthree\vfour $ARGUMENTS[0]\n\n"
	arguments := " x  y "
	got := Agent.Inject(skills.Load{Skill: skills.Skill{Name: "a", Dir: "/p/skills/a"}, Source: front + body, Cwd: "/p", Arguments: &arguments})
	agenttest.CheckInjection(t, got, front+body)
	if want := "Base directory for this skill: skills/a\n\nOne x  y two\nthree\nfour x  y[0]"; got.Content != want {
		t.Errorf("content %q, want %q", got.Content, want)
	}
	agenttest.CheckSegments(t, got, front+body, "envelope|body One |substituted $ARGUMENTS|body  two|body|body three|body|body four |substituted $ARGUMENTS|body [0]")
}

// TestNotes checks the notes on the tool's answer: its other parts, or the error that the tool answers
// instead.
func TestNotes(t *testing.T) {
	kept := Agent.Configured(map[string]skills.KnobValue{"SKILLS_REFRESH_ON_CALL": {}})
	for _, tt := range []struct {
		agent  *skills.Agent
		source string
		want   []string
	}{
		{Agent, "---\nname: a\ndescription: D.\n---\nT\n", []string{"`status` is `success`"}},
		{Agent, "---\nname: a\ndescription: D.\n---\nT $ARGUMENTS\n", []string{"Loaded skill 'a'.", "the code removes `$ARGUMENTS`"}},
		{Agent, "---\nname: A\ndescription: D.\n---\n", []string{"`NOT_FOUND`: Skill 'a' not found."}},
		{Agent, "---\nname: a\ndescription: \xff\n---\n", []string{"UnicodeDecodeError"}},
		{kept, "---\nname: a\ntext\n---\n", []string{"`NOT_FOUND`", "`INTERNAL_ERROR`: Skill 'a' has invalid frontmatter."}},
		{kept, "---\nname: A\ndescription: D.\n---\n", []string{"`NOT_FOUND`", "still loads the skill"}},
	} {
		got := tt.agent.Inject(skills.Load{Skill: skills.Skill{Name: "a"}, Source: tt.source}).Notes
		if !slices.EqualFunc(got, tt.want, strings.Contains) {
			t.Errorf("%q: notes %q, want %q", tt.source, got, tt.want)
		}
	}
}

func TestMentions(t *testing.T) {
	const text = "Use $code-review, then $Other or /demo."
	got := Agent.Mentions(text)
	if len(got) != 1 || got[0].Name != "code-review" || got[0].Span.Of(text) != "$code-review" {
		t.Errorf("%+v", got)
	}
}
