package codelia

import (
	"strings"
	"testing"

	"skills-ls/skills/agents/agenttest"
)

// TestCorpus compares with the results of Codelia's own code for every file of the corpus.
func TestCorpus(t *testing.T) { agenttest.Acceptance(t, Agent) }

// TestRefusals checks codes and spans, which Codelia's messages do not contain.
func TestRefusals(t *testing.T) {
	long := strings.Repeat("x", 1024)
	agenttest.Refusals(t, Agent, []agenttest.Refusal{
		{"accepted", "---\nname: a-b\ndescription: D.\n---\n", "/s/a-b/SKILL.md", ``},
		{"untitled", "---\nname: a-b\ndescription: D.\n---\n", "", ``},
		{"missing fields", "---\nversion: 1\n---\n", "/s/x/SKILL.md", `missing name "---"; missing description "---"`},
		{"empty fields", "---\nname:\ndescription: \"\"\n---\n", "/s/x/SKILL.md", `empty name "name"; empty description "\"\""`},
		{"blank in quotes", "---\nname: ' '\ndescription: '\n---\n", "/s/x/SKILL.md", `empty name "' '"; empty description "'"`},
		{"characters", "---\nname: My_Skill\ndescription: D.\n---\n", "/s/x/SKILL.md", `characters name "My_Skill"`},
		{
			"several causes", "---\nname: '-Ab--" + long[:64] + "'\ndescription: D.\n---\n", "/s/x/SKILL.md",
			`too-long name "-Ab--` + long[:64] + `"; characters name "-Ab--` + long[:64] + `"; hyphens name "-Ab--` + long[:64] + `"`,
		},
		{"directory", "---\nname: \"a\"\ndescription: D.\n---\n", "/s/b/SKILL.md", `directory name "a"`},
		{"surplus", "---\nname: a\ndescription: " + long + "yz\n---\n", "/s/a/SKILL.md", `too-long description "yz"`},
		{"surplus in UTF-16", "---\nname: a\ndescription: " + strings.Repeat("😀", 512) + "é\n---\n", "/s/a/SKILL.md", `too-long description "é"`},
		{"last name counts", "---\nname: a\nmetadata:\n  name: B\ndescription: D.\n---\n", "/s/a/SKILL.md", `characters name "B"`},
		{"no frontmatter", "# Title\n", "/s/a/SKILL.md", `no-frontmatter  ""`},
		{"blank before", "\n---\nname: a\ndescription: D.\n---\n", "/s/a/SKILL.md", `no-frontmatter  ""`},
		{"byte order mark", "\ufeff---\nname: a\ndescription: D.\n---\n", "/s/a/SKILL.md", `no-frontmatter  "\ufeff---"`},
		{"blanks after the fence", "--- \nname: A\ndescription: D.\n---\n", "/s/a/SKILL.md", `no-frontmatter  "--- "; characters name "A"!`},
		{"unclosed", "---\nname: a--b\ndescription:\n\n# Title\n", "/s/a/SKILL.md", `unclosed  "---"; hyphens name "a--b"!; empty description "description"!`},
		{"would-be directory", "---\nname: a\n", "/s/b/SKILL.md", `unclosed  "---"; directory name "a"!`},
		{"closed for others", "---\nname: a\ndescription: D.\n...\n", "/s/a/SKILL.md", `unclosed  "..."`},
		{"closed at once", "---\n---\n", "/s/a/SKILL.md", `unclosed  "---"`},
		{"closed at once and at the end", "---\n---", "/s/a/SKILL.md", `missing name "---"; missing description "---"`},
	})
}
