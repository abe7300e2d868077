package pi

import (
	"encoding/json"
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

// TestCorpus checks the verdicts. Some of the files are links to files with names other than SKILL.md. Pi
// knows only the link.
func TestCorpus(t *testing.T) {
	agenttest.AcceptanceAt(t, Agent, func(path, _ string) string { return path })
}

// A verdict is what the acceptance records have besides name, description and error.
type verdict struct {
	Path     string
	Warnings []string
	Hidden   bool `json:"disable_model_invocation"`
}

// TestCorpusRemarks checks Pi's warnings about the files of the corpus, and whether it hides them from the
// model.
func TestCorpusRemarks(t *testing.T) {
	files := agenttest.CorpusFiles(t)
	warned, hidden := 0, 0
	for _, w := range agenttest.ReadLines[verdict](t, filepath.Join(agenttest.SharedDir(t), "oracle-new-agents", "acceptance", "pi.jsonl.gz")) {
		file := files[w.Path]
		v := accept(skills.File{Path: "/corpus/" + file.Path, Source: file.Source})
		if got := messages(v); !slices.Equal(got, w.Warnings) || v.Hidden != w.Hidden {
			t.Errorf("%s: %q, hidden %t, want %q, %t", w.Path, got, v.Hidden, w.Warnings, w.Hidden)
		}
		if len(w.Warnings) > 0 {
			warned++
		}
		if w.Hidden {
			hidden++
		}
	}
	if warned != 127 || hidden != 39 {
		t.Errorf("%d files with warnings and %d hidden ones, want 127 and 39", warned, hidden)
	}
}

func messages(v skills.Verdict) (list []string) {
	for _, r := range v.Remarks {
		list = append(list, r.Message)
	}
	return list
}

func TestDiscovery(t *testing.T) {
	agenttest.Discovery(t, Agent, 42, func(agent *skills.Agent, options json.RawMessage, root string) {
		*agent = *configured(t, agent, options, root)
	})
}

type caseOptions struct{ Trusted *bool }

// configured returns an agent with the options of a case and the settings in its workspace.
func configured(t *testing.T, agent *skills.Agent, options json.RawMessage, root string) *skills.Agent {
	t.Helper()
	values := make(map[string]skills.KnobValue)
	var set caseOptions
	if options := []byte(options); len(options) > 0 {
		if err := json.Unmarshal(options, &set); err != nil {
			t.Fatal(err)
		}
	}
	if set.Trusted != nil {
		values["trusted"] = skills.KnobValue{On: *set.Trusted}
	}
	file := filepath.Join(root, "ws", ".pi", "settings.json")
	if _, err := os.Stat(file); err == nil {
		v := agenttest.TextsValue(agenttest.ReadJSON[struct{ Skills []string }](t, file).Skills...)
		for i := range v.Choices {
			v.Choices[i].From = file
		}
		values["skills"] = v
	}
	return agent.Configured(values)
}

// A found is what the discovery records have besides the skills and the errors.
type found struct {
	Skills               []struct{ Path string }
	Warnings             []skills.LoadError
	Candidates, Disabled []string
	Collisions           []struct{ Name, Winner, Loser, Message string }
}

// TestFound checks, in the order in which Pi finds skills: the files that it looks at, those that a setting
// switches off, its warnings, and collisions.
func TestFound(t *testing.T) {
	collisions := 0
	for _, c := range agenttest.DiscoveryCases(t, Agent.ID) {
		t.Run(c.ID, func(t *testing.T) {
			root, v := c.Vantage(t)
			agent := configured(t, Agent, c.Options[Agent.ID], root)
			catalog, err := skills.BuildCatalog(t.Context(), vfs.Disk{}, agent, v, nil)
			if err != nil {
				t.Fatal(err)
			}
			var want found
			if err := json.Unmarshal([]byte(agenttest.Expand(string(c.Expected[agent.ID]), root, "")), &want); err != nil {
				t.Fatal(err)
			}
			var offered, expected, candidates, off []string
			for _, s := range catalog.Offered() {
				offered = append(offered, s.Path)
			}
			for _, s := range want.Skills {
				expected = append(expected, s.Path)
			}
			if !slices.Equal(offered, expected) {
				t.Errorf("skills %q, want %q", offered, expected)
			}
			for _, o := range catalog.Off {
				off = append(off, o.Path)
			}
			slices.Sort(want.Disabled)
			if !slices.Equal(slices.Sorted(slices.Values(off)), want.Disabled) {
				t.Errorf("off %q, want %q", off, want.Disabled)
			}
			var warnings []skills.LoadError
			for _, f := range catalog.Files() {
				if slices.Contains(off, f.Path) {
					continue
				}
				candidates = append(candidates, f.Path)
				source, err := os.ReadFile(f.Path)
				if err != nil {
					t.Fatal(err)
				}
				for _, message := range messages(accept(skills.File{Path: f.Path, Source: string(source)})) {
					warnings = append(warnings, skills.LoadError{Path: f.Path, Message: message})
				}
			}
			if !slices.Equal(candidates, want.Candidates) {
				t.Errorf("candidates %q, want %q", candidates, want.Candidates)
			}
			if !slices.Equal(warnings, want.Warnings) {
				t.Errorf("warnings %q, want %q", warnings, want.Warnings)
			}
			var losers []string
			for _, s := range catalog.Skills {
				if taken, _ := catalog.Taken(s.Name); taken.Path != s.Path {
					losers = append(losers, strings.Join([]string{s.Name, taken.Path, s.Path, agent.Warns(taken, s)}, " | "))
				}
			}
			for i, w := range want.Collisions {
				collisions++
				if wanted := strings.Join([]string{w.Name, w.Winner, w.Loser, w.Message}, " | "); i >= len(losers) || losers[i] != wanted {
					t.Errorf("collisions %q, want %s", losers, wanted)
				}
			}
			if len(losers) != len(want.Collisions) {
				t.Errorf("%d collisions, want %d", len(losers), len(want.Collisions))
			}
		})
	}
	if collisions != 6 {
		t.Errorf("%d collisions, want 6", collisions)
	}
}

// An injected is the text that the model gets from the tool read, and from /skill:name with arguments.
type injected struct {
	Name   string
	Read   struct{ Text string }
	Hidden bool `json:"disable_model_invocation"`
	Runs   []struct {
		Args *string
		Text string
	}
}

func TestInjection(t *testing.T) {
	agenttest.EachInjection(t, Agent, ".agents/skills", func(t *testing.T, c *agenttest.InjectionTest) {
		var want injected
		c.Want(t, &want)
		if c.Load.Skill.Name != want.Name || c.Load.Skill.Hidden != want.Hidden || len(want.Runs) == 0 {
			t.Errorf("%q, hidden %t, want %q, %t", c.Load.Skill.Name, c.Load.Skill.Hidden, want.Name, want.Hidden)
		}
		for _, run := range want.Runs {
			c.Load.Arguments = run.Args
			got := inject(c.Load)
			agenttest.CheckInjection(t, got, c.Load.Source)
			if text := c.Text(run.Text); got.Content != text {
				t.Errorf("%q:\n%s\nwant\n%s", agenttest.ValueOf(run.Args), agenttest.Clip(got.Content), agenttest.Clip(text))
			}
		}
		content, _ := show(c.Load.Source)
		if text := c.Text(want.Read.Text); content != text {
			t.Errorf("read:\n%s\nwant\n%s", agenttest.Clip(content), agenttest.Clip(text))
		}
	})
}

type catalogued struct {
	Text     string
	BashOnly *string `json:"bash_only"`
	NoReader *string `json:"no_reader"`
	Listed   int
}

func TestCatalog(t *testing.T) {
	agenttest.EachCatalog(t, Agent, func(t *testing.T, list []skills.Skill, root string, expected json.RawMessage) {
		var want catalogued
		if err := json.Unmarshal(expected, &want); err != nil {
			t.Fatal(err)
		}
		got := catalog(list, skills.Budget{})
		text := agenttest.Expand(want.Text, root, "")
		agenttest.CheckCatalogText(t, got, list, text, "<location>")
		if got.Entries != want.Listed || want.NoReader != nil {
			t.Errorf("%d entries, want %d", got.Entries, want.Listed)
		}
		// The note says this about an agent with only the tool bash.
		if bash := strings.Replace(text, "Use the read tool", "Use bash", 1); want.BashOnly != nil && agenttest.Expand(*want.BashOnly, root, "") != bash {
			t.Errorf("with bash alone the catalog is %s", *want.BashOnly)
		}
		hidden := append(slices.Clone(list), skills.Skill{Name: "hidden", Exposure: skills.Exposure{Hidden: true}})
		if other := catalog(hidden, skills.Budget{}); other.Content != got.Content {
			t.Errorf("a hidden skill changes the catalog")
		}
	})
}

// TestOrder checks that skills are in the order of the roots, even if their names are not.
func TestOrder(t *testing.T) {
	first := skills.Skill{Path: "/p/z/SKILL.md"}
	other := skills.Skill{Path: "/p/a/SKILL.md", Origin: skills.Origin{Place: 1}}
	if Agent.Compare(first, other) >= 0 || Agent.Compare(skills.Skill{Path: "/p/a/SKILL.md"}, skills.Skill{Path: "/p/a-z/SKILL.md"}) >= 0 {
		t.Error("the order is wrong")
	}
}

// A mentioned is a workspace, and what becomes of messages there.
type mentioned struct {
	Files     []agenttest.Node
	Cwd, Home string
	Known     []string `json:"known_skills"`
	Texts     map[string]struct{ Pi *string }
	NewTexts  []struct {
		ID, Text string
		Expected struct{ Pi *string }
	} `json:"new_texts"`
}

// TestMentions checks the result for each recorded text. A text that selects no skill does not change.
func TestMentions(t *testing.T) {
	c := agenttest.ReadJSON[mentioned](t, filepath.Join(agenttest.OracleOf(t, Agent.ID).Dir(), "mentions", "pi.json"))
	root := treetest.Dir(t)
	agenttest.WriteTree(t, root, c.Files)
	found, err := skills.BuildCatalog(t.Context(), vfs.Disk{}, Agent, skills.Vantage{Cwd: filepath.Join(root, c.Cwd), Home: filepath.Join(root, c.Home)}, nil)
	if err != nil || len(found.Skills) != 7 {
		t.Fatalf("%d skills, %v", len(found.Skills), err)
	}
	for _, name := range c.Known {
		if _, ok := found.Taken(name); !ok {
			t.Errorf("%s is not found", name)
		}
	}
	check := func(id, source string, want *string) {
		got := ""
		for _, m := range mentions(source) {
			agenttest.CheckMention(t, source, m)
			s, ok := found.Taken(m.Name)
			if !ok {
				continue
			}
			file, err := os.ReadFile(s.Path)
			if err != nil {
				t.Fatal(err)
			}
			arguments := source[m.Span.End:]
			got += inject(skills.Load{Skill: s, Source: string(file), FS: vfs.Disk{}, Arguments: &arguments}).Content
		}
		if expected := agenttest.Expand(agenttest.ValueOf(want), root, ""); got != expected {
			t.Errorf("%s: %q becomes %q, want %q", id, source, got, expected)
		}
	}
	checked := 0
	for _, m := range agenttest.ReadJSON[agenttest.MentionVectors](t, filepath.Join(agenttest.OracleDir, "mentions.json")).Texts {
		if expected, ok := c.Texts[m.ID]; ok {
			check(m.ID, m.Text, expected.Pi)
			checked++
		}
	}
	for _, m := range c.NewTexts {
		check(m.ID, m.Text, m.Expected.Pi)
		checked++
	}
	if checked != 149 {
		t.Errorf("%d texts, want 149", checked)
	}
}

func TestFields(t *testing.T) {
	agenttest.CheckFields(t, Agent.ID, agenttest.Records{
		"acceptance": {verdict{}},
		"discovery":  {agenttest.Discovered{}, found{}},
		"options":    {caseOptions{}},
		"injection":  {injected{}},
		"catalog":    {catalogued{}},
		"mentions":   {mentioned{}},
	}, map[string]string{
		"acceptance.symlink": "the path says the same",
		"mentions.note":      "a comment on the file",
	})
}

// TestRefusals checks codes and spans, and that Pi rejects other Markdown files without a message.
func TestRefusals(t *testing.T) {
	agenttest.Refusals(t, Agent, []agenttest.Refusal{
		{"accepted", "---\nname: a\ndescription: D.\n---\n", "", ``},
		{"no name", "---\ndescription: D.\n---\n", "", ``},
		{"byte order mark and carriage returns", "\ufeff---\rdescription: D.\r---\r", "", ``},
		{"four hyphens", "----\ndescription: D.\n-----", "", ``},
		{"missing", "---\nname: a\n---\n", "", `missing description "---"`},
		{"empty", "---\ndescription:\n---\n", "", `empty description "description"`},
		{"blank", "---\ndescription: \" \"\n---\n", "", `empty description "\" \""`},
		{"null", "---\ndescription: null\n---\n", "", `empty description "null"`},
		{"number", "---\ndescription: 42\n---\n", "", `type description "42"`},
		{"text", "---\njust text\n---\n", "", `not-mapping  "just text"`},
		{"nothing", "---\n---\n", "", `missing description "---"`},
		{"no frontmatter", "# T\n", "", `no-frontmatter  ""`},
		{"blank line first", "\n---\ndescription: D.\n---\n", "", `no-frontmatter  ""`},
		{"unclosed", "---\ndescription: D.\n", "", `unclosed  "---"`},
		{"indented fence", "---\ndescription: D.\n ---\n", "", `unclosed  " ---"`},
		{"YAML", "---\r\nname: a\r\ndescription: b: c\r\n---\r\n", "", `yaml  "b"`},
		{"YAML and missing", "---\nname: b: c\n---\n", "", `yaml  "b"; missing description "---"!`},
		{"repeated key", "---\ndescription: \xff\ndescription: E.\n---\n", "", `duplicate-key  "d"`},
	})
	for path, want := range map[string]string{"/s/SKILL.md": required, "/s/README.md": "", "": required} {
		if got := agenttest.FirstMessage(accept(skills.File{Path: filepath.FromSlash(path), Source: "# T\n"})); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}

// TestHidden checks that only the boolean true hides a skill.
func TestHidden(t *testing.T) {
	for value, want := range map[string]bool{"true": true, "True": true, "false": false, "yes": false, `"true"`: false, "1": false} {
		if v := accept(skills.File{Source: "---\ndescription: D.\ndisable-model-invocation: " + value + "\n---\n"}); v.Hidden != want {
			t.Errorf("%s: hidden %t", value, v.Hidden)
		}
	}
}

// TestSpaces checks that no user can start a skill whose name has a space, as the recorded mentions show.
func TestSpaces(t *testing.T) {
	for name, want := range map[string]bool{"title-case": false, "Title Case": true} {
		v := accept(skills.File{Source: "---\nname: " + name + "\ndescription: D.\n---\n"})
		notes := inject(skills.Load{Skill: skills.Skill{Name: name}}).Notes
		if found := mentions("/skill:" + name); (v.Uncallable != "") != want || (len(found) == 1 && found[0].Name == name) == want || strings.HasPrefix(notes[0], "No message") != want {
			t.Errorf("%s: %q, mentions %+v, notes %q", name, v.Uncallable, found, notes)
		}
	}
}

// TestSegments checks the sources of the injected text.
func TestSegments(t *testing.T) {
	arguments := " now "
	load := skills.Load{Skill: skills.Skill{Name: "a", Path: "/s/a/SKILL.md", Dir: "/s/a"}, Source: "---\ndescription: D.\n---x\n# T\n", Arguments: &arguments}
	agenttest.CheckSegments(t, inject(load), load.Source, "envelope|body x\n# T|envelope|substituted")
	load.Source = "\ufeff---\r\ndescription: D.\r\n---\r\n\r\n# T\r\nx\xff\r\n"
	got := inject(load)
	agenttest.CheckSegments(t, got, load.Source, "envelope|body # T\r\nx\xff!|envelope|substituted")
	if !strings.Contains(got.Content, "\n\n# T\nx\ufffd\n</skill>\n\nnow") || len(got.Notes) != 1 {
		t.Errorf("%q, %q", got.Content, got.Notes)
	}
	load.Source += strings.Repeat("x\n", shownLines)
	if got := inject(load); len(got.Notes) != 2 {
		t.Errorf("notes %q", got.Notes)
	}
}

// TestRead checks the limits of the tool read.
func TestRead(t *testing.T) {
	line := strings.Repeat("x", shownBytes/2-1) + "\n"
	for _, tt := range []struct{ source, want string }{
		{strings.Repeat("\n", shownLines-1), ""},
		{strings.Repeat("\n", shownLines) + "x", "[Showing lines 1-2000 of 2001. Use offset=2001 to continue.]"},
		{line + line, ""},
		{line + line[1:] + "xx", "[Showing lines 1-2 of 3 (50.0KB limit). Use offset=3 to continue.]"},
		{line + line + "x", "[Showing lines 1-2 of 3 (50.0KB limit). Use offset=3 to continue.]"},
		{line + "x" + line[1:] + "x" + line, "[Showing lines 1-2 of 4 (50.0KB limit). Use offset=3 to continue.]"},
	} {
		got, rest := show(tt.source)
		wanted := tt.source[:len(tt.source)-rest]
		if tt.want != "" {
			wanted = strings.TrimSuffix(wanted, "\n") + "\n\n" + tt.want
		}
		if got != wanted || (rest > 0) != (tt.want != "") {
			t.Errorf("%d bytes: %s and %d bytes, want %s", len(tt.source), agenttest.Clip(got), rest, agenttest.Clip(wanted))
		}
	}
}

// TestIgnores checks patterns beyond those of the recorded case.
func TestIgnores(t *testing.T) {
	dir := treetest.Dir(t)
	text := func(s string) *string { return &s }
	agenttest.WriteTree(t, dir, []agenttest.Node{
		{Path: ".gitignore", Content: text("Upper\n{a,b}\n\\!not\nsub/deep\n")},
		{Path: ".ignore", Content: text("!upper/\n")},
		{Path: "a*/.fdignore", Content: text("x\n!/y\n")},
	})
	nearest := []func(string, bool) (bool, bool){
		ignore(vfs.Disk{}, filepath.Join(dir, "a*"), "a*"), ignore(vfs.Disk{}, dir, ""),
	}
	for path, want := range map[string]bool{
		"upper": true, "UPPER/": false, "a": false, "{a,b}": true, "not": false, "sub/deep/": true, "x/sub/deep/": false, "a*/x": true, "ab/x": false, "a*/y": false,
	} {
		name, isDir := strings.CutSuffix(path, "/")
		got, decided := false, false
		if strings.HasPrefix(name, "a*/") {
			got, decided = nearest[0](name, isDir)
		}
		if !decided {
			got, _ = nearest[1](name, isDir)
		}
		if got != want {
			t.Errorf("%s is ignored: %t", path, got)
		}
	}
}

// TestSkillsSetting checks the effects of the entries of the setting, and that those of single files have
// none.
func TestSkillsSetting(t *testing.T) {
	agent := Agent.Configured(map[string]skills.KnobValue{"skills": agenttest.TextsValue("../more", "~/x", "one.md", "glob/*", "!a", "/abs")})
	if got, want := agenttest.RootsOf(agent), "/p/more /h/x /abs "+agenttest.RootsOf(Agent); got != want {
		t.Errorf("roots %s, want %s", got, want)
	}
	untrusted := agent.Configured(map[string]skills.KnobValue{"trusted": {}})
	if got, want := agenttest.RootsOf(untrusted), "/h/.pi/agent/skills /h/.agents/skills"; got != want {
		t.Errorf("roots %s, want %s", got, want)
	}
	for _, tt := range []struct {
		path, entries string
		want          bool // off
	}{
		{"/p/.pi/skills/a/SKILL.md", "!a", true},
		{"/p/.pi/skills/a/SKILL.md", "!skills/*", true},
		{"/p/.pi/skills/a/SKILL.md", "!b", false},
		{"/p/.pi/skills/a/SKILL.md", "-skills/a", true},
		{"/p/.pi/skills/a/SKILL.md", "-./skills/a/SKILL.md", true},
		{"/p/.pi/skills/a/SKILL.md", "-a", false},
		{"/p/.pi/skills/a/SKILL.md", "+skills/a !a", false},
		{"/p/.pi/skills/a/SKILL.md", "-skills/a +skills/a", true},
		{"/p/.pi/skills/a.md", "!a.md", true},
		{"/p/.pi/skills/a.md", "!skills", false},
		{"/p/.agents/skills/a/SKILL.md", "-/p/.agents/skills/a", true},
		{"/p/more/a/SKILL.md", "-../more/a", true},
		{"/p/.pi/skills/a/SKILL.md", "![", false},
	} {
		v := agenttest.TextsValue(strings.Fields(tt.entries)...)
		for i := range v.Choices {
			v.Choices[i].From = "/p/.pi/settings.json"
		}
		agent := Agent.Configured(map[string]skills.KnobValue{"skills": v})
		for scope, want := range map[skills.Scope]bool{skills.ScopeRepo: tt.want, skills.ScopeUser: false} {
			skill := skills.Skill{Path: filepath.FromSlash(tt.path), Scope: scope}
			if _, off := agent.Rule(&skill); off != want {
				t.Errorf("%s switches %s off: %t, want %t", tt.entries, tt.path, off, want)
			}
		}
	}
}

// TestNotes checks which directories of Markdown files a catalog depends on: it is built again if such a file
// appears.
func TestNotes(t *testing.T) {
	root := treetest.Dir(t)
	v := skills.Vantage{Cwd: filepath.Join(root, "ws"), Home: filepath.Join(root, "home")}
	agenttest.WriteTree(t, root, []agenttest.Node{{Path: "ws/.git", Dir: true}, {Path: "ws/.agents/skills/g", Dir: true}})
	found, err := skills.BuildCatalog(t.Context(), vfs.Disk{}, Agent, v, nil)
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]bool{
		".pi/skills/a.md": true, ".pi/skills/g/a.md": false, ".agents/skills/a.md": false, ".agents/skills/g/a.md": true,
		".agents/skills/g/h/a.md": true, ".agents/skills/g/a.txt": false, "a.md": false,
	} {
		if got := found.Takes(filepath.Join(v.Cwd, filepath.FromSlash(path))); got != want {
			t.Errorf("%s is taken: %t", path, got)
		}
	}
}

// FuzzPi checks the invariants of every verdict, injection and mention for any bytes.
func FuzzPi(f *testing.F) {
	for _, seed := range []string{
		"---\nname: a\ndescription: D.\n---\n# T\n", "---\r\ndescription: b: c\r\n---x\r\n", "\ufeff----\rname: -A--\r---", "---\n---\n\xff", "---\xff\na: \xe2\x82\n--- \r\n",
		"/skill:a b", " /skill:", "---\ndescription: &a [*a]\n---",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, source string) {
		v := accept(skills.File{Path: "/s/SKILL.md", Source: source})
		agenttest.CheckVerdict(t, "fuzz", source, v)
		agenttest.CheckInjection(t, inject(skills.Load{Skill: skills.Skill{Name: v.Name}, Source: source}), source)
		for _, m := range mentions(source) {
			agenttest.CheckMention(t, source, m)
		}
	})
}
