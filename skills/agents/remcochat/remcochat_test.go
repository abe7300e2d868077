package remcochat

import (
	"encoding/json"
	"errors"
	"io"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"skills-ls/skills"
	"skills-ls/skills/agents/agenttest"
	"skills-ls/skills/text"
	"skills-ls/skills/treetest"
	"skills-ls/skills/vfs"
)

// TestCorpus compares with the results of RemcoChat's own code for every file of the corpus.
func TestCorpus(t *testing.T) { agenttest.Acceptance(t, Agent) }

func TestDiscovery(t *testing.T) { agenttest.Discovery(t, Agent, 36, configure) }

// configure gives the agent the roots with which the vectors were recorded.
func configure(agent *skills.Agent, options json.RawMessage, _ string) {
	agent.Roots = []skills.Root{
		{Base: skills.FromCwd, Dir: ".agents/skills", Scope: skills.ScopeRepo},
		{Base: skills.FromHome, Dir: ".agents/skills", Scope: skills.ScopeUser},
	}
	var o struct{ Roots []string }
	if json.Unmarshal(options, &o) != nil || o.Roots == nil {
		return
	}
	agent.Roots = agent.Configured(map[string]skills.KnobValue{"directories": {Paths: o.Roots}}).Roots
}

// TestOrder checks the order in which skills are found, which is the order of RemcoChat's catalog.
func TestOrder(t *testing.T) {
	for _, c := range agenttest.DiscoveryCases(t, Agent.ID) {
		t.Run(c.ID, func(t *testing.T) {
			root, v := c.Vantage(t)
			agent := *Agent
			configure(&agent, json.RawMessage(agenttest.Expand(string(c.Options[agent.ID]), root, "")), root)
			catalog, err := skills.BuildCatalog(t.Context(), vfs.Disk{}, &agent, v, nil)
			if err != nil {
				t.Fatal(err)
			}
			expected := []byte(agenttest.Expand(string(c.Expected[agent.ID]), root, ""))
			var want agenttest.Discovered
			if err := json.Unmarshal(expected, &want); err != nil {
				t.Fatal(err)
			}
			checkReport(t, catalog, expected)
			var a, b []string
			for _, s := range catalog.Offered() {
				a = append(a, s.Path)
			}
			for _, s := range want.Skills {
				b = append(b, s.Path)
			}
			if !slices.Equal(a, b) {
				t.Errorf("skills\n%q\nwant\n%q", a, b)
			}
		})
	}
}

// checkReport compares the collisions that RemcoChat records, and the roots that it warns about.
func checkReport(t *testing.T, catalog *skills.Catalog, expected []byte) {
	t.Helper()
	type collision struct {
		Name, Winner string
		Losers       []string
	}
	var want struct {
		Collisions []collision
		Warnings   []string
	}
	if err := json.Unmarshal(expected, &want); err != nil {
		t.Fatal(err)
	}
	got := []collision{}
	for name := range catalog.Names() {
		if list := catalog.Named(name); len(list) > 1 {
			taken, _ := catalog.Taken(name)
			c := collision{Name: name, Winner: taken.Path}
			for _, s := range list {
				if s.Path != taken.Path {
					c.Losers = append(c.Losers, s.Path)
				}
			}
			got = append(got, c)
		}
	}
	slices.SortFunc(got, func(a, b collision) int { return strings.Compare(a.Name, b.Name) })
	// A root that is listed twice is scanned once here. In RemcoChat its skills collide with themselves.
	want.Collisions = slices.DeleteFunc(want.Collisions, func(c collision) bool { return len(c.Losers) == 1 && c.Losers[0] == c.Winner })
	if !reflect.DeepEqual(got, append([]collision{}, want.Collisions...)) {
		t.Errorf("collisions %+v, want %+v", got, want.Collisions)
	}
	var missing []string
	for _, root := range catalog.Roots {
		if root.Real == "" {
			missing = append(missing, "Skills scan root missing: "+root.Dir)
		}
	}
	if !slices.Equal(missing, want.Warnings) {
		t.Errorf("warnings %q, want %q", missing, want.Warnings)
	}
}

func TestInjection(t *testing.T) {
	agenttest.EachInjection(t, Agent, ".agents/skills", func(t *testing.T, c *agenttest.InjectionTest) {
		var want struct {
			Name     string
			Activate json.RawMessage
			With     []string `json:"explicit_with_tools"`
			Without  []string `json:"explicit_no_tools"`
		}
		c.Want(t, &want)
		got := Agent.Inject(c.Load)
		agenttest.CheckInjection(t, got, c.Load.Source)
		if a, b := jsonTokens(t, c, got.Content), jsonTokens(t, c, string(want.Activate)); !reflect.DeepEqual(a, b) {
			t.Errorf("content\n%s\nwant\n%s", agenttest.Clip(got.Content), agenttest.Clip(string(want.Activate)))
		}
		if strings.Contains(got.Content, `\u003c`) || !strings.HasPrefix(got.Content, `{"name":"`) {
			t.Errorf("%s is not what JSON.stringify prints", agenttest.Clip(got.Content))
		}
		call, whole := sections(c.Load, fileBytes)
		for i := range want.Without {
			want.Without[i] = c.Text(want.Without[i])
		}
		if !slices.Equal([]string{call, whole}, want.Without) || !slices.Equal([]string{call}, want.With) {
			t.Errorf("sections\n%s\n%s\nwant\n%s", call, agenttest.Clip(whole), agenttest.Clip(strings.Join(want.Without, "\n")))
		}
		notes := strings.Join(got.Notes, "\n")
		if !strings.Contains(notes, call) || !strings.Contains(notes, whole) {
			t.Errorf("the sections are not in the notes %s", agenttest.Clip(notes))
		}
	})
}

