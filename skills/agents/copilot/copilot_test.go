package copilot

import (
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

func TestLocations(t *testing.T) {
	agent := Agent.Configured(map[string]skills.KnobValue{"agentSkillsLocations": {Paths: []string{"./tools/skills", "~/mine", "more", "/abs", "a/*", `b\c`}}})
	const want = "/p/.agents/skills /p/.github/skills /p/.claude/skills /p/tools/skills /p/more /h/.agents/skills /h/.copilot/skills /h/.claude/skills /h/mine"
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

// TestParents checks that a file .git, as in a worktree, does not mark the root of a repository.
func TestParents(t *testing.T) {
	root := treetest.Dir(t)
	text := "gitdir: x\n"
	agenttest.WriteTree(t, root, []agenttest.Node{{Path: "r/.git", Dir: true}, {Path: "r/w/.git", Content: &text}, {Path: "r/w/sub", Dir: true}})
	for value, want := range map[bool]int{true: 3 * 3, false: 3} {
		agent := Agent.Configured(map[string]skills.KnobValue{"useCustomizationsInParentRepositories": {On: value}})
		_, roots := skills.FindRoots(vfs.Disk{}, agent, skills.Vantage{Cwd: filepath.Join(root, "r", "w", "sub")})
		if len(roots) != want {
			t.Errorf("%t: %d roots, want %d", value, len(roots), want)
		}
	}
}

// TestLinks checks that two links to one directory are two skills.
func TestLinks(t *testing.T) {
	root := treetest.Dir(t)
	text, target := "---\ndescription: D.\n---\n", "../../../store"
	agenttest.WriteTree(t, root, []agenttest.Node{
		{Path: "store/SKILL.md", Content: &text},
		{Path: "ws/.agents/skills/a", Symlink: &target},
		{Path: "ws/.agents/skills/b", Symlink: &target},
	})
	v := skills.Vantage{Cwd: filepath.Join(root, "ws")}
	catalog, err := skills.BuildCatalog(t.Context(), vfs.Disk{}, Agent, v, nil)
	if err != nil || len(catalog.Skills) != 2 || catalog.Skills[0].Name != "a" || catalog.Skills[1].Name != "b" {
		t.Errorf("%+v, %v", catalog.Skills, err)
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
		{"a colon in the description", "---\ndescription: a: b\nname: demo\n---\n", nil},
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
		{"invalid UTF-8", "---\nname: demo\ndescription: D.\nx\xff: y\nx\xff: \xff\n---\n", []string{
			"error  x\xff: Duplicate key: \"x\ufffd\"",
			"hint x\ufffd x\xff: y: Attribute 'x\ufffd' is not supported by VS Code agents. " + supported,
			"hint x\ufffd x\xff: \xff: Attribute 'x\ufffd' is not supported by VS Code agents. " + supported,
		}},
		{"fork", "---\nname: demo\ncontext: ' fork'\ndescription: D.\n---\n", []string{
			"warning context ' fork': The 'context: fork' attribute requires the skill tool to be enabled (github.copilot.chat.skillTool.enabled).",
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			file := skills.File{Path: filepath.FromSlash("/ws/.github/skills/demo/SKILL.md"), Source: tt.source}
			v := Agent.Accept(file)
			var got []string
			for _, r := range v.Remarks {
				got = append(got, r.Severity+" "+r.Field+" "+r.Span.Of(tt.source)+": "+r.Message)
			}
			if !v.Accepted || v.Name != "demo" || !slices.Equal(got, tt.want) {
				t.Errorf("%t, %q\ngot  %q\nwant %q", v.Accepted, v.Name, got, tt.want)
			}
			withTool := Agent.Configured(map[string]skills.KnobValue{"skillTool": {On: true}})
			if v := withTool.Accept(file); tt.name == "fork" && len(v.Remarks) > 0 {
				t.Errorf("with the tool, the remarks are %+v", v.Remarks)
			}
		})
	}
}

func TestReading(t *testing.T) {
	for _, tt := range []struct{ source, description string }{
		{"\ufeff---\ndescription: D.\n---\n", ""},
		{"---\rdescription: D.\r---\r", "D."},
		{"---\u00a0\ndescription: D.\n---\u2028\nmore: x\n", "D."},
		{"---\nx: y: z\ndescription: a: b\n---\n", "a: b"},
		{"---\ndescription: a <\n  b> c <d\n---\n", "a  c <d"},
		{"---\ndescription: a <> b <c\n---\n", "a <> b <c"},
		{"---\ndescription: <b>" + strings.Repeat("x", 1025) + "\n---\n", strings.Repeat("x", 1024)},
		{"---\ndescription: \"" + strings.Repeat("x", 1023) + "💡\"\n---\n", strings.Repeat("x", 1023)},
	} {
		v := Agent.Accept(skills.File{Path: "/s/a/SKILL.md", Source: tt.source})
		if v.Description != tt.description || v.Hidden != (tt.description == "") {
			t.Errorf("%.60q: %q, hidden %t, want %q", tt.source, v.Description, v.Hidden, tt.description)
		}
	}
	if v := Agent.Accept(skills.File{Source: "---\nname: x\n---\n"}); v.Name != "x" {
		t.Errorf("unsaved, the name is %q", v.Name)
	}
}

// TestLeftOut checks that skills with a path like that of VS Code's own skill are not listed.
func TestLeftOut(t *testing.T) {
	for dir, hidden := range map[string]bool{"troubleshoot": true, "network-troubleshoot": true, "troubleshoot-x": false, "Troubleshoot": false} {
		path := filepath.FromSlash("/ws/.agents/skills/" + dir + "/SKILL.md")
		v := Agent.Accept(skills.File{Path: path, Source: "---\ndescription: D.\n---\n"})
		text := Agent.Catalog([]skills.Skill{{Name: dir, Description: "D.", Path: path, Exposure: v.Exposure}}, skills.Budget{})
		if v.Hidden != hidden || (text.Total == 0) != hidden || (text.Content == "") != hidden {
			t.Errorf("%s: hidden %t, %d listed", dir, v.Hidden, text.Total)
		}
	}
}

// TestEscapes checks that the catalog escapes names and descriptions, but not paths.
func TestEscapes(t *testing.T) {
	list := []skills.Skill{{Name: `<a> & "b"`, Description: "x > y", Path: "/<a> & b/SKILL.md"}}
	text := Agent.Catalog(list, skills.Budget{})
	const want = "<skill>\n<name>&lt;a&gt; &amp; \"b\"</name>\n<description>x &gt; y</description>\n" +
		"<file>/<a> & b/SKILL.md</file>\n</skill>\n</skills>\n\n"
	if !strings.HasSuffix(text.Content, want) {
		t.Errorf("%s, want %s", text.Content, want)
	}
}

// TestNamesOnly checks the skills that do not fit in the catalog.
func TestNamesOnly(t *testing.T) {
	var list []skills.Skill
	for _, name := range []string{"a", "b", strings.Repeat("n", 2400), strings.Repeat("m", 2591), strings.Repeat("o", 2590), "c"} {
		list = append(list, skills.Skill{Name: name, Description: "D", Path: "/" + name})
	}
	both := map[string]skills.KnobValue{"skillTool": {On: true}, "useSkillAdherencePrompt": {On: true}}
	agent := Agent.Configured(both)
	entry := len("<skill>\n<name>a</name>\n<description>D</description>\n<file>/a</file>\n</skill>\n")
	text := agent.Catalog(list, skills.Budget{Chars: entry})
	want := "</skill>\nAdditional skills available (invoke by name): b, " + list[2].Name + ", " + list[3].Name + "... and 2 more\n</skills>\n\n"
	if !strings.HasSuffix(text.Content, want) || text.Entries != 4 || len(text.Shortened) != 3 || len(text.Dropped) != 2 || !text.Truncated || text.Used.Chars != entry {
		t.Errorf("%d entries, %d shortened, %d dropped, %d used: %s", text.Entries, len(text.Shortened), len(text.Dropped), text.Used.Chars, agenttest.Clip(text.Content))
	}
	if agent.Limits.Listing.Chars != entriesLength || !strings.Contains(text.Content, "you MUST invoke it IMMEDIATELY") || Agent.Limits.Listing.Chars > 0 {
		t.Errorf("the budget is %+v", agent.Limits.Listing)
	}
}

// TestBody checks what /name attaches for files with unusual delimiters.
func TestBody(t *testing.T) {
	for source, want := range map[string]string{
		"---\nname: demo\n": "---\nname: demo\n",
		"---\nname: demo\n--- x\ndescription: D.\n---\nBody.\n": "-- x\ndescription: D.\n---\nBody.\n",
		"---\rname: demo\r---\rBody.\r":                         "-\r\nBody.\r\n",
		"\ufeff---\nname: demo\n---\n\nBody.\n":                 "-\n\nBody.\n",
		"---\nname: demo\r\n---\n\n\nBody \xff.\r\n":            "\n\n\nBody \ufffd.\n",
		"---\r\nname: demo\n---\r\n\nBody.\r\n":                 "\n\r\nBody.\r\n",
	} {
		var none string
		load := skills.Load{Skill: skills.Skill{Path: "/s/a/SKILL.md"}, Source: source, Arguments: &none}
		got := Agent.Inject(load)
		agenttest.CheckInjection(t, got, source)
		want = "<attachment id=\"prompt:SKILL.md\" filePath=\"/s/a/SKILL.md\">\nPrompt instructions file:\n" + want + "\n</attachment>\n"
		if got.Content != want {
			t.Errorf("%q: %q, want %q", source, got.Content, want)
		}
	}
}

func TestMixedLineEnds(t *testing.T) {
	const source = "\ufeffa\r\nb\nc\n\nd\r\ne\re\n"
	text, got := editorText(source), Agent.Inject(skills.Load{Source: source})
	if text != "a\nb\nc\n\nd\ne\ne\n" || got.Content != text || !strings.HasPrefix(got.Segments[0].Note, "line endings are normalized") {
		t.Fatalf("%q, %+v", text, got)
	}
	offset := func(at int) int { return kit.SourceOffset(source, text, at) }
	for i, c := range text {
		if c != '\n' && source[offset(i)] != byte(c) || c == '\n' && !strings.ContainsRune("\r\n", rune(source[offset(i)])) {
			t.Errorf("%d is at %d", i, offset(i))
		}
	}
	if end := offset(len(text)); end != len(source) {
		t.Errorf("the end is at %d", end)
	}
}
