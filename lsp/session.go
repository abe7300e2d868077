package lsp

import (
	"context"
	"maps"
	"sync"
	"sync/atomic"
	"time"

	"go.lsp.dev/uri"

	"skills-ls/skills/vfs"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/workspace"
)

// A session holds the current view.
type session struct {
	// writing is held from reading the current view until replacing it, and while the diagnoser is notified
	// of a text. The reading goroutine takes it, so its holder must not wait for anything, least of all the
	// disk.
	writing sync.Mutex
	// looking is held from asking the disk until the view has the answer. The reading goroutine never takes
	// it after `initialize`.
	looking   sync.Mutex
	current   atomic.Pointer[view]
	refreshed func(paths ...string) // called after the disk was read again, with the arguments of [session.refresh]
	watched   atomic.Bool           // changes on disk are reported as they happen
	// standsIn is called when a request asks what an agent finds in a directory. It returns false if the
	// directory is not watched yet.
	standsIn func(dir string) bool
	// found returns what the diagnoser has found in an open document and still holds for a view.
	found func(*view, *document) foundNow
	// own and crossFile run the rules: [rules.DiagnoseOwn] and
	// [analysis.Snapshot.DiagnoseCrossFile].
	own, crossFile func(context.Context, *workspace.Snapshot, string) []diagnostic.Diagnostic
	previews       shownPreviews
	// previewed is called when a preview was made from a view that is no longer the current one.
	previewed func()
}

// A view is everything that a request may read: the workspace at one point of the message stream. It is
// immutable.
type view struct {
	turn     int64 // counts the views of the session
	snapshot *workspace.Snapshot
	docs     map[string]*document // open documents by their keys
	// opening holds, by name, the documents that the client has opened and that are not in the snapshot yet,
	// because the disk is still being asked about them.
	opening  map[string]*document
	client   *client
	initial  settings // from initializationOptions; settings is what the client sent later, see [settings.over]
	settings settings
	session  *session // for requests that have the disk read again
	// rechecked is what such requests have added to the snapshot's catalog turn. The client already has the
	// answer, so it needs no notice of these changes.
	rechecked uint64
}

// A document is an open buffer at one version. It is immutable; an edit makes another one.
type document struct {
	uri      uri.URI // as the client wrote it; it must get back the same spelling, or editors open phantom buffers
	path     string  // in the snapshot: a path, or the URI of a buffer without a file
	folding  vfs.Folding
	name     string // of the URI; see [documentName]
	key      string // the same for all spellings of its name that the disk treats as one: see [view.newDocument]
	inside   bool   // it was in a workspace folder when it was opened
	language string
	version  int32
	edited   time.Time
	early    *early // shared by the versions of one opening, and by no other; used by the reading goroutine
	*Mapper         // of its text
}

func newSession(snapshot *workspace.Snapshot) *session {
	s := &session{
		refreshed: func(...string) {}, standsIn: func(string) bool { return true }, previewed: func() {},
		found: func(*view, *document) foundNow { return foundNow{} },
		own:   rules.DiagnoseOwn, crossFile: rules.DiagnoseCrossFile,
	}
	s.current.Store(&view{snapshot: snapshot, client: &client{encoding: UTF16}, session: s})
	return s
}

// view returns the current view.
func (s *session) view() *view { return s.current.Load() }

// update replaces the current view by a copy that change has modified, and returns the copy. change must
// replace maps, not write to them.
func (s *session) update(change func(next *view)) *view { return s.updateThen(change, func() {}) }

// updateThen is like update. It also calls then, before the view can be replaced again. So the diagnoser is
// notified of texts in the order of the views that have them.
func (s *session) updateThen(change func(next *view), then func()) *view {
	s.writing.Lock()
	defer s.writing.Unlock()
	next := *s.current.Load()
	next.turn++
	change(&next)
	s.current.Store(&next)
	then()
	return &next
}

// look asks the disk, and replaces the current view by one that has the answer and that change has modified.
// It waits for the disk and must not run on the reading goroutine.
func (s *session) look(ask func(*workspace.Snapshot) *workspace.Look, change func(next *view, before *workspace.Snapshot)) *view {
	s.looking.Lock()
	defer s.looking.Unlock()
	answer := ask(s.view().snapshot)
	return s.update(func(next *view) {
		before := next.snapshot
		next.snapshot = before.Take(answer)
		change(next, before)
	})
}

func unchanged(*view, *workspace.Snapshot) {}

// start sets what the client has sent with initialize.
func (s *session) start(client *client, config workspace.Config, set settings) {
	s.update(func(next *view) {
		next.client = client
		next.initial, next.settings = set, settings{}.over(set)
		next.snapshot = next.snapshot.WithConfig(next.settings.apply(set, config))
	})
}

