package qwencode

import (
	"encoding/json"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"skills-ls/skills"
	"skills-ls/skills/agents/agenttest"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/vfs"
	"skills-ls/skills/yamldialect"
)

func TestCorpus(t *testing.T) { agenttest.Acceptance(t, Agent) }

// A verdict is what the acceptance records have besides name, description and error.
type verdict struct {
	Path      string
	Hint      string `json:"argument_hint"`
	Hidden    bool   `json:"disable_model_invocation"`
	User      *bool  `json:"user_invocable"`
	Model     string
	WhenToUse string `json:"when_to_use"`
	Fallback  bool   `json:"yaml_fallback"`
}

// TestCorpusDetails checks the other fields of the corpus, and which headers Qwen Code reads line by line.
func TestCorpusDetails(t *testing.T) {
	files := agenttest.CorpusFiles(t)
	fallbacks := 0
	for _, w := range agenttest.ReadLines[verdict](t, filepath.Join(agenttest.SharedDir(t), "oracle-new-agents", "acceptance", "qwen-code.jsonl.gz")) {
		source := files[w.Path].Source
		v := accept(skills.File{Path: "/corpus/" + files[w.Path].Real, Source: source})
		if !v.Accepted {
			continue
		}
		got := verdict{Path: w.Path, Hidden: v.Hidden, User: w.User, WhenToUse: v.Uses, Fallback: fallsBack(source)}
		header, _, _ := parts(kit.LineFeeds(source))
		fields := readHeader(header.Of(kit.LineFeeds(source)), nil)
		got.Hint, _ = fields.Value("argument-hint").(string)
		got.Model, _ = fields.Value("model").(string)
		if got != w || v.ModelOnly != (w.User != nil && !*w.User) {
			t.Errorf("%+v, for the model only: %t, want %+v", got, v.ModelOnly, w)
		}
		if w.Fallback {
			fallbacks++
		}
	}
	if fallbacks != 35 {
		t.Errorf("%d headers are read line by line, want 35", fallbacks)
	}
}

// fallsBack reports whether the header of a file is read line by line.
func fallsBack(source string) bool {
	decoded := kit.LineFeeds(source)
	header, _, ok := parts(decoded)
	doc := yamldialect.LoadEemeli(header.Of(decoded))
	_, isMapping := doc.Value.(*yamldialect.JSObject)
	return ok && (!isMapping || doc.Err != nil)
}

type caseOptions struct {
	Directories, Disabled, DisabledLevels []string
	SafeMode                              bool
}

// configure applies the options of a discovery case.
func configure(t *testing.T, agent *skills.Agent, options string) *skills.Agent {
	t.Helper()
	var set caseOptions
	if options != "" {
		if err := json.Unmarshal([]byte(options), &set); err != nil {
			t.Fatal(err)
		}
	}
	return agent.Configured(map[string]skills.KnobValue{
		"directories":    {Paths: set.Directories},
		"disabled":       agenttest.TextsValue(set.Disabled...),
		"disabledLevels": agenttest.TextsValue(set.DisabledLevels...),
		"safeMode":       {On: set.SafeMode},
	})
}

func TestDiscovery(t *testing.T) {
	agenttest.Discovery(t, Agent, 42, func(agent *skills.Agent, options json.RawMessage, _ string) {
		*agent = *configure(t, agent, string(options))
	})
}

// An offered is what the discovery records have besides the skills and the errors.
type offered struct {
	Offered              []string  `json:"offered_to_model"`
	Gated                []string  `json:"gated_by_paths"`
	Hidden               []string  `json:"hidden_from_model"`
	Commands             []command `json:"slash_commands"`
	Fallbacks            int       `json:"yaml_fallbacks"`
	Duplicates, Warnings []string  // messages in the log
}

type command struct {
	Name, Scope   string
	UserInvocable bool `json:"user_invocable"`
}

