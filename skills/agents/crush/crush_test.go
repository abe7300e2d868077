package crush

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"skills-ls/skills"
	"skills-ls/skills/agents/agenttest"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/treetest"
	"skills-ls/skills/vfs"
)

func TestCorpus(t *testing.T) { agenttest.Acceptance(t, Agent) }

// A verdict is what the acceptance records have besides name, description and error.
type verdict struct {
	Path          string
	Stage         string // that rejected the file: "parse" or "validate"
	Hidden        bool   `json:"disable_model_invocation"`
	UserInvocable bool   `json:"user_invocable"`
}

// TestCorpusDetails checks at which stage Crush rejects a file, and who can start the others.
func TestCorpusDetails(t *testing.T) {
	stages := make(map[string]int)
	files := agenttest.CorpusFiles(t)
	for _, w := range agenttest.ReadLines[verdict](t, filepath.Join(agenttest.SharedDir(t), "oracle-new-agents", "acceptance", "crush.jsonl.gz")) {
		stages[w.Stage]++
		f := skills.File{Path: "/corpus/" + files[w.Path].Real, Source: files[w.Path].Source}
		v, c := accept(f), check{Report: kit.NewReport(f)}
		stage := ""
		if c.Recover(); !v.Accepted {
			stage = "validate"
		}
		if c.parse(); c.GaveUp {
			stage = "parse"
		}
		if stage != w.Stage || v.Accepted && (v.Hidden != w.Hidden || v.ModelOnly == w.UserInvocable) {
			t.Errorf("%s: %q, %+v, want %+v", w.Path, stage, v.Exposure, w)
		}
	}
	if stages["parse"] == 0 || stages["validate"] == 0 || stages[""] != 821 {
		t.Errorf("stages %v", stages)
	}
}

// configured returns the agent with the settings in the crush.json of a workspace.
func configured(t *testing.T, agent *skills.Agent, dir string) *skills.Agent {
	t.Helper()
	source, err := os.ReadFile(filepath.Join(dir, "crush.json"))
	if errors.Is(err, fs.ErrNotExist) {
		return agent
	}
	if err != nil {
		t.Fatal(err)
	}
	var config struct {
		Options struct {
			Paths    []string `json:"skills_paths"`
			Disabled []string `json:"disabled_skills"`
		}
	}
	if err := json.Unmarshal(source, &config); err != nil {
		t.Fatal(err)
	}
	return agent.Configured(map[string]skills.KnobValue{
		"skills_paths":    {Paths: config.Options.Paths},
		"disabled_skills": agenttest.TextsValue(config.Options.Disabled...),
	})
}

func TestDiscovery(t *testing.T) {
	agenttest.Discovery(t, Agent, 42, func(agent *skills.Agent, _ json.RawMessage, root string) {
		*agent = *configured(t, agent, filepath.Join(root, "ws"))
	})
}

// recorded is what the discovery cases record besides the skills and the errors.
type recorded struct {
	Skills []struct {
		Name, Path, Label string
		UserInvocable     bool `json:"user_invocable"`
		Hidden            bool `json:"disable_model_invocation"`
	}
	Duplicates []struct {
		Name, Winner string
		Losers       []string
	}
	Errors                             []struct{ Path, Name string }
	Builtin, Disabled, Commands, Roots []string
}

