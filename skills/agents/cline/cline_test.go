package cline

import (
	"encoding/json"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"skills-ls/skills"
	"skills-ls/skills/agents/agenttest"
	"skills-ls/skills/treetest"
	"skills-ls/skills/vfs"
)

func TestCorpus(t *testing.T) { agenttest.Acceptance(t, Agent) }

// TestDiscovery also checks the messages for rejected files, which Cline discards.
func TestDiscovery(t *testing.T) {
	agenttest.Discovery(t, Agent, 43, func(agent *skills.Agent, _ json.RawMessage, _ string) { agent.Silent = false })
}

// A recorded is what was recorded for a workspace besides its skills and errors.
type recorded struct {
	Skills    []record
	Disabled  []string // names
	Workspace string   `json:"workspace_root"`
	Commands  []string `json:"slash_commands"`
	Allowed   []record
	Answers   map[string]string `json:"tool_results"`
}

// A record is what Cline keeps of a skill. It finds the skill by the ID.
type record struct {
	ID, Name, Description, Path string
	Disabled                    bool
}

type caseOptions struct{ Allowed, Ask []string }

// TestRecords checks the project, the order of the skills, which of them are disabled, their commands and the
// skills that a session allows.
func TestRecords(t *testing.T) {
	for _, c := range agenttest.DiscoveryCases(t, Agent.ID) {
		t.Run(c.ID, func(t *testing.T) {
			root, v := c.Vantage(t)
			catalog := build(t, Agent, v)
			var want recorded
			expected := agenttest.Expand(string(c.Expected[Agent.ID]), root, "")
			if err := json.Unmarshal([]byte(expected), &want); err != nil {
				t.Fatal(err)
			}
			if project, _ := skills.FindRoots(vfs.Disk{}, Agent, v); project != want.Workspace || len(catalog.Errors) > 0 {
				t.Errorf("project %s, want %s; errors %v", project, want.Workspace, catalog.Errors)
			}
			checkRecords(t, catalog, &want)
			checkAnswers(t, catalog, want.Answers)
			var options caseOptions
			if c.Options[Agent.ID] != nil {
				if err := json.Unmarshal(c.Options[Agent.ID], &options); err != nil {
					t.Fatal(err)
				}
			}
			if asked := slices.Sorted(maps.Keys(want.Answers)); !slices.Equal(asked, slices.Sorted(slices.Values(options.Ask))) {
				t.Errorf("%q have answers, want %q", asked, options.Ask)
			}
			if options.Allowed == nil {
				return
			}
			agent := Agent.Configured(map[string]skills.KnobValue{"skills": agenttest.TextsValue(options.Allowed...)})
			var allowed []record
			for _, s := range build(t, agent, v).Offered() {
				if !s.Hidden {
					allowed = append(allowed, record{Agent.NameKey(s.Name), s.Name, s.Description, "", s.ModelOnly})
				}
			}
			if !slices.Equal(allowed, want.Allowed) {
				t.Errorf("%+v are allowed, want %+v", allowed, want.Allowed)
			}
		})
	}
}

func build(t *testing.T, agent *skills.Agent, v skills.Vantage) *skills.Catalog {
	t.Helper()
	catalog, err := skills.BuildCatalog(t.Context(), vfs.Disk{}, agent, v, nil)
	if err != nil {
		t.Fatal(err)
	}
	return catalog
}

// names returns the names of the skills that the model sees.
func names(list []skills.Skill) (names []string) {
	for _, s := range list {
		if !s.Hidden {
			names = append(names, s.Name)
		}
	}
	return names
}

func checkRecords(t *testing.T, catalog *skills.Catalog, want *recorded) {
	t.Helper()
	var got, paths, commands, disabled []string
	for _, s := range catalog.Offered() {
		got = append(got, mark(s.Path, s.Hidden && s.ModelOnly))
		if s.Hidden {
			disabled = append(disabled, s.Name)
		}
		if !s.ModelOnly {
			commands = append(commands, command(s.Name))
		}
	}
	for _, s := range want.Skills {
		paths = append(paths, mark(s.Path, s.Disabled))
		if taken, ok := catalog.Taken(s.Name); s.ID != "" && (!ok || taken.Path != s.Path || s.ID != Agent.NameKey(s.Name)) {
			t.Errorf("%s is taken from %s, want %s", s.ID, taken.Path, s.Path)
		}
	}
	if !slices.Equal(disabled, want.Disabled) {
		t.Errorf("disabled are %q, want %q", disabled, want.Disabled)
	}
	if !slices.Equal(got, paths) {
		t.Errorf("skills\n%q\nwant\n%q", got, paths)
	}
	slices.Sort(commands)
	slices.Sort(want.Commands)
	if !slices.Equal(commands, want.Commands) {
		t.Errorf("commands %q, want %q", commands, want.Commands)
	}
}