// TestOffered checks who can load the skills of each discovery case, in the recorded order, and how many
// headers were read line by line.
func TestOffered(t *testing.T) {
	for _, c := range agenttest.DiscoveryCases(t, Agent.ID) {
		t.Run(c.ID, func(t *testing.T) {
			root, v := c.Vantage(t)
			agent := configure(t, Agent, agenttest.Expand(string(c.Options[Agent.ID]), root, ""))
			catalog, err := skills.BuildCatalog(t.Context(), vfs.Disk{}, agent, v, nil)
			if err != nil {
				t.Fatal(err)
			}
			var want, got offered
			if err := json.Unmarshal([]byte(agenttest.Expand(string(c.Expected[Agent.ID]), root, "")), &want); err != nil {
				t.Fatal(err)
			}
			for _, s := range catalog.Offered() {
				switch {
				case s.Hidden:
					got.Hidden = append(got.Hidden, s.Name)
				case s.Gated:
					got.Gated = append(got.Gated, s.Name)
				default:
					got.Offered = append(got.Offered, s.Name)
				}
			}
			for scope, word := range map[skills.Scope]string{skills.ScopeUser: "user", skills.ScopeRepo: "project"} {
				taken := make(map[string]bool)
				for _, s := range catalog.Skills { // of equal names, the first in the order of the roots
					if s.Scope == scope && !taken[s.Name] {
						taken[s.Name] = true
						got.Commands = append(got.Commands, command{s.Name, word, !s.ModelOnly})
					}
				}
			}
			slices.SortStableFunc(got.Commands, func(a, b command) int { return strings.Compare(b.Scope, a.Scope) })
			for _, f := range catalog.Files() {
				source, err := vfs.Disk{}.ReadFile(f.Path)
				if err != nil {
					t.Fatal(err)
				}
				if fallsBack(source) {
					got.Fallbacks++
				}
			}
			got.Duplicates = duplicates(catalog)
			slices.Sort(want.Duplicates)
			checkWarnings(t, catalog, want.Warnings)
			if !slices.Equal(got.Offered, want.Offered) || !slices.Equal(got.Gated, want.Gated) ||
				!slices.Equal(got.Hidden, want.Hidden) || !slices.Equal(got.Commands, want.Commands) ||
				got.Fallbacks != want.Fallbacks || !slices.Equal(got.Duplicates, want.Duplicates) {
				t.Errorf("got\n%+v\nwant\n%+v", got, want)
			}
		})
	}
}

// duplicates returns what Qwen Code logs about skills that others replace: those of one level, then those of others.
func duplicates(catalog *skills.Catalog) (messages []string) {
	found := slices.Clone(catalog.Skills)
	slices.SortStableFunc(found, func(a, b skills.Skill) int { return a.Origin.Place - b.Origin.Place })
	type place struct{ name, level string } // of any level if that is empty
	taken := make(map[place]bool)
	for _, s := range found {
		root := catalog.Roots[s.Origin.Place]
		level := root.Root.Word
		switch {
		case taken[place{s.Name, level}]:
			messages = append(messages, "Skipping duplicate skill at "+level+" level: "+s.Name+" from "+root.Dir)
		case taken[place{s.Name, ""}]:
			messages = append(messages, "Skipping duplicate skill: "+s.Name+" ("+level+")")
		}
		taken[place{s.Name, level}], taken[place{s.Name, ""}] = true, true
	}
	slices.Sort(messages)
	return messages
}

// checkWarnings compares Qwen Code's warnings with what the catalog has instead.
func checkWarnings(t *testing.T, catalog *skills.Catalog, warnings []string) {
	t.Helper()
	for _, w := range warnings {
		_, resolved, isRelative := strings.Cut(w, ` is relative; resolved to "`)
		path, isPriority := strings.CutPrefix(w, "Ignoring invalid priority value in ")
		entry, isFile := strings.CutPrefix(w, "Skipping non-directory entry: ")
		switch {
		case isRelative:
			dir, _, _ := strings.Cut(resolved, `"`)
			if !slices.ContainsFunc(catalog.Roots, func(r skills.RootDir) bool { return r.Dir == dir }) {
				t.Errorf("%s is no root", dir)
			}
		case isPriority:
			path, _, _ = strings.Cut(path, ": ")
			if _, ok := catalog.Place(path); !ok {
				t.Errorf("%s is not found", path)
			}
		case isFile:
			for _, f := range catalog.Files() {
				if base := filepath.Base(filepath.Dir(f.Path)); base == entry || base == "skills" {
					t.Errorf("%s is a skill", f.Path)
				}
			}
		default:
			t.Errorf("unknown warning %q", w)
		}
	}
}

type injected struct {
	Name, Text string
	Second     string `json:"second_time"`
	Refused    string `json:"tool_refused"`
	Runs       []struct {
		Args, Message, Result, Text string
		ArgsFile                    *string `json:"args_file"`
	}
}

