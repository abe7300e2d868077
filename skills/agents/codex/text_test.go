package codex

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

func TestInjection(t *testing.T) {
	agenttest.EachInjection(t, Agent, ".agents/skills", func(t *testing.T, c *agenttest.InjectionTest) {
		var want struct{ Name, Text string }
		c.Want(t, &want)
		got := inject(c.Load)
		agenttest.CheckInjection(t, got, c.Load.Source)
		if text := c.Text(want.Text); got.Content != text || c.Load.Skill.Name != want.Name {
			t.Errorf("%s\n%s\nwant %s\n%s", c.Load.Skill.Name, agenttest.Clip(got.Content), want.Name, agenttest.Clip(text))
		}
		if len(got.Files)+len(got.Notes) > 0 {
			t.Errorf("files %q, notes %q", got.Files, got.Notes)
		}
	})
}

func TestSegments(t *testing.T) {
	const front, body = "---\nname: a\ndescription: D.\n---\n", "\nBody \xff.\n"
	arguments := "x"
	got := inject(skills.Load{Skill: skills.Skill{Name: "p:a", Path: "/s/a/SKILL.md"}, Source: front + body, Arguments: &arguments})
	agenttest.CheckInjection(t, got, front+body)
	var kinds []string
	for _, s := range got.Segments {
		kinds = append(kinds, string(s.Kind))
	}
	if want := "envelope frontmatter body envelope"; strings.Join(kinds, " ") != want {
		t.Errorf("segments %v, want %s", kinds, want)
	}
	if want := "<skill>\n<name>p:a</name>\n<path>/s/a/SKILL.md</path>\n" + front + "\nBody \ufffd.\n\n</skill>"; got.Content != want {
		t.Errorf("content %q, want %q", got.Content, want)
	}
	if len(got.Notes) != 2 || !strings.HasSuffix(got.Notes[0], "Failed to load skill p:a at /s/a/SKILL.md: invalid utf-8 sequence of 1 bytes from index 38") {
		t.Errorf("notes %q", got.Notes)
	}
}

// TestServed checks the note about long skills of plugins, which Codex cuts if they do not come from the file
// system.
func TestServed(t *testing.T) {
	for _, tt := range []struct {
		name string
		size int
		want bool
	}{{"p:a", 8001, true}, {"p:a", 8000, false}, {"a", 8001, false}} {
		got := inject(skills.Load{Skill: skills.Skill{Name: tt.name}, Source: strings.Repeat("x", tt.size)})
		if noted := len(got.Notes) == 1 && strings.HasSuffix(got.Notes[0], "warns: Skill `p:a` exceeded the main prompt context limit and was truncated."); noted != tt.want || len(got.Content) < tt.size {
			t.Errorf("%s with %d bytes: notes %q", tt.name, tt.size, got.Notes)
		}
	}
}

// TestNotUTF8 compares with Rust's messages for invalid UTF-8.
func TestNotUTF8(t *testing.T) {
	for _, tt := range []struct{ text, want, at string }{
		{"a\xff", "invalid utf-8 sequence of 1 bytes from index 1", "\xff"},
		{"\xc3(", "invalid utf-8 sequence of 1 bytes from index 0", "\xc3"},
		{"ab\xe2\x82", "incomplete utf-8 byte sequence from index 2", "\xe2\x82"},
		{"\xe2\x82(", "invalid utf-8 sequence of 2 bytes from index 0", "\xe2\x82"},
		{"\xe0\x80\x80", "invalid utf-8 sequence of 1 bytes from index 0", "\xe0"},
		{"\xf0\x9f\x98", "incomplete utf-8 byte sequence from index 0", "\xf0\x9f\x98"},
		{"\xf0\x9f\x98x", "invalid utf-8 sequence of 3 bytes from index 0", "\xf0\x9f\x98"},
		{"\xed\xa0\x80", "invalid utf-8 sequence of 1 bytes from index 0", "\xed"},
		{"\xf4\x90\x80\x80", "invalid utf-8 sequence of 1 bytes from index 0", "\xf4"},
		{"\xc1\xbf", "invalid utf-8 sequence of 1 bytes from index 0", "\xc1"},
		{"\xc3", "incomplete utf-8 byte sequence from index 0", "\xc3"},
		{"\x80", "invalid utf-8 sequence of 1 bytes from index 0", "\x80"},
	} {
		if got, at := kit.NotUTF8(tt.text); got != tt.want || at.Of(tt.text) != tt.at {
			t.Errorf("%q: %s at %q, want %s at %q", tt.text, got, at.Of(tt.text), tt.want, tt.at)
		}
	}
}

