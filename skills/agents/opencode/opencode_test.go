package opencode

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"skills-ls/skills"
	"skills-ls/skills/agents/agenttest"
)

func TestCorpus(t *testing.T) { agenttest.Acceptance(t, Agent) }

func TestDiscovery(t *testing.T) {
	agenttest.Discovery(t, Agent, 37, func(agent *skills.Agent, options json.RawMessage, _ string) {
		var set struct{ DisableClaude bool }
		if len(options) > 0 {
			if err := json.Unmarshal(options, &set); err != nil {
				t.Fatal(err)
			}
		}
		*agent = *agent.Configured(map[string]skills.KnobValue{"OPENCODE_DISABLE_CLAUDE_CODE_SKILLS": {On: set.DisableClaude}})
	})
}

func TestInjection(t *testing.T) {
	agenttest.EachInjection(t, Agent, ".agents/skills", func(t *testing.T, c *agenttest.InjectionTest) {
		var want struct {
			Name, Text string
			Candidates int  `json:"bundled_file_candidates"`
			Sampled    bool `json:"files_sampled"`
		}
		c.Want(t, &want)
		got := inject(c.Load)
		agenttest.CheckInjection(t, got, c.Load.Source)
		text := c.Text(want.Text)
		if want.Sampled { // ripgrep chose the files: only their number is certain, and that they belong to the skill
			before, files, after := cutFiles(t, text)
			gotBefore, gotFiles, gotAfter := cutFiles(t, got.Content)
			all, _ := list(c.Load)
			for _, line := range files {
				file := strings.TrimSuffix(strings.TrimPrefix(line, "<file>"), "</file>")
				if !slices.Contains(all, file) {
					t.Errorf("%s is not listed", file)
				}
			}
			if before != gotBefore || after != gotAfter || len(files) != len(gotFiles) {
				t.Errorf("%s\nwant\n%s", agenttest.Clip(got.Content), agenttest.Clip(text))
			}
		} else if got.Content != text {
			t.Errorf("%s\nwant\n%s", agenttest.Clip(got.Content), agenttest.Clip(text))
		}
		if all, _ := list(c.Load); c.Load.Skill.Name != want.Name || len(all) != want.Candidates || got.FilesTruncated != want.Sampled {
			t.Errorf("%s with %d files, truncated %t, want %s with %d", c.Load.Skill.Name, len(all), got.FilesTruncated, want.Name, want.Candidates)
		}
	})
}

// cutFiles returns the lines with files in the tool's answer, and the text before and after them.
func cutFiles(t *testing.T, text string) (before string, files []string, after string) {
	t.Helper()
	before, rest, ok := strings.Cut(text, "\n<skill_files>\n")
	rest, after, closed := strings.Cut(rest, "\n</skill_files>\n")
	if !ok || !closed {
		t.Fatalf("no files in\n%s", agenttest.Clip(text))
	}
	return before, strings.Split(rest, "\n"), after
}

func TestCatalog(t *testing.T) {
	agenttest.EachCatalog(t, Agent, func(t *testing.T, list []skills.Skill, root string, expected json.RawMessage) {
		var want struct{ Verbose, Short string }
		if err := json.Unmarshal(expected, &want); err != nil {
			t.Fatal(err)
		}
		got := renderCatalog(list, skills.Budget{})
		agenttest.CheckCatalogText(t, got, list, agenttest.Expand(want.Verbose, root, ""), "<location>")
		if len(list) > 0 && (len(got.Notes) != 1 || !strings.HasSuffix(got.Notes[0], ":\n"+want.Short)) {
			t.Errorf("notes %q, want %q", got.Notes, want.Short)
		}
	})
}

