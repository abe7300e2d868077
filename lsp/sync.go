package lsp

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"skills-ls/skills/vfs"

	"skills-ls/analysis/file"
)

// The parameters of document notifications are decoded into our own types. Those of the protocol package
// convert a URI to its canonical spelling, and answers to the client must use its own spelling.
type (
	didOpenParams struct {
		TextDocument struct {
			URI        uriText `json:"uri"`
			LanguageID string  `json:"languageId"`
			Version    int32   `json:"version"`
			Text       string  `json:"text"`
		} `json:"textDocument"`
	}
	didChangeParams struct {
		TextDocument struct {
			URI     uriText `json:"uri"`
			Version int32   `json:"version"`
		} `json:"textDocument"`
		ContentChanges []contentChange `json:"contentChanges"`
	}
	documentParams struct { // of didClose and didSave
		TextDocument struct {
			URI uriText `json:"uri"`
		} `json:"textDocument"`
	}
)

func (s *server) didOpen(params []byte) error {
	var p didOpenParams
	if err := decode(params, &p); err != nil {
		return err
	}
	given := p.TextDocument
	if old, err := s.document(given.URI); err == nil {
		s.log.Warn("a document was opened that is open; the later text counts", "uri", given.URI, "before", old.uri)
		if old.path == snapshotPath(uri.URI(given.URI)) {
			s.reopen(old, uri.URI(given.URI), given.LanguageID, given.Version, given.Text)
			return nil
		}
		s.close(old)
	}
	d := newOpening(uri.URI(given.URI), given.LanguageID)
	d.Mapper = NewMapper("", s.session.view().client.encoding)
	d = d.next(given.Version, given.Text)
	s.session.update(func(next *view) { next.putOpening(d) })
	if !filepath.IsAbs(d.path) {
		if strings.HasPrefix(d.path, deepScheme) {
			s.log.Warn("a document's path is too deep; it is analyzed without the files around it", "limit", vfs.MaxPathDepth)
		}
		s.admit(d) // it is not on disk
		return nil
	}
	s.looks.add(func() { s.admit(d) })
	return nil
}

// reopen replaces the text, the language and the URI's spelling of an open document.
func (s *server) reopen(d *document, u uri.URI, language string, version int32, text string) {
	*d.early = early{}
	s.edit(d, func(d *document) (*document, int, []replacement) {
		next := d.next(version, text)
		next.uri, next.language = u, language
		return next, 0, difference(d.Text(), text)
	})
}

// admit asks the disk about a document that the client has opened, and adds its newest text to the snapshot.
// It waits for the disk unless the document has no path. It does nothing if the document was closed in the
// meantime.
func (s *server) admit(d *document) {
	if filepath.IsAbs(d.path) {
		s.session.looking.Lock()
		defer s.session.looking.Unlock()
	}
	snapshot := s.session.view().snapshot
	place := snapshot.PlaceOf(d.path)
	var folding vfs.Folding
	inside := false
	if filepath.IsAbs(d.path) {
		folding, inside = snapshot.Folding(d.path), snapshot.InFolders(d.path)
	}
	var old, doc *document
	s.session.updateThen(func(next *view) {
		newest := next.opening[d.name]
		if newest == nil || newest.early != d.early {
			return
		}
		next.dropOpening(newest)
		own := *newest
		own.folding, own.inside, own.key = folding, inside, folding.Key(d.name)
		doc, old = &own, next.docs[own.key]
		change := doc.change()
		change.Place = place
		next.put(doc, change)
	}, func() {
		switch {
		case doc == nil:
		case old == nil:
			s.diagnoser.opened(doc)
		default: // opened under another spelling, which only the disk could tell
			s.diagnoser.edited(doc, 0, difference(old.Text(), doc.Text()))
		}
	})
	if doc != nil {
		s.layoutChanged(doc.path)
	}
}

// layoutChanged requests a new watch plan because a document was opened or closed.
func (s *server) layoutChanged(path string) {
	if file.DecidesSettings(path) {
		s.watching.configured()
		return
	}
	s.watching.kick(true)
}

func (s *server) didChange(params []byte) error {
	var p didChangeParams
	if err := decode(params, &p); err != nil {
		return err
	}
	d, err := s.document(p.TextDocument.URI)
	if err != nil {
		return err
	}
	s.edit(d, func(d *document) (*document, int, []replacement) {
		text, version, first, edits := d.early.apply(d, versionedChanges{p.TextDocument.Version, p.ContentChanges})
		return d.next(version, text), first, edits
	})
	s.watching.kick(false)
	return nil
}

// edit replaces the newest version of a document by the next one. make returns the next version, and what
// [applyChanges] returns for the edits. Only the reading goroutine calls edit.
func (s *server) edit(d *document, make func(*document) (next *document, first int, edits []replacement)) {
	var doc *document
	var first int
	var edits []replacement
	s.session.updateThen(func(next *view) {
		if opening := next.opening[d.name]; opening != nil && opening.early == d.early {
			opening, _, _ = make(opening)
			next.putOpening(opening)
			return
		}
		doc, first, edits = make(next.documentNamed(d.name)) // which may have been admitted in the meantime
		next.put(doc, doc.change())
	}, func() {
		if doc != nil {
			s.diagnoser.edited(doc, first, edits)
		}
	})
}

func (s *server) didClose(params []byte) error {
	var p documentParams
	if err := decode(params, &p); err != nil {
		return err
	}
	d, err := s.document(p.TextDocument.URI)
	if err != nil {
		return err
	}
	s.close(d)
	return nil
}

func (s *server) close(d *document) {
	var closed *document
	s.session.updateThen(func(next *view) {
		if opening := next.opening[d.name]; opening != nil && opening.early == d.early {
			next.dropOpening(opening)
			return
		}
		closed = next.documentNamed(d.name)
		next.drop(closed)
	}, func() {
		if closed != nil {
			s.diagnoser.closed(closed)
		}
	})
	s.layoutChanged(d.path)
}

func (s *server) didChangeWorkspaceFolders(params []byte) error {
	var p protocol.DidChangeWorkspaceFoldersParams
	if err := decode(params, &p); err != nil {
		return err
	}
	removed := folderPaths(p.Event.Removed)
	var added []string
	s.session.update(func(next *view) {
		config := next.snapshot.Config()
		folders := slices.DeleteFunc(slices.Clone(config.Folders), func(path string) bool { return slices.Contains(removed, path) })
		for _, path := range folderPaths(p.Event.Added) {
			if !slices.Contains(folders, path) {
				folders, added = append(folders, path), append(added, path)
			}
		}
		config.Folders = folders
		next.snapshot = next.snapshot.WithConfig(config)
	})
	s.looks.add(func() {
		if len(added) > 0 {
			s.session.refresh(added...) // earlier changes there were not reported
		}
		s.watching.entered(added)
		s.scans.start()
		s.diagnoser.all()
	})
	return nil
}

// document returns the open document of a URI.
func (s *server) document(u uriText) (*document, error) {
	v := s.session.view()
	if d := v.opening[documentName(uri.URI(u))]; d != nil {
		return d, nil
	}
	if d := v.document(uri.URI(u)); d != nil {
		return d, nil
	}
	if d := v.isOpening(uri.URI(u)); d != nil {
		return d, nil
	}
	return nil, fmt.Errorf("%s is not open", u)
}
