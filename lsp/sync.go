package lsp

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"skills-ls/analysis/file"
	"skills-ls/lsp/position"
	"skills-ls/lsp/session"
	"skills-ls/lsp/watch"
	"skills-ls/lsp/wire"
	"skills-ls/skills/vfs"
)

// The parameters of document notifications are decoded into our own types. Those of the protocol package
// convert a URI to its canonical spelling, and answers to the client must use its own spelling.
type (
	didOpenParams struct {
		TextDocument struct {
			URI        session.URIText `json:"uri"`
			LanguageID string          `json:"languageId"`
			Version    int32           `json:"version"`
			Text       string          `json:"text"`
		} `json:"textDocument"`
	}
	didChangeParams struct {
		TextDocument struct {
			URI     session.URIText `json:"uri"`
			Version int32           `json:"version"`
		} `json:"textDocument"`
		ContentChanges []session.ContentChange `json:"contentChanges"`
	}
	documentParams struct { // of didClose and didSave
		TextDocument struct {
			URI session.URIText `json:"uri"`
		} `json:"textDocument"`
	}
)

func (s *server) didOpen(params []byte) error {
	var p didOpenParams
	if err := wire.Decode(params, &p); err != nil {
		return err
	}
	given := p.TextDocument
	if old, err := s.document(given.URI); err == nil {
		s.log.Warn("a document was opened twice: using the later text", "uri", given.URI, "before", old.URI)
		if old.Path == session.SnapshotPath(uri.URI(given.URI)) {
			s.reopen(old, uri.URI(given.URI), given.LanguageID, given.Version, given.Text)
			return nil
		}
		s.close(old)
	}
	d := session.NewOpening(uri.URI(given.URI), given.LanguageID)
	d.Mapper = position.NewMapper("", s.session.View().Client.Encoding)
	d = d.Next(given.Version, given.Text)
	s.session.Update(func(next *session.View) { next.PutOpening(d) })
	if !filepath.IsAbs(d.Path) {
		if strings.HasPrefix(d.Path, position.DeepScheme) {
			s.log.Warn("the path of a document is too deep: analyzing it without the files around it", "limit", vfs.MaxPathDepth)
		}
		s.admit(d) // it is not on disk
		return nil
	}
	s.diskQueue.add(func() { s.admit(d) })
	return nil
}

// reopen replaces the text, the language and the URI's spelling of an open document.
func (s *server) reopen(d *session.Document, u uri.URI, language string, version int32, text string) {
	*d.Early = session.Early{}
	s.edit(d, func(d *session.Document) (*session.Document, int, []session.Replacement) {
		next := d.Next(version, text)
		next.URI, next.Language = u, language
		return next, 0, session.Difference(d.Text(), text)
	})
}

// admit asks the disk about a document that the client has opened, and adds its newest text to the snapshot.
// It waits for the disk unless the document has no path. It does nothing if the document was closed in the
// meantime.
func (s *server) admit(d *session.Document) {
	if filepath.IsAbs(d.Path) {
		s.session.DiskMu.Lock()
		defer s.session.DiskMu.Unlock()
	}
	snapshot := s.session.View().Snapshot
	place := snapshot.LocationOf(d.Path)
	var folding vfs.Folding
	inside := false
	if filepath.IsAbs(d.Path) {
		folding, inside = snapshot.Folding(d.Path), snapshot.InFolders(d.Path)
	}
	located := func(d session.Document) *session.Document {
		d.Folding, d.Inside, d.Key = folding, inside, folding.Key(d.Name)
		return &d
	}
	var old, doc *session.Document
	s.session.UpdateThen(func(next *session.View) {
		newest := next.Opening[d.Name]
		if newest == nil || newest.Early != d.Early {
			return
		}
		next.DropOpening(newest)
		doc = located(*newest)
		old = next.Docs[doc.Key]
		change := doc.Change()
		change.Place = place
		next.Put(doc, change)
	}, func() {
		switch {
		case doc == nil:
		case old != nil: // opened under another spelling, which only the disk could tell
			s.diagnoser.Edited(doc, 0, session.Difference(old.Text(), doc.Text()))
		case doc.Mapper == d.Mapper:
			s.diagnoser.Opened(doc)
		default: // edited since
			s.diagnoser.Opened(located(*d))
			s.diagnoser.Edited(doc, 0, session.Difference(d.Text(), doc.Text()))
		}
	})
	if doc != nil {
		s.layoutChanged(doc.Path)
	}
}

