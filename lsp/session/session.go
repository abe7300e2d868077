// Package session has what the server knows of its client: abilities, settings, open documents, and the current view of the
// workspace.
package session

import (
	"maps"
	"sync"
	"sync/atomic"
	"time"

	"go.lsp.dev/uri"

	"skills-ls/analysis/workspace"
	"skills-ls/lsp/position"
	"skills-ls/skills/vfs"
)

// A Session holds the current view.
type Session struct {
	// ViewMu is held from reading the current view until replacing it, and while the diagnoser is notified
	// of a text. The reading goroutine takes it, so its holder must not wait for anything, least of all the
	// disk.
	ViewMu sync.Mutex
	// DiskMu is held from asking the disk until the view has the answer. The reading goroutine never takes
	// it after `initialize`.
	DiskMu  sync.Mutex
	current atomic.Pointer[View]
}

// A View is everything that a request may read: the workspace at one point of the message stream. It is
// immutable.
type View struct {
	Turn     int64 // counts the views of the session
	Snapshot *workspace.Snapshot
	Docs     map[string]*Document // open documents by their keys
	// Opening holds, by name, the documents that the client has opened and that are not in the snapshot yet,
	// because the disk is still being asked about them.
	Opening  map[string]*Document
	Client   *Client
	Initial  Settings // from initializationOptions; settings is what the client sent later, see [Settings.Over]
	Settings Settings
	// rechecked is what the calls of [Session.Latest] have added to the snapshot's catalog turn. The client
	// already has the answers, so it needs no notice of these changes.
	rechecked uint64
}

// A Document is an open buffer at one version. It is immutable; an edit makes another one.
type Document struct {
	URI              uri.URI // as the client wrote it; it must get back the same spelling, or editors open phantom buffers
	Path             string  // in the snapshot: a path, or the URI of a buffer without a file
	Folding          vfs.Folding
	Name             string // of the URI; see [position.DocumentName]
	Key              string // the same for all spellings of its name that the disk treats as one: see [View.NewDocument]
	Inside           bool   // it was in a workspace folder when it was opened
	Language         string
	Version          int32
	edited           time.Time
	Early            *Early // shared by the versions of one opening, and by no other; used by the reading goroutine
	*position.Mapper        // of its text
}

func NewSession(snapshot *workspace.Snapshot) *Session {
	s := new(Session)
	s.current.Store(&View{Snapshot: snapshot, Client: &Client{Encoding: position.UTF16}})
	return s
}

// View returns the current view.
func (s *Session) View() *View { return s.current.Load() }

// Update replaces the current view by a copy that change has modified, and returns the copy. change must
// replace maps, not write to them.
func (s *Session) Update(change func(next *View)) *View { return s.UpdateThen(change, func() {}) }

// UpdateThen is like update. It also calls then, before the view can be replaced again. So the diagnoser is
// notified of texts in the order of the views that have them.
func (s *Session) UpdateThen(change func(next *View), then func()) *View {
	s.ViewMu.Lock()
	defer s.ViewMu.Unlock()
	next := *s.current.Load()
	next.Turn++
	change(&next)
	s.current.Store(&next)
	then()
	return &next
}

// ReadDisk asks the disk, and replaces the current view by one that has the answer and that change has modified.
// It waits for the disk and must not run on the reading goroutine.
func (s *Session) ReadDisk(ask func(*workspace.Snapshot) *workspace.DiskState, change func(next *View, before *workspace.Snapshot)) *View {
	s.DiskMu.Lock()
	defer s.DiskMu.Unlock()
	answer := ask(s.View().Snapshot)
	return s.Update(func(next *View) {
		before := next.Snapshot
		next.Snapshot = before.WithDisk(answer)
		change(next, before)
	})
}

func Unchanged(*View, *workspace.Snapshot) {}

// Start sets what the client has sent with initialize.
func (s *Session) Start(client *Client, config workspace.Config, set Settings) {
	s.Update(func(next *View) {
		next.Client = client
		next.Initial, next.Settings = set, Settings{}.Over(set)
		next.Snapshot = next.Snapshot.WithConfig(next.Settings.Apply(set, config))
	})
}

// Put opens a document or replaces it by a later version. It modifies v, which must not be shared yet.
func (v *View) Put(d *Document, change workspace.Change) {
	v.Docs = maps.Clone(v.Docs)
	if v.Docs == nil {
		v.Docs = make(map[string]*Document)
	}
	if old := v.Docs[d.Key]; old != nil && old.Path != d.Path { // opened again under another spelling
		v.Snapshot = v.Snapshot.With(workspace.Change{Path: old.Path})
	}
	v.Docs[d.Key] = d
	v.Snapshot = v.Snapshot.With(change)
}

