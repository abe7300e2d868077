package lsp

import (
	"context"
	"fmt"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/refactor"
	"skills-ls/analysis/refs"
	"skills-ls/lsp/convert"
	"skills-ls/lsp/position"
	"skills-ls/lsp/session"
	"skills-ls/lsp/watch"
	"skills-ls/skills/text"
)

// willRenameFiles returns the edits for files that the user is about to rename, nil if there are none. What
// it cannot change is left to the rules, because an error would not stop the user from renaming the files.
func willRenameFiles(ctx context.Context, v *session.View, p *watch.FilesParams) (*protocol.WorkspaceEdit, error) {
	var renames []diagnostic.Rename
	for _, f := range p.Files {
		from, ok := position.FilePath(uri.URI(f.Old))
		to, okTo := position.FilePath(uri.URI(f.New))
		if ok && okTo {
			renames = append(renames, diagnostic.Rename{From: from, To: to})
		}
	}
	edits, err := refactor.WillRename(ctx, v.Snapshot, renames)
	if err != nil || len(edits) == 0 {
		return nil, customError(err)
	}
	edit, _ := convert.WorkspaceEdit(v, &diagnostic.Fix{Edits: edits})
	return edit, nil
}

// willDeleteFiles never changes anything. What refers to a deleted file may be meant for another one, or for
// one that comes back, and only the author can write a sentence without its link. It shows how many links and
// mentions will break.
func willDeleteFiles(ctx context.Context, s *server, v *session.View, p *watch.FilesParams) (any, error) {
	var paths []string
	for _, f := range p.Files {
		if path, ok := position.FilePath(uri.URI(f.URI)); ok {
			paths = append(paths, path)
		}
	}
	lost := refactor.WillDelete(ctx, v.Snapshot, paths)
	files := make(map[string]bool)
	var what []string
	for _, kind := range []struct {
		one, many string
		lost      []refs.Reference
	}{{"link", "links", lost.Links}, {"mention", "mentions", lost.Mentions}} {
		for _, r := range kind.lost {
			files[r.Path] = true
		}
		if len(kind.lost) > 0 {
			what = append(what, text.Count(len(kind.lost), kind.one, kind.many))
		}
	}
	if len(what) == 0 || ctx.Err() != nil {
		return nil, ctx.Err()
	}
	message := fmt.Sprintf("%s in %s will break", strings.Join(what, " and "), text.Count(len(files), "file", "files"))
	return nil, s.conn.Notify(ctx, protocol.MethodWindowShowMessage, &protocol.ShowMessageParams{Type: protocol.MessageTypeWarning, Message: message})
}
