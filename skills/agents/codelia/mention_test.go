package codelia

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"skills-ls/skills/agents/agenttest"
	"skills-ls/skills/agents/kit"
)

// mentions returns what Codelia appends to a message that mentions skills: their names, each once, in the
// order in which they appear. It returns "" for a message without mentions.
func mentions(text string) string {
	var b strings.Builder
	seen := make(map[string]bool)
	for _, m := range kit.KebabMentions(text) {
		if !seen[m.Name] {
			seen[m.Name] = true
			b.WriteString("- " + m.Name + "\n")
		}
	}
	if b.Len() == 0 {
		return ""
	}
	return "\n<skill_mentions>\n" + b.String() + "</skill_mentions>"
}

func TestMentions(t *testing.T) {
	cases := agenttest.ReadJSON[agenttest.MentionVectors](t, filepath.Join(agenttest.OracleDir, "mentions.json")).Texts
	if len(cases) != 136 {
		t.Errorf("%d texts, want 136", len(cases))
	}
	for _, c := range cases {
		var names []string
		for _, m := range kit.KebabMentions(c.Text) {
			agenttest.CheckMention(t, c.Text, m)
			if !slices.Contains(names, m.Name) {
				names = append(names, m.Name)
			}
		}
		if !slices.Equal(names, c.Expected.Codelia.Mentions) {
			t.Errorf("%s %q: %q, want %q", c.ID, c.Text, names, c.Expected.Codelia.Mentions)
		}
		if got := mentions(c.Text); got != c.Expected.Codelia.Appended {
			t.Errorf("%s %q: appends %q, want %q", c.ID, c.Text, got, c.Expected.Codelia.Appended)
		}
	}
}
