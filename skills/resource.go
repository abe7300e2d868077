package skills

import (
	"errors"
	"io/fs"
	"path/filepath"
	"regexp"

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
	fsys = vfs.ByRealPath(fsys)
	var l Listing
	var bytes int64
	complete := vfs.Walk(fsys, real, MaxScan, func(path string, e fs.DirEntry) bool {
		if l.Truncated || !e.Type().IsRegular() {
			return e.IsDir() && !l.Truncated
		}
		info, err := fsys.Stat(path)
		if err != nil {
			return false
		}
		bytes += info.Size()
		if maxFiles > 0 && len(l.Files) >= maxFiles || maxBytes > 0 && bytes > maxBytes {
			l.Truncated = true
			return false
		}
		rel, _ := vfs.CutDir(path, real)
		l.Files = append(l.Files, Resource{Path: path, Rel: filepath.ToSlash(rel), Size: info.Size()})
		return false
	})
	l.Truncated = l.Truncated || !complete
	return l
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
	if absolute.MatchString(rel) {
		return "", ErrAbsolute
	}
	local := filepath.Clean(filepath.FromSlash(rel))
	if !filepath.IsLocal(local) {
		return "", vfs.ErrOutside // also a name that Windows reserves
	}
	return local, nil
}

// absolute matches a path that is absolute on some operating system: "/x", "\x", "C:\x", "C:/x", "file:/x".
var absolute = regexp.MustCompile(`^(?:[/\\]|[A-Za-z]:[/\\]|(?i:file):)`)
