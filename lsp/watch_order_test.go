package lsp

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/fsnotify/fsnotify"

	"skills-ls/lsp/fswatch"
	"skills-ls/lsp/position"
	"skills-ls/lsp/session"
	"skills-ls/skills/vfs"
)

// examinedFirst is a disk that answers about .gitignore when no change waits to be examined.
type examinedFirst struct {
	ownFiles
	server *atomic.Pointer[server]
}

func (f examinedFirst) Lstat(path string) (fs.FileInfo, error) {
	for s := f.server.Load(); s != nil && filepath.Base(path) == ".gitignore"; time.Sleep(time.Millisecond) {
		s.watching.Mu.Lock()
		waiting := len(s.watching.Pending)
		s.watching.Mu.Unlock()
		if waiting == 0 {
			break
		}
	}
	return f.ownFiles.Lstat(path)
}

// TestIgnoreRulesFirst checks that a new directory is examined with the ignore rules of the same notification.
func TestIgnoreRulesFirst(t *testing.T) {
	t.Parallel()
	d := newDisk(t)
	d.write("repo/ws/third/party/README.md", "# Party\n")
	d.write("repo/ws/.git/HEAD", "")
	d.write("repo/ws/.gitignore", "gen/\n")
	var started atomic.Pointer[server]
	c, s := startMemory(t, session.Options{FS: examinedFirst{server: &started}})
	started.Store(s)
	c.initialize(dynamicCapabilities, fmt.Sprintf(`"rootUri":%q`, position.PathURI(d.path("repo/ws"))))
	wait(s, t)
	changed := func(name string, kind int) map[string]any {
		return map[string]any{"uri": position.PathURI(d.path(name)), "type": kind}
	}
	d.write("repo/ws/.gitignore", "")
	d.write("repo/ws/third/party/gen/AGENTS.md", instructions)
	c.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{
		changed("repo/ws/.gitignore", 2), changed("repo/ws/third/party/gen", 1),
	}})
	wantAlive(t, c)
	added := d.path("repo/ws/third/party/gen/AGENTS.md")
	waitFor(t, func() bool { return slices.Contains(s.session.View().Snapshot.Files(), added) })
}

// TestNotYetWatched checks that the server trusts no watch before the first plan is in effect, even if a file is
// saved meanwhile.
func TestNotYetWatched(t *testing.T) {
	t.Parallel()
	d := newDisk(t)
	d.write("repo/ws/.agents/skills/a/SKILL.md", skillText("a"))
	c, s := startMemory(t, session.Options{FS: vfs.Disk{}, Home: d.path("home")})
	adding, added := make(chan bool, 1000), make(chan bool)
	s.watching.Open = func() (*fswatch.Source, error) {
		events, errs := make(chan fsnotify.Event), make(chan error)
		return &fswatch.Source{
			Add:    func(string) error { adding <- true; <-added; return nil },
			Remove: func(string) error { return nil },
			Close:  func() error { close(events); close(errs); return nil },
			Events: events,
			Errors: errs,
		}, nil
	}
	c.initialize(`{}`, fmt.Sprintf(`"rootUri":%q`, position.PathURI(d.path("repo/ws"))))
	<-adding
	c.notify("textDocument/didSave", map[string]any{"textDocument": map[string]any{"uri": position.PathURI(d.path("repo/ws/.agents/skills/a/SKILL.md"))}})
	wantAlive(t, c)
	if s.watching.Trusted("") {
		t.Error("changes on disk count as reported before anything is watched")
	}
	close(added)
	wait(s, t)
	if !s.watching.Trusted("") {
		t.Error("changes on disk do not count as reported when everything is watched")
	}
}