// put opens a document or replaces it by a later version.
func (s *session) put(d *document, change workspace.Change) {
	s.update(func(next *view) { next.put(d, change) })
}

// put modifies v, which must not be shared yet.
func (v *view) put(d *document, change workspace.Change) {
	v.docs = maps.Clone(v.docs)
	if v.docs == nil {
		v.docs = make(map[string]*document)
	}
	if old := v.docs[d.key]; old != nil && old.path != d.path { // opened again under another spelling
		v.snapshot = v.snapshot.With(workspace.Change{Path: old.path})
	}
	v.docs[d.key] = d
	v.snapshot = v.snapshot.With(change)
}

// drop closes a document.
func (s *session) drop(d *document) {
	s.update(func(next *view) { next.drop(d) })
}

// drop modifies v, which must not be shared yet.
func (v *view) drop(d *document) {
	v.docs = maps.Clone(v.docs)
	delete(v.docs, d.key)
	v.snapshot = v.snapshot.With(workspace.Change{Path: d.path})
}

// putOpening adds a document that is not in the snapshot yet. It modifies v, which must not be shared yet.
func (v *view) putOpening(d *document) {
	v.opening = maps.Clone(v.opening)
	if v.opening == nil {
		v.opening = make(map[string]*document)
	}
	v.opening[d.name] = d
}

// dropOpening is the reverse of putOpening.
func (v *view) dropOpening(d *document) {
	v.opening = maps.Clone(v.opening)
	delete(v.opening, d.name)
}

// refresh makes the session read the paths, and everything below them, from the disk again. Without paths, it
// forgets everything.
func (s *session) refresh(paths ...string) *view {
	defer s.refreshed(paths...)
	return s.look(func(snapshot *workspace.Snapshot) *workspace.Look { return snapshot.Look(paths...) }, unchanged)
}

// recheck makes the session check everything again that is not known to be unchanged.
func (s *session) recheck() {
	defer s.refreshed()
	s.look((*workspace.Snapshot).LookAgain, unchanged)
}

// latest returns a view that has the current state of the disk, for requests that a user waits for. cwd is
// the request's working directory, empty if it has none. If changes on disk are reported, latest returns v
// itself. The buffers are always those of v: later edits do not count for a request that was sent before
// them.
func (v *view) latest(cwd string) *view {
	if v.session.watched.Load() && v.session.standsIn(cwd) {
		return v
	}
	return v.over(v.session.look((*workspace.Snapshot).LookAgain, func(next *view, before *workspace.Snapshot) {
		next.rechecked += next.snapshot.CatalogTurn() - before.CatalogTurn()
	}))
}

// over returns a later view with the texts of v, because a position in a request refers to the texts that the
// client had sent before. It may wait for the disk.
func (v *view) over(later *view) *view {
	mine := make(map[*early]*document, len(v.docs)+len(v.opening))
	for _, d := range v.docs {
		mine[d.early] = d
	}
	for _, d := range v.opening {
		mine[d.early] = d
	}
	own := *later
	own.turn, own.opening, own.docs = v.turn, nil, make(map[string]*document, len(mine))
	var changes []workspace.Change
	for key, d := range later.docs {
		before, open := mine[d.early]
		delete(mine, d.early)
		switch {
		case !open:
			changes = append(changes, workspace.Change{Path: d.path})
			continue
		case before.Mapper != d.Mapper:
			again := *d
			again.version, again.edited, again.Mapper = before.version, before.edited, before.Mapper
			d = &again
			changes = append(changes, d.change())
		}
		own.docs[key] = d
	}
	for _, d := range mine { // closed in the later view
		own.docs[d.key] = d
		changes = append(changes, d.change())
	}
	if len(changes) == 0 {
		return later
	}
	own.snapshot = later.snapshot.With(changes...)
	return &own
}

// change returns the change that puts the document's text into a snapshot.
func (d *document) change() workspace.Change {
	text := d.Text()
	return workspace.Change{Path: d.path, Text: &text, Language: d.language, Time: d.edited}
}

// catalogTurn returns a number that changes whenever a catalog may have changed, unless a request has already
// received the change.
func (v *view) catalogTurn() uint64 { return v.snapshot.CatalogTurn() - v.rechecked }

// A source is the text of a file, with the mapper of its positions.
type source struct {
	path string
	*Mapper
}

// source returns the text of an open document, or of a file inside the workspace. It returns false for
// everything else: the server reads no other file at the request of a client.
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

// sourceOf returns the text of a file that the analysis named. It returns false if the file cannot be read.
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

// uri returns the URI under which the client knows a file: that of the open document, else that of the path
// as the workspace folders spell it.
func (v *view) uri(path string) uri.URI {
	if d := v.documentAt(path); d != nil {
		return d.uri
	}
	return pathURI(v.snapshot.FolderPath(path))
}
