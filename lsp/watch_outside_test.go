package lsp

import (
	"fmt"
	"testing"

	"skills-ls/lsp/position"
	"skills-ls/lsp/session"
	"skills-ls/skills/vfs"
)

// TestSkillMadeOutside checks that a document outside of the workspace, which belongs to no skill, is
// diagnosed again after a SKILL.md was created above it.
func TestSkillMadeOutside(t *testing.T) {
	t.Parallel()
	d := newDisk(t)
	const text = "[gone](gone.md)\n"
	d.write("elsewhere/tool/references/guide.md", text)
	c, s := startMemory(t, session.Options{FS: vfs.Disk{}, Home: d.path("home")})
	c.initialize(`{}`, fmt.Sprintf(`"rootUri":%q`, position.PathURI(d.path("repo/ws"))))
	uri := string(position.PathURI(d.path("elsewhere/tool/references/guide.md")))
	c.open(uri, text)
	wantPublished(t, settle(t, c, s)) // now everything is watched
	waitFor(t, func() bool {
		interest := s.watching.Interest.Load()
		return interest != nil && interest.Concerns(d.path("elsewhere/tool/SKILL.md"), true)
	})
	d.write("elsewhere/tool/SKILL.md", skillText("tool"))
	var p publishedList
	for p.URI != uri || len(p.Diagnostics) == 0 {
		c.nextOf("textDocument/publishDiagnostics", &p)
	}
	if code := p.Diagnostics[0].Code; code != "link/broken" {
		t.Errorf("finding %s, want link/broken", code)
	}
}
