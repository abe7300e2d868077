package agents

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"skills-ls/skills"
	"skills-ls/skills/vfs"
)

// What the vectors of the agents that were not run leave open.

func TestCursorRefusals(t *testing.T) {
	const path = "/ws/.cursor/skills/demo/SKILL.md"
	testRefusals(t, Cursor, []refusalTest{
		{"none", "---\nname: demo\ndescription: D.\n---\n", path, ""},
		{"a byte order mark", "\ufeff---\nname: demo\ndescription: D.\n---\n", path, ""},
		{"no path", "---\nname: other\ndescription: D.\n---\n", "", ""},
		{"no frontmatter", "# T\n", path, `no-frontmatter  ""; missing name ""; missing description ""`},
		{"unclosed", "---\nname: Demo\n", path, `unclosed  "---"; characters name "Demo"!; directory name "Demo"!; missing description "---"!`},
		{"not YAML", "---\nname: demo\ndescription: a: b\n---\n", path, `yaml  "description: a: b"`},
		{"a list", "---\n- demo\n---\n", path, `not-mapping  "- demo\n"; missing name "---"; missing description "---"`},
		{"types", "---\nname: [demo]\ndescription: {a: b}\n---\n", path, `type name "[demo]"; type description "{a: b}"`},
		{"empty", "---\nname: ''\ndescription:\n---\n", path, `empty name "''"; empty description "description"`},
		{"several", "---\nname: My Demo\n---\n", path, `characters name "My Demo"; directory name "My Demo"; missing description "---"`},
	})
	testRefusals(t, Amp, []refusalTest{
		{"another directory", "---\nname: Demo\ndescription: D.\n---\n", path, `directory name "Demo"`},
		{"any characters", "---\nname: My Demo\ndescription: D.\n---\n", "/ws/.agents/skills/My Demo/SKILL.md", ""},
	})
}

func TestOpenOxideRefusals(t *testing.T) {
	const path = "/ws/.openoxide/skills/demo/SKILL.md"
	testRefusals(t, OpenOxide, []refusalTest{
		{"another directory", "---\nname: Other One\ndescription: D.\n---\n", path, ""},
		{"blanks around the delimiters", " --- \nname: demo\ndescription: D.\n---  \n", path, ""},
		{"nothing", "", path, `no-frontmatter  ""; missing name ""!; missing description ""!`},
		{"unclosed", "---\nname: demo\ndescription: D.\n", path, `unclosed  "---"`},
		{"not YAML", "---\nname: demo\ndescription: a: b\n---\n", path, `yaml  ":"`},
		{"a list", "---\n- a\n---\n", path, `not-mapping  "- a"; missing name "---"!; missing description "---"!`},
		{"twice", "---\nname: a\nname: b\ndescription: D.\n---\n", path, `duplicate-key name "name"`},
		{"empty", "---\nname: '  '\ndescription: ~\n---\n", path, `empty name "'  '"; empty description "~"`},
		{"not UTF-8", "---\nname: a\ndescription: \xff\n---\n", path, `unreadable  "\ufffd"`},
	})
}

func TestCopilotRemarks(t *testing.T) {
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
			v := acceptCopilot(skills.File{Path: filepath.FromSlash("/ws/.github/skills/demo/SKILL.md"), Source: tt.source})
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

func TestCopilotReading(t *testing.T) {
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
		if v := acceptCopilot(skills.File{Path: "/s/a/SKILL.md", Source: tt.source}); v.Description != tt.description {
			t.Errorf("%.60q: %q, want %q", tt.source, v.Description, tt.description)
		}
	}
	if v := acceptCopilot(skills.File{Source: "---\nname: <b>" + strings.Repeat("n", 70) + "\n---\n"}); v.Name != strings.Repeat("n", 64) {
		t.Errorf("unsaved, the name is %q", v.Name)
	}
}

func TestSlashMentions(t *testing.T) {
	for _, tt := range []struct{ text, copilot, cursor string }{
		{"/a-b x", "a-b", "a-b"},
		{" \n/a", "a", "a"},
		{"do /a", "", ""},
		{"/", "", ""},
		{"", "", ""},
		{"/a-)", "a", ""},
		{"/a.b:c, d", "a.b:c", ""},
		{"/Ünï x", "Ünï", ""},
		{"/技能。", "", ""},
		{"/技能", "技能", ""},
		{"//a", "", ""},
		{"/a/b", "a", ""},
	} {
		name := func(mentions []skills.Mention) string {
			if len(mentions) == 0 {
				return ""
			}
			checkMention(t, tt.text, mentions[0])
			return mentions[0].Name
		}
		if copilot, cursor := name(mentionsCopilot(tt.text)), name(slashAtStart(tt.text)); copilot != tt.copilot || cursor != tt.cursor {
			t.Errorf("%q: %q, %q, want %q, %q", tt.text, copilot, cursor, tt.copilot, tt.cursor)
		}
	}
}

