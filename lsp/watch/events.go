package watch

import (
	"io/fs"
	"path/filepath"
	"slices"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"skills-ls/analysis/file"
	"skills-ls/analysis/watchlist"
	"skills-ls/lsp/fswatch"
	"skills-ls/lsp/position"
	"skills-ls/lsp/session"
	"skills-ls/skills/vfs"
)

// FilesParams are the parameters of all notifications and requests about files. They are decoded into our own
// type, so that a malformed entry affects no other.
type FilesParams struct {
	Changes []struct { // of didChangeWatchedFiles
		URI  session.URIText         `json:"uri"`
		Type protocol.FileChangeType `json:"type"`
	} `json:"changes"`
	Files []struct { // of the others
		URI session.URIText `json:"uri"`
		Old session.URIText `json:"oldUri"` // of a rename, with the next
		New session.URIText `json:"newUri"`
	} `json:"files"`
}

// A FileChange is a change of one file or directory that the client reports.
type FileChange struct {
	path string
	kind protocol.FileChangeType
}

// Reported returns the changes of files. kind is that of files without a rename or a kind of their own.
func (p *FilesParams) Reported(kind protocol.FileChangeType) (changes []FileChange) {
	add := func(u session.URIText, kind protocol.FileChangeType) {
		if path, ok := position.FilePath(uri.URI(u)); ok {
			changes = append(changes, FileChange{path, kind})
		}
	}
	for _, c := range p.Changes {
		add(c.URI, c.Type)
	}
	for _, f := range p.Files {
		add(f.URI, kind)
		add(f.Old, protocol.FileChangeTypeDeleted)
		add(f.New, protocol.FileChangeTypeCreated)
	}
	return changes
}

// Concerning returns the paths of those changes, which the client reports, that concern an open file or are ours
// by name. The caller must have them read again before it answers later requests, so that these see what the
// client saw. Then it must pass possible to [Watching.Examine].
func (w *Watching) Concerning(changes []FileChange) (paths []string, possible []PossibleChange) {
	interest, v := w.Interest.Load(), w.session.View()
	snapshot := v.Snapshot
	var ignored []string
	for _, c := range changes {
		path, moved := c.path, c.kind != protocol.FileChangeTypeChanged
		concerns := interest.Concerns(path, moved) || w.redirectsOpen(v, path, moved)
		if dir, ok := snapshot.MovedWith(path); ok && !concerns {
			path, moved = dir, true
			concerns = interest.Concerns(dir, true)
		}
		switch {
		case concerns && interest.ByName(path) && snapshot.Ignored(path, false) && !file.IsNative(path): // agents read their own files even if git ignores them
			ignored = append(ignored, path)
		case concerns:
			paths = append(paths, path)
		case interest.InTree(path):
			possible = append(possible, PossibleChange{path, moved})
		}
	}
	snapshot.Forget(ignored...)
	return paths, possible
}

// redirectsOpen reports whether a change of path may make the name of an open document lead to another file,
// even if there is no plan for it yet. A changed directory that is not a link does not.
func (w *Watching) redirectsOpen(v *session.View, path string, moved bool) bool {
	for _, d := range v.Docs {
		if d.Path == path || !vfs.Within(path, d.Path) {
			continue
		}
		if moved {
			return true
		}
		info, err := w.fs.Lstat(path)
		return err == nil && info.Mode()&fs.ModeSymlink != 0
	}
	return false
}

// handleOwnEvents handles changes that the server has noticed itself.
func (w *Watching) handleOwnEvents(c fswatch.Changes) {
	if c.All {
		w.report(Change{})
		return
	}
	if len(c.Paths) > 0 {
		w.report(Change{Paths: c.Paths})
		w.FoldersCame(c.Paths)
	}
	maybe := make([]PossibleChange, len(c.Maybe))
	for i, path := range c.Maybe {
		maybe[i] = PossibleChange{path, true}
	}
	w.Examine(maybe)
}

