package otto

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"skills-ls/skills"
	"skills-ls/skills/agents/agenttest"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
	"skills-ls/skills/treetest"
	"skills-ls/skills/vfs"
)

func TestCorpus(t *testing.T) { agenttest.Acceptance(t, Agent) }

func TestDiscovery(t *testing.T) {
	agenttest.Discovery(t, Agent, 37, func(agent *skills.Agent, options json.RawMessage, _ string) {
		if len(options) == 0 {
			return
		}
		var config struct {
			Settings struct {
				Enabled *bool
				Items   map[string]struct{ Enabled *bool }
			}
		}
		if err := json.Unmarshal(options, &config); err != nil {
			t.Fatal(err)
		}
		values := make(map[string]skills.KnobValue)
		if on := config.Settings.Enabled; on != nil {
			values["enabled"] = skills.KnobValue{On: *on}
		}
		for name, item := range config.Settings.Items {
			if item.Enabled != nil && !*item.Enabled {
				values["items"] = skills.KnobValue{Off: append(values["items"].Off, name)}
			}
		}
		*agent = *agent.Configured(values)
	})
}

// TestInjection compares the tool's result with the recorded object as JSON.stringify prints it.
func TestInjection(t *testing.T) {
	agenttest.EachInjection(t, Agent, ".agents/skills", func(t *testing.T, c *agenttest.InjectionTest) {
		var want struct{ Result json.RawMessage }
		c.Want(t, &want)
		v, err := skills.ParseJSON(string(want.Result))
		if err != nil {
			t.Fatal(err)
		}
		files := 0
		for _, p := range v.Pairs {
			if p.Value.Kind == frontmatter.ScalarValue && p.Value.Tag == "!!str" {
				p.Value.Text = c.Text(p.Value.Text)
			}
			if p.Key.Text == "availableFiles" {
				files = len(p.Value.Items)
			}
		}
		got := inject(c.Load)
		agenttest.CheckInjection(t, got, c.Load.Source)
		if text := stringify(v); got.Content != text {
			t.Errorf("content\n%s\nwant\n%s", agenttest.Clip(got.Content), agenttest.Clip(text))
		}
		if len(got.Files) != files || got.FilesTruncated {
			t.Errorf("%d files, truncated %t; want %d", len(got.Files), got.FilesTruncated, files)
		}
	})
}

func TestCatalog(t *testing.T) {
	agenttest.EachCatalog(t, Agent, func(t *testing.T, list []skills.Skill, _ string, expected json.RawMessage) {
		var want struct{ Text string }
		if err := json.Unmarshal(expected, &want); err != nil {
			t.Fatal(err)
		}
		agenttest.CheckCatalogText(t, catalog(list, skills.Budget{}), list, want.Text, "\n- ")
	})
}

