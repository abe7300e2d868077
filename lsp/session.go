package lsp

import (
	"maps"
	"sync"
	"sync/atomic"

	"go.lsp.dev/uri"

	"skills-ls/analysis"
	"skills-ls/skills"
)

// A session holds the current view.
type session struct {
	writing   sync.Mutex // held from reading the current view to replacing it
	current   atomic.Pointer[view]
	refreshed func(paths ...string) // called when the disk has been read anew, with what [session.refresh] was given
	watched   atomic.Bool           // changes on disk are told of as they happen
	// standsIn is called when a request asks what an agent sees in a directory, and returns false where that is not watched yet.
	standsIn func(dir string) bool
	previews shownPreviews
	// previewed is called when a preview was made of a view that is not the current one any more.
	previewed func()
}

// A view is all that a request may look at: the workspace at one point of the wire. It is immutable.
type view struct {
	turn     int64 // counts the views of the session
	snapshot *analysis.Snapshot
	docs     map[string]*document // open documents by their keys
	client   *client
	initial  settings // from initializationOptions; settings are those that the client told later, see [settings.over]
	settings settings
	session  *session // for the requests that ask for the disk to be read anew
	// rechecked is what such requests have added to the snapshot's catalogue turn: whoever asked has the answer.
	rechecked uint64
}

// A document is an open buffer at one version. It is immutable; an edit makes another one.
type document struct {
	uri      uri.URI // as the client wrote it, which it must get back, or editors open phantom buffers
	path     string  // as the snapshot knows it: a path, or the URI of a buffer without a file
	folding  skills.Folding
	key      string // what all names of the document have in common where it lies: see [view.newDocument]
	language string
	version  int32
	*Mapper  // of its text
}

func newSession(snapshot *analysis.Snapshot) *session {
	s := &session{refreshed: func(...string) {}, standsIn: func(string) bool { return true }, previewed: func() {}}
	s.current.Store(&view{snapshot: snapshot, client: &client{encoding: UTF16}, session: s})
	return s
}

// view returns the current view.
func (s *session) view() *view { return s.current.Load() }

// update replaces the current view by one that the function has changed, and returns it. The function must replace maps
// and not write to them.
func (s *session) update(change func(next *view)) *view {
	s.writing.Lock()
	defer s.writing.Unlock()
	next := *s.current.Load()
	next.turn++
	change(&next)
	s.current.Store(&next)
	return &next
}

// start takes what the client said of itself.
func (s *session) start(client *client, config analysis.Config, set settings) {
	s.update(func(next *view) {
		next.client = client
		next.initial, next.settings = set, settings{}.over(set)
		next.snapshot = next.snapshot.WithConfig(next.settings.apply(set, config))
	})
}

// put opens a document or replaces it by a later version.
func (s *session) put(d *document, change analysis.Change) {
	s.update(func(next *view) {
		next.docs = maps.Clone(next.docs)
		if next.docs == nil {
			next.docs = make(map[string]*document)
		}
		if old := next.docs[d.key]; old != nil && old.path != d.path { // opened again in another spelling
			next.snapshot = next.snapshot.With(analysis.Change{Path: old.path})
		}
		next.docs[d.key] = d
		next.snapshot = next.snapshot.With(change)
	})
}

// drop closes a document.
func (s *session) drop(d *document) {
	s.update(func(next *view) {
		next.docs = maps.Clone(next.docs)
		delete(next.docs, d.key)
		next.snapshot = next.snapshot.With(analysis.Change{Path: d.path})
	})
}

// refresh makes the session look at files anew; without paths, at all of them.
func (s *session) refresh(paths ...string) *view {
	defer s.refreshed(paths...)
	return s.update(func(next *view) { next.snapshot = next.snapshot.Refresh(paths...) })
}

// recheck makes the session look at everything anew of which nobody told that it is unchanged.
func (s *session) recheck() {
	defer s.refreshed()
	s.update(func(next *view) { next.snapshot = next.snapshot.Recheck() })
}

// latest returns a view that sees the disk as it is now, for requests that a person waits for, and that stand in a directory if
// it is not empty: the view itself where changes on disk are told of. The buffers are those of the view: what was edited since
// is not for a request that was sent before.
func (v *view) latest(cwd string) *view {
	if v.session.watched.Load() && v.session.standsIn(cwd) {
		return v
	}
	next := v.session.update(func(next *view) {
		before := next.snapshot.CatalogTurn()
		next.snapshot = next.snapshot.Recheck()
		next.rechecked += next.snapshot.CatalogTurn() - before
	})
	if next.turn == v.turn+1 {
		return next
	}
	own := *v
	own.snapshot = v.snapshot.Recheck()
	return &own
}

// catalogTurn returns a number that changes whenever some catalogue may have changed of which nobody has asked for news.
func (v *view) catalogTurn() uint64 { return v.snapshot.CatalogTurn() - v.rechecked }

// A source is a text that a request speaks of, with its positions.
type source struct {
	path string
	*Mapper
}

// source returns the text of an open document, or of a file inside the workspace. It returns false for everything else:
// nothing outside is looked at because a client asks for it.
func (v *view) source(u uri.URI) (source, bool) {
	if d := v.document(u); d != nil {
		return source{d.path, d.Mapper}, true
	}
	path, ok := filePath(u)
	if !ok || !v.snapshot.InFolders(path) {
		return source{}, false
	}
	return v.sourceOf(path)
}

// sourceOf returns the text of a file that the analysis named.
func (v *view) sourceOf(path string) (source, bool) {
	if d := v.documentAt(path); d != nil {
		return source{d.path, d.Mapper}, true
	}
	f, err := v.snapshot.File(path)
	if err != nil {
		return source{}, false
	}
	return source{path, NewFileMapper(f.Doc.Source, v.client.encoding)}, true
}

// uri returns the URI under which the client knows a file: that of the document, else that of the path as the workspace's folders
// have it.
func (v *view) uri(path string) uri.URI {
	if d := v.documentAt(path); d != nil {
		return d.uri
	}
	return pathURI(v.snapshot.FolderPath(path))
}
