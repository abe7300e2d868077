package agents

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"skills-ls/skills"
	"skills-ls/skills/vfs"
)

func TestMyCodeAgentCorpus(t *testing.T) { testAcceptance(t, MyCodeAgent) }

func TestMyCodeAgentDiscovery(t *testing.T) { testDiscovery(t, MyCodeAgent, 35, nil) }

// TestMyCodeAgentCandidates demands the files that MyCodeAgent looks at, in its order.
func TestMyCodeAgentCandidates(t *testing.T) {
	for _, c := range discoveryCases(t, MyCodeAgent.ID) {
		t.Run(c.ID, func(t *testing.T) {
			root, v := c.vantage(t)
			d, err := skills.Discover(t.Context(), vfs.Disk{}, MyCodeAgent, v)
			if err != nil {
				t.Fatal(err)
			}
			var want struct {
				Throws     string
				Candidates []string
			}
			if err := json.Unmarshal([]byte(expand(string(c.Expected[MyCodeAgent.ID]), root, "")), &want); err != nil {
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

func TestMyCodeAgentInjection(t *testing.T) {
	eachInjection(t, MyCodeAgent, "skills", func(t *testing.T, c *injectionTest) {
		var want struct {
			Name string
			Runs []struct{ Args, Content string }
		}
		c.want(t, &want)
		if c.load.Skill.Name != want.Name || len(want.Runs) == 0 {
			t.Errorf("name %q, want %q", c.load.Skill.Name, want.Name)
		}
		for _, run := range want.Runs {
			c.load.Arguments = &run.Args
			got := MyCodeAgent.Inject(c.load)
			checkInjection(t, got, c.load.Source)
			if text := c.text(run.Content); got.Content != text {
				t.Errorf("with %q\n%s\nwant\n%s", run.Args, clip(got.Content), clip(text))
			}
		}
	})
}

func TestMyCodeAgentCatalog(t *testing.T) {
	eachCatalog(t, MyCodeAgent, func(t *testing.T, list []skills.Skill, _ string, expected json.RawMessage) {
		var want []struct {
			Budget int `json:"char_budget"`
			Text   string
		}
		if err := json.Unmarshal(expected, &want); err != nil {
			t.Fatal(err)
		}
		for _, e := range want {
			got := catalogMyCodeAgent(list, skills.Budget{Chars: e.Budget})
			checkCatalogText(t, got, list, e.Text, "- "+"")
		}
	})
}

// TestMyCodeAgentRefusals checks codes and places, since MyCodeAgent refuses without a word.
func TestMyCodeAgentRefusals(t *testing.T) {
	testRefusals(t, MyCodeAgent, []refusalTest{
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

// TestMyCodeAgentSegments guards that what is put together line by line still says where it comes from.
func TestMyCodeAgentSegments(t *testing.T) {
	const front, body = "---\nname: a\ndescription: D.\n---\n", "One $ARGUMENTS two\r\nthree\vfour $ARGUMENTS[0]\n\n"
	arguments := " x  y "
	got := MyCodeAgent.Inject(skills.Load{Skill: skills.Skill{Name: "a", Dir: "/p/skills/a"}, Source: front + body, Cwd: "/p", Arguments: &arguments})
	checkInjection(t, got, front+body)
	if want := "Base directory for this skill: skills/a\n\nOne x  y two\nthree\nfour x  y[0]"; got.Content != want {
		t.Errorf("content %q, want %q", got.Content, want)
	}
	checkSegments(t, got, front+body, "envelope|body One |substituted $ARGUMENTS|body  two|body|body three|body|body four |substituted $ARGUMENTS|body [0]")
}

// TestMyCodeAgentNotes guards what is said of the answer around the text: its other parts, and which error stands in its place.
func TestMyCodeAgentNotes(t *testing.T) {
	kept := MyCodeAgent.Configured(map[string]skills.KnobValue{"SKILLS_REFRESH_ON_CALL": {}})
	for _, tt := range []struct {
		agent  *skills.Agent
		source string
		want   []string
	}{
		{MyCodeAgent, "---\nname: a\ndescription: D.\n---\nT\n", []string{"`status` is `success`"}},
		{MyCodeAgent, "---\nname: a\ndescription: D.\n---\nT $ARGUMENTS\n", []string{"Loaded skill 'a'.", "The design document leaves"}},
		{MyCodeAgent, "---\nname: A\ndescription: D.\n---\n", []string{"`NOT_FOUND`: Skill 'a' not found."}},
		{MyCodeAgent, "---\nname: a\ndescription: \xff\n---\n", []string{"UnicodeDecodeError"}},
		{kept, "---\nname: a\ntext\n---\n", []string{"`NOT_FOUND`", "`INTERNAL_ERROR`: Skill 'a' has invalid frontmatter."}},
		{kept, "---\nname: A\ndescription: D.\n---\n", []string{"`NOT_FOUND`", "would go on to load it"}},
	} {
		got := tt.agent.Inject(skills.Load{Skill: skills.Skill{Name: "a"}, Source: tt.source}).Notes
		if !slices.EqualFunc(got, tt.want, strings.Contains) {
			t.Errorf("%q: notes %q, want %q", tt.source, got, tt.want)
		}
	}
}

func TestMyCodeAgentMentions(t *testing.T) {
	const text = "Use $code-review, then $Other or /demo."
	got := MyCodeAgent.Mentions(text)
	if len(got) != 1 || got[0].Name != "code-review" || got[0].Span.Of(text) != "$code-review" {
		t.Errorf("%+v", got)
	}
}
