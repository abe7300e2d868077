package opencode

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

// TestSegments checks the sources of the injected text, and the notes on it.
func TestSegments(t *testing.T) {
	dir := treetest.Dir(t)
	target, ignored, text := "b.md", "out/\n", "x"
	agenttest.WriteTree(t, dir, []agenttest.Node{
		{Path: "b.md"},
		{Path: "sub/a b.md"},
		{Path: "link.md", Symlink: &target},
		{Path: ".git/config", Content: &text},
		{Path: "out/c.md"},
		{Path: ".gitignore", Content: &ignored},
		{Path: "other/SKILL.md"},
	})
	load := skills.Load{Skill: skills.Skill{Name: "a<b", Dir: dir}, Source: "---\nname: a<b\n---\n\n# T\n $1\n", FS: vfs.Disk{}}
	got := inject(load)
	agenttest.CheckInjection(t, got, load.Source)
	var list []string
	for _, s := range got.Segments {
		list = append(list, string(s.Kind)+" "+s.Of(got.Content))
	}
	files := []string{filepath.Join(dir, ".gitignore"), filepath.Join(dir, "b.md"), filepath.Join(dir, "sub", "a b.md")}
	want := []string{
		"envelope <skill_content name=\"a<b\">\n# Skill: a<b\n\n", "body # T\n $1",
		"envelope \n\nBase directory for this skill: " + fileURL(dir) + "\nRelative paths in this skill (e.g., scripts/, reference/) are relative to this base directory.\n" +
			"Note: file list is sampled.\n\n<skill_files>\n",
		"files <file>" + strings.Join(files, "</file>\n<file>") + "</file>", "envelope \n</skill_files>\n</skill_content>",
	}
	if !slices.Equal(list, want) {
		t.Errorf("segments\n%q\nwant\n%q", list, want)
	}
	if !slices.Equal(got.Files, files) || got.FilesTruncated || len(got.Notes) != 1 {
		t.Errorf("files %q, truncated %t, notes %q", got.Files, got.FilesTruncated, got.Notes)
	}
}

// TestCommand compares with the results of the expressions of session/prompt.ts for the same texts on Node
// 20. Another 40,000 random texts were compared, too.
func TestCommand(t *testing.T) {
	const tail = "\n\nBase directory for this skill: /d\nRelative paths in this skill (e.g., scripts/, references/) are relative to this base directory."
	for _, tt := range []struct{ body, arguments, want, segments string }{
		{"Do.", "", "Do." + tail, "body envelope"},
		{"Do.", " ", "Do." + tail, "body envelope"},
		{"Do.", "a  b", "Do." + tail + "\n\na  b", "body envelope substituted"},
		{" $ARGUMENTS!\n$ARGUMENTS", "a b", "a b!\na b" + tail, "substituted body substituted envelope"},
		{"$2-$1-$2.", `a "b c" 'd' e"f`, "b c d e f-a-b c d e f." + tail, "substituted body substituted body substituted body envelope"},
		{"$3|$1", "a", "|a" + tail, "body substituted envelope"},
		{"$0", "a b", "b" + tail, "substituted envelope"},
		{"$0 $1", "a b", "undefined a b" + tail, "substituted body substituted envelope"},
		{"$1", "[image 2] b", "[image 2] b" + tail, "substituted envelope"},
		{"a $ARGUMENTS", "$$x$&$'", "a $x$ARGUMENTS" + tail + tail, "body substituted envelope"},
		{"$1", "$ARGUMENTS", "$ARGUMENTS" + tail, "substituted envelope"},
		{"$$1", "ARGUMENTS", "ARGUMENTS" + tail, "substituted envelope"},
		{"!`ls $1` x!``", "-a", "!`ls -a` x!``" + tail, "unexecuted unexecuted unexecuted body envelope"},
		{"see @a.md, @~/b. c@d `@e` @", "", "see @a.md, @~/b. c@d `@e` @" + tail, "body unexecuted body unexecuted body unexecuted envelope"},
		{"x", "!`ls`@y", "x" + tail + "\n\n!`ls`@y", "body envelope unexecuted substituted"},
	} {
		source := "---\nname: n\n---\n" + tt.body
		got := inject(skills.Load{Skill: skills.Skill{Name: "n", Dir: "/d"}, Source: source, Arguments: &tt.arguments})
		agenttest.CheckInjection(t, got, source)
		var kinds []string
		for _, s := range got.Segments {
			kinds = append(kinds, string(s.Kind))
		}
		if got.Content != tt.want || strings.Join(kinds, " ") != tt.segments {
			t.Errorf("%q with %q\ngot  %q of %s\nwant %q of %s", tt.body, tt.arguments, got.Content, kinds, tt.want, tt.segments)
		}
		if len(got.Notes) != 1 || got.Files != nil {
			t.Errorf("%q: notes %q, files %q", tt.body, got.Notes, got.Files)
		}
	}
}

