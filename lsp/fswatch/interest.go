package fswatch

import (
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/analysis/file"
	"skills-ls/analysis/watchlist"
)

// An Interest says which changes concern a list of places. It is immutable. A nil one is interested in everything.
//
// Letter case does not count: a link in other letters than the file's is still one to it.
type Interest struct {
	named   map[string]bool            // the places and every directory above them, with true for those whose contents count too
	entries map[string]bool            // the places of which what is ours by name counts
	trees   map[string]watchlist.Reach // the places that are watched with what is below them
	apart   []string                   // the others, so far as they lie in none of these
}

// NewInterest returns the interest in the places.
func NewInterest(roots []watchlist.WatchedRoot) *Interest {
	i := &Interest{named: make(map[string]bool), entries: make(map[string]bool), trees: make(map[string]watchlist.Reach)}
	for _, root := range roots {
		path := fold(root.Path)
		i.named[path] = i.named[path] || root.Reach == watchlist.Itself // the time of a directory does not matter
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
	for _, root := range roots {
		if path := fold(root.Path); i.reach(path) < watchlist.Names {
			i.apart = append(i.apart, path)
		}
	}
	return i
}

// Concerns reports whether a change of the path may matter: one of what it holds, or, where moved is set, one that made it
// appear or vanish. What may lie below it is not considered, nor who may refer to it; see [Interest.InTree].
func (i *Interest) Concerns(path string, moved bool) bool {
	if i == nil {
		return true
	}
	folded := fold(path)
	if place, above := i.named[folded]; place || above && moved {
		return true
	}
	dir := filepath.Dir(folded) // what the path itself holds may be left out, and whether it is there counts all the same
	switch i.reach(dir) {
	case watchlist.Below:
		return !file.Unwatched(filepath.Base(path)) || file.OursByName(path, moved)
	case watchlist.Names:
		return file.OursByName(path, moved)
	}
	return i.entries[dir] && file.OursByName(path, moved)
}

// ByName reports whether a path can concern for its name alone, if it does.
func (i *Interest) ByName(path string) bool {
	if i == nil {
		return false
	}
	folded := fold(path)
	_, named := i.named[folded]
	return !named && i.reach(folded) == watchlist.Names
}

// reach returns how far what lies at a folded path is watched for the sake of a place above it, Itself where it is not.
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

// InTree reports whether everything that is to be watched at a path and below it is watched for the sake of a place above it.
func (i *Interest) InTree(path string) bool {
	folded := fold(path)
	return i.reach(folded) >= watchlist.Names && !slices.ContainsFunc(i.apart, func(place string) bool { return under(folded, place) })
}

// leads reports whether a path is a place or lies above one.
func (i *Interest) leads(path string) bool {
	_, ok := i.named[fold(path)]
	return ok
}

func fold(path string) string { return strings.ToLower(path) }