// jsonTokens splits JSON into tokens and expands the passages of the file. Comparing tokens compares the
// order of keys but not the way of escaping.
func jsonTokens(t *testing.T, c *agenttest.InjectionTest, text string) (tokens []json.Token) {
	t.Helper()
	for decoder := json.NewDecoder(strings.NewReader(text)); ; {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return tokens
		}
		if err != nil {
			t.Fatalf("%v in %s", err, agenttest.Clip(text))
		}
		if s, ok := token.(string); ok {
			token = c.Text(s)
		}
		tokens = append(tokens, token)
	}
}

func TestCatalog(t *testing.T) {
	agenttest.EachCatalog(t, Agent, func(t *testing.T, list []skills.Skill, _ string, expected json.RawMessage) {
		var want struct{ Text string }
		if err := json.Unmarshal(expected, &want); err != nil {
			t.Fatal(err)
		}
		agenttest.CheckCatalogText(t, catalog(list, Agent.Limits.Listing), list, want.Text, "\n      \"name\": ")
	})
}

func TestMentions(t *testing.T) {
	vectors := agenttest.ReadJSON[struct {
		Known []string `json:"remcochat_known_skills"`
		Texts []struct {
			ID, Text string
			Expected struct {
				RemcoChat *struct{ SkillName, StrippedText string }
			}
		}
	}](t, filepath.Join(agenttest.OracleDir, "mentions.json"))
	if len(vectors.Texts) != 136 || len(vectors.Known) == 0 {
		t.Errorf("%d texts, want 136", len(vectors.Texts))
	}
	for _, c := range vectors.Texts {
		name, rest := "", ""
		for _, m := range mentions(c.Text) {
			agenttest.CheckMention(t, c.Text, m)
			if slices.Contains(vectors.Known, m.Name) {
				name = m.Name
				after := text.Span{Start: m.Span.End, End: len(c.Text)}
				rest = c.Text[after.TrimJS(c.Text).Start:]
			}
		}
		if want := c.Expected.RemcoChat; want == nil && name != "" || want != nil && (name != want.SkillName || rest != want.StrippedText) {
			t.Errorf("%s %q: %q and %q, want %+v", c.ID, c.Text, name, rest, want)
		}
	}
}

// TestRefusals checks codes and spans.
func TestRefusals(t *testing.T) {
	long := strings.Repeat("x", 1024)
	agenttest.Refusals(t, Agent, []agenttest.Refusal{
		{"accepted", "---\nname: a-b\ndescription: D.\n---\n", "/s/a-b/SKILL.md", ``},
		{"white space around the fences", "---\t\r\nname: a\r\ndescription: D.\r\n \u00a0--- \r\n", "/s/a/SKILL.md", ``},
		{"unknown keys, anchors and flow", "---\n{name: &n a, description: *n, x: [1]}\n---\n", "/s/a/SKILL.md", ``},
		{"missing", "---\nversion: 1\n---\n", "/s/a/SKILL.md", `missing name "---"; missing description "---"`},
		{"empty", "---\nname:\ndescription: ''\n---\n", "/s/a/SKILL.md", `empty name "name"; empty description "''"`},
		{"characters", "---\nname: My_Skill\ndescription: D.\n---\n", "/s/a/SKILL.md", `characters name "My_Skill"`},
		{"hyphens", "---\nname: -a--b\ndescription: D.\n---\n", "/s/a/SKILL.md", `hyphens name "-a--b"; hyphens name "-a--b"`},
		{"another directory", "---\nname: a\ndescription: ''\n---\n", "/s/b/SKILL.md", `empty description "''"; directory name "a"`},
		{"surplus", "---\nname: a\ndescription: " + long + "yz\n---\n", "/s/a/SKILL.md", `too-long description "yz"`},
		{"colon", "---\nname: A\ndescription: Use when: always\n---\n", "/s/a/SKILL.md", `yaml  "U"; characters name "A"!`},
		{"a line ending", "---\r\nname: a\r\ndescription: \"D.\r\n---\r\n", "/s/a/SKILL.md", `yaml  "\r\n"`},
		{"repeated key", "---\nname: a\nname: b\ndescription: D.\n---\n", "/s/a/SKILL.md", `duplicate-key  "n"`},
		{"text", "---\njust text\n---\n", "/s/a/SKILL.md", `not-mapping  "just text"`},
		{"nothing", "---\n---\n", "/s/a/SKILL.md", `not-mapping  ""`},
		{"no text can be made", "---\nname: a\ndescription: {toString: x}\n---\n", "/s/a/SKILL.md", `type description "{toString: x}"`},
		{"unresolved alias", "---\nname: a\ndescription: *x\n---\n", "/s/a/SKILL.md", `yaml  "*x"`},
		{"no frontmatter", "# Title\n", "/s/a/SKILL.md", `no-frontmatter  ""`},
		{"byte order mark", "\ufeff---\nname: A\ndescription: D.\n---\n", "/s/a/SKILL.md", `no-frontmatter  "\ufeff---"; characters name "A"!`},
		{"another language", "---js\nname: a\n---\n", "/s/a/SKILL.md", `no-frontmatter  "---js"`},
		{"unclosed", "---\nname: A\ndescription:\n\n# T\n", "/s/a/SKILL.md", `unclosed  "---"; characters name "A"!; empty description "description"!`},
		{"closed for others", "---\nname: a\ndescription: D.\n...\n", "/s/a/SKILL.md", `unclosed  "..."`},
		{"too short", "---\nname: a", "/s/a/SKILL.md", `unclosed  "---"`},
		{"not UTF-8", "---\nname: a\xff\ndescription: @x\n---\n", "/s/a/SKILL.md", `yaml  "@"; characters name "a\ufffd"!`},
	})
}

