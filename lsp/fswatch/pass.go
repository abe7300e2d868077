package fswatch

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"skills-ls/analysis/file"
	"skills-ls/analysis/watchlist"
)

// A pass updates the watched directories for all roots of a watcher. The caller holds the watcher's lock.
type pass struct {
	*Watcher
	held    map[string]bool        // directories that are watched and must stay watched
	names   map[string]fs.FileInfo // as in [Watcher]
	trouble *Trouble               // the first one
	fatal   error                  // the error that says which system resource is exhausted, nil if none is
}

// errTooMany is the reason why a directory beyond the limit is not watched.
var errTooMany = errors.New("too many directories to watch")

// errLost is the reason why a directory is not watched although the system agreed to watch it.
var errLost = errors.New("the system no longer watches the directory")

// run adds and drops directories. If the system runs out of a resource, run adds no more and returns the system's
// error.
func (p *pass) run() error {
	p.dropMoved() // first, because a moved directory cannot be added under its new name before it is dropped
	var inside, names, outside []string
	for _, root := range p.roots {
		switch dir := p.reach(root); {
		case dir == "":
		case root.Reach == watchlist.Names:
			names = append(names, dir)
		case root.Inside:
			inside = append(inside, dir)
		default:
			outside = append(outside, dir)
		}
	}
	p.descend(inside) // first, because the limit may not suffice for everything
	p.descend(names)
	p.descend(outside)
	for dir := range p.dirs {
		if !p.held[dir] {
			p.drop(dir)
		}
	}
	p.restore()
	return p.fatal
}

// restore adds again the directories that lost their watches. A directory that is renamed during a pass is
// added under its new name while the source knows it by the old one, and loses its watch with the old name.
// restore adds each directory once and does not retry: if it moved again, its event is under way and starts
// another pass.
func (p *pass) restore() {
	lost := p.lostDirs()
	if lost == nil {
		return
	}
	p.dropMoved() // the source may know a lost directory by one of these names
	for _, dir := range lost {
		if _, ok := p.dirs[dir]; ok {
			p.drop(dir)
			p.watch(dir, true)
		}
	}
	for _, dir := range p.lostDirs() {
		p.drop(dir)
		if isDir(dir) {
			p.reportTrouble(dir, true, errLost)
		}
	}
}

// dropMoved drops the directories that are no longer where they were added.
func (p *pass) dropMoved() {
	for dir, known := range p.dirs {
		if now := lookAt(dir); now == nil || !os.SameFile(known.info, now) {
			p.drop(dir)
		}
	}
}

// again updates the watches for one path in a directory that is watched with everything below it.
func (p *pass) again(path string) {
	if isDir(path) && !p.isIgnored(path) && p.watch(path, true) {
		p.descend([]string{path})
	}
}

// reach watches the directories on the way to a root, and the root itself if it is a directory. It returns
// the path of the directory if everything below it must be watched, too, and "" otherwise.
func (p *pass) reach(root watchlist.WatchedRoot) string {
	at := filepath.VolumeName(root.Path) + string(filepath.Separator)
	for name := range strings.SplitSeq(root.Path[min(len(at), len(root.Path)):], string(filepath.Separator)) {
		if name == "" {
			continue // the root directory itself
		}
		next := filepath.Join(at, name)
		watched := p.watch(at, false)
		info := p.look(next, watched)
		if info == nil || !info.IsDir() {
			return ""
		}
		at = next
	}
	if root.Reach == watchlist.Itself || !p.watch(at, true) || root.Reach == watchlist.Entries {
		return ""
	}
	return at
}

// look returns what exists at a path. If the directory of the path is not watched, all roots of a pass see the same
// there, which [Watcher.Recheck] compares with what exists later.
func (p *pass) look(path string, watched bool) fs.FileInfo {
	if watched {
		return lookAt(path)
	}
	info, ok := p.names[path]
	if !ok {
		info = lookAt(path)
		p.names[path] = info
	}
	return info
}

// isIgnored reports whether a directory is not watched although one above it is.
func (p *pass) isIgnored(dir string) bool {
	return file.Unwatched(filepath.Base(dir)) || p.interest.reach(fold(dir)) == watchlist.Names && p.opts.Ignored(dir)
}

// descend watches the directories below watched ones, level by level, so that a very large directory does not
// use up the limit before the others.
func (p *pass) descend(dirs []string) {
	for len(dirs) > 0 {
		var next []string
		for _, dir := range dirs {
			entries, _ := os.ReadDir(dir) // a directory that is gone or not readable has none
			for _, e := range entries {
				if child := filepath.Join(dir, e.Name()); e.IsDir() && !p.isIgnored(child) && p.watch(child, true) {
					next = append(next, child)
				}
			}
		}
		dirs = next
	}
}

// watch watches a directory and reports whether it is watched. whole is false if only single names in it
// matter.
func (p *pass) watch(dir string, whole bool) bool {
	if _, ok := p.dirs[dir]; ok {
		p.held[dir] = true
		return true
	}
	switch {
	case p.fatal != nil:
		return false
	case p.source == nil:
		p.reportTrouble(dir, whole, p.opening)
		return false
	case !whole && opensFiles && !p.inFolder(dir):
		return false // a home directory has very many files, and some that must not be opened without consent
	}
	info := lookAt(dir)
	if info == nil {
		return false
	}
	weight := weigh(dir)
	if p.weight+weight > p.opts.MaxDirs {
		p.reportTrouble(dir, whole, fmt.Errorf("%w: %d are watched", errTooMany, len(p.dirs)))
		return false
	}
	switch err := p.source.Add(dir); {
	case err == nil:
		p.dirs[dir], p.held[dir] = watchedDir{info, weight}, true
		p.weight += weight
		return true
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR), errors.Is(err, fs.ErrPermission):
		return false // it has nothing that could be read
	case exhausted(err):
		p.fatal = err
		p.reportTrouble(dir, whole, err)
		return false
	default:
		p.reportTrouble(dir, whole, err)
		return false
	}
}

// weigh returns how much a directory counts toward [MaxDirs].
func weigh(dir string) int {
	if !opensFiles {
		return 1
	}
	entries, _ := os.ReadDir(dir) // if the directory cannot be read, no file in it is opened
	return 1 + len(entries)
}

// reportTrouble records the first directory that is not watched although everything in it matters, and the reason.
func (p *pass) reportTrouble(dir string, whole bool, err error) {
	if whole && p.trouble == nil {
		p.trouble = &Trouble{dir, err}
	}
}

// inFolder reports whether a directory is inside a root that belongs to the workspace.
func (p *pass) inFolder(dir string) bool {
	return slices.ContainsFunc(p.roots, func(root watchlist.WatchedRoot) bool {
		return root.Inside && root.Reach >= watchlist.Entries && under(root.Path, dir)
	})
}

// under reports whether path is dir or below it. Both must be clean.
func under(dir, path string) bool {
	rest, ok := strings.CutPrefix(path, dir)
	return ok && (rest == "" || rest[0] == filepath.Separator || strings.HasSuffix(dir, string(filepath.Separator)))
}