func mark(path string, disabled bool) string {
	if disabled {
		return path + " (disabled)"
	}
	return path
}

// checkAnswers compares the recorded answers of the tool skills with the loaded skills, with the messages for
// disabled ones, and with the list of names. How Cline resolves an incomplete name is not part of the agent.
func checkAnswers(t *testing.T, catalog *skills.Catalog, answers map[string]string) {
	t.Helper()
	for asked, answer := range answers {
		switch _, available, notFound := strings.Cut(answer, " not found. Available skills: "); {
		case strings.HasPrefix(answer, "<command-name>"):
			name, _, _ := strings.Cut(strings.TrimPrefix(answer, "<command-name>"), "</command-name>")
			if got := load(t, catalog, name); got.Content != answer {
				t.Errorf("%q: %q, want %q", asked, got.Content, answer)
			}
		case strings.HasSuffix(answer, " is configured but disabled."):
			_, name, _ := strings.Cut(answer, `"`)
			name, _, _ = strings.Cut(name, `"`)
			if got := load(t, catalog, name); !strings.HasSuffix(got.Notes[0], answer) {
				t.Errorf("%q: notes %q, want %q", asked, got.Notes, answer)
			}
		case notFound && !strings.Contains(available, "Alpha"): // otherwise not all skills are allowed
			enabled := slices.SortedFunc(slices.Values(names(catalog.Offered())), skills.Collate)
			if got := strings.Join(enabled, ", "); got != available {
				t.Errorf("%q: available are %q, want %q", asked, got, available)
			}
		}
	}
}

// load loads the skill of a name from the disk.
func load(t *testing.T, catalog *skills.Catalog, name string) skills.Injection {
	t.Helper()
	s, ok := catalog.Taken(name)
	if !ok {
		t.Fatalf("there is no skill %s", name)
	}
	source, err := vfs.Disk{}.ReadFile(s.Path)
	if err != nil {
		t.Fatal(err)
	}
	return inject(skills.Load{Skill: s, Source: source})
}

type injected struct {
	Name  string
	Error string // why Cline rejects the skill
	Runs  []struct {
		Args *string
		Text string
	}
}

func TestInjection(t *testing.T) {
	agenttest.EachInjection(t, Agent, ".cline/skills", func(t *testing.T, c *agenttest.InjectionTest) {
		var want injected
		c.Want(t, &want)
		if c.Load.Skill.Name != want.Name || len(want.Runs) == 0 {
			t.Errorf("name %q, want %q", c.Load.Skill.Name, want.Name)
		}
		for _, run := range want.Runs {
			c.Load.Arguments = run.Args
			got := inject(c.Load)
			agenttest.CheckInjection(t, got, c.Load.Source)
			if text := c.Text(run.Text); got.Content != text {
				t.Errorf("with %q\n%s\nwant\n%s", agenttest.ValueOf(run.Args), agenttest.Clip(got.Content), agenttest.Clip(text))
			}
		}
	})
}

func TestSegments(t *testing.T) {
	arguments := " a b "
	l := skills.Load{
		Skill: skills.Skill{Name: "x", Description: "D."}, Arguments: &arguments,
		Source: "\ufeff---\nname: x\ndescription: D.\n--- \xff\n\n",
	}
	got := inject(l)
	agenttest.CheckInjection(t, got, l.Source)
	agenttest.CheckSegments(t, got, l.Source, "envelope|substituted|envelope|frontmatter|body \xff!|envelope")
	if len(got.Notes) != 1 || !strings.Contains(got.Notes[0], "`/x`") {
		t.Errorf("notes %q", got.Notes)
	}
	l.Source = "---\nname: x: y\n---\nBody.\n"
	want := "Cline does not load this skill: Failed to parse YAML frontmatter: Nested mappings are not allowed in compact mappings at line 1, column 7:"
	if got := inject(l).Notes; !slices.Equal(got, []string{want}) {
		t.Errorf("notes %q", got)
	}
}

type catalogued struct {
	Text       *string
	Registered bool `json:"tool_registered"`
	SamePlan   bool `json:"plan_mode_same"`
}