// Drop closes a document. It modifies v, which must not be shared yet.
func (v *View) Drop(d *Document) {
	v.Docs = maps.Clone(v.Docs)
	delete(v.Docs, d.Key)
	v.Snapshot = v.Snapshot.With(workspace.Change{Path: d.Path})
}

// PutOpening adds a document that is not in the snapshot yet. It modifies v, which must not be shared yet.
func (v *View) PutOpening(d *Document) {
	v.Opening = maps.Clone(v.Opening)
	if v.Opening == nil {
		v.Opening = make(map[string]*Document)
	}
	v.Opening[d.Name] = d
}

// DropOpening is the reverse of PutOpening.
func (v *View) DropOpening(d *Document) {
	v.Opening = maps.Clone(v.Opening)
	delete(v.Opening, d.Name)
}

// Refresh makes the session read the paths, and everything below them, from the disk again. Without paths, it
// forgets everything. It returns the new view. The caller must tell everything that depends on the disk.
func (s *Session) Refresh(paths ...string) *View {
	return s.ReadDisk(func(snapshot *workspace.Snapshot) *workspace.DiskState { return snapshot.ReadDisk(paths...) }, Unchanged)
}

// Latest returns a view that has the current state of the disk, for requests that a user waits for. The
// buffers are always those of v: later edits do not count for a request that was sent before them.
func (s *Session) Latest(v *View) *View {
	return v.Over(s.ReadDisk((*workspace.Snapshot).RecheckDisk, func(next *View, before *workspace.Snapshot) {
		next.rechecked += next.Snapshot.CatalogTurn() - before.CatalogTurn()
	}))
}

// Over returns a later view with the texts of v, because a position in a request refers to the texts that the
// client had sent before. It may wait for the disk.
func (v *View) Over(later *View) *View {
	mine := make(map[*Early]*Document, len(v.Docs)+len(v.Opening))
	for _, d := range v.Docs {
		mine[d.Early] = d
	}
	for _, d := range v.Opening {
		mine[d.Early] = d
	}
	own := *later
	own.Turn, own.Opening, own.Docs = v.Turn, nil, make(map[string]*Document, len(mine))
	var changes []workspace.Change
	for key, d := range later.Docs {
		before, open := mine[d.Early]
		delete(mine, d.Early)
		switch {
		case !open:
			changes = append(changes, workspace.Change{Path: d.Path})
			continue
		case before.Mapper != d.Mapper:
			again := *d
			again.Version, again.edited, again.Mapper = before.Version, before.edited, before.Mapper
			d = &again
			changes = append(changes, d.Change())
		}
		own.Docs[key] = d
	}
	for _, d := range mine { // closed in the later view
		own.Docs[d.Key] = d
		changes = append(changes, d.Change())
	}
	if len(changes) == 0 {
		return later
	}
	own.Snapshot = later.Snapshot.With(changes...)
	return &own
}

// Change returns the change that puts the document's text into a snapshot.
func (d *Document) Change() workspace.Change {
	text := d.Text()
	return workspace.Change{Path: d.Path, Text: &text, Language: d.Language, Time: d.edited}
}

// CatalogTurn returns a number that changes whenever a catalog may have changed, unless a request has already
// received the change.
func (v *View) CatalogTurn() uint64 { return v.Snapshot.CatalogTurn() - v.rechecked }

// A Source is the text of a file, with the mapper of its positions.
type Source struct {
	Path string
	*position.Mapper
}

// Source returns the text of an open document, or of a file inside the workspace. It returns false for
// everything else: the server reads no other file at the request of a client.
func (v *View) Source(u uri.URI) (Source, bool) {
	if d := v.Document(u); d != nil {
		return Source{d.Path, d.Mapper}, true
	}
	path, ok := position.FilePath(u)
	if !ok || !v.Snapshot.InFolders(path) {
		return Source{}, false
	}
	return v.SourceOf(path)
}

// SourceOf returns the text of a file that the analysis named. It returns false if the file cannot be read.
func (v *View) SourceOf(path string) (Source, bool) {
	if d := v.DocumentAt(path); d != nil {
		return Source{d.Path, d.Mapper}, true
	}
	f, err := v.Snapshot.File(path)
	if err != nil {
		return Source{}, false
	}
	return Source{path, position.NewFileMapper(f.Doc.Source, v.Client.Encoding)}, true
}

// URI returns the URI under which the client knows a file: that of the open document, else that of the path
// as the workspace folders spell it.
func (v *View) URI(path string) uri.URI {
	if d := v.DocumentAt(path); d != nil {
		return d.URI
	}
	return position.PathURI(v.Snapshot.FolderPath(path))
}
