package index

import (
	"cmp"
	"slices"
	"strings"
	"sync/atomic"
	"unique"

	"skills-ls/analysis/file"
	"skills-ls/analysis/match"
	"skills-ls/skills/text"
)

// A TitleKey is the name of a skill or the text of a heading. Many equal titles cost little memory.
type TitleKey struct {
	Text    unique.Handle[string]
	Section bool
}

// A keptHeading is what a [Titled] keeps of a heading. start and end are the heading's span, in a text of
// less than 4 GiB.
type keptHeading struct {
	Text       unique.Handle[string]
	start, end uint32
}

func (h keptHeading) Span() text.Span { return text.Span{Start: int(h.start), End: int(h.end)} }

// HeadingsOf returns the headings of a file that have a text, or nil for a file that is not Markdown.
func HeadingsOf(f *file.File) []keptHeading {
	switch f.Kind {
	case file.ConfigFile, file.NativeFile, file.CompanionFile, file.ManifestFile:
		return nil
	}
	lines := f.Doc.HeadingLines()
	list := make([]keptHeading, 0, len(lines))
	for _, h := range lines {
		if h.Text != "" {
			list = append(list, keptHeading{unique.Make(h.Text), uint32(h.Span.Start), uint32(h.Span.End)})
		}
	}
	return list
}

// A Titled is a file with its headings.
type Titled struct {
	*Summary
	Headings []keptHeading
}

// A Title is a name of skills or the text of headings, with the files that have it.
type Title struct {
	Key   TitleKey
	files []*Titled // in no order
	Index int       // in [titleIndex.List]
	// ordered are the files by path, nil until a search needs them: a common heading may be in every file.
	ordered atomic.Pointer[[]*Titled]
}

// ByPath returns the files that have the title, by path. The caller must not change the list.
func (t *Title) ByPath() []*Titled {
	if list := t.ordered.Load(); list != nil {
		return *list
	}
	list := slices.SortedFunc(slices.Values(t.files), func(a, b *Titled) int { return strings.Compare(a.Path, b.Path) })
	t.ordered.Store(&list)
	return list
}

// A TitleIndex finds skills and sections by name. One scan over the titles of all files instead takes six to
// nine times as long for BenchmarkRequest/10000skills/workspaceSymbol in package lsp.
type TitleIndex struct {
	ByKey map[TitleKey]*Title
	List  []ListedTitle // in no order
	files map[string]*Titled
}

// A ListedTitle has a copy of the data by which a search skips most titles, so that it need not fetch these
// from memory.
type ListedTitle struct {
	match.FuzzyText
	section bool
	*Title
}

func NewTitleIndex() *TitleIndex {
	return &TitleIndex{ByKey: make(map[TitleKey]*Title), files: make(map[string]*Titled)}
}

// keysOf calls do with the keys of a file, some of them more than once.
func keysOf(f *Titled, do func(TitleKey)) {
	if f.Kind == file.SkillFile {
		do(TitleKey{Text: unique.Make(f.skillName())})
	}
	for _, h := range f.Headings {
		do(TitleKey{h.Text, true})
	}
}

// Add adds a file, which the index must not have.
func (ts *TitleIndex) Add(sum *Summary, headings []keptHeading) {
	f := &Titled{sum, headings}
	ts.files[sum.Path] = f
	keysOf(f, func(key TitleKey) {
		t := ts.ByKey[key]
		if t == nil {
			t = &Title{Key: key, Index: len(ts.List)}
			ts.ByKey[key] = t
			ts.List = append(ts.List, ListedTitle{match.NewFuzzyText(key.Text.Value()), key.Section, t})
		}
		if n := len(t.files); n == 0 || t.files[n-1] != f { // else the file has an equal key
			t.files = append(t.files, f)
			t.ordered.Store(nil)
		}
	})
}

// Remove removes a file, if the index has it.
func (ts *TitleIndex) Remove(path string) {
	f := ts.files[path]
	if f == nil {
		return
	}
	delete(ts.files, path)
	keysOf(f, func(key TitleKey) {
		t := ts.ByKey[key]
		if t == nil {
			return // already deleted with an equal key of this file
		}
		i := slices.Index(t.files, f)
		if i < 0 {
			return // likewise
		}
		last := len(t.files) - 1
		t.files[i] = t.files[last]
		t.files = slices.Delete(t.files, last, last+1)
		t.ordered.Store(nil)
		if last > 0 {
			return
		}
		delete(ts.ByKey, key)
		moved := ts.List[len(ts.List)-1]
		moved.Index = t.Index
		ts.List[t.Index] = moved
		ts.List = ts.List[:len(ts.List)-1]
	})
}

// A RankedTitle is a title with its rank in a search, and counts, which reports whether a file counts.
type RankedTitle struct {
	rank match.FuzzyRank
	*ListedTitle
	Counts func(*Summary) bool
}

// CompareRanked orders titles, the best first. Skills precede sections of the same rank, and short titles
// precede long ones. For an empty pattern all ranks are equal, and the length is ignored.
func CompareRanked(p *match.FuzzyPattern, a, b RankedTitle) int {
	switch { // the first case decides most comparisons
	case a.rank != b.rank:
		return cmp.Compare(a.rank, b.rank)
	case a.section != b.section:
		if a.section {
			return 1
		}
		return -1
	case p.Phrase != "" && len(a.Folded) != len(b.Folded):
		return cmp.Compare(len(a.Folded), len(b.Folded))
	case a.Folded != b.Folded:
		return strings.Compare(a.Folded, b.Folded)
	}
	return strings.Compare(a.Key.Text.Value(), b.Key.Text.Value())
}

// Search adds the titles that match a pattern to the best, if at least one of their files counts. The result
// must not be used after a change of the index.
func (ts *TitleIndex) Search(p *match.FuzzyPattern, to *Best[RankedTitle], counts func(*Summary) bool) {
	for i := range ts.List {
		listed := &ts.List[i]
		if p.Set&^listed.Letters != 0 {
			continue
		}
		worst := match.ScatteredFit
		if last, full := to.Last(); full {
			if worst = last.rank; worst > match.ExactFit && !to.Takes(RankedTitle{worst, listed, counts}) {
				worst-- // with the same rank it would come after the last, so its rank must be better
			}
		}
		found := RankedTitle{p.Rank(&listed.FuzzyText, worst), listed, counts}
		if found.rank == match.NoFit || !to.Takes(found) {
			continue
		}
		for _, f := range listed.files {
			if counts(f.Summary) {
				to.Add(found)
				break
			}
		}
	}
}

// Best keeps the first items in an order, up to a limit.
type Best[T any] struct {
	Limit   int // at least 1
	Compare func(a, b T) int
	Items   []T // in order
}

// Last returns the last item that is kept, and false if there is room for more.
func (b *Best[T]) Last() (item T, full bool) {
	if len(b.Items) < b.Limit {
		return item, false
	}
	return b.Items[len(b.Items)-1], true
}

// Takes reports whether an item would be kept.
func (b *Best[T]) Takes(item T) bool {
	last, full := b.Last()
	return !full || b.Compare(item, last) < 0
}

func (b *Best[T]) Add(item T) {
	if !b.Takes(item) {
		return
	}
	i, _ := slices.BinarySearchFunc(b.Items, item, b.Compare)
	b.Items = slices.Insert(b.Items, i, item)
	b.Items = b.Items[:min(len(b.Items), b.Limit)]
}
