package roocode

import (
	"path/filepath"
	"strings"
	"testing"

	"skills-ls/skills"
	"skills-ls/skills/agents/agenttest"
	"skills-ls/skills/treetest"
	"skills-ls/skills/vfs"
)

func TestRefusals(t *testing.T) {
	long := strings.Repeat("n", 65)
	agenttest.Refusals(t, Agent, []agenttest.Refusal{
		{"fine", "---\nname: a\ndescription: D.\n---\n", "/s/a/SKILL.md", ``},
		{"no path", "---\nname: a\ndescription: D.\n---\n", "", ``},
		{"unclosed", "---\nname: a\ndescription: D.\n", "", ``},
		{"byte order mark", "\ufeff---\nname: a\ndescription: D.\n---\n", "", ``},
		{"JSON", "---json\n{\"name\": \"a\", \"description\": \"D.\"}\n---\n", "", ``},
		{"JavaScript", "---js\n{name: 'a'}\n---\n", "", `program  "---js"`},
		{"JavaScript by its name", "--- JavaScript \nprocess.exit()\n", "", `program  "--- JavaScript "`},
		{"another language", "---toml\nname = 1\n---\n", "", `yaml  "---toml"`},
		{"nothing", "", "", `no-frontmatter  ""`},
		{"text", "# T\n", "", `no-frontmatter  ""`},
		{"blank line", "\n---\nname: a\n---\n", "", `no-frontmatter  ""`},
		{"empty", "---\n---\n", "", `missing name "---"; missing description "---"`},
		{"null", "---\n~\n---\n", "", `not-mapping  "~"`},
		{"scalar", "---\njust text\n---\n", "", `not-mapping  "just text"`},
		{"types", "---\nname: [a]\ndescription: 2024-01-02\n---\n", "", `type name "[a]"; type description "2024-01-02"`},
		{"empty values", "---\nname:\ndescription: ''\n---\n", "", `empty name "name"; empty description "''"`},
		{"blank description", "---\nname: a\ndescription: '  '\n---\n", "", `empty description "'  '"`},
		{"null value", "---\nname: ~\ndescription: D.\n---\n", "", `type name "~"`},
		{"types in JSON", "---json\n{\"name\": 1, \"description\": [\"D.\"]}\n---\n", "", `type name "1"; type description "[\"D.\"]"`},
		{"another directory", "---\nname: a b\ndescription: D.\n---\n", "/s/a/SKILL.md", `directory name "a b"`},
		{"characters", "---\nname: a_b\ndescription: D.\n---\n", "/s/a_b/SKILL.md", `characters name "a_b"`},
		{"hyphens", "---\nname: a--b\ndescription: D.\n---\n", "/s/a--b/SKILL.md", `hyphens name "a--b"`},
		{"long", "---\nname: " + long + "\ndescription: '" + strings.Repeat("😀", 513) + "'\n---\n", "", `too-long name "` + long + `"; too-long description "'` + strings.Repeat("😀", 513) + `'"`},
		{"broken", "---\nname: a_b\ndescription: D: e\n---\n", "", `yaml  ": e"; characters name "a_b"!`},
		{"broken at the end", "---\nname: a\ndescription: D.\n\nText\n", "", `yaml  "Text"`},
		{"repeated", "---\nname: a\nname: b\ndescription: D.\n---\n", "", `duplicate-key  "name: b"`},
	})
}

// TestMessages checks Roo Code's messages for errors that were not recorded.
func TestMessages(t *testing.T) {
	for source, want := range map[string]string{
		"---\n~\n---\n":         "Failed to load skill at /s/a: TypeError: Cannot read properties of null (reading 'name')",
		"---toml\na = 1\n---\n": `Failed to load skill at /s/a: Error: gray-matter engine "toml" is not registered`,
		"---json\n{a}\n---\n":   "",
		"---js\n{a: 1}\n---\n":  "",
	} {
		if got := agenttest.FirstMessage(accept(skills.File{Path: "/s/a/SKILL.md", Source: source})); got != want {
			t.Errorf("%q: %q, want %q", source, got, want)
		}
	}
}

