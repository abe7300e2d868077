package kit

import (
	"path/filepath"
	"regexp"
	"testing"

	"skills-ls/skills/agents/agenttest"
)

// FuzzMentions checks the mentions of both syntaxes with "$", Codelia's against its own regular expression.
func FuzzMentions(f *testing.F) {
	for _, c := range agenttest.ReadJSON[agenttest.MentionVectors](f, filepath.Join(agenttest.OracleDir, "mentions.json")).Texts {
		f.Add(c.Text)
	}
	pattern := regexp.MustCompile(`\$([a-z0-9]+(?:-[a-z0-9]+)*)`)
	f.Fuzz(func(t *testing.T, text string) {
		mentions := KebabMentions(text)
		matches := pattern.FindAllStringIndex(text, -1)
		if len(mentions) != len(matches) {
			t.Fatalf("%q: %d mentions, want %d", text, len(mentions), len(matches))
		}
		for i, m := range mentions {
			agenttest.CheckMention(t, text, m)
			if m.Span.Start != matches[i][0] || m.Span.End != matches[i][1] {
				t.Fatalf("%q: %v, want %v", text, m.Span, matches[i])
			}
		}
		end := 0
		for _, m := range ToolMentions(text) {
			agenttest.CheckMention(t, text, m)
			if m.Span.Start < end {
				t.Fatalf("%q: %v overlaps", text, m.Span)
			}
			end = m.Span.End
		}
	})
}
