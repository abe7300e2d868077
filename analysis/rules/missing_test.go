package rules_test

import (
	"strings"
	"testing"

	"skills-ls/analysis/analysistest"
)

// TestWhatStandsBefore checks the messages of frontmatter/missing about text before a frontmatter, and about
// two breaks between sections, which are not a frontmatter.
func TestWhatStandsBefore(t *testing.T) {
	const front = "---\nname: x\ndescription: Does x. Use when x is asked for.\n---\n\nDo x.\n"
	const none, remove = "missing frontmatter", "Delete the text before the frontmatter"
	for _, tt := range []struct{ name, text, says, fix string }{
		{"blank lines", "\n\n" + front, "blank line before the frontmatter", "Delete the blank lines"},
		{"comment", "<!-- read -->\n" + front, "comment before the frontmatter", remove},
		{"comment of lines", "<!--\nread\n\nby all\n-->\n\n" + front, "comment before the frontmatter", remove},
		{"blank line and comment", "\n<!-- read -->\n" + front, "comment before the frontmatter", remove},
		{"comment of YAML", "#read\n#by all\n" + front, "comment before the frontmatter", remove},
		{"heading", "# The skill\n\n" + front, "heading before the frontmatter", remove},
		{"heading and comment", "# The skill\r\n\r\n<!-- read -->\r\n" + front, "heading before the frontmatter", remove},
		{"line of text", "Here is the skill:\n\n" + front, "text before the frontmatter", remove},
		{"fence", "```markdown\n" + front + "```\n", "text before the frontmatter", remove},
		{"description alone", "# The skill\n---\ndescription: Does x.\n---\n", "heading before the frontmatter", remove},
		{"paragraphs", "A skill begins so:\n\nwith a name.\n\n" + front, none, "Insert frontmatter"},
		{"breaks between sections", "# The skill\n\n---\n\n### 1. Steps\n\nIn this order: first to last.\n\nOrder: first\n\n---\n\nDone.\n", none, "Insert frontmatter"},
		{"breaks around a key", "# The skill\n\n---\nOrder: first\n---\n\nDone.\n", none, "Insert frontmatter"},
		{"no second line", "# The skill\n\n---\nname: x\n", none, "Insert frontmatter"},
		{"comment alone", "<!-- read -->\n\nDo x.\n", none, "Insert frontmatter"},
		{"comment without an end", "<!-- read\n" + front, none, "Insert frontmatter"},
		{"blank line and text", "\nDo x.\n", none, "Insert frontmatter"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			found, listing := diagnoseText(t, tt.text)
			if analysistest.Count(found, "frontmatter/missing") != 1 || found[0].Rule != "frontmatter/missing" {
				t.Fatalf("found\n%s", listing)
			}
			d := found[0]
			if !strings.HasPrefix(d.Text(), tt.says) || len(d.Fixes) != 1 || d.Fixes[0].Title != tt.fix {
				t.Errorf("%s, fixes %+v; want %q, %q", d.Text(), d.Fixes, tt.says, tt.fix)
			}
		})
	}
}
