package geminicli

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

func TestCorpus(t *testing.T) { agenttest.Acceptance(t, Agent) }

func TestDiscovery(t *testing.T) {
	agenttest.Discovery(t, Agent, 37, func(agent *skills.Agent, options json.RawMessage, _ string) {
		var set struct {
			Trusted  *bool
			Disabled []string
		}
		if len(options) > 0 {
			if err := json.Unmarshal(options, &set); err != nil {
				t.Fatal(err)
			}
		}
		if set.Trusted != nil {
			*agent = *agent.Configured(map[string]skills.KnobValue{"trusted": {On: *set.Trusted}})
		}
		*agent = *agent.Configured(map[string]skills.KnobValue{"disabled": agenttest.TextsValue(set.Disabled...)})
	})
}

// TestWarnings compares with Gemini CLI's warnings to the user about skills that override others, in the
// order in which it finds them.
func TestWarnings(t *testing.T) {
	warned := 0
	for _, c := range agenttest.DiscoveryCases(t, Agent.ID) {
		t.Run(c.ID, func(t *testing.T) {
			root, v := c.Vantage(t)
			agent := Agent
			if strings.Contains(string(c.Options[agent.ID]), `"trusted": false`) {
				agent = agent.Configured(map[string]skills.KnobValue{"trusted": {}})
			}
			catalog, err := skills.BuildCatalog(t.Context(), vfs.Disk{}, agent, v, nil)
			if err != nil {
				t.Fatal(err)
			}
			var want struct{ Warnings []string }
			if err := json.Unmarshal([]byte(agenttest.Expand(string(c.Expected[agent.ID]), root, "")), &want); err != nil {
				t.Fatal(err)
			}
			var got []string
			for name := range catalog.Names() {
				list := catalog.Named(name)
				for i := range list[1:] { // in the order of the roots, and within a root in that of the walk
					got = append(got, "warning: "+agent.Warns(*list[i+1], *list[i]))
				}
			}
			slices.Sort(got)
			slices.Sort(want.Warnings)
			if !slices.Equal(got, want.Warnings) {
				t.Errorf("warnings %q, want %q", got, want.Warnings)
			}
			warned += len(got)
		})
	}
	if warned != 3 {
		t.Errorf("%d warnings, want 3", warned)
	}
}

func TestInjection(t *testing.T) {
	agenttest.EachInjection(t, Agent, ".agents/skills", func(t *testing.T, c *agenttest.InjectionTest) {
		var want struct{ Name, Text string }
		c.Want(t, &want)
		got := inject(c.Load)
		agenttest.CheckInjection(t, got, c.Load.Source)
		if text := c.Text(want.Text); c.Load.Skill.Name != want.Name || got.Content != text {
			t.Errorf("%s\n%s\nwant %s\n%s", c.Load.Skill.Name, agenttest.Clip(got.Content), want.Name, agenttest.Clip(text))
		}
		if names := strings.Count(got.Content, "───"); len(got.Files) > names {
			t.Errorf("%d files in %d lines", len(got.Files), names)
		}
	})
}

func TestCatalog(t *testing.T) {
	agenttest.EachCatalog(t, Agent, func(t *testing.T, list []skills.Skill, root string, expected json.RawMessage) {
		var want struct{ Text string }
		if err := json.Unmarshal(expected, &want); err != nil {
			t.Fatal(err)
		}
		want.Text = agenttest.Expand(want.Text, root, "")
		if len(list) > 120 { // glob waited for so many directories at a time, and the order varied between runs
			slices.SortFunc(list, func(a, b skills.Skill) int {
				return strings.Index(want.Text, "<location>"+a.Path) - strings.Index(want.Text, "<location>"+b.Path)
			})
		}
		agenttest.CheckCatalogText(t, catalog(list, skills.Budget{}), list, want.Text, "<location>")
	})
}

