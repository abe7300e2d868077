package hover_test

import (
	"context"
	"regexp"
	"strings"
	"testing"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/hover"
	"skills-ls/analysis/rules"
	"skills-ls/skills/agents"
)

// maxHoverWords is the maximum length of the hover on a key, without code.
const maxHoverWords = 120

// words returns the number of words of a text without its code.
func words(text string) int { return len(strings.Fields(codeSpan.ReplaceAllString(text, ""))) }

var codeSpan = regexp.MustCompile("`+[^`]+`+")

// TestKeyHoverLength checks that the hover on each key is short for each agent as a target, and for all of
// them, and that it names each agent that reads the key.
func TestKeyHoverLength(t *testing.T) {
	base, root := analysistest.Workspace(t, analysistest.Authoring)
	for _, targets := range append(analysistest.EveryTargets(), nil) {
		s := analysistest.WithTargets(base, targets)
		for _, key := range rules.KnownKeys() {
			var text strings.Builder
			text.WriteString("---\n")
			for i, name := range strings.Split(key, ".") {
				text.WriteString(strings.Repeat("  ", i) + name + ":\n")
			}
			marked := strings.TrimSuffix(text.String(), ":\n") + "‸: x\n---\n"
			s, path, _, offset := analysistest.OpenAt(t, s, root, analysistest.InSkill, marked)
			h, ok := hover.At(context.Background(), s, path, offset)
			if !ok {
				t.Errorf("%s for %v: no hover", key, targets)
			}
			if n := words(h.Markdown); n > maxHoverWords {
				t.Errorf("%s for %v: %d words, want at most %d\n%s", key, targets, n, maxHoverWords, h.Markdown)
			}
			for _, reader := range agents.Readers(key) {
				if !strings.Contains(h.Markdown, reader.Title) {
					t.Errorf("%s for %v: hover does not name %s\n%s", key, targets, reader.Title, h.Markdown)
				}
			}
		}
	}
}

// TestCompanionKeyHoverLength checks that the documentation of each key of a companion is short.
func TestCompanionKeyHoverLength(t *testing.T) {
	for _, agent := range agents.All() {
		for _, companion := range agent.Companions {
			for _, f := range companion.Fields {
				if n := words(f.Doc); n > maxHoverWords/2 {
					t.Errorf("%s %s of %s: %d words", companion.Path, f.Name, agent.ID, n)
				}
			}
		}
	}
}
