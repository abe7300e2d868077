package lsp

import (
	"fmt"
	"testing"

	"skills-ls/analysis/vantage"
	"skills-ls/lsp/position"
	"skills-ls/lsp/session"
)

// TestPreviewsBeforeScan checks that previews of unknown skills, which wait for the first scan, keep no slot: requests
// are answered while they wait, and after them.
func TestPreviewsBeforeScan(t *testing.T) {
	t.Parallel()
	d := newDisk(t)
	d.write("repo/ws/AGENTS.md", instructions)
	c, s := startMemory(t, session.Options{FS: ownFiles{}})
	c.initialize(`{}`, fmt.Sprintf(`"rootUri":%q`, position.PathURI(d.path("repo/ws"))))
	for range 3 * cap(s.conn.Slots) {
		s.scans.start() // discards the results of the scan, as changes do
		c.send(map[string]any{
			"jsonrpc": "2.0", "id": "preview", "method": methodSkillsPreview, "params": map[string]any{"name": "unknown-skill"},
		})
		var list vantage.List
		c.result("skills/list", nil, &list)
	}
	waitFor(t, func() bool { return len(s.conn.Slots) == 0 }) // a slot that is never freed makes the wait fail
}
