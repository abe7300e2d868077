package outline

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/analysis/file"
	"skills-ls/analysis/index"
	"skills-ls/analysis/match"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
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
	// last read. See [Locate].
	Span text.Span

	hash uint64 // of the text that Span refers to
}

// WorkspaceSymbols returns the skills and sections of the workspace that match a query, the best first, and
// at most [MaxWorkspaceSymbols]. All characters of the query must occur in the name, in order, ignoring case.
// An empty query matches everything, skills first. Open files are searched in their buffers. Before the first
// scan has ended, WorkspaceSymbols returns what was found so far. It returns nil if the context is canceled.
// The first call reads all files: see [readTitles].
func WorkspaceSymbols(ctx context.Context, s *workspace.Snapshot, query string) []WorkspaceSymbol {
	p := match.NewFuzzyPattern(query)
	found := &index.Best[index.RankedTitle]{Limit: MaxWorkspaceSymbols, Compare: func(a, b index.RankedTitle) int { return index.CompareRanked(&p, a, b) }}
	for path, b := range s.Buffers() {
		if name, ok := s.OpenAs(path); ok && name != path {
			continue
		}
		if f := s.FileOf(b.Path, b.Document()); f.Kind != file.NotOurs {
			b.Titles(f).Search(&p, found, func(*index.Summary) bool { return true })
		}
	}
	ix := s.Index()
	readTitles(ctx, s, ix)
	if ctx.Err() != nil {
		return nil
	}
	opened := openedPaths(s)
	ix.Mu.RLock()
	ix.Titles.Search(&p, found, func(sum *index.Summary) bool { return !opened[sum.Path] && s.IsBelowFolder(sum.Path) })
	list := places(s, found.Items)
	ix.Mu.RUnlock()
	return slices.DeleteFunc(list, func(symbol WorkspaceSymbol) bool {
		name, open := s.OpenAs(symbol.Path) // reads from disk where links lead, so it runs after the lock is released
		return open && name != symbol.Path
	})
}

// readTitles adds the titles of those files to the index that a scan has found since the last search, or that have
// changed since. If scans read the headings, the first one takes a quarter longer, and what it finds takes a
// quarter more memory (BenchmarkAfterList), although few users search for symbols.
func readTitles(ctx context.Context, s *workspace.Snapshot, ix *index.Index) {
	ix.Titling.Lock()
	defer ix.Titling.Unlock()
	list := ix.Untitled()
	skills.Parallel(len(list), func(i int) {
		if ctx.Err() != nil {
			return
		}
		sum := list[i]
		if sum.Kind == file.NotOurs {
			ix.AddTitles(sum, nil)
			return
		}
		text, _ := s.Disk().FS.ReadFile(sum.Path) // a file that cannot be read has no headings
		ix.AddTitles(sum, index.HeadingsOf(s.FileOf(sum.Path, skills.Parse(text))))
	})
}

// openedPaths returns the paths under which the index may have the open files.
func openedPaths(s *workspace.Snapshot) map[string]bool {
	paths := make(map[string]bool)
	for path := range s.Buffers() {
		paths[path] = true
		if real := s.Overlay().BufferPath(path); real != "" {
			paths[real] = true
			paths[s.FolderPath(real)] = true
		}
	}
	return paths
}

// places returns the symbols with the given titles, in order. Symbols with the same title are sorted by path.
func places(s *workspace.Snapshot, found []index.RankedTitle) []WorkspaceSymbol {
	var list []WorkspaceSymbol
	for len(found) > 0 && len(list) < MaxWorkspaceSymbols {
		files := &index.Best[*index.Titled]{Limit: MaxWorkspaceSymbols - len(list), Compare: func(a, b *index.Titled) int { return strings.Compare(a.Path, b.Path) }}
		key := found[0].Key
		for len(found) > 0 && found[0].Key == key { // several if the title is also in buffers
			for _, f := range found[0].ByPath() {
				if !files.Takes(f) {
					break
				}
				if found[0].Counts(f.Summary) {
					files.Add(f)
				}
			}
			found = found[1:]
		}
		for _, f := range files.Items {
			list = append(list, symbolsIn(s, f, key)...)
		}
	}
	return list[:min(len(list), MaxWorkspaceSymbols)]
}

// symbolsIn returns the symbols in a file that have the title.
func symbolsIn(s *workspace.Snapshot, f *index.Titled, key index.TitleKey) []WorkspaceSymbol {
	symbol := WorkspaceSymbol{Name: key.Text.Value(), Path: f.Path, Section: key.Section, hash: f.Hash}
	symbol.Container = container(s, symbol)
	if !key.Section {
		symbol.Span = f.Head.NameSpan
		return []WorkspaceSymbol{symbol}
	}
	var list []WorkspaceSymbol
	for _, h := range f.Headings {
		if h.Text == key.Text {
			symbol.Span = h.Span()
			list = append(list, symbol)
		}
	}
	return list
}

// container returns the location of a symbol, relative to its workspace folder.
func container(s *workspace.Snapshot, symbol WorkspaceSymbol) string {
	path := symbol.Path
	if !filepath.IsAbs(path) {
		return "" // a buffer without a file
	}
	if file.IsSkillFileName(filepath.Base(path)) {
		path = filepath.Dir(path)
	}
	if !symbol.Section {
		path = filepath.Dir(path)
	}
	for _, folder := range s.Config().Folders {
		rest, ok := vfs.CutDir(path, folder)
		switch {
		case !ok:
		case len(s.Config().Folders) > 1:
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
func Locate(s *workspace.Snapshot, symbol WorkspaceSymbol) (text.Span, bool) {
	f, err := s.File(symbol.Path)
	if err != nil {
		return text.Span{}, false
	}
	if index.HashText(f.Doc.Source) == symbol.hash {
		return symbol.Span, true
	}
	if !symbol.Section {
		return index.HeadOf(f.Doc).NameSpan, true
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