// TestDiscoveryDetails checks the order of the skills and who can load them, the roots, the commands, and the
// skills that lose to others of their name.
func TestDiscoveryDetails(t *testing.T) {
	for _, c := range agenttest.DiscoveryCases(t, Agent.ID) {
		t.Run(c.ID, func(t *testing.T) {
			root, v := c.Vantage(t)
			agent := configured(t, Agent, v.Cwd)
			catalog, err := skills.BuildCatalog(t.Context(), vfs.Disk{}, agent, v, nil)
			if err != nil {
				t.Fatal(err)
			}
			var want recorded
			if err := json.Unmarshal([]byte(agenttest.Expand(string(c.Expected[Agent.ID]), root, "")), &want); err != nil {
				t.Fatal(err)
			}
			checkSkills(t, catalog, want)
			checkDuplicates(t, catalog, v.Cwd, want)
			checkRoots(t, catalog, v.Cwd, want)
			checkBuiltin(t, agent, catalog, want.Builtin)
			for _, e := range want.Errors {
				source, err := os.ReadFile(e.Path)
				if err != nil && e.Name != "" {
					t.Error(err)
				} else if v := accept(skills.File{Path: e.Path, Source: string(source)}); e.Name != "" && v.Name != e.Name {
					t.Errorf("%s has the name %q, want %q", e.Path, v.Name, e.Name)
				}
			}
			var off []string
			for _, o := range catalog.Off {
				off = append(off, o.Path)
			}
			if !slices.Equal(off, want.Disabled) {
				t.Errorf("switched off are %q, want %q", off, want.Disabled)
			}
		})
	}
}

// builtin returns the skills of Crush itself, as the catalog without other skills has them.
func builtin(t *testing.T) (list []skills.Skill) {
	t.Helper()
	unescape := strings.NewReplacer("&lt;", "<", "&gt;", ">", "&quot;", `"`, "&apos;", "'", "&amp;", "&")
	for _, c := range agenttest.ReadLines[catalogCase](t, filepath.Join(agenttest.OracleOf(t, Agent.ID).Dir(), "catalog.jsonl")) {
		if c.ID != "cat-empty" {
			continue
		}
		for _, entry := range strings.Split(*c.Expected[Agent.ID].WithBuiltin, "<skill>")[1:] {
			value := func(tag string) string {
				_, after, _ := strings.Cut(entry, "<"+tag+">")
				text, _, _ := strings.Cut(after, "</"+tag+">")
				return unescape.Replace(text)
			}
			list = append(list, skills.Skill{Name: value("name"), Description: value("description"), Path: value("location")})
		}
	}
	if len(list) != 3 {
		t.Errorf("%d built-in skills, want 3", len(list))
	}
	return list
}

// checkBuiltin compares which of Crush's own skills remain: neither is one switched off, nor has another skill its name.
func checkBuiltin(t *testing.T, agent *skills.Agent, catalog *skills.Catalog, want []string) {
	t.Helper()
	var got []string
	for _, s := range builtin(t) {
		if _, off := agent.Rule(&s); !off && len(catalog.Named(s.Name)) == 0 {
			got = append(got, s.Name)
		}
	}
	if want != nil && !slices.Equal(got, want) {
		t.Errorf("built-in skills %q, want %q", got, want)
	}
}