func TestRepair(t *testing.T) {
	for _, tt := range []struct{ line, want string }{
		{"description: Build for AWS: ECS", "description: 'Build for AWS: ECS'"},
		{"a:  it's: b  # c: d", "a:  'it''s: b'  # c: d"},
		{"argument-hint: <duration: e.g. 7d>", "argument-hint: '<duration: e.g. 7d>'"},
		{"a: @x", "a: '@x'"},
		{"a: `x`", "a: '`x`'"},
		{"a: [x] y", "a: '[x] y'"},
		{"a: [x]", ""},
		{"a: {x: y}", "a: '{x: y}'"}, // a colon before white space is enough
		{"a: [x: y", "a: '[x: y'"},
		{"a: ends with:", ""},
		{`a: "b" c: d`, ""},
		{"a: 'b' c: d", ""},
		{"a:b: c", ""},
		{": b: c", ""},
		{"a: # b: c", ""},
		{"a:\u00a0b: c", "a:\u00a0'b: c'"},
		{"- a: b: c", "- a: 'b: c'"},
		{"a: |\n  b: c: d\n\n  e: f: g\nh: i: j", "a: |\n  b: c: d\n\n  e: f: g\nh: 'i: j'"},
		{"a: >-\n b: c: d\n", ""},
		{"a: b#c: d\r\ne: f: g\r\n", "a: 'b#c: d'\ne: 'f: g'"},
		{"a", ""},
		{"", ""},
	} {
		got, changed := repair(tt.line)
		if changed != (tt.want != "") || changed && got != tt.want {
			t.Errorf("%q: %q, want %q", tt.line, got, tt.want)
		}
	}
}

// TestAdopted checks manifests and policies beyond the recorded workspaces.
func TestAdopted(t *testing.T) {
	const text = "---\nname: s\ndescription: D.\n---\n"
	long := strings.Repeat("p", 127)
	dir := treetest.Dir(t)
	for name, content := range map[string]string{
		"plain/SKILL.md":                         text,
		"cursor/.cursor-plugin/plugin.json":      `{"name":"c","x":[1]}`,
		"cursor/a/SKILL.md":                      text,
		"broken/.codex-plugin/plugin.json":       `{"name":"c"`,
		"broken/.claude-plugin/plugin.json":      `{"name":"d"}`,
		"broken/a/SKILL.md":                      text,
		"typed/.codex-plugin/plugin.json":        `{"name":null}`,
		"typed/a/SKILL.md":                       text,
		"twice/.codex-plugin/plugin.json":        `{"name":"x","name":"y"}`,
		"twice/a/SKILL.md":                       text,
		"other case/.codex-plugin/plugin.json":   `{"Name":"x"}`,
		"other case/a/SKILL.md":                  text,
		"outer/.codex-plugin/plugin.json":        `{"name":"out"}`,
		"outer/inner/.claude-plugin/plugin.json": `{"name":" in "}`,
		"outer/inner/a/SKILL.md":                 text,
		"outer/a/SKILL.md":                       text,
		"itself/.codex-plugin/plugin.json":       `["it"]`,
		"itself/SKILL.md":                        text,
		"long/.codex-plugin/plugin.json":         `{"name":"` + long + `"}`,
		"long/a/SKILL.md":                        text,
		"longest/.codex-plugin/plugin.json":      `{"name":"` + long[1:] + `"}`,
		"longest/a/SKILL.md":                     text,
		"silent/SKILL.md":                        text,
		"silent/agents/openai.yaml":              "interface:\n  display_name: S\npolicy:\n  allow_implicit_invocation: false\n",
		"allowed/SKILL.md":                       text,
		"allowed/agents/openai.yaml":             "policy:\n  allow_implicit_invocation: true\n",
		"unset/SKILL.md":                         text,
		"unset/agents/openai.yaml":               "policy: {products: [CODEX]}\n",
		"mistyped/SKILL.md":                      text,
		"mistyped/agents/openai.yaml":            "interface: {display_name: [x]}\npolicy: {allow_implicit_invocation: false}\n",
		"foreign/SKILL.md":                       text,
		"foreign/agents/openai.yaml":             "policy: {products: [chatgpt, ATLAS]}\n",
		"shared/SKILL.md":                        text,
		"shared/agents/openai.yaml":              "policy: {products: [chatgpt, codex]}\n",
		"product/SKILL.md":                       text,
		"product/agents/openai.yaml":             "policy: {allow_implicit_invocation: false, products: [other]}\n",
	} {
		agenttest.WriteTree(t, dir, []agenttest.Node{{Path: "ws/.agents/skills/" + name, Content: &content}})
	}
	catalog, err := skills.BuildCatalog(t.Context(), vfs.Disk{}, Agent, skills.Vantage{Cwd: filepath.Join(dir, "ws")}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range catalog.Skills {
		rel, _ := filepath.Rel(catalog.Roots[len(catalog.Roots)-1].Dir, s.Dir)
		line := filepath.ToSlash(rel) + " " + s.Name
		if s.Hidden {
			line += " hidden"
		}
		got = append(got, line)
	}
	slices.Sort(got)
	want := []string{
		"allowed s", "broken/a s", "cursor/a c:s", "itself it:s", "longest/a " + long[1:] + ":s", "mistyped s", "other case/a other case:s", "outer/a out:s", "outer/inner/a  in :s",
		"plain s", "product s", "shared s", "silent s hidden", "twice/a s", "typed/a s", "unset s",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if len(catalog.Errors) != 1 || catalog.Errors[0].Message != "invalid qualified name: exceeds maximum length of 128 characters" {
		t.Errorf("errors %+v", catalog.Errors)
	}
}