// FoldersCame reports the workspace folders again that came with one of the paths, when the client should have
// started to watch them again. It does not report what is created in a folder until then. VS Code looks for a lost
// folder every five seconds, reports only the folder itself, and then starts
// (src/vs/platform/files/node/watcher/baseWatcher.ts).
func (w *Watching) FoldersCame(paths []string) {
	v := w.session.View()
	if !watches(v.Client) {
		return
	}
	var folders []string
	for _, folder := range watchlist.WatchedFolders(v.Snapshot) {
		came := func(path string) bool { return vfs.Within(path, folder.Path) }
		if slices.ContainsFunc(paths, came) && w.isDir(folder.Path) {
			folders = append(folders, folder.Path)
		}
	}
	if len(folders) > 0 {
		w.later(Change{Paths: folders})
	}
}

// A PossibleChange is a change of a file or directory whose name alone does not concern the server.
type PossibleChange struct {
	path string
	// moved is set if the path was created or deleted. Otherwise the client reports that it changed, which
	// may mean both: VS Code joins a removal and a creation of one path
	// (src/vs/platform/files/common/watcher.ts, EventCoalescer; lsp.TestReplacedByLink).
	moved bool
}

// Examine handles those changes that matter because of files that are or were below the path, or because of a
// link to it. It returns at once.
func (w *Watching) Examine(changes []PossibleChange) {
	if len(changes) == 0 {
		return
	}
	w.Mu.Lock()
	defer w.Mu.Unlock()
	if len(w.Pending) == 0 {
		go w.examinePending()
	}
	w.Pending = append(w.Pending, changes...)
}

func (w *Watching) examinePending() {
	w.Mu.Lock()
	defer w.Mu.Unlock()
	for len(w.Pending) > 0 && w.ctx.Err() == nil {
		changes := w.Pending
		w.Mu.Unlock()
		if paths := w.relevant(changes); len(paths) > 0 {
			w.report(Change{Paths: paths})
		}
		w.Mu.Lock()
		w.Pending = w.Pending[len(changes):]
	}
}

// relevant returns the paths of the changes that matter.
func (w *Watching) relevant(changes []PossibleChange) (matter []string) {
	known := make(map[string]bool, len(changes))
	for _, d := range changes {
		known[d.path] = false
	}
	watchlist.MarkKnown(w.session.View().Snapshot, known)
	for _, d := range changes {
		info, err := w.fs.Lstat(d.path)
		if known[d.path] {
			if d.moved || err != nil || info.Mode()&fs.ModeSymlink != 0 { // it is gone or was replaced by a link
				matter = append(matter, d.path)
			}
		} else if err == nil && info.IsDir() && w.containsOurs(d.path) { // clients do not report what is in it
			matter = append(matter, d.path)
		}
	}
	return matter
}

// maxSearched is how many entries below a new directory are searched for something that is ours by name. A
// directory with more is taken to contain some.
const maxSearched = 10_000

// containsOurs reports whether something below a directory is ours by name.
func (w *Watching) containsOurs(dir string) bool {
	seen := 0
	for dirs := []string{dir}; len(dirs) > 0; dirs = dirs[1:] {
		if w.ignored(dirs[0]) {
			continue
		}
		entries, _ := w.fs.ReadDir(dirs[0]) // an unreadable directory contains nothing of ours
		if seen += len(entries); seen > maxSearched {
			return true
		}
		for _, e := range entries {
			below := filepath.Join(dirs[0], e.Name())
			if file.OursByName(below, true) {
				return true
			}
			if e.IsDir() && !file.Unwatched(e.Name()) {
				dirs = append(dirs, below)
			}
		}
	}
	return false
}

// FileOperations returns the file operations that the client is asked to report, or to announce, as far as it
// can; nil if it can report none. It asks for all files: any file may be linked to, and users do not perform
// many operations in a second.
func FileOperations(c *session.Client) *protocol.FileOperationOptions {
	if !c.CreatedFiles && !c.RenamedFiles && !c.DeletedFiles && !c.WillRename && !c.WillDelete {
		return nil
	}
	everything := []protocol.FileOperationFilter{{Scheme: new("file"), Pattern: protocol.FileOperationPattern{Glob: "**/*"}}}
	when := func(able bool) (options protocol.FileOperationRegistrationOptions) {
		if able {
			options.Filters = everything
		}
		return options
	}
	return &protocol.FileOperationOptions{
		DidCreate:  when(c.CreatedFiles),
		DidRename:  when(c.RenamedFiles),
		DidDelete:  when(c.DeletedFiles),
		WillRename: when(c.WillRename),
		WillDelete: when(c.WillDelete),
	}
}
