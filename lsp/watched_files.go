package lsp

import (
	"context"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

func (s *server) didChangeWatchedFiles(params []byte) error {
	var p watchedFilesParams
	if err := decode(params, &p); err != nil {
		return err
	}
	var changes []fileChange
	for _, c := range p.Changes {
		changes = changeOf(changes, c.URI, c.Type)
	}
	s.looks.add(func() { s.watching.told(changes) })
	return nil
}

func (s *server) didCreateFiles(params []byte) error {
	return s.toldOfFiles(params, protocol.FileChangeTypeCreated)
}

func (s *server) didDeleteFiles(params []byte) error {
	return s.toldOfFiles(params, protocol.FileChangeTypeDeleted)
}

func (s *server) toldOfFiles(params []byte, kind protocol.FileChangeType) error {
	var p filesParams
	if err := decode(params, &p); err != nil {
		return err
	}
	var changes []fileChange
	for _, f := range p.Files {
		changes = changeOf(changes, f.URI, kind)
	}
	s.looks.add(func() { s.watching.told(changes) })
	return nil
}

func (s *server) didRenameFiles(params []byte) error {
	var p renameFilesParams
	if err := decode(params, &p); err != nil {
		return err
	}
	var changes []fileChange
	for _, f := range p.Files {
		changes = changeOf(changes, f.Old, protocol.FileChangeTypeDeleted)
		changes = changeOf(changes, f.New, protocol.FileChangeTypeCreated)
	}
	s.looks.add(func() { s.watching.told(changes) })
	return nil
}

// didSave makes the session read the saved file again. If changes on disk are not reported, the session
// checks all other files too, because some may have changed together with it: not every client watches files.
func (s *server) didSave(params []byte) error {
	var p documentParams
	if err := decode(params, &p); err != nil {
		return err
	}
	if path, ok := filePath(uri.URI(p.TextDocument.URI)); ok {
		s.looks.add(func() {
			s.session.view().latest("")
			s.watching.changed(path)
		})
	}
	return nil
}

// afterRecheck returns the answer from v, or from a later view if files had to be read again.
func (s *server) afterRecheck(v *view, handler func(*view) answer) answer {
	return func(ctx context.Context, params []byte) (any, error) {
		if s.watching.recheck() {
			s.session.refreshed()
			v = v.over(s.session.view())
		}
		return handler(v)(ctx, params)
	}
}