// TestOthersSegments checks what each part of an injected text is.
func TestOthersSegments(t *testing.T) {
	const source = "---\nname: a\ndescription: D.\ncontext: fork\n---\n\nRun !`date`, !`` and \xff.\n"
	none := ""
	for _, tt := range []struct {
		name      string
		agent     *skills.Agent
		arguments *string
		want      string
		content   string
		notes     int
	}{
		{"read by the model", Copilot, nil, "frontmatter body", "", 1},
		{"slash command", Copilot, &none, "frontmatter body", "-\n\nRun !`date`, !`` and \ufffd.\n", 2},
		{"Cursor", Cursor, nil, "body", "\nRun !`date`, !`` and \ufffd.\n", 1},
		{"Amp", Amp, nil, "envelope body envelope", "<loaded_skill name=\"a\">\n\nRun !`date`, !`` and \ufffd.\n\n</loaded_skill>", 1},
		{"OpenOxide", OpenOxide, &none, "envelope body unexecuted body envelope", "<skill>\n <name>a</name>\n <path>/s/a/SKILL.md</path>\n \nRun !`date`, !`` and \ufffd.\n\n</skill>", 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := tt.agent.Inject(skills.Load{Skill: skills.Skill{Name: "a", Path: "/s/a/SKILL.md", Dir: "/s/a"}, Source: source, Arguments: tt.arguments, FS: vfs.Disk{}})
			checkInjection(t, got, source)
			var kinds []string
			for _, s := range got.Segments {
				kinds = append(kinds, string(s.Kind))
			}
			if strings.Join(kinds, " ") != tt.want || tt.content != "" && got.Content != tt.content || len(got.Notes) != tt.notes {
				t.Errorf("%q: %q, notes %q", kinds, got.Content, got.Notes)
			}
		})
	}
}

