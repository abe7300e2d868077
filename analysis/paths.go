package analysis

import (
	"path/filepath"
	"slices"

	"skills-ls/skills/vfs"
)

// Folding returns which spellings are one name where a path lies.
func (s *Snapshot) Folding(path string) vfs.Folding { return s.overlay.Folding(path) }

// OpenAs returns the path under which the file that a path leads to is open; of several the one that was edited last.
func (s *Snapshot) OpenAs(path string) (string, bool) { return s.overlay.OpenAs(path) }

// bufferOf returns the buffer of a path, else the one that counts for the file that it leads to; nil where neither is open.
func (s *Snapshot) bufferOf(path string) *buffer {
	if b := s.buffers[path]; b != nil {
		return b
	}
	if name, ok := s.OpenAs(path); ok {
		return s.buffers[name]
	}
	return nil
}

// InFolders reports whether a path lies in a workspace folder, as it is written or as it really is.
func (s *Snapshot) InFolders(path string) bool {
	_, ok := s.inFolder(path)
	if !ok {
		_, ok = s.inFolder(vfs.Canonical(s.fs, path))
	}
	return ok
}

// folderDir returns the directory of a file, by the name that a workspace folder has for it, if one has: a client may come to
// a file by another way than to the folder.
func (s *Snapshot) folderDir(path string) string {
	dir, ok := s.inFolder(filepath.Dir(path))
	if !ok {
		if real, ok := s.inFolder(vfs.Canonical(s.fs, dir)); ok {
			return real
		}
	}
	return dir
}

// FolderPath returns a path as the client knows it: where a workspace folder has been given by a name that is not its real
// path, and the path begins with that, the path below the folder's name.
func (s *Snapshot) FolderPath(path string) string {
	path, _ = s.inFolder(path)
	return path
}

// namesOf returns the names under which something on disk is known here: the given one, the one in its real directory, which for a
// symbolic link is not that of what it leads to, the real one, and those of the folder.
func (s *Snapshot) namesOf(path string) []string {
	names := []string{path}
	entry := filepath.Join(s.overlay.DiskPath(filepath.Dir(path)), filepath.Base(path))
	real := s.overlay.DiskPath(path)
	for _, name := range []string{entry, s.FolderPath(entry), real, s.FolderPath(real)} {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// inFolder is [Snapshot.FolderPath], and says whether the path lies in a folder.
func (s *Snapshot) inFolder(path string) (string, bool) {
	for _, folder := range s.cfg.Folders {
		if within(folder, path) {
			return path, true
		}
	}
	for _, folder := range s.cfg.Folders {
		if rest, ok := vfs.CutDir(path, s.realPath(folder)); ok {
			return filepath.Join(folder, rest), true
		}
	}
	return path, false
}