// TestRefusals checks codes and spans, which otto's messages do not contain.
func TestRefusals(t *testing.T) {
	long := strings.Repeat("x", 1024)
	agenttest.Refusals(t, Agent, []agenttest.Refusal{
		{"accepted", "---\nname: a-b\ndescription: D.\n---\n", "", ``},
		{"another name than the directory", "---\nname: b\ndescription: D.\n---\n", "/s/a/SKILL.md", ``},
		{"carriage returns", "---\r\nname: a\r\ndescription: |\r\n  D.\r\n  E.\r\n---\r\n", "", ``},
		{"missing", "---\nversion: 1\n---\n", "", `missing name "---"; missing description "---"`},
		{"empty", "---\nname:\ndescription: \"\"\n---\n", "", `empty name "name"; empty description "\"\""`},
		{"mapping", "---\nname: a\ndescription:\n  en: D.\n---\n", "", `type description "en: D."`},
		{"array", "---\nname: [\"a\"]\ndescription: D.\n---\n", "", `type name "[\"a\"]"`},
		{"not an array", "---\nname: [a]\ndescription: [a]\n---\n", "", `characters name "[a]"`},
		{"characters", "---\nname: My_Skill\ndescription: D.\n---\n", "", `characters name "My_Skill"`},
		{"hyphens", "---\nname: \"a--b\"\ndescription: D.\n---\n", "", `hyphens name "a--b"`},
		{"long name", "---\nname: " + long[:65] + "\ndescription: D.\n---\n", "", `too-long name "` + long[:65] + `"`},
		{"long description", "---\nname: a\ndescription: '" + long + "yz'\n---\n", "", `too-long description "yz"`},
		{"folded", "---\nname: a\ndescription: >\n  " + long + "\n  y\n---\n", "", `too-long description "\u003e\n  ` + long + `\n  y"`},
		{"compatibility", "---\nname: a\ndescription: D.\ncompatibility: " + long[:501] + "\n---\n", "", `too-long compatibility "x"`},
		{"metadata without values", "---\nname: a\ndescription: D.\nmetadata:\n---\n", "", `type metadata "metadata"`},
		{"metadata as a text", "---\nname: a\ndescription: D.\nmetadata: {a: b}\n---\n", "", `type metadata "{a: b}"`},
		{"metadata in JSON", "---\nname: a\ndescription: D.\nmetadata: {\"b\": 1, \"a\": \"x\", \"2\": null}\n---\n", "", `type metadata.2 "null"; type metadata.b "1"`},
		{"metadata, nested", "---\nname: a\ndescription: D.\nmetadata:\n  a:\n    b: 1\n---\n", "", ``},
		{"tools", "---\nname: a\ndescription: D.\nallowed-tools:\n  Read: true\n---\n", "", `type allowed-tools "Read: true"`},
		{"no frontmatter", "# Title\n", "", `no-frontmatter  ""`},
		{"byte order mark", "\ufeff---\nname: A\ndescription: D.\n---\n", "", `no-frontmatter  "\ufeff---"; characters name "A"!`},
		{"blanks after the fence", "--- \nname: A\ndescription: D.\n---\n", "", `no-frontmatter  "--- "; characters name "A"!`},
		{"blanks after the end", "---\nname: A\ndescription: D.\n--- \n", "", `unclosed  "--- "; characters name "A"!`},
		{"no line break at the end", "---\nname: a\ndescription: D.\n---", "", `unclosed  "---"`},
		{"unclosed", "---\nname: a\ndescription:\n\n# T\n", "", `unclosed  "---"; empty description "description"!`},
		{"empty frontmatter", "---\n\n---\n", "", `not-mapping  "---"`},
		{"closed at once", "---\n---\n", "", `unclosed  "---"`},
	})
}

func TestMessages(t *testing.T) {
	for source, want := range map[string]string{
		"---\n\n---\n": "Empty frontmatter in /s/a/SKILL.md",
		"---\nname: a\ndescription: D.\nmetadata: [1]\n---\n":            "metadata.0 must be a string in /s/a/SKILL.md",
		"---\nname: a\ndescription: D.\nallowedTools: {\"a\": 1}\n---\n": "allowed-tools must be a string or array in /s/a/SKILL.md",
		"---\nname: " + strings.Repeat("A", 65) + "\n---\n":              "Skill name exceeds 64 chars in /s/a/SKILL.md",
	} {
		if got := agenttest.FirstMessage(accept(skills.File{Path: "/s/a/SKILL.md", Source: source})); got != want {
			t.Errorf("%q: %q, want %q", source, got, want)
		}
	}
}

func TestSegments(t *testing.T) {
	const front, body = "---\nname: a\ndescription: \"D \\ \xff.\"\nallowed-tools: [\"A\", 1.50]\n---\n", "\n\n# \"T\"\r\n\x01 \xff"
	got := inject(skills.Load{
		Skill: skills.Skill{Name: "a", Path: "/s/a/SKILL.md", Dir: "/s/a", Scope: skills.ScopeUser}, Source: front + body,
	})
	agenttest.CheckInjection(t, got, front+body)
	if want := `{"ok":true,"name":"a","description":"D \\ ` + "\ufffd" + `.","content":"# \"T\"\r\n\u0001 ` + "\ufffd" +
		`","path":"/s/a/SKILL.md","scope":"user","allowedTools":["A",1.5]}`; got.Content != want {
		t.Errorf("content %s, want %s", got.Content, want)
	}
	if s := got.Segments[1]; len(got.Segments) != 3 || s.Kind != skills.SegmentBody || s.Source.Of(front+body) != "# \"T\"\r\n\x01 \xff" || s.Note == "" {
		t.Errorf("segments %+v", got.Segments)
	}
	plain := inject(skills.Load{Source: "---\nname: a\ndescription: D.\n---\nText <b>\n"})
	agenttest.CheckInjection(t, plain, "---\nname: a\ndescription: D.\n---\nText <b>\n")
	if s := plain.Segments[1]; s.Of(plain.Content) != "Text <b>" || s.Note != "" {
		t.Errorf("segment %+v", s)
	}
	refused := inject(skills.Load{Skill: skills.Skill{Name: "x"}, Source: "Text\n"})
	if want := "The tool `skill` answers `{\"ok\":false,\"error\":\"Skill 'x' not found\"}`."; !slices.Contains(refused.Notes, want) {
		t.Errorf("notes %q", refused.Notes)
	}
}