type catalogued struct {
	Text    string
	Entries int
}

type mentioned struct {
	Known []string `json:"known_skills"`
	Texts []message
	New   []message `json:"new_texts"`
}

type message struct {
	ID, Text string
	Expected map[string]struct {
		Result, Command, Text string
		Slash                 bool `json:"is_slash_command"`
	}
}

func TestFields(t *testing.T) {
	agenttest.CheckFields(t, Agent.ID, agenttest.Records{
		"acceptance": {verdict{}},
		"discovery":  {agenttest.Discovered{}, offered{}},
		"options":    {caseOptions{}},
		"injection":  {injected{}},
		"catalog":    {catalogued{}},
		"mentions":   {mentioned{}},
	}, map[string]string{
		"acceptance.symlink": "the path says the same",
	})
}

func TestInjection(t *testing.T) {
	agenttest.EachInjection(t, Agent, ".agents/skills", func(t *testing.T, c *agenttest.InjectionTest) {
		var want injected
		c.Want(t, &want)
		check := func(what string, got skills.Injection, text string) {
			t.Helper()
			agenttest.CheckInjection(t, got, c.Load.Source)
			if text = c.Text(text); got.Content != text {
				t.Errorf("%s:\n%s\nwant\n%s", what, agenttest.Clip(got.Content), agenttest.Clip(text))
			}
		}
		if c.Load.Skill.Name != want.Name {
			t.Errorf("name %q, want %q", c.Load.Skill.Name, want.Name)
		}
		if (want.Refused != "") != c.Load.Skill.Hidden {
			t.Errorf("hidden: %t, the tool says %q", c.Load.Skill.Hidden, want.Refused)
		}
		if want.Refused != "" { // the message ends with the names of all other skills
			words, _, _ := strings.Cut(want.Refused, ". ")
			if notes := inject(c.Load).Notes; len(notes) != 1 || !strings.Contains(notes[0], "`"+words+".`") {
				t.Errorf("notes %q, want %q", notes, want.Refused)
			}
		} else {
			check("the tool", inject(c.Load), want.Text)
			again := c.Load
			again.LoadedMtimeMs = new(int64)
			check("the second time", inject(again), want.Second)
		}
		for _, run := range want.Runs {
			load := c.Load
			load.Arguments = &run.Args
			got := inject(load)
			check(run.Message, got, run.Text)
			_, args, found := strings.Cut(got.Content, "<skill-args>")
			args, _, _ = strings.Cut(args, "</skill-args>")
			if run.Result != "submit_prompt" || found != (run.ArgsFile != nil) || args != agenttest.ValueOf(run.ArgsFile) {
				t.Errorf("%s: %s, the arguments are %q", run.Message, run.Result, args)
			}
		}
	})
}

func TestCatalog(t *testing.T) {
	agenttest.EachCatalog(t, Agent, func(t *testing.T, list []skills.Skill, root string, expected json.RawMessage) {
		var want catalogued
		if err := json.Unmarshal(expected, &want); err != nil {
			t.Fatal(err)
		}
		got := catalog(list, Agent.Limits.Listing)
		agenttest.CheckCatalogText(t, got, list, agenttest.Expand(want.Text, root, ""), "<location>")
		if got.Entries != want.Entries {
			t.Errorf("%d entries, want %d", got.Entries, want.Entries)
		}
	})
}

