package lsp

import (
	"fmt"
	"slices"
	"testing"

	"skills-ls/lsp/position"
	"skills-ls/lsp/session"
)

// TestReplacedByLink checks that a directory that was replaced by a link is gone for the server too if the
// client reports a change. VS Code joins a removal and a creation of one path to a change
// (platform/files/common/watcher.ts, EventCoalescer).
func TestReplacedByLink(t *testing.T) {
	t.Parallel()
	d := newDisk(t)
	for _, name := range []string{"one", "two"} {
		d.write("repo/ws/pack/"+name+"/SKILL.md", skillText(name))
	}
	c, s := startMemory(t, session.Options{FS: ownFiles{}})
	c.initialize(dynamicCapabilities, fmt.Sprintf(`"rootUri":%q`, position.PathURI(d.path("repo/ws"))))
	waitFor(t, func() bool { return s.watching.Interest.Load() != nil })
	still(t, s)
	files := func() []string {
		var symbols []struct{ Location struct{ URI string } }
		c.result("workspace/symbol", map[string]any{"query": ""}, &symbols)
		var list []string
		for _, symbol := range symbols {
			list = append(list, symbol.Location.URI)
		}
		slices.Sort(list)
		return slices.Compact(list)
	}
	one, two := string(position.PathURI(d.path("repo/ws/pack/one/SKILL.md"))), string(position.PathURI(d.path("repo/ws/pack/two/SKILL.md")))
	if got := files(); !slices.Equal(got, []string{one, two}) {
		t.Fatalf("the workspace has the files %q", got)
	}
	d.remove("repo/ws/pack/one")
	d.link("repo/ws/pack/two", "repo/ws/pack/one")
	c.notify("workspace/didChangeWatchedFiles", toldOf(d.path("repo/ws/pack/one"), 2))
	waitFor(t, func() bool { return slices.Equal(files(), []string{two}) })
	d.remove("repo/ws/pack/one")
	d.write("repo/ws/pack/one/SKILL.md", skillText("one"))
	c.notify("workspace/didChangeWatchedFiles", toldOf(d.path("repo/ws/pack/one"), 2))
	waitFor(t, func() bool { return slices.Equal(files(), []string{one, two}) })
}
