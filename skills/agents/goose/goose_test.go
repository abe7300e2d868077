package goose

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

func TestDiscovery(t *testing.T) { agenttest.Discovery(t, Agent, 35, nil) }

// TestWarnings compares with Goose's log of the files that it skips.
func TestWarnings(t *testing.T) {
	warned := 0
	for _, c := range agenttest.DiscoveryCases(t, Agent.ID) {
		t.Run(c.ID, func(t *testing.T) {
			root, v := c.Vantage(t)
			agent := *Agent
			agent.Silent = false
			catalog, err := skills.BuildCatalog(t.Context(), vfs.Disk{}, &agent, v, nil)
			if err != nil {
				t.Fatal(err)
			}
			var want struct{ Warnings []string }
			if err := json.Unmarshal([]byte(agenttest.Expand(string(c.Expected[agent.ID]), root, "")), &want); err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, e := range catalog.Errors {
				got = append(got, e.Message)
			}
			slices.Sort(got)
			slices.Sort(want.Warnings)
			if !slices.Equal(got, want.Warnings) {
				t.Errorf("warnings\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want.Warnings, "\n"))
			}
			warned += len(got)
		})
	}
	if warned == 0 {
		t.Error("no warnings")
	}
}

func TestInjection(t *testing.T) {
	agenttest.EachInjection(t, Agent, ".agents/skills", func(t *testing.T, c *agenttest.InjectionTest) {
		var want struct {
			Name  string
			Files int `json:"supporting_files"`
			Runs  []struct {
				Args   *string
				Text   string
				Sorted bool `json:"file_lines_sorted"`
			}
		}
		c.Want(t, &want)
		if c.Load.Skill.Name != want.Name || len(want.Runs) == 0 {
			t.Errorf("name %q, want %q", c.Load.Skill.Name, want.Name)
		}
		for _, run := range want.Runs {
			c.Load.Arguments = run.Args
			got := inject(c.Load)
			agenttest.CheckInjection(t, got, c.Load.Source)
			content := got.Content
			if run.Sorted {
				content = sortFiles(content)
			}
			if text := c.Text(run.Text); content != text {
				t.Errorf("with %q\n%s\nwant\n%s", agenttest.ValueOf(run.Args), agenttest.Clip(content), agenttest.Clip(text))
			}
			if listed := strings.Count(content, ` (load_skill(name: "`); len(got.Files) != listed && len(got.Files) != want.Files {
				t.Errorf("%d files, want %d", len(got.Files), listed)
			}
		}
	})
}

// sortFiles sorts the lines of the list of files, as in the recorded texts.
func sortFiles(content string) string {
	const last = "before running supporting scripts.\n\n"
	i := strings.LastIndex(content, last)
	if i < 0 {
		return content
	}
	i += len(last)
	lines := strings.SplitAfter(content[i:], "\n")
	slices.Sort(lines[:len(lines)-1])
	return content[:i] + strings.Join(lines, "")
}

func TestRefusals(t *testing.T) {
	agenttest.Refusals(t, Agent, []agenttest.Refusal{
		{"accepted", "---\nname: a\n---\n", "", ``},
		{"no description, any name", "---\nname: ' A_b '\ndescription:\n---\n", "", ``},
		{"null and numbers", "---\nname: 1\ndescription: ~\n---\n", "", ``},
		{"before the fence", "\ufeff\n# x\n---\nname: a\n---\n", "", ``},
		{"fences in a line", "a --- name: b --- c", "", ``},
		{"carriage returns alone", "---\rname: a\r---\r", "", ``},
		{"missing", "---\nversion: 1\n---\n", "/s/x/SKILL.md", `missing name "---"`},
		{"nothing", "------", "", `missing name "---"`},
		{"null", "---\nname: ~\n---\n", "", `empty name "~"`},
		{"no value", "---\nname:\n---\n", "", `empty name "name"`},
		{"empty", "---\nname: ''\n---\n", "", `empty name "''"`},
		{"slash", "---\nname: a/b\n---\n", "", `characters name "a/b"`},
		{"list", "---\nname: [a]\n---\n", "", `type name "[a]"`},
		{"two types", "---\ndescription:\n  a: b\nname: [a]\n---\n", "", `type description "a: b"; type name "[a]"!`},
		{"metadata", "---\nname: a/b\nmetadata: [x]\n---\n", "", `type metadata "[x]"; characters name "a/b"!`},
		{"tag", "---\nname: a\nmetadata: {x: {y: !z 1}}\n---\n", "", `type metadata "1"`},
		{"duplicate", "---\nname: a\nname: b/c\n---\n", "", `duplicate-key name "name"`},
		{"sequence", "---\n- name: a\n---\n", "", `not-mapping  "- name: a"`},
		{"text", "---\nname:a\n---\n", "", `not-mapping  "name:a"`},
		{"colon", "---\nname: a/b\ndescription: c: d\n---\n", "", `yaml  ":"; characters name "a/b"!`},
		{"quote", "---\nname: a\ndescription: 'b\n---\n", "", `yaml  "'"`},
		{"unknown alias", "---\nname: *a\n---\n", "", `yaml  "*a"`},
		{"no frontmatter", "# Title\n", "", `no-frontmatter  ""`},
		{"unclosed", "---\nname: a/b\n", "", `unclosed  "---"; characters name "a/b"!`},
		{"not UTF-8", "---\nname: a/b\n---\n\xff", "", `unreadable  "\ufffd"; characters name "a/b"!`},
	})
}

// TestMessages checks messages that the corpus does not have.
func TestMessages(t *testing.T) {
	for _, tt := range []struct{ source, want string }{
		{"---\nversion: 1\n---\n", "Skill at '/s/x' is missing a required 'name' in frontmatter, skipping"},
		{"---\nname: ''\n---\n", "Skill at '/s/x' is missing a required 'name' in frontmatter, skipping"},
		{"---\nname: a/b\n---\n", "Skill name 'a/b' contains '/', skipping"},
		{"---\nname: a\n---\n\xff", "Failed to read skill file /s/x/SKILL.md: stream did not contain valid UTF-8"},
		{"\n\n---\n\nname: [a]\n---\n", "Failed to parse skill frontmatter: name: invalid type: sequence, expected a string at line 1 column 7"},
		{"no fence", ""},
	} {
		v := accept(skills.File{Path: filepath.FromSlash("/s/x/SKILL.md"), Source: tt.source})
		if got := agenttest.FirstMessage(v); got != tt.want || v.Accepted {
			t.Errorf("%q: %q, want %q", tt.source, got, tt.want)
		}
	}
}

func TestArguments(t *testing.T) {
	const front = "---\nname: a\nmetadata:\n  arguments: [file, 'my-arg', 3, '']\n---\n"
	for _, tt := range []struct{ body, arguments, want string }{
		{"$ARGUMENTS|$ARGUMENTS[1]|$1|$2|$0|$3", `x "y z"`, `x "y z"|y z|x|y z||`},
		{"$file $my-arg $file_2 $other", "a b", "a b $file_2 $other"},
		{"$my-arg. $FILE $3", "a b c", "b. $FILE c"},
		{"$ARGUMENTS[x] $ARGUMENTS[] $ARGUMENTSX $ARGUMENTS_ $ARGUMENTSé $ARGUMENTS-", "a", "a[x] a[] $ARGUMENTSX $ARGUMENTS_ $ARGUMENTSé a-"},
		{"$٣ $ARGUMENTS[١]|$99999999999999999999|$$1 $", "a b", " ||$a $"},
		{"$other", "a", "$other\n\nARGUMENTS: a"},
		{"none", "'open", "none\n\nARGUMENTS: 'open"},
		{"$1 $2 $3 $4", `it's 'a "b' c"d e"f`, `it's a "b cd ef `},
		{"$2", "a\u00a0b", "b"},
		{"$1", `""`, ""},
		{"${1} \\$1", "a", "${1} \\a"},
		{"$1\r\n$ARGUMENTS", "a", "a\r\na"},
	} {
		got := inject(skills.Load{Skill: skills.Skill{Name: "a"}, Source: front + tt.body, Arguments: &tt.arguments})
		agenttest.CheckInjection(t, got, front+tt.body)
		if want := "# Loaded Skill: a (skill)\n\n\n\n## Content\n\n" + tt.want + "\n"; got.Content != want {
			t.Errorf("%q with %q: %q, want %q", tt.body, tt.arguments, got.Content, want)
		}
	}
	open := `a "b`
	got := inject(skills.Load{Skill: skills.Skill{Name: "a"}, Source: front + "$1", Arguments: &open})
	agenttest.CheckInjection(t, got, front)
	if want := "Failed to parse skill arguments: Unmatched quote in command"; got.Content != want {
		t.Errorf("%q, want %q", got.Content, want)
	}
}

func TestSegments(t *testing.T) {
	const front, body = "---\nname: a\n---\n", "\n One $1 two --- $ARGUMENTS\n\n"
	arguments := "x y"
	got := inject(skills.Load{Skill: skills.Skill{Name: "a", Description: "D."}, Source: front + body, Arguments: &arguments})
	agenttest.CheckInjection(t, got, front+body)
	if want := "# Loaded Skill: a (skill)\n\nD.\n\n## Content\n\nOne x two --- x y\n"; got.Content != want {
		t.Errorf("content %q, want %q", got.Content, want)
	}
	agenttest.CheckSegments(t, got, front+body, "envelope|body One |substituted $1|body  two --- |substituted $ARGUMENTS|envelope")
}

// TestFiles checks which files are listed: links are followed, and skills below and version control are left
// out.
func TestFiles(t *testing.T) {
	root := treetest.Dir(t)
	x, dir := "x", filepath.Join(root, "s")
	agenttest.WriteTree(t, root, []agenttest.Node{
		{Path: "s/SKILL.md", Content: &x},
		{Path: "s/b.md", Content: &x},
		{Path: "s/.env", Content: &x},
		{Path: "s/.git/config", Content: &x},
		{Path: "s/inner/SKILL.md", Content: &x},
		{Path: "s/inner/c.md", Content: &x},
		{Path: "s/d/.svn/e", Content: &x},
		{Path: "s/d/SKILL.md/f", Content: &x},
		{Path: "out/g.md", Content: &x},
	})
	for name, target := range map[string]string{"loop": ".", "linked": "../out", "h.md": "../out/g.md", "gone": "nowhere"} {
		if err := os.Symlink(filepath.FromSlash(target), filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	got := inject(skills.Load{Skill: skills.Skill{Name: "s", Dir: dir}, Source: "---\nname: s\n---\n", FS: vfs.Disk{}})
	var files []string
	for _, file := range got.Files {
		rel, err := filepath.Rel(dir, file)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, filepath.ToSlash(rel))
	}
	if got, want := strings.Join(files, " "), ".env b.md d/SKILL.md/f h.md linked/g.md"; got != want {
		t.Errorf("files %s, want %s", got, want)
	}
}

func TestCatalog(t *testing.T) {
	list := []skills.Skill{{Name: "b", Description: "B\nb."}, {Name: "a", Dir: "/2"}, {Name: "a", Description: "A.", Dir: "/1"}}
	slices.SortFunc(list, Agent.Order)
	got := catalog(list, skills.Budget{})
	agenttest.CheckCatalogText(t, got, list, "\n\nYou have these skills at your disposal, when it is clear they can help you solve a problem or you are asked to use them:"+
		"\n• a - A.\n• a - \n• b - B\nb.", "\n• ")
	agenttest.CheckCatalogText(t, catalog(nil, skills.Budget{}), nil, "", "\n• ")
}

// TestDirectory checks that the environment moves the user's own directory.
func TestDirectory(t *testing.T) {
	_, roots := skills.FindRoots(vfs.Disk{}, Agent, skills.Vantage{Cwd: "/p", Home: "/h", Env: map[string]string{"GOOSE_PATH_ROOT": "/g"}})
	var dirs []string
	for _, r := range roots {
		dirs = append(dirs, filepath.ToSlash(r.Dir))
	}
	if got, want := strings.Join(dirs, " "), "/p/.agents/skills /p/.goose/skills /p/.claude/skills /h/.agents/skills /g/config/skills /h/.claude/skills /h/.config/agents/skills"; got != want {
		t.Errorf("roots %s, want %s", got, want)
	}
}

func TestMentions(t *testing.T) {
	for text, want := range map[string]string{
		"/demo": "demo", " \n/demo now": "demo", "/My_Skill x": "My_Skill", "/a:b.c": "a:b.c", "/summarize this": "summarize", "/Clear": "Clear",
		"/demo\nnow": "demo\nnow", "/demo\tnow then": "demo\tnow",
		"": "", "/": "", "/ demo": "", "use /demo": "", "/skills demo": "", "/clear": "", "/summarize\n": "", "$demo": "",
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

func TestValidate(t *testing.T) {
	for name, want := range map[string]string{
		"a--b": "", strings.Repeat("n", 64): "", "a_b": "may only contain lowercase letters, digits, and hyphens.", "-a": "must not start or end with a hyphen.",
		strings.Repeat("é", 33): "must be at most 64 characters.", "a/b": "",
	} {
		var got string
		for _, r := range validate(skills.File{Path: "/s/x/SKILL.md", Source: "---\nname: " + name + "\n---\n"}) {
			got += r.Message
		}
		if want != "" {
			want = `Invalid skill name "` + name + `". Names ` + want
		}
		if got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