func TestCatalog(t *testing.T) {
	off := Agent.Configured(map[string]skills.KnobValue{"disabledTools": agenttest.TextsValue("bash", "skills")})
	agenttest.EachCatalog(t, Agent, func(t *testing.T, list []skills.Skill, _ string, expected json.RawMessage) {
		var want catalogued
		if err := json.Unmarshal(expected, &want); err != nil {
			t.Fatal(err)
		}
		got := catalog(list, skills.Budget{})
		if got.Content != agenttest.ValueOf(want.Text) || !want.SamePlan || want.Registered != (got.Content != "") {
			t.Errorf("catalog\n%s\nwant\n%s", agenttest.Clip(got.Content), agenttest.Clip(agenttest.ValueOf(want.Text)))
		}
		if got.Total != len(list) || got.Entries != len(list) || got.Truncated || want.Registered != (len(got.Notes) > 0) {
			t.Errorf("%d of %d entries, want %d; notes %q", got.Entries, got.Total, len(list), got.Notes)
		}
		for i := range list {
			if rulings, isOff := off.Rule(&list[i]); len(rulings) != 1 || isOff {
				t.Errorf("%+v for %s without the tool", rulings, list[i].Name)
			}
		}
		if got := catalog(list, skills.Budget{}); got.Content != "" || got.Total != 0 {
			t.Errorf("without the tool there is %s", agenttest.Clip(got.Content))
		}
	})
}

// A mentioned is what becomes of messages, and what the tool skills answers to names.
type mentioned struct {
	Known    []string `json:"known_skills"`
	Commands []string
	Texts    map[string]expansion
	Extra    map[string]struct {
		Text     string
		Expected expansion
	} `json:"extra_texts"`
	Tool map[string]string
}

type expansion struct {
	Editor, CLI *string
	Expanding   *string `json:"cli_expanding"`
}

func TestFields(t *testing.T) {
	agenttest.CheckFields(t, Agent.ID, agenttest.Records{
		"discovery": {agenttest.Discovered{}, recorded{}},
		"options":   {caseOptions{}},
		"injection": {injected{}},
		"catalog":   {catalogued{}},
		"mentions":  {mentioned{}},
	}, map[string]string{
		"acceptance.symlink":   "the path says the same",
		"mentions.skill_files": "describes the files that the test writes",
	})
}

// TestMentions checks the commands that the command line expands. A message in the editor stays as it is, and
// the model reads the mention.
func TestMentions(t *testing.T) {
	vectors := agenttest.ReadJSON[mentioned](t, filepath.Join(agenttest.OracleOf(t, Agent.ID).Dir(), "mentions", "cline.json"))

	files := make(map[string]string)
	for i, name := range vectors.Known {
		files["ws/.cline/skills/s"+string(rune('0'+i))+"/SKILL.md"] = "---\nname: " + name + "\ndescription: D.\n---\n\n# " + name + "\n\nDo " + name + ".\n"
	}
	known := build(t, Agent, skills.Vantage{Cwd: filepath.Join(treetest.Make(t, files), "ws")})
	checkRecords(t, known, &recorded{Commands: vectors.Commands, Skills: recordsOf(known)})
	checkAnswers(t, known, vectors.Tool)

	check := func(t *testing.T, text string, want expansion) {
		t.Helper()
		if want.Editor != nil || want.CLI != nil {
			t.Errorf("%q is replaced", text)
		}
		var got string
		for _, m := range mentions(text) {
			agenttest.CheckMention(t, text, m)
			for _, s := range known.Skills {
				if command(s.Name) == command(m.Name) {
					got = "# " + s.Name + "\n\nDo " + s.Name + "." + text[m.Span.End:]
				}
			}
		}
		if got != agenttest.ValueOf(want.Expanding) {
			t.Errorf("%q becomes %q, want %q", text, got, agenttest.ValueOf(want.Expanding))
		}
	}
	texts := agenttest.ReadJSON[agenttest.MentionVectors](t, filepath.Join(agenttest.OracleDir, "mentions.json")).Texts
	if len(texts) != 136 || len(vectors.Texts) != len(texts) || len(vectors.Extra) != 21 {
		t.Errorf("%d, %d and %d texts", len(texts), len(vectors.Texts), len(vectors.Extra))
	}
	for _, c := range texts {
		want, ok := vectors.Texts[c.ID]
		if !ok {
			t.Errorf("%s was not recorded", c.ID)
		}
		check(t, c.Text, want)
	}
	for _, c := range vectors.Extra {
		check(t, c.Text, c.Expected)
	}
}