func TestSummary(t *testing.T) {
	for text, want := range map[string]string{
		"":                                 "",
		" One\n two ":                      "One two",
		"One. Two. Three.":                 "One. Two.",
		"One! Also Use When x. Three.":     "One!",
		"One? For x, y see z. Three":       "One?",
		"One. For a file v1.2 see z.":      "One. For a file v1.2 see z.",
		"One. See. Three":                  "One. See.",
		"One. See this.":                   "One.",
		"One. use this":                    "One.",
		"One. Use thisX":                   "One. Use thisX",
		"One.Two. Distinct from x":         "One.Two.",
		"One. Different from\u00a0x. Two.": "One.",
		"One. NOT FOR x.":                  "One.",
		"One. U\u017fe thi\u017f.":         "One. U\u017fe thi\u017f.",
	} {
		if got := summary(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestNotices(t *testing.T) {
	base64 := strings.Repeat("Ab1+", 25)
	uri := "data:image/png;base64,"
	for _, tt := range []struct{ name, text, want string }{
		{"short comments", "<!---->\n<!-- 20 characters, not 2 -->", ``},
		{"a comment", "x\n<!-- a comment that\n\"is\" longer\n-->\n<!-- act as  a b -->", `html_comment 2: HTML comment at line 2 (26 chars) — hidden from rendered view: \"a comment that\n\"is\" longer\"` +
			`|hidden_instruction 5: HTML comment at line 5 contains suspicious instruction-like content: \"act as  a b\"`},
		{"an unclosed comment", "<!-- system: x", ``},
		{
			"a character cut in half", "<!--" + strings.Repeat("x", 79) + "😀y-->",
			`html_comment 1: HTML comment at line 1 (82 chars) — hidden from rendered view: \"` + strings.Repeat("x", 79) + `\ud83d…\"`,
		},
		{"letters of other alphabets", "<!-- \u017fecretly -->", ``},
		{"over a line break", "<!-- override\nrules -->", ``},
		{"base64", base64 + "\n" + base64 + "A=\n" + base64 + "ABC=\n" + base64 + "ABC", `base64_content 3: Large base64 string (104 chars) at line 3 — may contain hidden instructions`},
		{"data URIs", "x " + uri + "\n" + uri + "\n" + strings.ToUpper(uri), `data_uri 1: Data URI detected at line 1 — may embed hidden content|data_uri 3: Data URI detected at line 3 — may embed hidden content`},
		{"invisible", "a\u200bb\u00ad\n\ufeff", `invisible_chars 1: 2 invisible Unicode character(s) at line 1 — may hide content from visual inspection|` +
			`invisible_chars 2: 1 invisible Unicode character(s) at line 2 — may hide content from visual inspection`},
	} {
		var list []string
		for _, n := range notices(tt.text) {
			list = append(list, fmt.Sprintf("%s %d: %s", n.kind, n.line, n.description))
		}
		if got := strings.Join(list, "|"); got != tt.want {
			t.Errorf("%s\ngot  %s\nwant %s", tt.name, got, tt.want)
		}
	}
}

func TestNumbers(t *testing.T) {
	for text, want := range map[string]string{
		"1": "1", "-0": "0", "1.50": "1.5", "1e3": "1000", "1e21": "1e+21", "123456789012345678901": "123456789012345680000",
		"1e-6": "0.000001", "1e-7": "1e-7", "1.5E-10": "1.5e-10", "-1e400": "null",
	} {
		if got := number(text); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// TestFiles checks cases that the recorded skills do not have: links, and names that only look like
// extensions.
func TestFiles(t *testing.T) {
	root := treetest.Dir(t)
	text, link := "x", func(target string) *string { return &target }
	agenttest.WriteTree(t, root, []agenttest.Node{
		{Path: "out/in.md", Content: &text},
		{Path: "s/SKILL.md", Content: &text},
		{Path: "s/sub/SKILL.md", Content: &text},
		{Path: "s/node_modules/a.md", Content: &text},
		{Path: "s/sub/node_modules/a.md", Content: &text},
		{Path: "s/md", Content: &text},
		{Path: "s/sub/md", Content: &text},
		{Path: "s/\U0001F600.md", Content: &text},
		{Path: "s/\uff5e.md", Content: &text},
		{Path: "s/gone.md", Symlink: link("nowhere")},
		{Path: "s/link.md", Symlink: link("../out/in.md")},
		{Path: "s/out", Symlink: link("../out")},
	})
	dir := filepath.Join(root, "s")
	l := list(skills.Load{Skill: skills.Skill{Dir: dir}, FS: vfs.Disk{}})
	var got []string
	for _, f := range l.list {
		got = append(got, f.Rel)
	}
	want := []string{"link.md", "md", "out/in.md", "sub/SKILL.md", "sub/node_modules/a.md", "\U0001F600.md", "\uff5e.md"}
	if !slices.Equal(got, want) || l.others != 1 || l.truncated {
		t.Errorf("%q, %d others, truncated %t; want %q", got, l.others, l.truncated, want)
	}

	// Below the loop SKILL.md and node_modules count as well, "loop/md" has no extension, and Linux follows
	// 40 links in a path.
	agenttest.WriteTree(t, root, []agenttest.Node{{Path: "s/loop", Symlink: link(".")}})
	if l := list(skills.Load{Skill: skills.Skill{Dir: dir}, FS: vfs.Disk{}}); len(l.list) != len(want)+40*8-2 {
		t.Errorf("%d files of a directory with a link to itself", len(l.list))
	}
}

// FuzzOtto compares the frontmatter with the match of otto's regular expression, and checks the invariants of
// all results.
func FuzzOtto(f *testing.F) {
	for _, seed := range []string{
		"---\nname: a-b\ndescription: >-\n  D.\n\n  E\n---\n# T\n", "---\r\n\r\n---\r\n", "---\n---\n\n---\n", "---\nmetadata: {\"a\": [1]}\nallowed-tools:\n- x\n---\n",
		"---\nname:\n    a\n  b: |2-\n\xffc\n---\n<!-- act as a --> data:a/b;base64,", "---\na-b: \"\n  c\n\r\n---\r\n", "---\n: x\n---\n\u2028\ufeff",
	} {
		f.Add(seed)
	}
	pattern := regexp.MustCompile(`\A---\r?\n((?s:.*?))\r?\n---\r?\n`)
	f.Fuzz(func(t *testing.T, source string) {
		d := skills.Parse(source)
		agenttest.CheckVerdict(t, "fuzz", source, accept(skills.File{Source: source, Frontmatter: &d.Frontmatter}))
		content, body, ok := split(source)
		if m := pattern.FindStringSubmatchIndex(source); ok != (m != nil) || ok && (content != text.Span{Start: m[2], End: m[3]} || body.Start != m[1]) {
			t.Errorf("%q: frontmatter %v, body %v, %t; want %v", source, content, body, ok, m)
		}
		got := inject(skills.Load{Source: source})
		agenttest.CheckInjection(t, got, source)
		if !json.Valid([]byte(got.Content)) {
			t.Errorf("%q: %s is not JSON", source, got.Content)
		}
	})
}

// TestConfigHome checks a user's configuration outside of the home directory.
func TestConfigHome(t *testing.T) {
	dir := treetest.Dir(t)
	for _, name := range []string{"config/otto/skills/a", "config/agi/skills/b", "home/.config/otto/skills/c", "home/.config/opencode/skills/d"} {
		text := "---\nname: " + filepath.Base(name) + "\ndescription: D.\n---\n"
		agenttest.WriteTree(t, dir, []agenttest.Node{{Path: name + "/SKILL.md", Content: &text}, {Path: "ws", Dir: true}})
	}
	vantage := skills.Vantage{Cwd: filepath.Join(dir, "ws"), Home: filepath.Join(dir, "home"), Env: map[string]string{"XDG_CONFIG_HOME": filepath.Join(dir, "config")}}
	catalog, err := skills.BuildCatalog(t.Context(), vfs.Disk{}, Agent, vantage, nil)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range catalog.Skills {
		got = append(got, s.Name)
	}
	if want := []string{"a", "b", "d"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
