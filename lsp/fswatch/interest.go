package fswatch

import (
	"path/filepath"
	"strings"

	"skills-ls/analysis/file"
	"skills-ls/analysis/watchlist"
)

// An Interest determines which changes matter for a list of roots. It is immutable. For a nil Interest, every
// change matters.
//
// Case is ignored: a link that differs from the file's name only in case still refers to the file.
type Interest struct {
	named   map[string]bool            // roots and all directories above; true if their contents matter
	entries map[string]bool            // roots in which the entries that are ours by name matter
	trees   map[string]watchlist.Reach // roots that are watched with everything below them
}

// NewInterest returns the interest in the roots.
func NewInterest(roots []watchlist.WatchedRoot) *Interest {
	i := &Interest{named: make(map[string]bool), entries: make(map[string]bool), trees: make(map[string]watchlist.Reach)}
	for _, root := range roots {
		path := fold(root.Path)
		i.named[path] = i.named[path] || root.Reach == watchlist.Itself // a directory's time does not matter
		switch root.Reach {
		case watchlist.Entries:
			i.entries[path] = true
		case watchlist.Names, watchlist.Below:
			i.trees[path] = max(i.trees[path], root.Reach)
		}
		for at := filepath.Dir(path); ; at = filepath.Dir(at) {
			if _, known := i.named[at]; known {
				break
			}
			i.named[at] = false
		}
	}
	return i
}

// Concerns reports whether a change of the path may matter: a change of its contents or, if moved is set, its
// creation or deletion. It does not consider what may be below the path or what may refer to it; see
// [Interest.InTree].
func (i *Interest) Concerns(path string, moved bool) bool {
	if i == nil {
		return true
	}
	folded := fold(path)
	if place, above := i.named[folded]; place || above && moved {
		return true
	}
	dir := filepath.Dir(folded) // the existence of the path matters even if its contents are not watched
	switch i.reach(dir) {
	case watchlist.Below:
		return !file.Unwatched(filepath.Base(path)) || file.OursByName(path, moved)
	case watchlist.Names:
		return file.OursByName(path, moved)
	}
	return i.entries[dir] && file.OursByName(path, moved)
}

// ByName reports whether a change of the path can matter only because of its name.
func (i *Interest) ByName(path string) bool {
	if i == nil {
		return false
	}
	folded := fold(path)
	_, named := i.named[folded]
	return !named && i.reach(folded) == watchlist.Names
}

// reach returns how much of a folded path is watched because of a root above it, or Itself if nothing is.
func (i *Interest) reach(folded string) watchlist.Reach {
	reach := watchlist.Itself
	for at := folded; ; {
		reach = max(reach, i.trees[at])
		parent := filepath.Dir(at)
		if parent == at || file.Unwatched(filepath.Base(at)) {
			return reach
		}
		at = parent
	}
}

// InTree reports whether a path is watched with everything below it because of a root above it. What that root
// leaves out below the path may have roots of its own.
func (i *Interest) InTree(path string) bool { return i.reach(fold(path)) >= watchlist.Names }

// leads reports whether a path is a root or a directory above one.
func (i *Interest) leads(path string) bool {
	_, ok := i.named[fold(path)]
	return ok
}

func fold(path string) string { return strings.ToLower(path) }