// recordsOf returns the skills of a catalog in the form of a record.
func recordsOf(c *skills.Catalog) (list []record) {
	for _, s := range c.Skills {
		list = append(list, record{Name: s.Name, Path: s.Path, Disabled: s.Hidden})
	}
	return list
}

// TestCommand checks commands against the rules of normalizeRuntimeCommandName.
func TestCommand(t *testing.T) {
	for name, want := range map[string]string{
		"Deploy":       "deploy",
		" My  Skill! ": "my-skill",
		"a--b/c":       "a-b-c",
		"slack:search": "slack:search",
		"-x.y@z_":      "x.y@z_",
		"发布 2":         "发布-2",
		"!!!":          "skill-command-e84c538e7fe2",
	} {
		if got := command(name); got != want {
			t.Errorf("%q has the command %q, want %q", name, got, want)
		}
	}
}

func TestRefusals(t *testing.T) {
	agenttest.Refusals(t, Agent, []agenttest.Refusal{
		{"accepted", "---\nname: a\ndescription: D.\n---\nB", "", ``},
		{"no frontmatter", "B", "/s/x/SKILL.md", ``},
		{"a list", "---\n- a\n---\nB", "", ``},
		{"nulls", "---\nname:\ndescription: ~\ndisabled: null\nenabled:\n---\nB", "", ``},
		{"glued", "---\nname: a\n---x", "", ``},
		{"empty", "", "", `empty body ""`},
		{"blank", "\ufeff \u00a0\n", "", `empty body ""`},
		{"no body", "---\nname: a\n---\n\ufeff\n", "", `empty body "---"`},
		{"types", "---\nname: 1\ndescription: [a]\ndisabled: yes\nenabled: 'false'\n---\nB", "", `type name "1"; type description "[a]"; type disabled "yes"; type enabled "'false'"`},
		{"enabled is not read", "---\ndisabled: false\nenabled: 1\n---\nB", "", ``},
		{"body and type", "---\nname: 1\n---\n", "", `empty body "---"; type name "1"`},
		{"colon", "---\ndescription: c: d\n---\n", "", `yaml  "c"; empty body "---"!`},
		{"duplicate", "---\nname: a\nname: b\n---\nB", "", `duplicate-key  "n"`},
		{"carriage returns", "---\r\nname: \"a\r\n---\r\nB", "", `yaml  ""`},
		{"not UTF-8", "---\nx: \xff\nname: @\n---\nB", "", `yaml  "@"`},
		{"elsewhere", "---\n? name\n: 1\n---\nB", "", `type name "1"`},
		{"flow style", "---\n{name: 1}\n---x\n", "", `type name "{name: 1}"`},
	})
}

// TestExposure checks who can start a skill.
func TestExposure(t *testing.T) {
	for fields, why := range map[string]string{
		"": "", "disabled: true": "`disabled` is true", "disabled: TRUE": "`disabled` is true", "disabled: false": "", "enabled: false": "`enabled` is false", "enabled: true": "",
		"disabled: false\nenabled: false": "", "disabled:\nenabled: false": "`enabled` is false", "disable-model-invocation: true": "",
	} {
		v := accept(skills.File{Path: "/s/x/SKILL.md", Source: "---\nname: x\n" + fields + "\n---\nB"})
		if want := (skills.Exposure{Hidden: why != "", HiddenFor: why, ModelOnly: why != "", NameOnly: true}); !v.Accepted || v.Exposure != want {
			t.Errorf("%q: %+v, want %+v", fields, v, want)
		}
	}
}

// TestReplaced checks that a disabled skill replaces an earlier one of its name, and that a rejected one
// replaces none.
func TestReplaced(t *testing.T) {
	for _, tt := range []struct{ later, want string }{
		{"---\nname: x\ndisabled: true\n---\nB", ""},
		{"---\nname: x\ndisabled: yes\n---\nB", "x"},
		{"---\nname: y\n---\nB", "x y"},
		{"---\nname: X\n---\nB", "X"},
	} {
		root := treetest.Make(t, map[string]string{"ws/.cline/skills/x/SKILL.md": "B", "home/.cline/skills/x/SKILL.md": tt.later})
		c := build(t, Agent, skills.Vantage{Cwd: filepath.Join(root, "ws"), Home: filepath.Join(root, "home")})
		if got := strings.Join(names(c.Offered()), " "); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.later, got, tt.want)
		}
	}
}

