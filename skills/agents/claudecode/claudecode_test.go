package claudecode

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"skills-ls/skills"
	"skills-ls/skills/agents/agenttest"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/treetest"
	"skills-ls/skills/vfs"
)

func TestAcceptance(t *testing.T) {
	agenttest.AcceptanceVectors(t, Agent, 43, func(t *testing.T, c agenttest.AcceptanceVector, v skills.Verdict) {
		read := parse(c.Content)
		if c.Label != "" && read.text("name") != c.Label {
			t.Errorf("label %q, want %q", read.text("name"), c.Label)
		}
		if len(c.InvokedBy) > 0 && !slices.Contains(c.InvokedBy, v.Name) {
			t.Errorf("name %q, want one of %q", v.Name, c.InvokedBy)
		}
	})
}

func TestDiscovery(t *testing.T) { agenttest.DiscoveryVectors(t, Agent, 13, false) }

func TestInjection(t *testing.T) {
	agenttest.EachInjectionVector(t, Agent, ".claude/skills", 49, func(t *testing.T, c *agenttest.InjectionTest, want agenttest.WantedInjection) {
		disabled := strings.Contains(string(c.Options["claude-code"]), `"disableSkillShellExecution": true`)
		agent := Agent.Configured(map[string]skills.KnobValue{"disableSkillShellExecution": {On: disabled}})
		if c.Load.Skill.Name != want.Name || len(want.Runs) == 0 {
			t.Errorf("name %q, want %q", c.Load.Skill.Name, want.Name)
		}
		for _, run := range want.Runs {
			c.Load.Arguments = run.Args
			got := agent.Inject(c.Load)
			agenttest.CheckInjection(t, got, c.Load.Source)
			if text := c.Text(sessionValues(run.Text)); got.Content != text {
				t.Errorf("with %q\n%s\nwant\n%s", agenttest.ValueOf(run.Args), agenttest.Clip(got.Content), agenttest.Clip(text))
			}
			agenttest.CheckUnexecuted(t, got, want)
			for _, s := range got.Segments { // a value that only a session knows has a note
				if text := s.Of(got.Content); s.Kind == skills.SegmentSubstituted && strings.HasPrefix(text, "${CLAUDE_") && s.Note == "" {
					t.Errorf("%s without a note", text)
				}
			}
			if i := strings.Index(run.Text, "${VALUE:"); i >= 0 && !slices.ContainsFunc(got.Segments, func(s skills.Segment) bool { return s.Note != "" }) {
				t.Errorf("segments %+v", got.Segments)
			}
		}
	})
}

func TestCatalogVectors(t *testing.T) {
	agenttest.EachCatalogVector(t, Agent, 6, func(t *testing.T, c agenttest.CatalogVector, list []skills.Skill) {
		got := Agent.Catalog(list, Agent.Limits.Listing)
		var lines []string
		for _, e := range c.Expected["claude-code"].Entries {
			lines = append(lines, "- "+e.Name+": "+e.Text)
		}
		want := ""
		if lines != nil {
			want = "<system-reminder>\nThe following skills are available for use with the Skill tool:\n\n" + strings.Join(lines, "\n") + "\n</system-reminder>"
		}
		if got.Content != want || got.Entries != len(lines) || got.Total != len(lines) || got.Truncated || got.Dropped != nil {
			t.Errorf("%+v, want %s", got, want)
		}
	})
}

func TestCatalogBudget(t *testing.T) {
	list := []skills.Skill{
		{Name: "a", Description: strings.Repeat("ä", 30)},
		{Name: "b", Description: "x", Exposure: skills.Exposure{Uses: "When."}},
		{Name: "c"},
		{Name: "d", Description: "Does d.", Exposure: skills.Exposure{ModelOnly: true}},
		{Name: "e", Description: "Does e.", Exposure: skills.Exposure{Hidden: true}},
	}
	for _, tt := range []struct {
		entry, budget int
		want          string
		dropped       bool
	}{
		{1536, 0, "- a: " + strings.Repeat("ä", 30) + "\n- b: x - When.\n- c\n- d: Does d.", false},
		{1536, 36 + 15 + 4 + 13, "- a: " + strings.Repeat("ä", 30) + "\n- b: x - When.\n- c\n- d: Does d.", false},
		{1536, 36 + 15 + 4 + 12, "- a: " + strings.Repeat("ä", 30) + "\n- b: x - When.\n- c\n- d", true},
		{1536, 1, "- a\n- b\n- c\n- d", true},
		{5, 0, "- a: äääää\n- b: x - W\n- c\n- d: Does ", false},
	} {
		got := catalog(tt.entry)(list, skills.Budget{Chars: tt.budget})
		if !strings.Contains(got.Content, ":\n\n"+tt.want+"\n<") || got.Truncated != tt.dropped || len(got.Notes) > 0 != tt.dropped || got.Entries != 4 {
			t.Errorf("%d, %d: %+v, want\n%s", tt.entry, tt.budget, got, tt.want)
		}
	}
}