// checkSkills compares the skills in their order, with their paths as Crush shows them, labels and exposures.
func checkSkills(t *testing.T, catalog *skills.Catalog, want recorded) {
	t.Helper()
	var got, all, gotCommands, allCommands []string
	for _, s := range catalog.Offered() {
		word := catalog.Roots[s.Origin.Place].Root.Word
		label := word + ":" + filepath.Base(s.Dir)
		got = append(got, fmt.Sprint(s.ShownPath(), " ", label, " ", s.Exposure))
		if !s.ModelOnly {
			gotCommands = append(gotCommands, label)
		}
	}
	for _, s := range want.Skills {
		exposure := skills.Exposure{ModelOnly: !s.UserInvocable}
		exposure.HideIf(s.Hidden, kit.DisablesInvocation)
		all = append(all, fmt.Sprint(s.Path, " ", s.Label, " ", exposure))
		if s.UserInvocable {
			allCommands = append(allCommands, s.Label)
		}
	}
	if !slices.Equal(got, all) {
		t.Errorf("skills\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(all, "\n"))
	}
	if !slices.Equal(gotCommands, allCommands) || !slices.Equal(gotCommands, want.Commands) {
		t.Errorf("commands %q, want %q and %q", gotCommands, allCommands, want.Commands)
	}
}

func absolute(cwd, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(cwd, path)
}

// checkDuplicates compares the winners, and the losers except other paths of the winner's file.
func checkDuplicates(t *testing.T, catalog *skills.Catalog, cwd string, want recorded) {
	t.Helper()
	real := func(path string) string {
		real, err := filepath.EvalSymlinks(path)
		if err != nil {
			t.Fatal(err)
		}
		return real
	}
	for _, d := range want.Duplicates {
		taken, ok := catalog.Taken(d.Name)
		if !ok || taken.Path != d.Winner {
			t.Errorf("%s is taken from %s, want %s", d.Name, taken.Path, d.Winner)
		}
		var losers []string
		for _, s := range catalog.Named(d.Name) {
			if s.Path != taken.Path {
				losers = append(losers, s.Path)
			}
		}
		var wantLosers []string
		for _, path := range d.Losers {
			if path = absolute(cwd, path); real(path) != real(d.Winner) {
				wantLosers = append(wantLosers, path)
			}
		}
		if !slices.Equal(losers, wantLosers) {
			t.Errorf("%s loses %q, want %q", d.Name, losers, wantLosers)
		}
	}
}

// checkRoots compares the set of roots: Crush names one twice if it is both the user's and the project's.
func checkRoots(t *testing.T, catalog *skills.Catalog, cwd string, want recorded) {
	t.Helper()
	var got, all []string
	for _, r := range catalog.Roots {
		got = append(got, r.Dir)
	}
	for _, dir := range want.Roots {
		all = append(all, absolute(cwd, dir))
	}
	slices.Sort(got)
	slices.Sort(all)
	if all = slices.Compact(all); !slices.Equal(got, all) {
		t.Errorf("roots %q, want %q", got, all)
	}
}

// tilde is the agent with the setting of the case crush-tilde-path, which concerns no other case.
var tilde = Agent.Configured(map[string]skills.KnobValue{"skills_paths": {Paths: []string{"~/mine"}}})

// An injected is the text that Crush gave the model of a skill.
type injected struct {
	Name    string
	Command *string
	View    struct {
		Text  string
		Asked bool `json:"asked_permission"`
	}
	Attached      []struct{ Args, Text string }
	Hidden        bool `json:"disable_model_invocation"`
	UserInvocable bool `json:"user_invocable"`
}

func TestInjection(t *testing.T) {
	views, attached := 0, 0
	agenttest.EachInjection(t, tilde, ".agents/skills", func(t *testing.T, c *agenttest.InjectionTest) {
		var want injected
		c.Want(t, &want)
		check := func(got skills.Injection, text string) {
			t.Helper()
			agenttest.CheckInjection(t, got, c.Load.Source)
			if text = c.Text(text); got.Content != text {
				t.Errorf("%s\nwant\n%s", agenttest.Clip(got.Content), agenttest.Clip(text))
			}
		}
		skill := c.Load.Skill
		if skill.Name != want.Name || skill.Hidden != want.Hidden || skill.ModelOnly != (want.Command == nil) || skill.ModelOnly == want.UserInvocable {
			t.Errorf("%s is %+v, want %+v", skill.Name, skill.Exposure, want)
		}
		if want.Command != nil {
			if label := c.Load.Root.Word + ":" + filepath.Base(skill.Dir); label != *want.Command {
				t.Errorf("command %s, want %s", label, *want.Command)
			}
		}
		view := inject(c.Load)
		check(view, want.View.Text)
		if asks := strings.Contains(strings.Join(view.Notes, " "), "asks the user"); asks != want.View.Asked {
			t.Errorf("the notes are %q, asked: %t", view.Notes, want.View.Asked)
		}
		if strings.Contains(t.Name(), "/synthetic/") { // the corpus may be missing
			views++
			attached += len(want.Attached)
		}
		for _, run := range want.Attached {
			load := c.Load
			load.Arguments = &run.Args
			check(inject(load), run.Text)
		}
	})
	if views != 31 || attached != 88 {
		t.Errorf("%d views and %d attachments of the vectors, want 31 and 88", views, attached)
	}
}

type catalogCase struct {
	ID       string
	Root     string `json:"recorded_root"`
	Expected map[string]catalogued
	Skills   []struct {
		Name        string
		Description string `json:"frontmatter_description"`
	}
}

// A catalogued is a catalog without Crush's own skills, with the instructions after it, and with those skills.
type catalogued struct {
	Text, Section *string
	WithBuiltin   *string `json:"with_builtin"`
	Listed        int
}

// TestCatalog compares the list, whose section with instructions is recorded in one case, without the built-in
// skills and with them. Only those have a type.
func TestCatalog(t *testing.T) {
	cases, sections, own := 0, 0, 0
	for _, c := range agenttest.ReadLines[catalogCase](t, filepath.Join(agenttest.OracleOf(t, Agent.ID).Dir(), "catalog.jsonl")) {
		cases++
		t.Run(c.ID, func(t *testing.T) {
			var list []skills.Skill
			for _, s := range c.Skills {
				dir := c.Root + "/ws/.agents/skills/" + s.Name
				source := "---\nname: " + s.Name + "\ndescription: " + s.Description + "\n---\n\n# " + s.Name + "\n"
				v := accept(skills.File{Path: dir + "/SKILL.md", Source: source})
				if v.Accepted { // Crush rejects those of cat-multibyte-bytes
					skill := skills.Skill{Name: v.Name, Description: v.Description, Path: dir + "/SKILL.md", Dir: dir}
					list = append(list, skill)
				}
			}
			slices.SortStableFunc(list, Agent.Order)
			recorded := c.Expected[Agent.ID]
			if len(list) != recorded.Listed {
				t.Errorf("%d skills, want %d", len(list), recorded.Listed)
			}
			end := "\n\n" + strings.TrimSuffix(usage, "\n")
			if recorded.WithBuiltin != nil {
				own++
				want := strings.ReplaceAll(agenttest.Expand(*recorded.WithBuiltin, c.Root, ""), "    <type>builtin</type>\n", "") + end
				all := append(builtin(t), list...)
				agenttest.CheckCatalogText(t, catalog(all, skills.Budget{}), all, want, "    <location>")
			}
			want := agenttest.Expand(agenttest.ValueOf(recorded.Text), c.Root, "")
			if want != "" {
				want += end
			}
			if section := recorded.Section; section != nil {
				want = agenttest.Expand(*section, c.Root, "")
				sections++
			}
			agenttest.CheckCatalogText(t, catalog(list, skills.Budget{}), list, want, "    <location>")
		})
	}
	if cases != 9 || sections != 1 || own != 2 {
		t.Errorf("%d cases, %d sections and %d with built-in skills, want 9, 1 and 2", cases, sections, own)
	}
}

func TestFields(t *testing.T) {
	agenttest.CheckFields(t, Agent.ID, agenttest.Records{
		"acceptance": {verdict{}},
		"discovery":  {agenttest.Discovered{}, recorded{}},
		"injection":  {injected{}},
		"catalog":    {catalogued{}},
		"mentions":   {agenttest.NotRecorded{}},
	}, map[string]string{
		"acceptance.symlink": "the path says the same",
	})
}

// TestHidden checks that hidden skills are not listed, and that there is an empty list if all are hidden.
func TestHidden(t *testing.T) {
	hidden := skills.Skill{Name: "a", Exposure: skills.Exposure{Hidden: true}}
	if got := catalog([]skills.Skill{hidden}, skills.Budget{}); got.Content != "<available_skills>\n</available_skills>\n\n"+strings.TrimSuffix(usage, "\n") || got.Total != 0 {
		t.Errorf("%+v", got)
	}
}

// TestMentions checks that nothing in a message is a mention: there is no other way to start a skill than the
// command palette.
func TestMentions(t *testing.T) {
	for _, message := range []string{"/demo", "$demo", "@demo", "[$demo](/s/demo/SKILL.md)", "/project:demo now"} {
		if got := Agent.Mentions(message); len(got) > 0 {
			t.Errorf("%q mentions %+v", message, got)
		}
	}
}

func TestRefusals(t *testing.T) {
	const path = "/s/demo/SKILL.md"
	agenttest.Refusals(t, Agent, []agenttest.Refusal{
		{"accepted", "---\nname: demo\ndescription: D.\n---\n", path, ``},
		{"blank lines and blanks", "\ufeff\n \n --- \nname: demo\ndescription: D.\n\t---\n", path, ``},
		{"carriage returns", "---\rname: Demo\rdescription: D.\r---\r", path, ``},
		{"merge", "---\nx: &x {name: demo}\n<<: *x\ndescription: D.\n---\n", path, ``},
		{"blank description", "---\nname: demo\ndescription: '  '\n---\n", path, ``},
		{"switches", "---\nname: demo\ndescription: D.\nuser-invocable: on\ndisable-model-invocation: 'yes'\n---\n", path, ``},
		{"no frontmatter", "# T\n", path, `no-frontmatter  ""`},
		{"language", "---yaml\nname: demo\n---\n", path, `no-frontmatter  "---yaml"`},
		{"unclosed", "---\nname: demo\n", path, `unclosed  "---"`},
		{"closed for others", "---\nname: demo\ndescription: D.\n...\n", path, `unclosed  "..."`},
		{"colon", "---\r\nname: no\r\ndescription: a: b\r\n---\r\n", path, `yaml  "description: a: b"; directory name "no"!`},
		{"text", "---\njust text\n---\n", path, `not-mapping  "just text"`},
		{"list", "---\n- a\n---\n", path, `not-mapping  "- a"`},
		{"repeated key", "---\nname: demo\ndescription: D.\nx: 1\nx: 2\n---\n", path, `duplicate-key x "x: 2"`},
		{"nested metadata", "---\nname: demo\ndescription: D.\nmetadata:\n  a: b\n  c:\n    d: e\n---\n", path, `type metadata "d: e"`},
		{"types", "---\nname: [demo]\ndescription: D.\nuser-invocable: 'true'\n---\n", path, `type name "name: [demo]"; type user-invocable "user-invocable: 'true'"`},
		{"not UTF-8", "---\nname: demo\ndescription: \xff\n---\n", path, `unreadable  "\ufffd"`},
		{"missing", "---\nversion: 1\n---\n", path, `missing name "---"; missing description "---"`},
		{"empty", "---\nname:\ndescription: ''\n---\n", path, `empty name "name"; empty description "''"`},
		{"nothing", "---\n---\n", path, `missing name "---"; missing description "---"`},
		{"letters", "---\nname: a b\ndescription: D.\n---\n", "", `characters name "a b"`},
		{"hyphens", "---\nname: a--b\ndescription: D.\n---\n", "", `hyphens name "a--b"`},
		{"long", "---\nname: " + strings.Repeat("n", 65) + "\ndescription: D.\ncompatibility: " + strings.Repeat("c", 501) + "\n---\n", "", `too-long name "` + strings.Repeat("n", 65) + `"; too-long compatibility "` + strings.Repeat("c", 501) + `"`},
		{"bytes", "---\nname: demo\ndescription: " + strings.Repeat("技", 342) + "\n---\n", path, `too-long description "` + strings.Repeat("技", 342) + `"`},
	})
	source := "---\nname: a b\ndescription:\n---\n"
	for _, r := range accept(skills.File{Path: path, Source: source}).Refusals {
		const want = "name must be alphanumeric with hyphens, no leading/trailing/consecutive hyphens\n" +
			"name \"a b\" must match directory \"demo\"\ndescription is required"
		if r.Message != want {
			t.Errorf("%s: %q, want %q", r.Code, r.Message, want)
		}
	}
}

// TestLimits checks that frontmatter with many keys is not decoded, and that there are not many messages
// about one key.
func TestLimits(t *testing.T) {
	var many strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&many, "k%d: v\n", i)
	}
	v := accept(skills.File{Path: "/s/demo/SKILL.md", Source: "---\nname: demo\ndescription: D.\n" + many.String() + "---\n"})
	if !v.Accepted || v.Name != "demo" || v.Description != "D." {
		t.Errorf("%+v", v)
	}
	v = accept(skills.File{Source: "---\n" + strings.Repeat("k: v\n", 5000) + "---\n"})
	if n := len(v.Refusals); v.Accepted || n != 55 || v.Refusals[0].Code != skills.CodeDuplicateKey {
		t.Errorf("%d refusals of a repeated key", n)
	}
}