func TestOpenOxidePermissions(t *testing.T) {
	dir := realTempDir(t)
	text := func(s string) *string { return &s }
	lay(t, dir, []node{
		{Path: "a/agents/openai.yaml", Content: text("permissions: {network: {enabled: true}, file_system: {read: [./x, '`y`']}}\npolicy: {allow_implicit_invocation: false}\n")},
		{Path: "b/agents/openoxide.yaml", Content: text("permissions:\n  network: true\n")},
		{Path: "b/agents/openai.yaml", Content: text("policy: {allow_implicit_invocation: false}\n")},
		{Path: "c/agents/openoxide.yaml", Content: text("permissions: [")},
	})
	note := func(agent *skills.Agent, name string, scope skills.Scope) string {
		load := skills.Load{Skill: skills.Skill{Name: name, Dir: filepath.Join(dir, name), Scope: scope}, Source: "---\nname: a\n---\n", FS: vfs.Disk{}}
		_, after, _ := strings.Cut(strings.Join(agent.Inject(load).Notes[1:], " "), "asks for permissions: ")
		return after
	}
	on := func(names ...string) *skills.Agent {
		values := make(map[string]skills.KnobValue)
		for _, name := range names {
			values["permissions."+name] = skills.KnobValue{On: true}
		}
		return OpenOxide.Configured(values)
	}
	for _, tt := range []struct {
		agent *skills.Agent
		name  string
		scope skills.Scope
		want  string
	}{
		{OpenOxide, "a", skills.ScopeRepo, "`network.enabled: true`, `file_system.read: ./x`, `file_system.read: 'y'`. That is the effective change"},
		{OpenOxide, "b", skills.ScopeRepo, "`network: true`. That is the effective change"},
		{OpenOxide, "c", skills.ScopeRepo, ""},
		{on("trusted_sources"), "b", skills.ScopeRepo, "`network: true`. The effective change is none: only"},
		{on("trusted_sources"), "b", skills.ScopeAdmin, "`network: true`. That is"},
		{on("trusted_sources", "strict"), "b", skills.ScopeAdmin, "`network: true`. The effective change is none: in strict mode"},
	} {
		if got := note(tt.agent, tt.name, tt.scope); !strings.HasPrefix(got, tt.want) || tt.want == "" && got != "" {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
	for name, hidden := range map[string]bool{"a": true, "b": false, "c": false} {
		if s, ok, _ := adoptOpenOxide(vfs.Disk{})(skills.Skill{Dir: filepath.Join(dir, name)}); s.Hidden != hidden || !ok {
			t.Errorf("%s: hidden %t", name, s.Hidden)
		}
	}
}

func TestOthersCatalog(t *testing.T) {
	list := []skills.Skill{
		{Name: "a", Description: "Does a.", Path: "/s/a/SKILL.md", Dir: "/s/a"},
		{Name: "b", Description: "Does b.", Path: "/s/b/SKILL.md", Dir: "/s/b", Exposure: skills.Exposure{Hidden: true}},
		{Name: "c", Description: "Ü.", Path: "/s/c/SKILL.md", Dir: "/s/c"},
	}
	amp := catalogAmp(list, skills.Budget{})
	want := ampIntro + "<available_skills>\n  <skill>\n    <name>a</name>\n    <description>Does a.</description>\n    <location>/s/a/SKILL.md</location>\n  </skill>\n" +
		"  <skill>\n    <name>c</name>\n    <description>Ü.</description>\n    <location>/s/c/SKILL.md</location>\n  </skill>\n</available_skills>"
	if amp.Content != want || amp.Total != 2 {
		t.Errorf("%q, want %q", amp.Content, want)
	}
	const a, c = "- a: Does a. (file: /s/a/SKILL.md)", "- c: Ü. (file: /s/c/SKILL.md)"
	for _, tt := range []struct {
		budget skills.Budget
		want   string
	}{
		{skills.Budget{}, a + "\n" + c},
		{skills.Budget{Chars: 65}, a + "\n" + c},
		{skills.Budget{Chars: 64}, a},
		{skills.Budget{Chars: 34}, c},
		{skills.Budget{Tokens: 16}, a},
		{skills.Budget{Tokens: 17}, a + "\n" + c},
		{skills.Budget{Chars: 1}, ""},
	} {
		got := catalogOpenOxide(list, tt.budget)
		if got.Content != tt.want || got.Total != 2 || got.Entries+len(got.Dropped) != 2 || got.Truncated != (len(got.Dropped) > 0) {
			t.Errorf("%+v: %+v, want %q", tt.budget, got, tt.want)
		}
	}
	for _, agent := range []*skills.Agent{Copilot, Amp, OpenOxide} {
		if got := agent.Catalog(list[1:2], skills.Budget{}); got.Content != "" || len(got.Notes) > 0 {
			t.Errorf("%s: %+v", agent.ID, got)
		}
	}
}

// TestOthersOnCorpus reads real skills: nothing is known of what the agents make of them, but that they survive.
func TestOthersOnCorpus(t *testing.T) {
	for _, agent := range []*skills.Agent{Copilot, Cursor, Amp, OpenOxide} {
		accepted, bare := 0, 0
		for name, file := range corpusFiles(t) {
			if !strings.EqualFold(filepath.Base(name), "SKILL.md") {
				continue
			}
			v := agent.Accept(skills.File{Path: "/corpus/" + file.Real, Source: file.Source})
			checkVerdict(t, name, file.Source, v)
			if v.Accepted {
				accepted++
				if v.Description == "" {
					bare++
				}
			}
			got := agent.Inject(skills.Load{Skill: skills.Skill{Name: v.Name, Path: "/corpus/" + file.Real}, Source: file.Source})
			checkInjection(t, got, file.Source)
		}
		t.Logf("%s accepts %d, %d of them without a description", agent.ID, accepted, bare)
	}
}

// TestCursorNested checks where roots below the start are looked for.
func TestCursorNested(t *testing.T) {
	dir := realTempDir(t)
	for _, path := range []string{"b/.cursor/skills/one", "b/c/.agents/skills/two", "node_modules/x/.cursor/skills/three", ".hidden/.cursor/skills/four", "b/.claude/skills/five", ".cursor/skills/six"} {
		text := "---\nname: " + filepath.Base(path) + "\ndescription: D.\n---\n"
		lay(t, dir, []node{{Path: path + "/SKILL.md", Content: &text}})
	}
	catalog, err := skills.BuildCatalog(t.Context(), vfs.Disk{}, Cursor, skills.Vantage{Cwd: dir}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, s := range catalog.Skills {
		names = append(names, s.Name)
	}
	slices.Sort(names)
	if want := []string{"one", "six", "two"}; !slices.Equal(names, want) {
		t.Errorf("%q, want %q", names, want)
	}
}

// TestOpenOxideBudget guards what the list may take: a share of the context window, where that is known.
func TestOpenOxideBudget(t *testing.T) {
	if got := OpenOxide.ListingOf(200_000); got != (skills.Budget{Tokens: 4_000}) {
		t.Errorf("%+v", got)
	}
	if got := OpenOxide.ListingOf(10); got != (skills.Budget{Tokens: 1}) {
		t.Errorf("%+v", got)
	}
	agent := OpenOxide.Configured(map[string]skills.KnobValue{"budget.max_pct": {Count: 5}, "budget.fallback_chars": {Count: 100}})
	if got := agent.ListingOf(1_030); got != (skills.Budget{Tokens: 51}) || agent.Limits.Listing != (skills.Budget{Chars: 100}) {
		t.Errorf("%+v, %+v", got, agent.Limits.Listing)
	}
}
