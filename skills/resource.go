package skills

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strings"

	"skills-ls/skills/text"
	"skills-ls/skills/vfs"
)

// A Resource is a file bundled with a skill.
type Resource struct {
	Path string // real and absolute
	Rel  string // slash-separated, relative to the skill directory
	Size int64  // bytes
}

// A Listing contains the files in a skill directory.
type Listing struct {
	Files     []Resource
	Truncated bool // a limit was reached, and there may be more files
}

// ListResources lists the regular files in a skill directory, including SKILL.md, directory by directory in
// byte order of the names. It leaves out symbolic links and what cannot be read. It stops before the first
// file with which there would be more than maxFiles files or more than maxBytes bytes; 0 means no such limit.
//
// The order, and that the listing ends with the first file too many, are Codelia's
// (packages/runtime/src/skills/resolver.ts @48e27ff0).
func ListResources(fsys vfs.FS, dir string, maxFiles int, maxBytes int64) Listing {
	real, err := fsys.RealPath(dir)
	if err != nil {
		real = dir
	}
	l := lister{fsys: vfs.ByRealPath(fsys), maxFiles: maxFiles, maxBytes: maxBytes}
	l.list(real, "")
	return l.Listing
}

type lister struct {
	Listing
	fsys     vfs.FS
	maxFiles int
	maxBytes int64
	bytes    int64
	entries  int
}

// list adds the files of one directory, given by its real path and by its path relative to the skill
// directory, with a slash at the end.
func (l *lister) list(dir, rel string) {
	entries, err := l.fsys.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		if l.entries++; l.entries > MaxScan {
			l.Truncated = true
		}
		if l.Truncated {
			return
		}
		path := filepath.Join(dir, e.Name())
		switch {
		case e.IsDir():
			l.list(path, rel+e.Name()+"/")
		case e.Type().IsRegular():
			if info, err := l.fsys.Stat(path); err == nil {
				l.add(Resource{Path: path, Rel: rel + e.Name(), Size: info.Size()})
			}
		}
	}
}

func (l *lister) add(r Resource) {
	if l.maxFiles > 0 && len(l.Files) >= l.maxFiles || l.maxBytes > 0 && l.bytes+r.Size > l.maxBytes {
		l.Truncated = true
		return
	}
	l.Files = append(l.Files, r)
	l.bytes += r.Size
}

// ErrAbsolute is why [FindResource] rejects an absolute path.
var ErrAbsolute = errors.New("path is absolute")

// FindResource returns the real path of the file or directory at the slash-separated path rel in a skill
// directory. The error wraps [ErrAbsolute] for a path that begins with a root, a drive or a URL's file scheme
// on any system, [vfs.ErrOutside] for one that leaves the directory by ".." or by a link, and fs.ErrNotExist
// for one that does not exist.
//
// It accesses nothing outside the directory except the targets of links in it.
func FindResource(fsys vfs.FS, dir, rel string) (string, error) {
	fail := func(err error) (string, error) { return "", &fs.PathError{Op: "resolve", Path: rel, Err: err} }
	local, err := localPath(rel)
	if err != nil {
		return fail(err)
	}
	root, err := fsys.RealPath(dir)
	if err != nil {
		return "", err
	}
	real, err := fsys.RealPath(filepath.Join(root, local))
	if err != nil {
		return "", err
	}
	if !vfs.Within(root, real) {
		return fail(vfs.ErrOutside)
	}
	return real, nil
}

// localPath converts a slash-separated path to one of the operating system that stays below the directory it
// is joined to. A path that goes up and comes back, like "a/../b", stays below. One that begins by going up
// does not, wherever it ends.
func localPath(rel string) (string, error) {
	if isAbsolute(rel) {
		return "", ErrAbsolute
	}
	depth := 0
	for part := range strings.SplitSeq(rel, "/") {
		switch part {
		case "", ".":
		case "..":
			if depth--; depth < 0 {
				return "", vfs.ErrOutside
			}
		default:
			depth++
		}
	}
	local := filepath.Clean(filepath.FromSlash(rel))
	if !filepath.IsLocal(local) {
		return "", vfs.ErrOutside // names that Windows reserves, and backslashes on Windows
	}
	return local, nil
}

// isAbsolute reports whether a path is absolute on some operating system: "/x", "\x", "C:\x", "C:/x",
// "file:/x".
func isAbsolute(path string) bool {
	if path == "" {
		return false
	}
	if path[0] == '/' || path[0] == '\\' {
		return true
	}
	if len(path) > 2 && text.IsLetter(path[0]) && path[1] == ':' && (path[2] == '/' || path[2] == '\\') {
		return true
	}
	return len(path) >= 5 && strings.EqualFold(path[:5], "file:")
}