// TestSegments checks that escaped text keeps its sources.
func TestSegments(t *testing.T) {
	const front, body = "---\nname: a\ndescription: D\xff.\nmetadata: {b: 1.0, 1: x}\nallowed-tools: [A, B]\n---\n", "\n\nOne \"two\"\t\x01 <b>\xff\n"
	load := skills.Load{Skill: skills.Skill{Name: "a", Path: "/s/a/SKILL.md", Dir: "/s/a"}, Source: front + body}
	got := Agent.Inject(load)
	agenttest.CheckInjection(t, got, front+body)
	want := `{"name":"a","frontmatter":{"name":"a","description":"D` + "\ufffd" + `.","metadata":{"1":"x","b":"1"},"allowed-tools":"A,B"},"body":"One \"two\"\t\u0001 <b>` +
		"\ufffd" + `\n"}`
	if got.Content != want {
		t.Errorf("content\n%s\nwant\n%s", got.Content, want)
	}
	var kinds []string
	for _, s := range got.Segments {
		kinds = append(kinds, string(s.Kind))
	}
	if want := "envelope frontmatter envelope body envelope"; strings.Join(kinds, " ") != want {
		t.Fatalf("segments %v, want %s", kinds, want)
	}
	if s := got.Segments[3]; s.Source.Of(load.Source) != body[2:] || s.Note == "" {
		t.Errorf("body %+v", s)
	}

	// The frontmatter is longer than the first read, but not than the second.
	load.Source = "---\nname: a\ndescription: D.\n# " + strings.Repeat("x", 2000) + "\n---\nBody.\n"
	got = Agent.Configured(map[string]skills.KnobValue{"max_skill_md_bytes": {Count: 1000}}).Inject(load)
	agenttest.CheckInjection(t, got, load.Source)
	if want := `{"name":"a","frontmatter":{"name":"a","description":"D."},"body":"Body.\n\n\n[REMCOCHAT_SKILLS_TRUNCATED: SKILL.md; 1041 bytes removed]"}`; got.Content != want {
		t.Errorf("content\n%s\nwant\n%s", got.Content, want)
	}
}

// TestMost checks that RemcoChat loads only as many skills as the setting allows, the first that it finds,
// and that the directories of the setting may be in the home directory.
func TestMost(t *testing.T) {
	root := treetest.Dir(t)
	for _, path := range []string{"ws/one/c", "ws/one/b", "home/two/a", "home/two/b"} {
		text := "---\nname: " + filepath.Base(path) + "\ndescription: D.\n---\n"
		agenttest.WriteTree(t, root, []agenttest.Node{{Path: path + "/SKILL.md", Content: &text}})
	}
	agent := Agent.Configured(map[string]skills.KnobValue{"directories": {Paths: []string{"./one", "~/two"}}, "max_skills": {Count: 2}})
	catalog, err := skills.BuildCatalog(t.Context(), vfs.Disk{}, agent, skills.Vantage{Cwd: filepath.Join(root, "ws"), Home: filepath.Join(root, "home")}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var offered, surplus string
	for _, s := range catalog.Offered() {
		offered += s.Name
	}
	for _, s := range catalog.Surplus() {
		surplus += s.Name
	}
	if offered != "cb" || surplus != "a" {
		t.Errorf("offered %s, beyond that %s, want cb and a", offered, surplus)
	}
}
