package workspace

import (
	"path/filepath"
	"slices"

	"skills-ls/skills/vfs"
)

// Folding returns which spellings are the same name to the file system of a path.
func (s *Snapshot) Folding(path string) vfs.Folding { return s.overlay.Folding(path) }

// OpenAs returns the path under which the file at a path is open. If there are several, it is the one that
// was edited last.
func (s *Snapshot) OpenAs(path string) (string, bool) { return s.overlay.OpenAs(path) }

// BufferOf returns the buffer of a path, or that of another path of the same file. It returns nil if neither
// is open.
func (s *Snapshot) BufferOf(path string) *Buffer {
	if b := s.buffers[path]; b != nil {
		return b
	}
	if name, ok := s.OpenAs(path); ok {
		return s.buffers[name]
	}
	return nil
}

// InFolders reports whether a path, as written or resolved, is in a workspace folder.
func (s *Snapshot) InFolders(path string) bool {
	_, ok := s.InFolder(path)
	if !ok {
		_, ok = s.InFolder(vfs.Canonical(s.fs, path))
	}
	return ok
}

// FolderDir returns the directory of a file with a clean path, as a path in a workspace folder if it is in one: a client may
// open a file by another path than that of the folder.
func (s *Snapshot) FolderDir(path string) string {
	dir, ok := s.InFolder(vfs.Parent(path))
	if !ok {
		if real, ok := s.InFolder(vfs.Canonical(s.fs, dir)); ok {
			return real
		}
	}
	return dir
}

// FolderPath returns a path as the client knows it: if it begins with the real path of a workspace folder
// that was given by another name, the result begins with that name instead.
func (s *Snapshot) FolderPath(path string) string {
	path, _ = s.InFolder(path)
	return path
}

// namesOf returns the paths by which a file on disk may be known: the given one, the one in its real
// directory (which, for a symbolic link, is not the real path), the real path, and the last two in a
// workspace folder.
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

// InFolder is like [Snapshot.FolderPath], and reports whether the path is in a folder.
func (s *Snapshot) InFolder(path string) (string, bool) {
	for _, folder := range s.cfg.Folders {
		if vfs.Within(folder, path) {
			return path, true
		}
	}
	for _, folder := range s.cfg.Folders {
		if rest, ok := vfs.CutDir(path, s.RealPath(folder)); ok {
			return filepath.Join(folder, rest), true
		}
	}
	return path, false
}

// RealPath returns a path with its symbolic links resolved, or unchanged if that fails.
func (s *Snapshot) RealPath(path string) string {
	if real, err := s.fs.RealPath(path); err == nil {
		return real
	}
	return path
}

// IsBelowFolder reports whether a path is a workspace folder or is below one. A file in the index may not be
// any more.
func (s *Snapshot) IsBelowFolder(path string) bool {
	return slices.ContainsFunc(s.cfg.Folders, func(folder string) bool { return vfs.Within(folder, path) })
}
