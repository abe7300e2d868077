package watchlist

import (
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/analysis/file"
	"skills-ls/skills/vfs"
)

// add adds a path, and every symbolic link on the way to it.
func (l *watchList) add(path string, reach Reach) { l.follow(path, reach, 0) }

// maxFollowed is the maximum number of symbolic links that are followed for one path, as on Linux.
const maxFollowed = 40

func (l *watchList) follow(path string, reach Reach, links int) {
	at := filepath.VolumeName(path) + string(filepath.Separator)
	rest := path[min(len(at), len(path)):]
	for rest != "" {
		var name string
		name, rest, _ = strings.Cut(rest, string(filepath.Separator))
		next := filepath.Join(at, name)
		if !l.plain[next] {
			target, err := l.readlink(next)
			switch {
			case err != nil:
				l.put(next, Itself) // it may be created at any time, as a link, too
				at, rest = filepath.Join(next, rest), ""
				continue
			case target != "":
				l.put(next, Itself)
				if links < maxFollowed {
					l.follow(filepath.Join(target, rest), reach, links+1)
				}
				return
			}
			l.plain[next] = true
		}
		at = next
	}
	l.put(at, reach)
}

// readlink returns the path that a link names, empty if the path is no link. The path of its parent must have no
// links.
func (l *watchList) readlink(path string) (target string, err error) {
	info, err := l.snapshot.FS().Lstat(path)
	if err != nil || info.Mode()&fs.ModeSymlink == 0 {
		return "", err
	}
	if _, err := l.snapshot.FS().RealPath(path); errors.Is(err, vfs.ErrConfined) {
		return "", nil // nothing behind it is read
	}
	if target, err = l.snapshot.FS().Readlink(path); err != nil {
		return "", err
	}
	if !filepath.IsAbs(target) {
		target = filepath.Join(filepath.Dir(path), target)
	}
	return filepath.Clean(target), nil
}

func (l *watchList) put(path string, reach Reach) {
	if known, ok := l.reach[path]; !ok || known < reach {
		l.reach[path] = reach
	}
}

// addLinksBelow adds the targets of symbolic links in directories that are watched with everything below
// them, and repeats that for the directories that it adds.
func (l *watchList) addLinksBelow() {
	walked := make(map[string]bool)
	for {
		var next []string
		for path, reach := range l.reach {
			if reach == Below && !walked[path] {
				next = append(next, path)
			}
		}
		if next == nil {
			return
		}
		slices.Sort(next)
		for _, dir := range next {
			l.walk(dir, walked)
		}
	}
}

// maxLinkScan is the maximum number of entries below one directory that are searched for symbolic links.
const maxLinkScan = 50_000

// walk adds the targets of the symbolic links below a directory.
func (l *watchList) walk(dir string, walked map[string]bool) {
	enter := func(dir string) bool {
		again := walked[dir]
		walked[dir] = true
		return !again
	}
	if !enter(dir) {
		return
	}
	vfs.Walk(l.snapshot.FS(), dir, maxLinkScan, func(path string, e fs.DirEntry) bool {
		if e.Type()&fs.ModeSymlink != 0 {
			l.add(path, l.reachThrough(path))
		}
		return e.IsDir() && !file.Unwatched(e.Name()) && enter(path)
	})
}

// reachThrough returns how far to watch the target of a symbolic link. A directory is watched with everything
// below it, unless it contains the link itself, a whole workspace folder or the user's home directory.
func (l *watchList) reachThrough(link string) Reach {
	s := l.snapshot
	real, err := s.FS().RealPath(link)
	if err != nil {
		return Itself
	}
	if info, err := s.FS().Stat(real); err != nil || !info.IsDir() {
		return Itself
	}
	holds := func(path string) bool { return path != "" && vfs.Within(real, path) }
	if holds(link) || holds(s.Config().Home) || slices.ContainsFunc(s.Config().Folders, holds) {
		return Entries
	}
	return Below
}
