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

// A pass looks at all places of a watcher, of which its caller holds the lock.
type pass struct {
	*Watcher
	held    map[string]bool        // the directories that are watched and shall be
	seen    map[string]fs.FileInfo // what is at the paths that the pass has come by, nil where there is nothing
	names   map[string]fs.FileInfo // as in [Watcher]
	trouble *Trouble               // the first one
	fatal   error                  // nil, or what the system has no more of
}

// errTooMany says why a directory is not watched.
var errTooMany = errors.New("there are too many directories to watch")

// errLost says why a directory is not watched that the system agreed to watch.
var errLost = errors.New("the system no longer watches it")

// run adds and drops directories. It ends early where the system has no more of what watching takes, with what it said.
func (p *pass) run() error {
	p.dropMoved() // all first, since one that was moved cannot be added under its new name before
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
	p.descend(inside) // first, since there is not always enough for everything
	p.descend(names)
	p.descend(outside)
	if p.fatal != nil {
		return p.fatal
	}
	for dir := range p.dirs {
		if !p.held[dir] {
			p.drop(dir)
		}
	}
	p.restore()
	return p.fatal
}

// restore adds again the directories that lost their watches. A directory that is renamed during a pass is added
// under its new name while the source knows it by the old one, and loses its watch with the old name. restore adds
// each directory once and does not retry: if it moved again, its event is under way and starts another pass.
func (p *pass) restore() {
	lost := p.lost()
	if lost == nil {
		return
	}
	p.dropMoved() // one of these may be the name that the source knows
	for _, dir := range lost {
		if _, ok := p.dirs[dir]; ok {
			p.drop(dir)
			p.hold(dir, true)
		}
	}
	for _, dir := range p.lost() {
		p.drop(dir)
		if isDir(dir) {
			p.complain(dir, true, errLost)
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

// again looks at one path in a directory that is watched with what is below it.
func (p *pass) again(path string) {
	if isDir(path) && !p.leftOut(path) && p.hold(path, true) {
		p.descend([]string{path})
	}
}

// reach watches the directories on the way to a place, and the place itself where it is a directory. It returns its path if
// what is below it is to be watched too.
func (p *pass) reach(root watchlist.WatchedRoot) string {
	at := filepath.VolumeName(root.Path) + string(filepath.Separator)
	for name := range strings.SplitSeq(root.Path[min(len(at), len(root.Path)):], string(filepath.Separator)) {
		if name == "" {
			continue // the root directory itself
		}
		next := filepath.Join(at, name)
		watched := p.hold(at, false)
		info := p.look(next)
		if !watched {
			p.remember(next, info)
		}
		if info == nil || !info.IsDir() {
			return ""
		}
		at = next
	}
	if root.Reach == watchlist.Itself || !p.hold(at, true) || root.Reach == watchlist.Entries {
		return ""
	}
	return at
}

// leftOut reports whether a directory is not watched though one above it is.
func (p *pass) leftOut(dir string) bool {
	return file.Unwatched(filepath.Base(dir)) || p.interest.reach(fold(dir)) == watchlist.Names && p.opts.Ignored(dir)
}

func (p *pass) look(path string) fs.FileInfo {
	info, ok := p.seen[path]
	if !ok {
		info = lookAt(path)
		p.seen[path] = info
	}
	return info
}

func (p *pass) remember(path string, info fs.FileInfo) {
	if p.names == nil {
		p.names = make(map[string]fs.FileInfo)
	}
	p.names[path] = info
}

// descend watches what lies below watched directories: those near to the places first, so that one with very much in it leaves
// something to the others.
func (p *pass) descend(dirs []string) {
	for len(dirs) > 0 {
		var next []string
		for _, dir := range dirs {
			entries, err := os.ReadDir(dir)
			if err != nil {
				continue // it has gone, or nobody can read it
			}
			for _, e := range entries {
				if child := filepath.Join(dir, e.Name()); e.IsDir() && !p.leftOut(child) && p.hold(child, true) {
					next = append(next, child)
				}
			}
		}
		dirs = next
	}
}

// hold watches a directory and reports whether it is watched: whole, or for single names in it.
func (p *pass) hold(dir string, whole bool) bool {
	if _, ok := p.dirs[dir]; ok {
		p.held[dir] = true
		return true
	}
	switch {
	case p.fatal != nil:
		return false
	case p.source == nil:
		p.complain(dir, whole, p.opening)
		return false
	case !whole && opensFiles && !p.inFolder(dir):
		return false // a home directory holds very many files, and some that nobody may open unasked
	}
	info := lookAt(dir)
	if info == nil {
		return false
	}
	weight := weigh(dir)
	if p.weight+weight > p.opts.MaxDirs {
		p.complain(dir, whole, fmt.Errorf("%w: %d are watched", errTooMany, len(p.dirs)))
		return false
	}
	switch err := p.source.Add(dir); {
	case err == nil:
		p.dirs[dir], p.held[dir] = watchedDir{info, weight}, true
		p.weight += weight
		return true
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR), errors.Is(err, fs.ErrPermission):
		return false // there is nothing in it to be read
	case exhausted(err):
		p.fatal = err
		p.complain(dir, whole, err)
		return false
	default:
		p.complain(dir, whole, err)
		return false
	}
}

// weigh returns what a directory counts in [MaxDirs].
func weigh(dir string) int {
	if !opensFiles {
		return 1
	}
	entries, _ := os.ReadDir(dir) // of one that cannot be read nothing is opened
	return 1 + len(entries)
}

// complain records why a directory is not watched, if it counts as a whole.
func (p *pass) complain(dir string, whole bool, err error) {
	if whole && p.trouble == nil {
		p.trouble = &Trouble{dir, err}
	}
}

// inFolder reports whether a directory lies in one that belongs to the workspace.
func (p *pass) inFolder(dir string) bool {
	return slices.ContainsFunc(p.roots, func(root watchlist.WatchedRoot) bool {
		return root.Inside && root.Reach >= watchlist.Entries && under(root.Path, dir)
	})
}

// under reports whether path is dir or lies below it; both are clean.
func under(dir, path string) bool {
	rest, ok := strings.CutPrefix(path, dir)
	return ok && (rest == "" || rest[0] == filepath.Separator || strings.HasSuffix(dir, string(filepath.Separator)))
}
