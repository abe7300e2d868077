package lsp

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"go.lsp.dev/uri"

	"skills-ls/lsp/position"
)

// A diskWatcher is the part of an editor that watches files. It reports what the server has registered for,
// and no more than editors do: it does not report the contents of a directory that was created or deleted,
// and it follows no symbolic link.
type diskWatcher struct {
	t      testing.TB
	client *testClient
	folder string
	stop   chan struct{}
	ended  sync.WaitGroup

	mu     sync.Mutex
	before map[string]fs.FileInfo // guarded by mu
}

// watchDisk starts to watch files for the client. A test calls [diskWatcher.compare] after each change: between two
// looks, the watcher does not see a file that is moved away and back, and editors do.
func watchDisk(t testing.TB, c *testClient, folder string) *diskWatcher {
	w := &diskWatcher{t: t, client: c, folder: folder, stop: make(chan struct{})}
	w.before = w.look()
	w.ended.Go(func() {
		for {
			select {
			case <-w.stop:
				return
			case <-time.After(40 * time.Millisecond):
				w.compare()
			}
		}
	})
	t.Cleanup(func() {
		close(w.stop)
		w.ended.Wait()
	})
	return w
}

// A registeredPattern is a pattern that the server has registered.
type registeredPattern struct {
	base string // directory, empty for the workspace folder
	glob *regexp.Regexp
	kind int
}

func (w *diskWatcher) patterns() []registeredPattern {
	type watcher struct {
		GlobPattern json.RawMessage
		Kind        int
	}
	var registered []struct {
		id       string
		watchers []watcher
	}
	w.client.mu.Lock()
	asked := append([]message(nil), w.client.asked...)
	w.client.mu.Unlock()
	for _, m := range asked {
		var p struct {
			Registrations []struct {
				ID, Method      string
				RegisterOptions struct{ Watchers []watcher }
			}
			Unregisterations []struct{ ID string }
		}
		if err := json.Unmarshal(m.Params, &p); err != nil {
			w.t.Errorf("%s: %v", m.Method, err)
		}
		for _, r := range p.Registrations {
			if r.Method == "workspace/didChangeWatchedFiles" {
				registered = append(registered, struct {
					id       string
					watchers []watcher
				}{r.ID, r.RegisterOptions.Watchers})
			}
		}
		for _, u := range p.Unregisterations {
			for i := range registered {
				if registered[i].id == u.ID {
					registered[i].watchers = nil
				}
			}
		}
	}
	var patterns []registeredPattern
	for _, r := range registered {
		for _, one := range r.watchers {
			p := registeredPattern{kind: one.Kind}
			if p.kind == 0 {
				p.kind = 7
			}
			var text string
			var relative struct{ BaseURI, Pattern string }
			if json.Unmarshal(one.GlobPattern, &text) != nil {
				if err := json.Unmarshal(one.GlobPattern, &relative); err != nil {
					w.t.Errorf("pattern %s: %v", one.GlobPattern, err)
				}
				p.base, text = uri.URI(relative.BaseURI).FsPath(), relative.Pattern
			}
			p.glob = globRegexp(text)
			patterns = append(patterns, p)
		}
	}
	return patterns
}

// globRegexp translates a glob of LSP to a regular expression.
func globRegexp(glob string) *regexp.Regexp {
	var out strings.Builder
	for i := 0; i < len(glob); i++ {
		switch {
		case strings.HasPrefix(glob[i:], "**/"):
			out.WriteString("(?:.*/)?")
			i += 2
		case strings.HasPrefix(glob[i:], "**"):
			out.WriteString(".*")
			i++
		case glob[i] == '*':
			out.WriteString("[^/]*")
		case glob[i] == '{':
			out.WriteString("(?:")
		case glob[i] == '}':
			out.WriteString(")")
		case glob[i] == ',':
			out.WriteString("|")
		default:
			out.WriteString(regexp.QuoteMeta(glob[i : i+1]))
		}
	}
	return regexp.MustCompile("^" + out.String() + "$")
}

// bases returns the directories to watch.
func (w *diskWatcher) bases() []string {
	bases := []string{w.folder}
	for _, p := range w.patterns() {
		if p.base != "" {
			bases = append(bases, p.base)
		}
	}
	return bases
}

func (w *diskWatcher) look() map[string]fs.FileInfo {
	found := make(map[string]fs.FileInfo)
	for _, base := range w.bases() {
		real, err := filepath.EvalSymlinks(base)
		if err != nil {
			continue // it is gone
		}
		_ = filepath.WalkDir(real, func(path string, _ fs.DirEntry, err error) error {
			if err != nil {
				return nil // it is gone
			}
			if info, err := os.Lstat(path); err == nil {
				found[base+path[len(real):]] = info
			}
			return nil
		})
	}
	return found
}

// compare reports the changes since the last call.
func (w *diskWatcher) compare() {
	w.mu.Lock()
	defer w.mu.Unlock()
	now := w.look()
	var changes []any
	tell := func(path string, kind int) {
		if w.wanted(path, kind) {
			changes = append(changes, map[string]any{"uri": position.PathURI(path), "type": kind})
		}
	}
	for path, info := range now {
		old, known := w.before[path]
		_, parentKnown := w.before[filepath.Dir(path)]
		switch {
		case !known && parentKnown:
			tell(path, 1)
		case known && !os.SameFile(old, info):
			tell(path, 3)
			tell(path, 1)
		case known && !info.IsDir() && (old.Size() != info.Size() || !old.ModTime().Equal(info.ModTime())):
			tell(path, 2)
		}
	}
	for path := range w.before {
		_, there := now[path]
		_, parentThere := now[filepath.Dir(path)]
		if !there && parentThere {
			tell(path, 3)
		}
	}
	w.before = now
	if len(changes) > 0 {
		w.client.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": changes})
	}
}

func (w *diskWatcher) wanted(path string, kind int) bool {
	for _, p := range w.patterns() {
		base := p.base
		if base == "" {
			base = w.folder
		}
		rel, err := filepath.Rel(base, path)
		if err == nil && filepath.IsLocal(rel) && p.glob.MatchString(filepath.ToSlash(rel)) && p.kind&(1<<(kind-1)) != 0 {
			return true
		}
	}
	return false
}