// layoutChanged requests a new watch plan because a document was opened or closed.
func (s *server) layoutChanged(path string) {
	if file.DecidesSettings(path) {
		s.watching.RequestPlan(watch.Ignored)
		return
	}
	s.watching.RequestPlan(watch.Roots)
}

func (s *server) didChange(params []byte) error {
	var p didChangeParams
	if err := wire.Decode(params, &p); err != nil {
		return err
	}
	d, err := s.document(p.TextDocument.URI)
	if err != nil {
		return err
	}
	s.edit(d, func(d *session.Document) (*session.Document, int, []session.Replacement) {
		text, version, first, edits := d.Early.Apply(d, session.VersionedChanges{Version: p.TextDocument.Version, List: p.ContentChanges})
		return d.Next(version, text), first, edits
	})
	s.watching.RequestPlan(watch.Links)
	return nil
}

// edit replaces the newest version of a document by the next one. make returns the next version, and what
// [session.ApplyChanges] returns for the edits. Only the reading goroutine calls edit.
func (s *server) edit(d *session.Document, make func(*session.Document) (next *session.Document, first int, edits []session.Replacement)) {
	var doc *session.Document
	var first int
	var edits []session.Replacement
	s.session.UpdateThen(func(next *session.View) {
		if opening := next.Opening[d.Name]; opening != nil && opening.Early == d.Early {
			opening, _, _ = make(opening)
			next.PutOpening(opening)
			return
		}
		doc, first, edits = make(next.DocumentNamed(d.Name)) // which may have been admitted in the meantime
		next.Put(doc, doc.Change())
	}, func() {
		if doc != nil {
			s.diagnoser.Edited(doc, first, edits)
		}
	})
}

func (s *server) didClose(params []byte) error {
	var p documentParams
	if err := wire.Decode(params, &p); err != nil {
		return err
	}
	d, err := s.document(p.TextDocument.URI)
	if err != nil {
		return err
	}
	s.close(d)
	return nil
}

func (s *server) close(d *session.Document) {
	var closed *session.Document
	s.session.UpdateThen(func(next *session.View) {
		if opening := next.Opening[d.Name]; opening != nil && opening.Early == d.Early {
			next.DropOpening(opening)
			return
		}
		closed = next.DocumentNamed(d.Name)
		next.Drop(closed)
	}, func() {
		if closed != nil {
			s.diagnoser.Closed(closed)
		}
	})
	s.layoutChanged(d.Path)
}

func (s *server) didChangeWorkspaceFolders(params []byte) error {
	var p protocol.DidChangeWorkspaceFoldersParams
	if err := wire.Decode(params, &p); err != nil {
		return err
	}
	removed := session.FolderPaths(p.Event.Removed)
	var added []string
	s.session.Update(func(next *session.View) {
		config := next.Snapshot.Config()
		folders := slices.DeleteFunc(slices.Clone(config.Folders), func(path string) bool { return slices.Contains(removed, path) })
		for _, path := range session.FolderPaths(p.Event.Added) {
			if !slices.Contains(folders, path) {
				folders, added = append(folders, path), append(added, path)
			}
		}
		config.Folders = folders
		next.Snapshot = next.Snapshot.WithConfig(config)
	})
	s.diskQueue.add(func() {
		if len(added) > 0 {
			s.refresh(added...) // earlier changes there were not reported
		}
		s.watching.FoldersChanged(added)
		s.scans.start()
		s.diagnoser.DiagnoseAll()
	})
	return nil
}

// document returns the open document of a URI.
func (s *server) document(u session.URIText) (*session.Document, error) {
	v := s.session.View()
	if d := v.Opening[position.DocumentName(uri.URI(u))]; d != nil {
		return d, nil
	}
	if d := v.Document(uri.URI(u)); d != nil {
		return d, nil
	}
	if d := v.IsOpening(uri.URI(u)); d != nil {
		return d, nil
	}
	return nil, fmt.Errorf("%s is not open", u)
}