// TestLongCommand checks that arguments do not make a text of any length.
func TestLongCommand(t *testing.T) {
	arguments := strings.Repeat("$`", 1000) + strings.Repeat("x", 1<<16)
	source := "---\nname: n\n---\n" + strings.Repeat("$ARGUMENTS ", 1<<12)
	got := inject(skills.Load{Skill: skills.Skill{Name: "n", Dir: "/d"}, Source: source, Arguments: &arguments})
	agenttest.CheckInjection(t, got, source)
	if len(got.Content) > 2*maxCommand || len(got.Notes) != 2 {
		t.Errorf("%d bytes, notes %q", len(got.Content), got.Notes)
	}
}

func TestNotes(t *testing.T) {
	arguments := ""
	for _, tt := range []struct {
		name, source string
		arguments    *string
		want         string
	}{
		{"n", "---\nname: n\n---\n", nil, ""},
		{"n", "---js\n{name: 'n'}\n---\n", nil, "runs the frontmatter"},
		{"n", "text", nil, "not found"},
		{"n", "---\nname: n\ndescription: a: b\n---\n", nil, "rewrites lines"},
		{"review", "---\nname: review\n---\n", &arguments, "OpenCode's own command"},
	} {
		got := inject(skills.Load{Skill: skills.Skill{Name: tt.name}, Source: tt.source, Arguments: tt.arguments})
		if notes := strings.Join(got.Notes, "\n"); tt.want == "" && notes != "" || !strings.Contains(notes, tt.want) {
			t.Errorf("%q: notes %q, want %q", tt.source, notes, tt.want)
		}
	}
}

// TestFileURL compares with Node 20.
func TestFileURL(t *testing.T) {
	for path, want := range map[string]string{
		"/a b/c#d%e?f":      "file:///a%20b/c%23d%25e%3Ff",
		"/é/😀\n\x01\x7f":    "file:///%C3%A9/%F0%9F%98%80%0A%01%7F",
		"/!$&'()*+,-.:;=@_": "file:///!$&'()*+,-.:;=@_",
		"/[a]^{b}|~`\"<>\\": "file:///%5Ba%5D%5E%7Bb%7D%7C%7E%60%22%3C%3E%5C",
	} {
		if got := fileURL(path); got != want {
			t.Errorf("%q: %s, want %s", path, got, want)
		}
	}
}