// TestCatalogShortened checks cases that the recorded lists do not have: descriptions of several lines, and
// other levels.
func TestCatalogShortened(t *testing.T) {
	list := []skills.Skill{
		{Name: "a", Description: " One & two. \nThree.\n", Scope: skills.ScopeUser, Exposure: skills.Exposure{Uses: "When asked."}},
		{Name: "b", Description: "Four.\n", Scope: skills.ScopePlugin},
		{Name: "c", Exposure: skills.Exposure{Gated: true}},
		{Name: "d", Exposure: skills.Exposure{Hidden: true}},
	}
	const tags = "<skill>\n<name>\n%\n</name>\n<description>\n"
	whole := strings.Replace(tags, "%", "a", 1) + " One &amp; two. \nThree.\n — When asked. (user)\n</description>\n<location>\nuser\n</location>\n</skill>\n" +
		strings.Replace(tags, "%", "b", 1) + "Four.\n (extension)\n</description>\n<location>\nextension\n</location>\n</skill>"
	size := len(whole) - len("—") + 1
	got := catalog(list, skills.Budget{Chars: size})
	if got.Content != entries.Head+whole+entries.Tail || got.Shortened != nil || got.Used.Chars != size || got.Total != 2 || len(got.Notes) != 2 {
		t.Errorf("%+v, want\n%s", got, whole)
	}
	got = catalog(list, skills.Budget{Chars: size - 1})
	short := strings.NewReplacer(" One &amp; two. \nThree.\n — When asked.", "One &amp; two.", "Four.\n", "Four.").Replace(whole)
	if got.Content != entries.Head+short+entries.Tail || len(got.Shortened) != 1 || got.Shortened[0].Kept != len("One & two.") || len(got.Notes) != 3 {
		t.Errorf("%+v, want\n%s", got, short)
	}
	if got := catalog(list[2:], skills.Budget{}); got.Content != entries.Without || got.Entries != 0 || len(got.Notes) != 1 {
		t.Errorf("%+v", got)
	}
}

// TestMentions checks which commands a message has, and what is sent for it.
func TestMentions(t *testing.T) {
	vectors := agenttest.ReadJSON[mentioned](t, filepath.Join(agenttest.OracleOf(t, Agent.ID).Dir(), "mentions", Agent.ID+".json"))
	if len(vectors.Texts) != 136 || len(vectors.New) != 6 {
		t.Errorf("%d and %d texts", len(vectors.Texts), len(vectors.New))
	}
	directory := regexp.MustCompile(`(?m)^Base directory for this skill: (.*)$`)
	for _, c := range append(vectors.Texts, vectors.New...) {
		t.Run(c.ID, func(t *testing.T) {
			want := c.Expected[Agent.ID]
			found := mentions(c.Text)
			if want.Slash != (len(found) > 0) {
				t.Errorf("%q mentions %+v, want a slash command: %t", c.Text, found, want.Slash)
			}
			var used []skills.Mention // up to the first unknown one
			for _, m := range found {
				agenttest.CheckMention(t, c.Text, m)
				if !slices.Contains(vectors.Known, m.Name) {
					break
				}
				used = append(used, m)
			}
			if result := map[bool]string{true: "submit_prompt", false: "no_command"}[len(used) > 0]; result != want.Result {
				t.Fatalf("%q uses %+v, want %s", c.Text, used, want.Result)
			}
			if len(used) == 0 {
				return
			}
			if want.Command != "" && (len(used) != 1 || used[0].Name != want.Command) {
				t.Errorf("%q uses %+v, want %s", c.Text, used, want.Command)
			}
			dirs := directory.FindAllStringSubmatch(want.Text, -1)
			if len(dirs) != len(used) {
				t.Fatalf("%q uses %+v, want\n%s", c.Text, used, want.Text)
			}
			rest := c.Text[used[len(used)-1].Span.End:]
			got := ""
			for i, m := range used {
				source := "---\nname: x\ndescription: D.\n---\n\n# " + m.Name + "\n"
				load := skills.Load{Skill: skills.Skill{Name: m.Name, Dir: dirs[i][1]}, Source: source}
				if len(used) == 1 {
					arguments := strings.TrimPrefix(rest, " ")
					load.Arguments = &arguments
				}
				got += inject(load).Content
			}
			if len(used) > 1 {
				got += strings.TrimSpace(rest)
			}
			if strings.Contains(c.Text, "\t") { // the message is repeated as it was typed
				got = strings.Replace(got, "/alpha \targs", "/alpha\targs", 1)
			}
			if got != want.Text {
				t.Errorf("%q sends\n%s\nwant\n%s", c.Text, got, want.Text)
			}
		})
	}
	for message, want := range map[string]string{
		" \n/a /b": "a b", "/a /b /c /d /e /f": "a b c d e", "/a b /c": "a", "/a / b": "a", "/a //b": "a", "/ a\u3000/b": "a b",
		"/a,": "", `/a\b`: "", "/*a": "", "/": "", "/ ": "", "": "", "/技能 x": "技能",
	} {
		var names []string
		for _, m := range mentions(message) {
			agenttest.CheckMention(t, message, m)
			names = append(names, m.Name)
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%q mentions %s, want %s", message, got, want)
		}
	}
}

