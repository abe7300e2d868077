package lsp

import (
	"fmt"
	"testing"
)

// TestOpenedBeforeRequest guards that a request sees the document that the client opened right before it, even if the server hears
// from the disk which file that is while it reads the request.
func TestOpenedBeforeRequest(t *testing.T) {
	t.Parallel()
	const links = 500
	tree := map[string]string{"ws/.agents/skills/deploy/SKILL.md": described("deploy", "On disk.")}
	for i := range links {
		tree[fmt.Sprintf("ws/.codex/skills/link-%d", i)] = "->../../.agents/skills/deploy"
	}
	root := diskTree(t, tree)
	c, _ := startMemory(t, Options{})
	c.openFolder(root + "/ws")
	waitFor(t, func() bool { return len(c.list()) == 1 })
	for i := range links {
		uri := uriIn(root, fmt.Sprintf("ws/.codex/skills/link-%d/SKILL.md", i))
		text := fmt.Sprintf("Text %d of a buffer.", i)
		c.open(uri, described("deploy", text))
		if got := c.list()["deploy"]; got != text {
			t.Fatalf("%d: listed %q", i, got)
		}
		c.close(uri)
	}
}
