package lsp

import (
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"skills-ls/lsp/position"
	"skills-ls/lsp/watch"
	"skills-ls/lsp/wire"
)

func (s *server) didChangeWatchedFiles(params []byte) error {
	var p watch.WatchedFilesParams
	if err := wire.Decode(params, &p); err != nil {
		return err
	}
	var changes []watch.FileChange
	for _, c := range p.Changes {
		changes = watch.AppendChange(changes, c.URI, c.Type)
	}
	s.diskQueue.add(func() { s.readReported(changes) })
	return nil
}

func (s *server) didCreateFiles(params []byte) error {
	return s.filesChanged(params, protocol.FileChangeTypeCreated)
}

func (s *server) didDeleteFiles(params []byte) error {
	return s.filesChanged(params, protocol.FileChangeTypeDeleted)
}

func (s *server) filesChanged(params []byte, kind protocol.FileChangeType) error {
	var p watch.FilesParams
	if err := wire.Decode(params, &p); err != nil {
		return err
	}
	var changes []watch.FileChange
	for _, f := range p.Files {
		changes = watch.AppendChange(changes, f.URI, kind)
	}
	s.diskQueue.add(func() { s.readReported(changes) })
	return nil
}

func (s *server) didRenameFiles(params []byte) error {
	var p watch.RenameFilesParams
	if err := wire.Decode(params, &p); err != nil {
		return err
	}
	var changes []watch.FileChange
	for _, f := range p.Files {
		changes = watch.AppendChange(changes, f.Old, protocol.FileChangeTypeDeleted)
		changes = watch.AppendChange(changes, f.New, protocol.FileChangeTypeCreated)
	}
	s.diskQueue.add(func() { s.readReported(changes) })
	return nil
}

// readReported has those of the changes read again that concern the server.
func (s *server) readReported(changes []watch.FileChange) {
	paths, possible := s.watching.Concerning(changes)
	if len(paths) > 0 {
		s.readAgain(paths...)
	}
	s.watching.Examine(possible) // with what was just read, such as a .gitignore
}

// didSave makes the session read the saved file again. If changes on disk are not reported, the session
// checks all other files too, because some may have changed together with it: not every client watches files.
func (s *server) didSave(params []byte) error {
	var p documentParams
	if err := wire.Decode(params, &p); err != nil {
		return err
	}
	if path, ok := position.FilePath(uri.URI(p.TextDocument.URI)); ok {
		s.diskQueue.add(func() {
			s.latest(s.session.View(), "")
			s.readAgain(path)
		})
	}
	return nil
}
