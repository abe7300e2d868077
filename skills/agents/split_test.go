package agents

import (
	"strings"
	"testing"
)

// TestSplit compares how agents split arguments that a user is still typing: at a quote that is not closed,
// and at an apostrophe.
func TestSplit(t *testing.T) {
	for _, tt := range []struct{ agent, arguments, want string }{
		{"claude-code", `one "two three`, "one|two three"},
		{"claude-code", `it's one`, "its one"},
		{"goose", `one "two three`, "one|two three"},
		{"goose", `it's one`, "it's|one"},
		{"opencode", `one "two three"`, "one|two three"},
		{"opencode", `one "two three`, "one|two|three"},
	} {
		agent, ok := ByID(tt.agent)
		if !ok {
			t.Fatalf("no agent %s", tt.agent)
		}
		if got := strings.Join(agent.Placeholders.Split(tt.arguments), "|"); got != tt.want {
			t.Errorf("%s splits %s: got %s, want %s", tt.agent, tt.arguments, got, tt.want)
		}
	}
}
