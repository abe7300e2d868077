package outline

import (
	"cmp"
	"context"
	"math"
	"path/filepath"
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
	ix := s.Index()
	var open []*index.Titled
	for path, b := range s.Buffers() {
		if name, ok := s.OpenAs(path); ok && name != path {
			continue
		}
		open = append(open, b.Titled(&ix.Titles, s.FileOf(b.Path, b.Document())))
	}
	readTitles(ctx, s, ix)
	if ctx.Err() != nil {
		return nil
	}
	opened := openedPaths(s)
	ix.Mu.RLock()
	search := newSymbolSearch(query, ix.Titles.List())
	for _, f := range open {
		search.add(f)
	}
	for path, f := range ix.Titled {
		if !opened[path] && s.IsBelowFolder(path) {
			search.add(f)
		}
	}
	ix.Mu.RUnlock()
	list := make([]WorkspaceSymbol, 0, len(search.found.Items))
	for _, c := range search.found.Items {
		name, open := s.OpenAs(c.file.Path) // reads from disk where links lead, so it runs after the lock is released
		if !open || name == c.file.Path {
			list = append(list, c.symbol(s))
		}
	}
	return list
}

// A symbolSearch keeps the best symbols that match a pattern.
type symbolSearch struct {
	pattern match.FuzzyPattern
	titles  []index.Title
	ranks   []match.FuzzyRank // of sections with a title: 0 if unknown, NoFit also if enough others are better
	found   index.Best[candidate]
	worst   fit // a symbol with a worse fit is not kept
}

// A fit is what decides most comparisons of symbols.
type fit struct {
	rank    match.FuzzyRank
	section bool
	size    int // of the folded title in bytes; 0 for an empty pattern
	folded  string
}

// compare orders fits, the best first. Skills precede sections of the same rank, and short titles precede long ones.
func (a fit) compare(b fit) int {
	switch {
	case a.rank != b.rank:
		return cmp.Compare(a.rank, b.rank)
	case a.section != b.section:
		if a.section {
			return 1
		}
		return -1
	case a.size != b.size:
		return cmp.Compare(a.size, b.size)
	}
	return strings.Compare(a.folded, b.folded)
}

// A candidate is a symbol that matches.
type candidate struct {
	fit
	title *index.Title
	file  *index.Titled
	span  text.Span
}

func newSymbolSearch(query string, titles []index.Title) *symbolSearch {
	return &symbolSearch{
		pattern: match.NewFuzzyPattern(query), titles: titles, ranks: make([]match.FuzzyRank, len(titles)),
		found: index.Best[candidate]{Limit: MaxWorkspaceSymbols, Compare: compareCandidates},
		worst: fit{rank: match.NoFit - 1, section: true, size: math.MaxInt},
	}
}

// add adds those symbols of a file that match.
func (search *symbolSearch) add(f *index.Titled) {
	if f.Name != 0 {
		title := &search.titles[f.Name]
		fit := search.fit(search.pattern.Rank(&title.FuzzyText, search.worst.rank), false, title)
		if fit.compare(search.worst) <= 0 {
			search.keep(candidate{fit, title, f, f.Head.NameSpan})
		}
	}
	for i, id := range f.Headings {
		rank := &search.ranks[id]
		if *rank > search.worst.rank {
			continue
		}
		title := &search.titles[id]
		if *rank == 0 {
			*rank = search.pattern.Rank(&title.FuzzyText, search.worst.rank)
		}
		if fit := search.fit(*rank, true, title); fit.compare(search.worst) <= 0 {
			search.keep(candidate{fit, title, f, f.Span(i)})
		} else {
			*rank = match.NoFit
		}
	}
}

func (search *symbolSearch) fit(rank match.FuzzyRank, section bool, title *index.Title) fit {
	if search.pattern.Phrase == "" {
		return fit{rank, section, 0, title.Folded}
	}
	return fit{rank, section, len(title.Folded), title.Folded}
}

// keep keeps a symbol if it is among the best.
func (search *symbolSearch) keep(c candidate) {
	search.found.Add(c)
	if last, full := search.found.Last(); full {
		search.worst = last.fit
	}
}

// compareCandidates orders symbols, the best first.
func compareCandidates(a, b candidate) int {
	if order := a.fit.compare(b.fit); order != 0 {
		return order
	}
	return cmp.Or(
		strings.Compare(a.title.Text, b.title.Text),
		strings.Compare(a.file.Path, b.file.Path), cmp.Compare(a.span.Start, b.span.Start),
	)
}

// symbol returns the symbol of a candidate.
func (c candidate) symbol(s *workspace.Snapshot) WorkspaceSymbol {
	symbol := WorkspaceSymbol{Name: c.title.Text, Path: c.file.Path, Section: c.section, Span: c.span, hash: c.file.Hash}
	symbol.Container = container(s, symbol)
	return symbol
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
		sum, text := list[i], ""
		if sum.Kind != file.NotOurs {
			text, _ = s.Disk().FS.ReadFile(sum.Path) // a file that cannot be read has no headings
		}
		ix.AddTitled(ix.Titles.NewTitled(sum, s.FileOf(sum.Path, skills.Parse(text))))
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