// TestSegments checks the sources of the injected text.
func TestSegments(t *testing.T) {
	load := skills.Load{Skill: skills.Skill{Name: "a", Exposure: skills.Exposure{ModelOnly: true}}, Source: "---\r\nname: a\n---\nB\xff\n"}
	if got := inject(load); got.Content != "File content is not valid UTF-8" {
		t.Errorf("%q", got.Content)
	}
	arguments := "now"
	load.Arguments = &arguments
	got := inject(load)
	agenttest.CheckInjection(t, got, load.Source)
	agenttest.CheckSegments(t, got, load.Source, "substituted|envelope|frontmatter ---\r\nname: a\n---\n|body B\xff\n!|envelope")
	if len(got.Notes) != 1 {
		t.Errorf("notes %q", got.Notes)
	}
	long := strings.Repeat("é", 1001)
	load = skills.Load{Source: "---\r\nx\n---\n" + long}
	got = inject(load)
	agenttest.CheckInjection(t, got, load.Source)
	agenttest.CheckSegments(t, got, load.Source, "envelope|frontmatter ---|envelope|frontmatter x|envelope|frontmatter ---|envelope|body "+long[:2000]+"!|envelope")
}

// TestOrdinary checks what the tool view returns for a file whose real path is outside the directories of
// skills.
func TestOrdinary(t *testing.T) {
	root := treetest.Dir(t)
	text, huge := "---\nname: a\n---\n"+strings.Repeat("line\n", 197), strings.Repeat(strings.Repeat("x", 2000)+"\n", 103)
	out, in := "../../../../out.md", "../../../../other/.agents/skills/a/SKILL.md"
	agenttest.WriteTree(t, root, []agenttest.Node{
		{Path: "out.md", Content: &text},
		{Path: "other/.agents/skills/a/SKILL.md", Content: &text},
		{Path: "ws/.agents/skills/a/SKILL.md", Symlink: &out},
		{Path: "ws/.agents/skills/b/SKILL.md", Symlink: &in},
	})
	v := skills.Vantage{Cwd: filepath.Join(root, "ws"), Home: filepath.Join(root, "other")}
	found, err := skills.Discover(t.Context(), vfs.Disk{}, Agent, v)
	if err != nil {
		t.Fatal(err)
	}
	load := func(name, source string) skills.Injection {
		dir := filepath.Join(root, "ws", ".agents", "skills", name)
		l := skills.Load{
			Skill:  skills.Skill{Path: filepath.Join(dir, "SKILL.md"), Dir: dir},
			Source: source, FS: vfs.Disk{}, Cwd: v.Cwd, Roots: found.Roots,
		}
		return inject(l)
	}
	if got := load("a", text); strings.Contains(got.Content, "more lines") || !strings.HasSuffix(got.Content, "   200|line\n</file>\n") || len(got.Notes) != 1 {
		t.Errorf("200 lines: %s", agenttest.Clip(got.Content))
	}
	if got := load("a", text+"x"); !strings.HasSuffix(got.Content, "   200|line\n\n(File has more lines. Use 'offset' parameter to read beyond line 200)\n</file>\n") {
		t.Errorf("201 lines: %s", agenttest.Clip(got.Content))
	}
	if got, want := load("a", huge).Content, "Content section is too large (206102 bytes). Maximum size is 204800 bytes"; got != want {
		t.Errorf("%s, want %s", agenttest.Clip(got), want)
	}
	if got := load("b", text+"x"); !strings.HasSuffix(got.Content, "   201|x\n</file>\n") || len(got.Notes) != 0 {
		t.Errorf("in a directory of skills: %s", agenttest.Clip(got.Content))
	}
}