func TestRefusals(t *testing.T) {
	agenttest.Refusals(t, Agent, []agenttest.Refusal{
		{"anything", "\x00\xff: [", "", ``},
		{"synced", "---\nname: a\n---\n", "/s/SyncED/SKILL.md", `reserved name "---"`},
		{"the namespace", "text", "/s/anthropic-skills/SKILL.md", `reserved name ""`},
		{"in the namespace", "---\nname: a\n---\n", "/s/anthropic-skills:pdf/SKILL.md", `reserved name "---"`},
		{"the field", "---\nname: 'anthropic-skills:pdf'\n---\n", "/s/x/SKILL.md", `reserved name "'anthropic-skills:pdf'"`},
		{"both", "---\nname: anthropic-skills\n---\n", "/s/synced/SKILL.md", `reserved name "---"; reserved name "anthropic-skills"`},
		{"almost", "---\nname: anthropic-skills-x\n---\n", "/s/synced-x/SKILL.md", ``},
		{"in text", "text\n---\nname: anthropic-skills\n---\n", "/s/x/SKILL.md", ``},
	})
}

// TestRead checks cases that the vectors leave open, as the notes describe them.
func TestRead(t *testing.T) {
	for _, tt := range []struct{ source, description, body string }{
		{"---\ndescription: a\n---\n\n \t\r\n  b\n\n", "a", "  b\n\n"},
		{"---  \r\ndescription: a\r\n---\t\r\nb", "a", "b"},
		{"---\ndescription: a\n---", "a", ""},
		{"---\n---\n\n# T\nx", "# T", "# T\nx"},
		{"---\ndescription: a", "---", "---\ndescription: a"},
		{" ---\ndescription: a\n---\n", "---", " ---\ndescription: a\n---\n"},
		{"\ufeff\nx\n", "x", "\nx\n"},
		{"---\n- a\n---\nb", "b", "b"},
		{"---\ndescription: [a]\n---\nb", "b", "b"},
		{"---\ndescription: ~\n---\nb", "b", "b"},
		{"---\ndescription: 2024-01-02\n---\nb", "2024-01-02", "b"},
		{"---\ndescription: a\ndescription: c\n---\nb", "c", "b"},
		{"---\nname: x\ndescription: it's a: 'b'\r\n---\nb", "it's a: 'b'", "b"},
		{"---\ndescription: \"a: b\n---\nb", "b", "b"},
		{"---\ndescription: a: b\nx: [\n---\nb", "b", "b"},
		{"---\nx: \xff\n---\n\xffb", "\ufffdb", "\xffb"},
		{"", "", ""},
	} {
		read := parse(tt.source)
		if got := read.description(); got != tt.description || read.body.Of(tt.source) != tt.body {
			t.Errorf("%q: %q, %q, want %q, %q", tt.source, got, read.body.Of(tt.source), tt.description, tt.body)
		}
	}
}

// TestCorpus checks that Claude Code loads real skills, and the invariants of every text. Claude Code's own
// results were not recorded.
func TestCorpus(t *testing.T) {
	broken := 0
	for name, file := range agenttest.CorpusFiles(t) {
		if filepath.Base(name) != "SKILL.md" {
			continue
		}
		d := skills.Parse(file.Source)
		v := Agent.Accept(skills.File{Path: "/corpus/" + name, Source: file.Source, Frontmatter: &d.Frontmatter})
		agenttest.CheckVerdict(t, name, file.Source, v)
		if !v.Accepted || v.Description == "" && strings.TrimSpace(file.Source) != "" {
			t.Errorf("%s: %+v", name, v)
		}
		if read := parse(file.Source); read.broken {
			broken++
		}
		arguments := `one "two three"`
		agenttest.CheckInjection(t, Agent.Inject(skills.Load{Skill: skills.Skill{Name: v.Name, Dir: "/corpus"}, Source: file.Source, Arguments: &arguments}), file.Source)
	}
	if broken > 20 {
		t.Errorf("%d files have no YAML", broken)
	}
}