// TestRoots checks the directories that settings, plugins and the remote configuration name.
func TestRoots(t *testing.T) {
	root := treetest.Make(t, map[string]string{
		"ws/.git/":                                      "",
		"ws/sub/":                                       "",
		"ws/.cline/plugins/a/package.json":              `{"cline": {"plugins": ["src/a.ts"]}}`,
		"ws/.cline/plugins/a/src/a.ts":                  "",
		"ws/.cline/plugins/a/inner/package.json":        `{"cline": {"plugins": ["a.ts"]}}`,
		"ws/.cline/plugins/a/inner/a.ts":                "",
		"ws/.cline/plugins/_installed/b/package.json":   `{"cline": {"plugins": [{}, {"paths": ["gone.js", "package/i.js"]}]}}`,
		"ws/.cline/plugins/_installed/b/package/i.js":   "",
		"ws/.cline/plugins/c/package.json":              `{"cline": {"plugins": ["c.py", 1, null, {"paths": 2}]}}`,
		"ws/.cline/plugins/c/c.py":                      "",
		"ws/.cline/plugins/d/package.json":              `{"plugins": ["d.js"]}`,
		"ws/.cline/plugins/d/d.js":                      "",
		"ws/.cline/plugins/e/package.json":              `{`,
		"ws/.cline/plugins/node_modules/f/package.json": `{"cline": {"plugins": ["f.js"]}}`,
		"ws/.cline/plugins/node_modules/f/f.js":         "",
		"ws/.cline/plugins/g":                           "->a",
		"ws/.cline/remote/managed.json":                 "{}",
		"ws/.cline/text/managed.json":                   `"x"`,
		"ws/.cline/broken/managed.json":                 "{",
		"ws/.cline/plain.md":                            "x",
		"own/plugins/h/package.json":                    `{"cline": {"plugins": ["h.js"]}}`,
		"own/plugins/h/h.js":                            "",
		"home/Documents/Cline/Plugins/i/package.json":   `{"cline": {"plugins": ["i.js"]}}`,
		"home/Documents/Cline/Plugins/i/i.js":           "",
	})
	v := skills.Vantage{Cwd: filepath.Join(root, "ws", "sub"), Home: filepath.Join(root, "home")}
	roots := func(agent *skills.Agent, v skills.Vantage) string {
		_, found := skills.FindRoots(vfs.Disk{}, agent, v)
		var dirs []string
		for _, r := range found {
			rel, err := filepath.Rel(root, r.Dir)
			if err != nil {
				t.Fatal(err)
			}
			dirs = append(dirs, filepath.ToSlash(rel))
		}
		return strings.Join(dirs, " ")
	}
	const user = "home/.cline/skills home/.agents/skills"
	if got, want := roots(Agent, v), "ws/sub/.clinerules/skills ws/sub/.cline/skills ws/sub/.agents/skills "+user+" home/Documents/Cline/Plugins/i/skills"; got != want {
		t.Errorf("in the editor %s\nwant %s", got, want)
	}
	cli := Agent.Configured(map[string]skills.KnobValue{"commandLine": {On: true}})
	v.Env = map[string]string{"CLINE_DIR": "../../own"}
	want := "ws/.clinerules/skills ws/.cline/skills ws/.agents/skills own/skills home/.agents/skills ws/.cline/plugins/_installed/b/skills " +
		"ws/.cline/plugins/a/skills own/plugins/h/skills home/Documents/Cline/Plugins/i/skills ws/.cline/remote/skills"
	if got := roots(cli, v); got != want {
		t.Errorf("on the command line %s\nwant %s", got, want)
	}
	v.Env["CLINE_DIR"] = filepath.Join(root, "own")
	if got := roots(cli, v); got != want {
		t.Errorf("with an absolute path %s\nwant %s", got, want)
	}
	v.Home, v.Env = "", nil
	if got, want := roots(Agent, v), "ws/sub/.clinerules/skills ws/sub/.cline/skills ws/sub/.agents/skills"; got != want {
		t.Errorf("without a home %s\nwant %s", got, want)
	}
}

// TestLinkAtRoot checks that a SKILL.md in a root itself is not a skill if it is a link.
func TestLinkAtRoot(t *testing.T) {
	root := treetest.Make(t, map[string]string{
		"text.md": "B", "ws/.cline/skills/SKILL.md": "->../../../text.md", "ws/.cline/skills/a/SKILL.md": "->../../../../text.md",
	})
	c := build(t, Agent, skills.Vantage{Cwd: filepath.Join(root, "ws")})
	if got := names(c.Skills); !slices.Equal(got, []string{"a"}) {
		t.Errorf("found %q", got)
	}
}
