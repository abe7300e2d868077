package lsp

import (
	"testing"

	"go.lsp.dev/protocol"
)

// TestSelectionRangeUnwatched checks that a closed file which the server does not watch has no selection ranges, so that the
// answer does not depend on whether the server knows that the file exists.
func TestSelectionRangeUnwatched(t *testing.T) {
	t.Parallel()
	root := diskTree(t, map[string]string{
		".git/HEAD":                 "ref: refs/heads/main\n",
		".agents/skills/a/SKILL.md": described("a", "Does a. Use when a test asks for it."),
	})
	c := startBinary(t)
	c.openFolder(root)
	for name, want := range map[string]int{".git/HEAD": 0, ".git/gone": 0, ".agents/skills/a/SKILL.md": 1} {
		var ranges []protocol.SelectionRange
		params := map[string]any{
			"textDocument": map[string]any{"uri": uriIn(root, name)},
			"positions":    []any{map[string]any{"line": 0, "character": 1}},
		}
		if c.result(protocol.MethodTextDocumentSelectionRange, params, &ranges); len(ranges) != want {
			t.Errorf("%s: %d ranges, want %d", name, len(ranges), want)
		}
	}
}
