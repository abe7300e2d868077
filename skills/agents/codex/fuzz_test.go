package codex

import (
	"testing"

	"skills-ls/skills"
	"skills-ls/skills/agents/agenttest"
)

// TestRefusals checks codes and spans. The recorded files check the messages.
func TestRefusals(t *testing.T) {
	const path = "/s/a/SKILL.md"
	long := ""
	for range 65 {
		long += "n"
	}
	agenttest.Refusals(t, Agent, []agenttest.Refusal{
		{"accepted", "---\nname: A b\ndescription: D.\n---\n", path, ``},
		{"the directory's name", "---\ndescription: D.\n---\n", path, ``},
		{"white space around the fences", " ---\t\nname: a\ndescription: D.\n --- \n", path, ``},
		{"missing", "---\nname: a\n---\n", path, `missing description "---"`},
		{"empty", "---\ndescription: ' '\n---\n", path, `empty description "' '"`},
		{"null", "---\ndescription:\n---\n", path, `empty description "description"`},
		{"too long", "---\nname: " + long + "\n---\n", path, `too-long name "` + long + `"; missing description "---"`},
		{"the directory's name is too long", "---\ndescription: D.\n---\n", "/s/" + long + "/SKILL.md", `too-long name "---"`},
		{"repaired", "---\ndescription: a: b\n---\n", path, ``},
		{"a list", "---\nname: [a]\ndescription:\n---\n", path, `type name "[a]"; empty description "description"!`},
		{"a list in a mapping", "---\ndescription: D.\nmetadata:\n  short-description: [a]\n---\n", path, `type metadata.short-description "[a]"`},
		{"a text for a mapping", "---\ndescription: D.\nmetadata: x\n---\n", path, `type metadata "x"`},
		{"twice", "---\ndescription: D.\r\nname: a\nname: b\n---\n", path, `duplicate-key name "name"`},
		{"no mapping", "---\n- a\n- b\n---\n", path, `not-mapping  "- a\n- b"`},
		{"no YAML", "---\ndescription: \"D.\" x: y\r\nname: " + long + "\n---\n", path, `yaml  "x"; too-long name "` + long + `"!`},
		{"two documents", "---\ndescription: D.\n...\na\n---\n", path, `yaml  "...\na"`},
		{"no frontmatter", "# Title\n", path, `no-frontmatter  ""`},
		{"byte order mark", "\ufeff---\ndescription: ''\n---\n", path, `no-frontmatter  "\ufeff---"; empty description "''"!`},
		{"nothing in it", "---\n---\n", path, `no-frontmatter  "---"`},
		{"unclosed", "---\nname: a\ndescription: D.\n\n# T\n", path, `unclosed  "---"`},
		{"closed by dots", "---\nname: a\ndescription: D.\n...\n", path, `unclosed  "..."`},
		{"not UTF-8", "---\ndescription: ''\n---\n\xe2\x82(", path, `unreadable  "\ufffd\ufffd"; empty description "''"!`},
	})
}

// FuzzCodex checks that no file makes Codex's model panic, and the invariants of all results.
func FuzzCodex(f *testing.F) {
	for _, seed := range []string{
		"---\nname: a\ndescription: D.\n---\n", "---\r\nname: 'a'\r\ndescription: x: y\r\n---\r\n# T\r\n", "---\n---\n", "---\n \n---", "--- \n- a\n ---\n",
		"---\ndescription: @x # c\nmetadata: {short-description: 1}\n---\n", "---\na: [!x &a {b: *a}, y\n---\n", "---\ndescription: |\n  a: b: c\nname: {{x}}\n---\n\xff",
	} {
		f.Add(seed, "/s/a/SKILL.md")
	}
	f.Fuzz(func(t *testing.T, source, path string) {
		d := skills.Parse(source)
		v := accept(skills.File{Path: path, Source: source, Frontmatter: &d.Frontmatter})
		agenttest.CheckVerdict(t, "fuzz", source, v)
		agenttest.CheckInjection(t, inject(skills.Load{Skill: skills.Skill{Name: v.Name, Path: path}, Source: source}), source)
		parsePolicy(source)
		manifestName(source)
		list := []skills.Skill{{Name: v.Name, Description: v.Description, Path: path}, {Name: path, Description: source, Path: source}}
		for _, budget := range []skills.Budget{{}, {Chars: 40}, {Chars: 80 + len(source)}, {Tokens: 10}, {Tokens: 30}} {
			if got := catalog(list, budget); got.Entries+len(got.Dropped) != 2 {
				t.Errorf("%+v: %d entries, %d dropped", budget, got.Entries, len(got.Dropped))
			}
		}
	})
}
