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
	const none, remove = "the file begins with text and has no frontmatter", "Delete what stands before the frontmatter"
	for _, tt := range []struct{ name, text, says, fix string }{
		{"blank lines", "\n\n" + front, "a blank line stands before the frontmatter", "Delete the blank lines"},
		{"comment", "<!-- read -->\n" + front, "a comment stands before the frontmatter", remove},
		{"comment of lines", "<!--\nread\n\nby all\n-->\n\n" + front, "a comment stands before the frontmatter", remove},
		{"blank line and comment", "\n<!-- read -->\n" + front, "a comment stands before the frontmatter", remove},
		{"comment of YAML", "#read\n#by all\n" + front, "a comment stands before the frontmatter", remove},
		{"heading", "# The skill\n\n" + front, "a heading stands before the frontmatter", remove},
		{"heading and comment", "# The skill\r\n\r\n<!-- read -->\r\n" + front, "a heading stands before the frontmatter", remove},
		{"line of text", "Here is the skill:\n\n" + front, "text stands before the frontmatter", remove},
		{"fence", "```markdown\n" + front + "```\n", "text stands before the frontmatter", remove},
		{"description alone", "# The skill\n---\ndescription: Does x.\n---\n", "a heading stands before the frontmatter", remove},
		{"paragraphs", "A skill begins so:\n\nwith a name.\n\n" + front, none, "Insert a frontmatter"},
		{"breaks between sections", "# The skill\n\n---\n\n### 1. Steps\n\nIn this order: first to last.\n\nOrder: first\n\n---\n\nDone.\n", none, "Insert a frontmatter"},
		{"breaks around a key", "# The skill\n\n---\nOrder: first\n---\n\nDone.\n", none, "Insert a frontmatter"},
		{"no second line", "# The skill\n\n---\nname: x\n", none, "Insert a frontmatter"},
		{"comment alone", "<!-- read -->\n\nDo x.\n", none, "Insert a frontmatter"},
		{"comment without an end", "<!-- read\n" + front, none, "Insert a frontmatter"},
		{"blank line and text", "\nDo x.\n", none, "Insert a frontmatter"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			found, listing := diagnoseText(t, tt.text)
			if analysistest.Count(found, "frontmatter/missing") != 1 || found[0].Rule != "frontmatter/missing" {
				t.Fatalf("found\n%s", listing)
			}
			d := found[0]
			if !strings.HasPrefix(d.Message, tt.says) || len(d.Fixes) != 1 || d.Fixes[0].Title != tt.fix {
				t.Errorf("%s, fixes %+v; want %q, %q", d.Message, d.Fixes, tt.says, tt.fix)
			}
		})
	}
}