// TestExposure checks that the exposure in a verdict reaches the catalog, with and without the cache.
func TestExposure(t *testing.T) {
	root := treetest.Dir(t)
	manual := "---\ndescription: a\nwhen_to_use: b\ndisable-model-invocation: on\nuser-invocable: OFF\n---\n"
	agenttest.WriteTree(t, root, []agenttest.Node{{Path: ".claude/skills/manual/SKILL.md", Content: &manual}})
	path := filepath.Join(root, ".claude", "skills", "manual", "SKILL.md")
	long := time.Now().Add(-time.Hour)
	if err := os.Chtimes(path, long, long); err != nil { // old enough for the cache
		t.Fatal(err)
	}
	cache := skills.NewCache()
	for range 2 {
		c, err := skills.BuildCatalog(t.Context(), vfs.Disk{}, Agent, skills.Vantage{Cwd: root}, cache)
		if err != nil || len(c.Skills) != 1 {
			t.Fatalf("%+v, %v", c, err)
		}
		if want := (skills.Exposure{Hidden: true, HiddenFor: kit.DisablesInvocation, ModelOnly: true, Uses: "b"}); c.Skills[0].Exposure != want {
			t.Errorf("%+v, want %+v", c.Skills[0].Exposure, want)
		}
	}
}

func TestPlugins(t *testing.T) {
	root := treetest.Dir(t)
	manifest, broken, bare := `{"name":"ops"}`, `{`, `{"name":""}`
	plain, named, own := "Text.\n", "---\nname: fancy\n---\n", "---\nname: ops:fancy\n---\n${CLAUDE_PLUGIN_ROOT} ${CLAUDE_PLUGIN_DATA}"
	agenttest.WriteTree(t, root, []agenttest.Node{
		{Path: "one/.claude-plugin/plugin.json", Content: &manifest},
		{Path: "one/skills/review/SKILL.md", Content: &plain},
		{Path: "one/skills/named/SKILL.md", Content: &named},
		{Path: "one/skills/own/SKILL.md", Content: &own},
		{Path: "one/other/review/SKILL.md", Content: &plain},
		{Path: "one/SKILL.md", Content: &named},
		{Path: "two/.claude-plugin/plugin.json", Content: &broken},
		{Path: "two/SKILL.md", Content: &plain},
		{Path: "three/.claude-plugin/plugin.json", Content: &bare},
		{Path: "three/skills/a/SKILL.md", Content: &plain},
		{Path: "none/skills/a/SKILL.md", Content: &plain},
	})
	for dir, want := range map[string]string{
		"one/skills/review": "ops:review", "one/skills/named": "ops:fancy", "one/skills/own": "ops:fancy", "one/other/review": "review",
		"one": "ops:fancy", "two": "two:two", "three/skills/a": "three:a", "none/skills/a": "a",
	} {
		if got := agenttest.AdoptIn(t, Agent, filepath.Join(root, filepath.FromSlash(dir))); got.Name != want {
			t.Errorf("%s is %q, want %q", dir, got.Name, want)
		}
	}
	skill := agenttest.AdoptIn(t, Agent, filepath.Join(root, "one", "skills", "own"))
	got := Agent.Inject(skills.Load{Skill: skill, Source: own, FS: vfs.Disk{}})
	if want := "\n\n" + filepath.Join(root, "one") + " ${CLAUDE_PLUGIN_DATA}"; !strings.HasSuffix(got.Content, want) {
		t.Errorf("content %q, want %q at its end", got.Content, want)
	}
}

func TestMentions(t *testing.T) {
	for text, want := range map[string]string{
		"/deploy staging":                "deploy",
		" \n/deploy":                     "deploy",
		"/a /b  /c text /d":              "a b c",
		"/a/b":                           "",
		"//a":                            "",
		"/":                              "",
		"/a /usr/bin":                    "a",
		"/apps/web:deploy x":             "apps/web:deploy",
		"/plugin:skill /技能":              "plugin:skill 技能",
		"go ahead and /deploy":           "",
		"/1 /2 /3 /4 /5 /6 /7":           "1 2 3 4 5 6",
		"$deploy [$deploy](/x/SKILL.md)": "",
	} {
		var names []string
		for _, m := range mentions(text) {
			names = append(names, m.Name)
			if m.Kind != skills.SlashMention || m.Span.Of(text) != "/"+m.Name || m.NameSpan.Of(text) != m.Name {
				t.Errorf("%q: %+v", text, m)
			}
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
