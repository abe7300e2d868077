package analysis

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/skills/text"
	"skills-ls/skills/vfs"
)

// MaxWorkspaceSymbols is the maximum number of symbols that a search returns: more than anyone reads, and the
// client receives them again with every letter that the user types.
const MaxWorkspaceSymbols = 128

// A WorkspaceSymbol is a skill, or a section of a file.
type WorkspaceSymbol struct {
	Name      string // of the skill, or the heading's text; never empty
	Container string // the directory that the skill is in, or the skill or the file that the section is in; may be empty
	Path      string
	Section   bool
	// Span is the span of the name's value, empty if there is none, or of the heading, in the text that was
	// last read. See [Snapshot.Locate].
	Span text.Span

	hash uint64 // of the text that Span refers to
}

// WorkspaceSymbols returns the skills and sections of the workspace that match a query, the best first, and
// at most [MaxWorkspaceSymbols]. All characters of the query must occur in the name, in order, ignoring case.
// An empty query matches everything, skills first. Open files are searched in their buffers. Before the first
// scan has ended, WorkspaceSymbols returns what was found so far. It returns nil if the context is canceled.
// With [Config.NoSymbols] it returns no sections of files that are not open.
func (s *Snapshot) WorkspaceSymbols(ctx context.Context, query string) []WorkspaceSymbol {
	p := newFuzzyPattern(query)
	found := &best[rankedTitle]{limit: MaxWorkspaceSymbols, compare: func(a, b rankedTitle) int { return p.compareRanked(a, b) }}
	for path, b := range s.buffers {
		if name, ok := s.OpenAs(path); ok && name != path {
			continue
		}
		if f := s.fileOf(b.path, b.document()); f.Kind != NotOurs {
			b.titles(f).search(&p, found, func(*summary) bool { return true })
		}
	}
	ix := s.index()
	if ctx.Err() != nil {
		return nil
	}
	opened := s.openedPaths()
	ix.mu.RLock()
	ix.titles.search(&p, found, func(sum *summary) bool { return !opened[sum.path] && s.isBelowFolder(sum.path) })
	list := s.places(found.items)
	ix.mu.RUnlock()
	return slices.DeleteFunc(list, func(symbol WorkspaceSymbol) bool {
		name, open := s.OpenAs(symbol.Path) // reads from disk where links lead, so it runs after the lock is released
		return open && name != symbol.Path
	})
}

// openedPaths returns the paths under which the index may have the open files.
func (s *Snapshot) openedPaths() map[string]bool {
	paths := make(map[string]bool)
	for path := range s.buffers {
		paths[path] = true
		if real := s.overlay.BufferPath(path); real != "" {
			paths[real] = true
			paths[s.FolderPath(real)] = true
		}
	}
	return paths
}

// places returns the symbols with the given titles, in order. Symbols with the same title are sorted by path.
func (s *Snapshot) places(found []rankedTitle) []WorkspaceSymbol {
	var list []WorkspaceSymbol
	for len(found) > 0 && len(list) < MaxWorkspaceSymbols {
		files := &best[*summary]{limit: MaxWorkspaceSymbols - len(list), compare: func(a, b *summary) int { return strings.Compare(a.path, b.path) }}
		key := found[0].key
		for len(found) > 0 && found[0].key == key { // several if the title is also in buffers
			for _, sum := range found[0].byPath() {
				if !files.takes(sum) {
					break
				}
				if found[0].counts(sum) {
					files.add(sum)
				}
			}
			found = found[1:]
		}
		for _, sum := range files.items {
			list = append(list, s.symbolsIn(sum, key)...)
		}
	}
	return list[:min(len(list), MaxWorkspaceSymbols)]
}

// symbolsIn returns the symbols in a file that have the title.
func (s *Snapshot) symbolsIn(sum *summary, key titleKey) []WorkspaceSymbol {
	symbol := WorkspaceSymbol{Name: key.text.Value(), Path: sum.path, Section: key.section, hash: sum.hash}
	symbol.Container = s.container(symbol)
	if !key.section {
		symbol.Span = sum.head.nameSpan
		return []WorkspaceSymbol{symbol}
	}
	var list []WorkspaceSymbol
	for _, h := range sum.headings {
		if h.text == key.text {
			symbol.Span = h.span()
			list = append(list, symbol)
		}
	}
	return list
}

// container returns the location of a symbol, relative to its workspace folder.
func (s *Snapshot) container(symbol WorkspaceSymbol) string {
	path := symbol.Path
	if !filepath.IsAbs(path) {
		return "" // a buffer without a file
	}
	if isSkillFileName(filepath.Base(path)) {
		path = filepath.Dir(path)
	}
	if !symbol.Section {
		path = filepath.Dir(path)
	}
	for _, folder := range s.cfg.Folders {
		rest, ok := vfs.CutDir(path, folder)
		switch {
		case !ok:
		case len(s.cfg.Folders) > 1:
			return filepath.ToSlash(filepath.Join(filepath.Base(folder), rest))
		default:
			return filepath.ToSlash(rest)
		}
	}
	return path
}

// Locate returns the current span of a symbol. If the file has not changed since the symbol was found, that
// is the span of the symbol. Otherwise it is the span of the skill's name or, for a section, of the nearest
// heading with the same text. Locate returns false if the file or the section is gone.
func (s *Snapshot) Locate(symbol WorkspaceSymbol) (text.Span, bool) {
	f, err := s.File(symbol.Path)
	if err != nil {
		return text.Span{}, false
	}
	if hashText(f.Doc.Source) == symbol.hash {
		return symbol.Span, true
	}
	if !symbol.Section {
		return headOf(f.Doc).nameSpan, true
	}
	found := false
	var nearest text.Span
	for _, h := range f.Doc.HeadingLines() {
		if h.Text == symbol.Name && (!found || distance(h.Span, symbol.Span) < distance(nearest, symbol.Span)) {
			nearest, found = h.Span, true
		}
	}
	return nearest, found
}

func distance(a, b text.Span) int { return max(a.Start-b.Start, b.Start-a.Start) }