func TestRefusals(t *testing.T) {
	agenttest.Refusals(t, Agent, []agenttest.Refusal{
		{"fine", "---\nname: a\ndescription: D.\n---\n", "", ``},
		{"no description", "---\nname: a\n---\n", "", ``},
		{"unclosed", "---\nname: a\n\nText\n", "", `yaml  "Text"`},
		{"unclosed and fine", "---\nname: a\n\n# Title\n", "", ``},
		{"closed by anything", "---\nname: a\n---x\n", "", ``},
		{"byte order mark", "\ufeff---\nname: a\n---\n", "", ``},
		{"JSON", "---json\n{\"name\": \"a\", \"description\": \"D.\"}\n---\n", "", ``},
		{"broken JSON", "---json\n{name: a}\n---\n", "", `yaml  "---json"`},
		{"more than JSON", "---json\n{\"name\": \"a\"}}\n---\n", "", `yaml  "---json"; missing name "---json"!`},
		{"JavaScript", "---js\n{name: 'a'}\n---\n", "", `program  "---js"`},
		{"JavaScript by its name", "--- JavaScript \nprocess.exit()\n", "", `program  "--- JavaScript "`},
		{"comments as JavaScript", "---js\n# a\n  #b\n---\n", "", `missing name "---js"`},
		{"another language", "---toml\nname = 1\n---\n", "", `yaml  "---toml"; missing name "---toml"!`},
		{"nothing", "", "", `no-frontmatter  ""`},
		{"text", "# T\n", "", `no-frontmatter  ""`},
		{"blank line", "\n---\nname: a\n---\n", "", `no-frontmatter  ""`},
		{"four hyphens", "----\nname: a\n----\n", "", `no-frontmatter  ""`},
		{"empty", "---\n---\n", "", `missing name "---"`},
		{"scalar", "---\njust text\n---\n", "", `not-mapping  "just text"`},
		{"list", "---\n- name: a\n---\n", "", `not-mapping  "- name: a"`},
		{"types", "---\nname: [a]\ndescription: 2024-01-02\n---\n", "", `type name "[a]"; type description "2024-01-02"`},
		{"empty values", "---\nname:\ndescription:\n---\n", "", `empty name "name"; empty description "description"`},
		{"null", "---\nname: ~\ndescription: \"\"\n---\n", "", `type name "~"`},
		{"octal name", "---\nname: 017\n---\n", "", `type name "017"`},
		{"repaired", "---\nname: a\ndescription: b: c\n---\n", "", ``},
		{"not repaired", "---\nname: a\nx-y: b: c\n---\n", "", `yaml  ": c"`},
		{"not repaired in bad company", "---\ndescription: 1\nx-y: b: c\n---\n", "", `yaml  ": c"; missing name "---"!; type description "1"!`},
		{"repaired in vain", "---\nname: a\ndescription: b: c\nx: @y\n---\n", "", `yaml  "@y"`},
		{"repaired in vain, by the repair", "---\nname: a: b\n x: y\n---\n", "", `yaml  "x: y"`},
		{"repeated", "---\nname: a\nname: b\n---\n", "", `duplicate-key  "name: b"`},
		{"line feeds repaired", "---\r\nname: a\r\nx: @y\r\n---\r\n", "", `yaml  "@y"`},
	})
}

// TestMessages checks that a file is rejected with a message only if it was parsed twice.
func TestMessages(t *testing.T) {
	for source, want := range map[string]string{
		"---\nname: a\nx: @y\n---\n":                    "",
		"---\nname: a\ndescription: b: c\nx: @y\n---\n": "/p: Failed to parse YAML frontmatter: end of the stream or a document separator is expected at line 5, column 4:\n    x: @y\n       ^",
		"---\r\nname: a\r\nx: @y\r\n---\r\n":            "/p: Failed to parse YAML frontmatter: end of the stream or a document separator is expected at line 3, column 4:\n    x: @y\n       ^",
		"\ufeff---\nname: a: b\n---\n":                  "",
		"--- \nname: a: b\n---\n":                       "",
	} {
		if got := agenttest.FirstMessage(accept(skills.File{Path: "/p", Source: source})); got != want {
			t.Errorf("%q: %q, want %q", source, got, want)
		}
	}
}