// TestRefusals checks codes and spans, because Gemini CLI rejects files without a message.
func TestRefusals(t *testing.T) {
	agenttest.Refusals(t, Agent, []agenttest.Refusal{
		{"accepted", "---\nname: a\ndescription: D.\n---\n", "", ``},
		{"YAML alone", "---\n{\"name\": a, description: D.}\n---\n", "", ``},
		{"lines alone", "---\nname: a\ndescription: b: c\n---\n", "", ``},
		{"empty", "---\nname:\ndescription:\n---\n", "", ``},
		{"missing", "---\nversion: 1\n---\n", "", `missing name "---"; missing description "---"`},
		{"nothing", "---\n\n---\n", "", `missing name "---"; missing description "---"`},
		{"one missing, one a number", "---\nname: 1\n---\n", "", `missing description "---"`},
		{"another key", "---\nName: a\ndescription: D.\n---\n", "", `missing name "---"`},
		{"type", "---\n\"name\": 1\ndescription: D.\n---\n", "", `type name "1"`},
		{"types", "---\n\"name\": a\ndescription: null\n---\n", "", `type description "null"`},
		{"type in JSON", "---\n{\"name\": [a], \"description\": \"D.\"}\n---\n", "", `type name "[a]"`},
		{"YAML in the way", "---\n\"name\": a\ndescription: b: c\n---\n", "", `yaml  ":"`},
		{"repeated key", "---\n\"name\": a\nx: 1\nx: 2\ndescription: D.\n---\n", "", `duplicate-key  "x"`},
		{"broken and missing", "---\nname: a\nx: b: c\n---\n", "", `missing description "---"`},
		{"text", "---\njust text\n---\n", "", `not-mapping  "just text"`},
		{"list", "---\n- name: a\n---\n", "", `not-mapping  "- name: a"`},
		{"no frontmatter", "# Title\n", "", `no-frontmatter  ""`},
		{"byte order mark", "\ufeff---\nname: a\ndescription: D.\n---\n", "", `no-frontmatter  "\ufeff---"`},
		{"blank after the fence", "--- \nname: a\ndescription: D.\n---\n", "", `no-frontmatter  "--- "`},
		{"unclosed", "---\nname: a\ndescription: D.\n\n# T\n", "", `unclosed  "---"`},
		{"closed for others", "---\nname: a\ndescription: D.\n...\n", "", `unclosed  "..."`},
		{"closed at once", "---\n---\n# T\n", "", `unclosed  "---"`},
	})
}

// TestSegments checks the sources of the injected text, and the notes on it.
func TestSegments(t *testing.T) {
	dir := treetest.Dir(t)
	files := []agenttest.Node{{Path: "b.md"}, {Path: "A.md"}, {Path: "dist/x.js"}, {Path: "sub/c.md"}, {Path: "link", Symlink: new(string)}}
	*files[4].Symlink = "b.md"
	agenttest.WriteTree(t, dir, files)
	arguments := " now \n please "
	load := skills.Load{Skill: skills.Skill{Name: "a b", Dir: dir}, Source: "---\nname: a b\ndescription: D.\n---\n\n# T\n $1\n", FS: vfs.Disk{}, Arguments: &arguments}
	got := inject(load)
	agenttest.CheckInjection(t, got, load.Source)
	var list []string
	for _, s := range got.Segments {
		list = append(list, string(s.Kind)+" "+s.Of(got.Content))
	}
	separator := string(filepath.Separator)
	want := []string{
		"envelope <activated_skill name=\"a b\">\n  <instructions>\n    ", "body # T\n $1", "envelope \n  </instructions>\n\n  <available_resources>\n    ",
		"files Showing up to 200 items (files + folders). Folders or files indicated with ... contain more items not shown, were ignored, or the display limit (200 items) was reached.\n\n" +
			dir + separator + "\n├───A.md\n├───b.md\n├───dist" + separator + "...\n└───sub" + separator + "\n    └───c.md",
		"envelope \n  </available_resources>\n</activated_skill>",
	}
	if !slices.Equal(list, want) {
		t.Errorf("segments %q, want %q", list, want)
	}
	if want := []string{filepath.Join(dir, "A.md"), filepath.Join(dir, "b.md"), filepath.Join(dir, "sub", "c.md")}; !slices.Equal(got.Files, want) || got.FilesTruncated {
		t.Errorf("files %q, truncated %t", got.Files, got.FilesTruncated)
	}
	if want := []string{"After `/a-b` the next prompt is: now please"}; !slices.Equal(got.Notes, want) {
		t.Errorf("notes %q, want %q", got.Notes, want)
	}
	load.Source = "---\nname: a b\n--- \n# T\n"
	if got := inject(load); strings.Contains(got.Content, "# T") || len(got.Notes) != 3 {
		t.Errorf("%q with the notes %q", got.Content, got.Notes)
	}
}