func TestRefusals(t *testing.T) {
	head := func(lines string) string { return "---\nname: a\ndescription: D.\n" + lines + "\n---\n" }
	agenttest.Refusals(t, Agent, []agenttest.Refusal{
		{"accepted", head("x: 1"), "", ``},
		{"byte order mark", "\ufeff" + head("x: 1"), "", ``},
		{"carriage returns", "---\rname: a\rdescription: D.\r---\r", "", ``},
		{"numbers", "---\nname: 12\ndescription: 1.0\n---", "", ``},
		{"nothing", "", "", `no-frontmatter  ""`},
		{"text first", "# T\n---\nname: a\n---\n", "", `no-frontmatter  ""`},
		{"blank behind the opening", "--- \nname: a\n---\n", "", `no-frontmatter  "--- "`},
		{"unclosed", "\ufeff---\nname: a\n", "", `unclosed  "---"`},
		{"empty header", "---\n---\nname: a\n", "", `unclosed  "---"`},
		{"no fields", "---\n\n---\n", "", `missing name "---"; missing description "---"`},
		{"empty fields", "---\nname:\ndescription: ''\n---\n", "", `empty name "name"; empty description "''"`},
		{"null by the lines", "---\nname: null\ndescription: a: b\n---\n", "", `empty name "null"`},
		{"blank", "---\nname: My Skill\ndescription: ' '\n---\n", "", `characters name "My Skill"; empty description "' '"`},
		{"list as name", "---\nname: [a, b]\ndescription: D.\n---\n", "", `characters name "[a, b]"`},
		{"mapping", "---\nname: {a: b}\ndescription: [{}]\n---\n", "", `type name "{a: b}"; type description "[{}]"`},
		{"single quotes by the lines", "---\nname: 'a'\ndescription: b: c\n---\n", "", `characters name "'a'"`},
		{"other types", head("allowedTools: Read\nmodel: 4\npaths: src/**"), "", `type allowedTools "Read"; type model "4"; type paths "src/**"`},
		{"mappings in lists", head("allowedTools: [{a: b}]\npaths: [null, {a: b}]"), "", `type allowedTools "[{a: b}]"; type paths "[null, {a: b}]"`},
		{"nulls", head("allowedTools:\nmodel:\npaths:\nhooks:"), "", ``},
		{"paths within", head(`paths: ['', a/..b, " ./c ", 1, null]`), "", ``},
		{"paths outside", head(`paths: [a, '\b', ../c]`), "", `path paths "[a, '\\b', ../c]"`},
		{"path above", head(`paths: ['a\..\..\b']`), "", `path paths "['a\\..\\..\\b']"`},
	})
}