func TestMentions(t *testing.T) {
	for text, want := range map[string]string{
		"/demo": "demo", "/demo now": "demo", "/demo\nnow": "demo", "/a:b_é\tc": "a:b_é\tc",
		"": "", "/": "", " /demo": "", "use /demo": "", "/init x": "", "$demo": "",
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

// TestCatalogHidden checks that the catalog does not list a skill without a description, but one with an
// empty description.
func TestCatalogHidden(t *testing.T) {
	root := treetest.Dir(t)
	none, empty := "---\nname: none\n---\n", "---\nname: empty\ndescription: ''\n---\n"
	agenttest.WriteTree(t, root, []agenttest.Node{{Path: "ws/.agents/skills/none/SKILL.md", Content: &none}, {Path: "ws/.agents/skills/R&D/SKILL.md", Content: &empty}, {Path: "ws/.opencode/skills/.x/SKILL.md", Content: &empty}})
	catalog, err := skills.BuildCatalog(t.Context(), vfs.Disk{}, Agent, skills.Vantage{Cwd: filepath.Join(root, "ws")}, nil)
	if err != nil {
		t.Fatal(err)
	}
	got := renderCatalog(catalog.Offered(), skills.Budget{})
	location := strings.ReplaceAll(filepath.Join(root, "ws", ".agents", "skills", "R&D", "SKILL.md"), "&", "&amp;")
	want := "<available_skills>\n  <skill>\n    <name>empty</name>\n    <description></description>\n    <location>" + location + "</location>\n  </skill>\n</available_skills>"
	if len(catalog.Skills) != 2 || got.Content != want || got.Total != 1 {
		t.Errorf("%d skills, %d of %s\nwant\n%s", len(catalog.Skills), got.Total, got.Content, want)
	}
}

// TestUnbounded checks that OpenCode searches the directories above the working directory if there is no
// repository.
func TestUnbounded(t *testing.T) {
	root := treetest.Dir(t)
	text := "---\nname: a\n---\n"
	agenttest.WriteTree(t, root, []agenttest.Node{{Path: "up/.opencode/skill/SKILL.md", Content: &text}, {Path: "up/ws/x"}})
	catalog, err := skills.BuildCatalog(t.Context(), vfs.Disk{}, Agent, skills.Vantage{Cwd: filepath.Join(root, "up", "ws")}, nil)
	if err != nil || len(catalog.Skills) != 1 {
		t.Errorf("%+v, %v", catalog.Skills, err)
	}
}

func TestKnobs(t *testing.T) {
	dirs := func(name string, value skills.KnobValue) (dirs []string) {
		agent := Agent.Configured(map[string]skills.KnobValue{name: value})
		_, roots := skills.FindRoots(vfs.Disk{}, agent, skills.Vantage{Cwd: "/w", Home: "/h", Roots: nil})
		for _, r := range roots {
			dirs = append(dirs, filepath.ToSlash(r.Dir))
		}
		return dirs
	}
	all := dirs("none", skills.KnobValue{})
	if got := dirs("OPENCODE_DISABLE_EXTERNAL_SKILLS", skills.KnobValue{On: true}); slices.ContainsFunc(got, func(dir string) bool { return strings.Contains(dir, ".agents") }) || len(got) != len(all)-6 {
		t.Errorf("external: %q", got)
	}
	if got := dirs("OPENCODE_DISABLE_PROJECT_CONFIG", skills.KnobValue{On: true}); slices.Contains(got, "/w/.opencode/skill") || !slices.Contains(got, "/h/.opencode/skill") {
		t.Errorf("project: %q", got)
	}
	if got := dirs("skills.paths", skills.KnobValue{Paths: []string{"a/b", "~/c", "/d"}}); !slices.Equal(got[len(all):], []string{"/w/a/b", "/h/c", "/d"}) {
		t.Errorf("paths: %q", got)
	}
}

// TestIgnores compares with ripgrep 13. Another 400 random directories were compared, too.
func TestIgnores(t *testing.T) {
	names := []string{"a", "a.log", "b/a.log", "b/c/d", "[z]", "x*y", "é.md"}
	for patterns, want := range map[string]string{
		"":              "",
		"*.log":         "a.log b/a.log",
		"/*.log":        "a.log",
		"*.log\n!a.log": "",
		"b/*":           "b/a.log",
		"b/":            "",
		"b/**":          "b/a.log b/c/d",
		"**/d":          "b/c/d",
		"b/**/d":        "b/c/d",
		"?":             "a b/c/d",
		"[!a]*":         "[z] x*y é.md b/c/d",
		`\[z\]`:         "[z]",
		`x\**`:          "x*y",
		"*.{md,log}":    "a.log b/a.log é.md",
		"# a\n\na  ":    "a",
		"[":             "",
		"{a":            "",
		"***":           "a a.log b/a.log b/c/d [z] x*y é.md",
	} {
		level := ignoreLevel{dir: "/r"}
		level.patterns[1] = kit.ParseIgnore(patterns, "")
		for _, name := range names {
			ignored := level.ignores("/r/"+name, false)
			if ignored != slices.Contains(strings.Fields(want), name) {
				t.Errorf("%q ignores %s: %t", patterns, name, ignored)
			}
		}
	}
}

// FuzzOpenCode checks the invariants of every verdict and injection for any bytes.
func FuzzOpenCode(f *testing.F) {
	for _, seed := range []string{
		"---\nname: a\ndescription: D.\n---\n# T\n", "---\r\nname: a: b\r\n x: 'c'\r\n---x\r\n", "\ufeff--- yaml\nname: a", "---json\n{\"name\": \"\\ud83d\"}\n---\n\xff",
		"---\n-\r\n-\r\n---", "---js\n#\n---\n", "---\nname: a\n---\n$1 $ARGUMENTS !`x` @y\xff", "---\n---\n---\n", "---\nx: [a, , {b: c: d}]\r---\n...\n\u2028a: b: c\n---",
	} {
		f.Add(seed, "a \"b\" $&")
	}
	f.Fuzz(func(t *testing.T, source, arguments string) {
		d := skills.Parse(source)
		v := accept(skills.File{Path: "/p", Source: source, Frontmatter: &d.Frontmatter})
		agenttest.CheckVerdict(t, "fuzz", source, v)
		load := skills.Load{Skill: skills.Skill{Name: v.Name, Dir: "/d"}, Source: source}
		agenttest.CheckInjection(t, inject(load), source)
		load.Arguments = &arguments
		agenttest.CheckInjection(t, inject(load), source)
		agenttest.CheckVerdict(t, "fuzz", source, acceptV2(skills.File{Path: "/p/SKILL.md", Source: source, Frontmatter: &d.Frontmatter}))
		agenttest.CheckInjection(t, injectV2(load), source)
		for _, m := range mentions(source) {
			agenttest.CheckMention(t, source, m)
		}
		kit.ParseIgnore(source, "")
	})
}