// TestTree checks trees at the limit, which the vectors do not reach.
func TestTree(t *testing.T) {
	dir := treetest.Dir(t)
	for i := range 199 {
		agenttest.WriteTree(t, dir, []agenttest.Node{{Path: "f" + strings.Repeat("x", i)}})
	}
	agenttest.WriteTree(t, dir, []agenttest.Node{{Path: "sub/in"}})
	tree := readTree(vfs.Disk{}, dir)
	if tree.text[len(tree.text)-len("└───sub/"):] != "└───sub"+string(filepath.Separator) || !tree.cut || len(tree.notes) != 1 || strings.Contains(tree.text, "...") {
		t.Errorf("%d files, %q, cut %t: %s", len(tree.files), tree.notes, tree.cut, agenttest.Clip(tree.text))
	}
	agenttest.WriteTree(t, dir, []agenttest.Node{{Path: "g"}})
	tree = readTree(vfs.Disk{}, dir)
	if lines := strings.Split(tree.text, "\n"); lines[len(lines)-1] != "└───..." || lines[len(lines)-2] != "├───g" || len(tree.files) != 200 {
		t.Errorf("%d files: %s", len(tree.files), agenttest.Clip(tree.text))
	}
	agenttest.WriteTree(t, dir, []agenttest.Node{{Path: "h"}})
	if err := os.RemoveAll(filepath.Join(dir, "sub")); err != nil {
		t.Fatal(err)
	}
	tree = readTree(vfs.Disk{}, dir)
	if lines := strings.Split(tree.text, "\n"); lines[len(lines)-1] != "└───..." || lines[len(lines)-2] != "└───g" { // sic
		t.Errorf("%s", agenttest.Clip(tree.text))
	}
	if got, want := readTree(vfs.Disk{}, filepath.Join(dir, "no")).text, "Error: Could not read directory \""+filepath.Join(dir, "no")+"\". Check path and permissions."; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestMentions(t *testing.T) {
	for text, want := range map[string]string{
		"/demo": "demo", " \n/demo now": "demo", "/ My_Skill": "My_Skill", "/é\u3000x": "é",
		"": "", "/": "", "use /demo": "", "//demo": "", "/*demo": "", "$demo": "", "?demo": "",
	} {
		var got string
		for _, m := range mentions(text) {
			agenttest.CheckMention(t, text, m)
			got += m.Name
		}
		if got != want {
			t.Errorf("%q mentions %q, want %q", text, got, want)
		}
	}
}

// FuzzGeminiCLI checks the invariants of every verdict and injection for any bytes.
func FuzzGeminiCLI(f *testing.F) {
	for _, seed := range []string{
		"---\nname: a\ndescription: D.\n---\n# T\n", "---\r\nname: 'a'\r\ndescription: >\r\n  D\r\n---x\r\n", "---\nname: &a b: c\ndescription: *a\n---",
		"---\n\"name\": \"\\ud83d\"\n<<: {description: 1}\n---\n\xff", "---\n? [a, {b: c}]\n: - !!binary YQ==\n---\n", "---\n---\nname:\u2028x\n\ndescription:\ty\n \tz\n---\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, source string) {
		d := skills.Parse(source)
		v := accept(skills.File{Source: source, Frontmatter: &d.Frontmatter})
		agenttest.CheckVerdict(t, "fuzz", source, v)
		if strings.ContainsAny(v.Name, `:\/<>*?"|`) {
			t.Errorf("%q: name %q", source, v.Name)
		}
		agenttest.CheckInjection(t, inject(skills.Load{Skill: skills.Skill{Name: v.Name}, Source: source}), source)
		for _, m := range mentions(source) {
			agenttest.CheckMention(t, source, m)
		}
	})
}

// TestLinked checks that a file in two roots has its path in the later one, whose skills override.
func TestLinked(t *testing.T) {
	root := treetest.Dir(t)
	text, target := "---\nname: a\ndescription: D.\n---\n", filepath.Join("..", "..", "..", "home", ".agents", "skills", "x")
	agenttest.WriteTree(t, root, []agenttest.Node{{Path: "home/.agents/skills/x/SKILL.md", Content: &text}, {Path: "ws/.gemini/skills/y", Symlink: &target}})
	v := skills.Vantage{Cwd: filepath.Join(root, "ws"), Home: filepath.Join(root, "home")}
	catalog, err := skills.BuildCatalog(t.Context(), vfs.Disk{}, Agent, v, nil)
	if err != nil {
		t.Fatal(err)
	}
	if want := filepath.Join(v.Cwd, ".gemini", "skills", "y", "SKILL.md"); len(catalog.Skills) != 1 || catalog.Skills[0].Path != want {
		t.Errorf("skills %+v, want one at %s", catalog.Skills, want)
	}
}