func TestModesOf(t *testing.T) {
	for _, tt := range []struct{ fields, dir, want string }{
		{"", ".roo/skills", ""},
		{"", ".roo/skills-code", "code"},
		{"", ".agents/skills-x-y", "x-y"},
		{"", "other/skills-code", ""},
		{"", ".roo/skills-", ""},
		{"mode: ask\n", ".roo/skills-code", "ask"},
		{"mode: [ask]\n", ".roo/skills-code", "code"},
		{"mode: ''\n", ".roo/skills-code", "code"},
		{"modeSlugs: [a, '', 1, b]\nmode: ask\n", ".roo/skills-code", "a\nb"},
		{"modeSlugs: []\nmode: ask\n", ".roo/skills-code", ""},
		{"modeSlugs: ask\n", ".roo/skills-code", "code"},
		{"modeSlugs: a\nmode: ask\n", ".roo/skills", "ask"},
	} {
		source := "---\nname: x\ndescription: D.\n" + tt.fields + "---\n"
		if v := accept(skills.File{Path: "/p/" + tt.dir + "/x/SKILL.md", Source: source}); !v.Accepted || v.Modes != tt.want {
			t.Errorf("%q in %s: accepted %t in %q, want %q", tt.fields, tt.dir, v.Accepted, v.Modes, tt.want)
		}
	}
	source := "---json\n{\"name\": \"x\", \"description\": \"D.\", \"modeSlugs\": [\"a\", 1, \"b\"]}\n---\n"
	if v := accept(skills.File{Source: source}); v.Modes != "a\nb" {
		t.Errorf("modes %q", v.Modes)
	}
}

// TestTaken checks which of several skills of a name Roo Code uses in the mode code.
func TestTaken(t *testing.T) {
	for _, tt := range []struct {
		files []string // a directory and the modes
		want  string
	}{
		{[]string{".agents/skills", ".roo/skills"}, ".roo/skills"},
		{[]string{".agents/skills-code", ".roo/skills"}, ".agents/skills-code"},
		{[]string{".agents/skills-code", ".roo/skills-code"}, ".roo/skills-code"},
		{[]string{".agents/skills code, ask", ".roo/skills ask, code"}, ".agents/skills"},
		{[]string{".agents/skills ask, code", ".roo/skills code", ".roo/skills-ask"}, ".roo/skills"},
		{[]string{".agents/skills ask, code", ".agents/skills-code", ".roo/skills ask, code"}, ".roo/skills"},
		{[]string{".agents/skills code", ".roo/skills-ask code, ask", ".roo/skills"}, ".roo/skills-ask"},
		{[]string{".agents/skills ask, code", ".roo/skills ask"}, ""},
		{[]string{".roo/skills-review code"}, ""},
	} {
		root := treetest.Dir(t)
		var nodes []agenttest.Node
		for _, file := range tt.files {
			dir, modes, restricted := strings.Cut(file, " ")
			source := "---\nname: x\ndescription: D.\n"
			if restricted {
				source += "modeSlugs: [" + modes + "]\n"
			}
			source += "---\n"
			nodes = append(nodes, agenttest.Node{Path: dir + "/x/SKILL.md", Content: &source})
		}
		agenttest.WriteTree(t, root, nodes)
		got := ""
		for _, s := range build(t, skills.Vantage{Cwd: root}, nil).Offered() {
			dir, _ := filepath.Rel(root, filepath.Dir(s.Dir))
			got += filepath.ToSlash(dir)
		}
		if got != tt.want {
			t.Errorf("of %q it takes %q, want %q", tt.files, got, tt.want)
		}
	}
}

// TestUpdate checks that a changed file also affects the other skills of its name.
func TestUpdate(t *testing.T) {
	root := treetest.Dir(t)
	one, two := "---\nname: x\ndescription: One.\nmodeSlugs: [code, ask]\n---\n", "---\nname: x\ndescription: Two.\nmodeSlugs: [ask]\n---\n"
	agenttest.WriteTree(t, root, []agenttest.Node{{Path: ".agents/skills/x/SKILL.md", Content: &two}, {Path: ".roo/skills/x/SKILL.md", Content: &one}})
	catalog := build(t, skills.Vantage{Cwd: root}, nil)
	check := func(want string, off int) {
		t.Helper()
		if list := catalog.Offered(); len(list) != 1 || list[0].Description != want || len(catalog.Off) != off {
			t.Errorf("skills %+v, %+v are switched off", list, catalog.Off)
		}
	}
	check("One.", 1)
	two = strings.Replace(two, "[ask]", "[architect, code]", 1)
	path := filepath.Join(root, ".agents", "skills", "x", "SKILL.md")
	agenttest.WriteTree(t, root, []agenttest.Node{{Path: ".agents/skills/x/SKILL.md", Content: &two}})
	catalog = catalog.Update(vfs.Disk{}, Agent, nil, path)
	check("Two.", 0)
}

// TestMisnamed checks that a file of another name is only misnamed, and not replaced by a skill too.
func TestMisnamed(t *testing.T) {
	dir := filepath.FromSlash("/p/.agents/skills/x")
	s := skills.Skill{Name: "x", Dir: dir, Path: filepath.Join(dir, "skill.md")}
	if _, ok, _ := Agent.Adopt.In(vfs.Disk{})(s); !ok {
		t.Error("it is replaced")
	}
}

