package lsp

import (
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"skills-ls/lsp/position"
	"skills-ls/lsp/session"
	"skills-ls/lsp/watch"
	"skills-ls/lsp/wire"
)

// filesChanged returns the handler of a notification about files. kind is that of files without a rename or a
// kind of their own.
func filesChanged(kind protocol.FileChangeType) func(*server, []byte) error {
	return func(s *server, params []byte) error {
		var p watch.FilesParams
		if err := wire.Decode(params, &p); err != nil {
			return err
		}
		changes := p.Reported(kind)
		s.diskQueue.add(func() { s.readReported(changes) })
		return nil
	}
}

// readReported has those of the changes read again that concern the server.
func (s *server) readReported(changes []watch.FileChange) {
	paths, possible := s.watching.Concerning(changes)
	if len(paths) > 0 {
		s.readAgain(paths...)
		s.watching.FoldersCame(paths)
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
	path, ok := position.FilePath(uri.URI(p.TextDocument.URI))
	if ok {
		s.diskQueue.add(func() {
			s.saved(p.TextDocument.URI)
			s.latest(s.session.View(), "")
			s.readAgain(path)
		})
	} else {
		s.saved(p.TextDocument.URI)
	}
	return nil
}

// saved notifies the diagnoser that a document was saved.
func (s *server) saved(u session.URIText) {
	if d, err := s.document(u); err == nil {
		s.diagnoser.Saved(d.Key)
	}
}
