package lsp

import (
	"os"
	"path/filepath"
	"strings"

	"skills-ls/lsp/position"
)

// changedOnDisk reports a change on disk: 1 created, 2 changed, 3 deleted. Some editors never do, and others
// do it late. A watcher of a directory reports changes in it by that directory's name, even if they were made
// under another name.
func (s *soak) changedOnDisk(path string, kind int) {
	paths := []string{path}
	if real := filepath.Join(realPath(filepath.Dir(path)), filepath.Base(path)); real != path {
		paths = append(paths, real)
	}
	if !s.watches || s.chance(20) {
		s.untold = append(s.untold, paths...)
		return
	}
	var changes []any
	for _, path := range paths {
		changes = append(changes, map[string]any{"uri": position.PathURI(path), "type": kind})
	}
	s.tellOfChanges(changes)
}

func (s *soak) tellOfChanges(changes []any) {
	s.client.tell("workspace/didChangeWatchedFiles", map[string]any{"changes": changes})
}

// tellLate reports the changes that were not reported, if the editor watches files.
func (s *soak) tellLate() {
	if s.watches {
		s.tellUntold()
	}
}

func (s *soak) tellUntold() {
	if len(s.untold) == 0 {
		return
	}
	s.did("tell", "%q", s.untold)
	var changes []any
	for _, path := range s.untold {
		kind := 2
		if _, err := os.Lstat(path); err != nil {
			kind = 3
		}
		changes = append(changes, map[string]any{"uri": position.PathURI(path), "type": kind})
	}
	s.untold = nil
	s.tellOfChanges(changes)
}

func (s *soak) writeOnDisk() {
	path := s.anyPath()
	kind := 2
	if _, err := os.Stat(path); err != nil {
		kind = 1
	}
	text := s.fileText(path)
	if s.write(path, text) {
		s.did("write", "%s %q", path, clip(text))
	}
	s.changedOnDisk(path, kind)
}

func (s *soak) removeOnDisk() {
	path := s.anyPath()
	if s.chance(30) {
		path = filepath.Dir(path)
	}
	if _, err := os.Lstat(path); err != nil || path == s.base || filepath.Dir(path) == s.base {
		return
	}
	s.did("remove", "%s", path)
	if os.RemoveAll(path) != nil {
		return // a circular link is in the way
	}
	s.changedOnDisk(path, 3)
}

func (s *soak) renameOnDisk() {
	from, to := s.skillDir(), s.skillDir()
	if s.chance(30) {
		from, to = s.anyPath(), s.anyPath()
	}
	if s.rename(from, to) {
		s.did("rename", "%s to %s", from, to)
	}
}

// rename renames from to to, replacing what is there, and reports the changes.
func (s *soak) rename(from, to string) bool {
	if _, err := os.Lstat(from); err != nil || from == to {
		return false
	}
	if strings.HasPrefix(to, from+string(filepath.Separator)) || strings.HasPrefix(from, to+string(filepath.Separator)) {
		return false
	}
	if os.RemoveAll(to) != nil {
		return false
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		s.changedOnDisk(to, 3)
		return false // a file is where a directory should be
	}
	if err := os.Rename(from, to); err != nil { // from was a path through a link into what was replaced
		s.changedOnDisk(to, 3)
		return false
	}
	s.changedOnDisk(from, 3)
	s.changedOnDisk(to, 1)
	return true
}

// renameInEditor renames a skill directory as editors do: open documents in it are closed under the old name
// and opened under the new one.
func (s *soak) renameInEditor() {
	from, to := s.skillDir(), s.skillDir()
	if s.isAlias(from) || s.isAlias(filepath.Dir(to)) {
		return
	}
	var moved []*soakDocument
	for _, d := range s.docs {
		if strings.HasPrefix(d.path, from+string(filepath.Separator)) {
			moved = append(moved, d)
		}
		if strings.HasPrefix(d.path, to+string(filepath.Separator)) {
			return
		}
	}
	if !s.rename(from, to) {
		return
	}
	s.did("rename in editor", "%s to %s", from, to)
	for _, d := range moved {
		s.closeDocument(d)
		next := &soakDocument{path: to + strings.TrimPrefix(d.path, from), language: d.language}
		next.uri = string(position.PathURI(next.path))
		s.openWith(next, d.text())
	}
}

// link creates a symbolic link to a skill directory.
func (s *soak) link() {
	from, to := s.skillDir(), s.skillDir()
	if from == to || s.isAlias(from) || s.isAlias(filepath.Dir(to)) {
		return
	}
	if _, err := os.Stat(from); err != nil {
		return
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return
	}
	if os.RemoveAll(to) != nil {
		return
	}
	if err := os.Symlink(from, to); err != nil {
		return // on Windows, not every user may create links
	}
	s.did("link", "%s to %s", to, from)
	s.changedOnDisk(to, 1)
}