// TestCircular checks that a header with a mapping in itself is read line by line.
func TestCircular(t *testing.T) {
	fields := readHeader("a: &a\n  b: *a\nc: 'd'", nil)
	want := map[string]any{"a": "&a", "b": "*a", "c": "'d'"}
	got := make(map[string]any)
	for _, key := range fields.Keys() {
		got[key] = fields.Value(key)
	}
	if !maps.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestExposure checks who may start a skill.
func TestExposure(t *testing.T) {
	for fields, want := range map[string]skills.Exposure{
		"x: y": {},
		"disable-model-invocation: 'true'\nuser-invocable: false":       {Hidden: true, HiddenFor: kit.DisablesInvocation, ModelOnly: true},
		"disable-model-invocation: yes\nuser-invocable: no":             {},
		"disable-model-invocation: true # note":                         {Hidden: true, HiddenFor: kit.DisablesInvocation},
		"disable-model-invocation: true # note\nbroken: a: b":           {},
		"when_to_use: Now.\npaths: [a]":                                 {Uses: "Now.", Gated: true},
		"when_to_use: [a]\npaths: ['', ' ', null]\nallowed-tools: Read": {},
	} {
		v := accept(skills.File{Source: "---\nname: a\ndescription: D.\n" + fields + "\n---\n"})
		if !v.Accepted || v.Exposure != want {
			t.Errorf("%q: %+v, %+v, want %+v", fields, v.Exposure, v.Refusals, want)
		}
	}
}

// TestSegments checks where the parts of an injection come from.
func TestSegments(t *testing.T) {
	arguments := " now "
	load := skills.Load{Skill: skills.Skill{Name: "a:é𝒳", Dir: "/s"}, Source: "---\nname: a\ndescription: D.\n---\n\n# T\n$1\n", Arguments: &arguments}
	got := inject(load)
	agenttest.CheckInjection(t, got, load.Source)
	agenttest.CheckSegments(t, got, load.Source, "envelope|body # T\n$1|envelope|notice")
	if !strings.Contains(got.Content, "\n\n/a:é𝒳  now\n\n") || !strings.Contains(got.Content, "qwen-skill-args-a____.txt") || len(got.Notes) != 1 {
		t.Errorf("%q with the notes %q", got.Content, got.Notes)
	}
	load.Arguments, load.Source = nil, "---\r\nname: a b\r\ndescription: D.\r\n---\r\nx\r\ny\xff\r"
	got = inject(load)
	agenttest.CheckInjection(t, got, load.Source)
	agenttest.CheckSegments(t, got, load.Source, "envelope|body x\r\ny\xff!|envelope")
	if !strings.HasSuffix(got.Content, "\n\nx\ny\ufffd\n") || len(got.Notes) != 1 {
		t.Errorf("%q with the notes %q", got.Content, got.Notes)
	}
	load.Source = "# T\n"
	if got := inject(load); !strings.HasSuffix(got.Content, "\n\n# T\n") || len(got.Notes) != 1 {
		t.Errorf("%q with the notes %q", got.Content, got.Notes)
	}
}

// TestRoots checks the roots in the home directory, with QWEN_HOME, and with settings.
func TestRoots(t *testing.T) {
	const project, user = "/p/.qwen/skills /p/.agents/skills", "/h/.qwen/skills /h/.agents/skills"
	for _, tt := range []struct {
		values map[string]skills.KnobValue
		want   string
	}{
		{nil, project + " " + user},
		{map[string]skills.KnobValue{"directories": {Paths: []string{" ~/x", "y", "~/.qwen/skills", "/z"}}}, project + " " + user + " /h/x /p/y /z"},
		{map[string]skills.KnobValue{"disabledLevels": agenttest.TextsValue("project", "bundled")}, user},
		{map[string]skills.KnobValue{"directories": {Paths: []string{"y"}}, "disabledLevels": agenttest.TextsValue("user", "extension")}, project},
		{map[string]skills.KnobValue{"directories": {Paths: []string{"y"}}, "safeMode": {On: true}}, ""},
	} {
		if got := agenttest.RootsOf(Agent.Configured(tt.values)); got != tt.want {
			t.Errorf("%+v: %s, want %s", tt.values, got, tt.want)
		}
	}
	v := skills.Vantage{Cwd: "/h", Home: "/h", Env: map[string]string{"QWEN_HOME": "q"}}
	_, roots := skills.FindRoots(vfs.Disk{}, Agent, v)
	var got []string
	for _, r := range roots {
		got = append(got, filepath.ToSlash(r.Dir)+" "+r.Root.Word)
	}
	if want := []string{"/h/q/skills user", "/h/.agents/skills user"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	named := Agent.Configured(map[string]skills.KnobValue{"disabled": agenttest.TextsValue("x", " DEPLOY ")})
	if rulings, off := named.Rule(&skills.Skill{Name: "deploy"}); !off || len(rulings) != 1 || rulings[0].Setting != "skills.disabled" {
		t.Errorf("%+v", rulings)
	}
}

// FuzzQwenCode checks the invariants of every verdict and injection.
func FuzzQwenCode(f *testing.F) {
	for _, seed := range []string{
		"---\nname: a\ndescription: D.\n---\n# T\n", "\ufeff---\r\nname: a\rdescription: b: c\n---\r\nx\r\n", "---\nname: &a [*a]\ndescription: x\n---",
		"---\nname: a\n  - b\nc:\n  d: e\n  - f\n---\n\xff\r", "---\n---\n", "/a / /b", "---\nname: 0x\ndescription: \"\\\"\"\npaths: [/]\n---\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, source string) {
		d := skills.Parse(source)
		v := accept(skills.File{Source: source, Frontmatter: &d.Frontmatter})
		agenttest.CheckVerdict(t, "fuzz", source, v)
		if v.Accepted && !namePattern.MatchString(v.Name) {
			t.Errorf("%q: name %q", source, v.Name)
		}
		agenttest.CheckInjection(t, inject(skills.Load{Skill: skills.Skill{Name: v.Name}, Source: source, Arguments: &source}), source)
		for _, m := range mentions(source) {
			agenttest.CheckMention(t, source, m)
		}
	})
}