// TestRuling checks the ruling on a skill of other modes.
func TestRuling(t *testing.T) {
	agent := Agent.Configured(map[string]skills.KnobValue{"modes": agenttest.TextsValue("ask", "debug"), "customModes": agenttest.TextsValue("review", "ask")})
	if n := len(agent.Roots) - len(Agent.Roots); n != 4 || len(Agent.Roots) != 24 {
		t.Errorf("%d of %d roots more", n, len(Agent.Roots))
	}
	for modes, off := range map[string]bool{"": false, "code": true, "code\ndebug": false, "askew": true} {
		rulings, got := agent.Rule(&skills.Skill{Exposure: skills.Exposure{Modes: modes}})
		if got != off || off && rulings[0].Effect != "keeps this skill out of mode `ask`, `debug`" {
			t.Errorf("%q: off %t, %+v", modes, got, rulings)
		}
	}
	list := []skills.Skill{{Name: "x", Path: "/x"}}
	if content := agent.Catalog(list, skills.Budget{}).Content; !strings.Contains(content, `current mode: "ask".`) || !strings.Contains(content, "skills-ask/") {
		t.Errorf("%s", content)
	}
	if none := Agent.Configured(map[string]skills.KnobValue{"modes": {}}); !strings.Contains(none.Catalog(list, skills.Budget{}).Content, `"code"`) {
		t.Error("without modes, the mode is not code")
	}
}

// TestOrder checks that skills are listed in the order in which Roo Code finds them.
func TestOrder(t *testing.T) {
	root := treetest.Dir(t)
	var nodes []agenttest.Node
	for _, path := range []string{
		"home/.roo/skills/a", "home/.agents/skills/f", "ws/.roo/skills/b", "ws/.roo/skills-code/a0", "ws/.agents/skills-code/c", "ws/.agents/skills/e", "ws/.agents/skills/d",
	} {
		source := "---\nname: " + filepath.Base(path) + "\ndescription: D.\n---\n"
		nodes = append(nodes, agenttest.Node{Path: path + "/SKILL.md", Content: &source})
	}
	agenttest.WriteTree(t, root, nodes)
	var names []string
	for _, s := range build(t, skills.Vantage{Cwd: filepath.Join(root, "ws"), Home: filepath.Join(root, "home")}, nil).Offered() {
		names = append(names, s.Name)
	}
	if got := strings.Join(names, " "); got != "f d e c a b a0" {
		t.Errorf("order %s", got)
	}
}

// TestNotes checks the notes of a preview, and the source that the text names.
func TestNotes(t *testing.T) {
	arguments := "now"
	for _, tt := range []struct {
		source    string
		arguments *string
		want      string
	}{
		{"---\nname: x\ndescription: D.\n---\n\n# T\n", nil, ""},
		{"---\nname: x\ndescription: D.\n---\n", &arguments, "The text after `/x` in a message stays there"},
		{"---js\n{name: 'x'}\n---\n", nil, "runs the frontmatter"},
		{"---\nname: y\ndescription: D.\n---\n", nil, "Skill 'x' not found."},
	} {
		l := skills.Load{Skill: skills.Skill{Name: "x", Path: "/s/x/SKILL.md", Dir: "/s/x", Scope: skills.ScopeUser}, Source: tt.source, Arguments: tt.arguments}
		got := inject(l)
		agenttest.CheckInjection(t, got, tt.source)
		if notes := strings.Join(got.Notes, "\n"); tt.want == "" && notes != "" || !strings.Contains(notes, tt.want) {
			t.Errorf("%q: notes %q", tt.source, notes)
		}
		if !strings.Contains(got.Content, "\nSource: global\n") {
			t.Errorf("%q: %q", tt.source, got.Content)
		}
	}
}

// FuzzRooCode checks the invariants of every verdict, injection and mention for any bytes.
func FuzzRooCode(f *testing.F) {
	for _, seed := range []string{
		"---\nname: a\ndescription: D.\nmodeSlugs: [a]\n---\n# T\n", "---\r\nname: 'a'\r\ndescription: >\r\n  D\r\n---x\r\n", "---\nname: &a b: c\ndescription: *a\n---",
		"---\n\"name\": \"\\ud83d\"\n<<: {description: 1}\n---\n\xff", "---json\n{\"name\": [1]}\n---\n", "---\n---\n /a /b.c\u2028/d", "---\nname: \"a\ndescription: {\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, source string) {
		d := skills.Parse(source)
		v := accept(skills.File{Path: "/p/.roo/skills-x/a/SKILL.md", Source: source, Frontmatter: &d.Frontmatter})
		agenttest.CheckVerdict(t, "fuzz", source, v)
		agenttest.CheckInjection(t, inject(skills.Load{Skill: skills.Skill{Name: v.Name}, Source: source}), source)
		for _, m := range mentions(source) {
			agenttest.CheckMention(t, source, m)
		}
	})
}