// TestEnvironment checks which directories environment variables name.
func TestEnvironment(t *testing.T) {
	for _, tt := range []struct {
		env  map[string]string
		want string
	}{
		{map[string]string{"XDG_CONFIG_HOME": "/x"}, "/x/crush/skills /x/agents/skills /h/.agents/skills /h/.claude/skills /v/a"},
		{map[string]string{"CRUSH_SKILLS_DIR": "/c", "XDG_CONFIG_HOME": "/x"}, "/c /v/a"},
	} {
		tt.env["DIR"] = "/v"
		agent := Agent.Configured(map[string]skills.KnobValue{"skills_paths": {Paths: []string{"${DIR}/a", "$NOTHING/b"}}})
		_, roots := skills.FindRoots(vfs.Disk{}, agent, skills.Vantage{Cwd: "/p", Home: "/h", Env: tt.env})
		var dirs []string
		for _, r := range roots {
			if dir := filepath.ToSlash(r.Dir); !strings.HasPrefix(dir, "/p/") {
				dirs = append(dirs, dir)
			}
		}
		if got := strings.Join(dirs, " "); got != tt.want {
			t.Errorf("%v: %s, want %s", tt.env, got, tt.want)
		}
	}
}

// TestWays checks that a link to a skill beside it does not hide the skill, and that both follow a change of
// the file.
func TestWays(t *testing.T) {
	root := treetest.Dir(t)
	text, target, up := "---\nname: real\ndescription: D.\n---\n", "real", ".."
	agenttest.WriteTree(t, root, []agenttest.Node{
		{Path: ".agents/skills/real/SKILL.md", Content: &text},
		{Path: ".agents/skills/alias", Symlink: &target},
		{Path: ".agents/skills/zlias", Symlink: &target},
		{Path: ".agents/skills/loop", Symlink: &up},
	})
	catalog, err := skills.BuildCatalog(t.Context(), vfs.Disk{}, Agent, skills.Vantage{Cwd: root}, nil)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(root, ".agents", "skills", "real", "SKILL.md")
	if len(catalog.Skills) != 1 || catalog.Skills[0].Path != file || len(catalog.Errors) != 2 || len(catalog.Files()) != 3 {
		t.Errorf("skills %+v, errors %+v", catalog.Skills, catalog.Errors)
	}
	if err := os.WriteFile(file, []byte(strings.Replace(text, "real", "alias", 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	catalog = catalog.Update(vfs.Disk{}, Agent, nil, file)
	if len(catalog.Skills) != 1 || filepath.Base(catalog.Skills[0].Dir) != "alias" || len(catalog.Errors) != 2 {
		t.Errorf("after a change, skills %+v, errors %+v", catalog.Skills, catalog.Errors)
	}
}

// FuzzCrush checks the invariants of every verdict and injection for any bytes.
func FuzzCrush(f *testing.F) {
	for _, seed := range []string{
		"---\nname: a\ndescription: D.\n---\n# T\n", "\n --- \r\nname: [a\r---", "---\n<<: &a {<<: *a}\n---\n\xff", "---\n? [a]\n: b\n? {c: d}\n---\n",
		"---\nname: !!binary YQ==\n!!int x: y\n---\n", "---\nmetadata: &m {a: *m}\n---\n", "---\n--- a\nname: b\n---\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, source string) {
		d := skills.Parse(source)
		agenttest.CheckVerdict(t, "fuzz", source, accept(skills.File{Path: "/s/a/SKILL.md", Source: source, Frontmatter: &d.Frontmatter}))
		for _, arguments := range []*string{nil, &source} {
			agenttest.CheckInjection(t, inject(skills.Load{Source: source, Arguments: arguments}), source)
		}
	})
}
