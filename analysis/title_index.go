package analysis

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"sync/atomic"
	"unique"

	"skills-ls/skills/text"
)

// A titleKey is the name of a skill or the text of a heading. Many equal titles cost little memory.
type titleKey struct {
	text    unique.Handle[string]
	section bool
}

// A keptHeading is what a [summary] keeps of a heading. start and end are the heading's span, in a text of
// less than 4 GiB.
type keptHeading struct {
	text       unique.Handle[string]
	start, end uint32
}

func (h keptHeading) span() text.Span { return text.Span{Start: int(h.start), End: int(h.end)} }

// headingsOf returns the headings of a file that have a text, or nil for a file that is not Markdown.
func headingsOf(f *File) []keptHeading {
	switch f.Kind {
	case ConfigFile, NativeFile, CompanionFile:
		return nil
	}
	var list []keptHeading
	for _, h := range f.Doc.HeadingLines() {
		if h.Text != "" {
			list = append(list, keptHeading{unique.Make(h.Text), uint32(h.Span.Start), uint32(h.Span.End)})
		}
	}
	return slices.Clip(list)
}

// A title is a name of skills or the text of headings, with the files that have it.
type title struct {
	key   titleKey
	files map[*summary]struct{}
	index int // in [titleIndex.list]
	// ordered are the files by path, nil until a search needs them: a common heading may be in every file.
	ordered atomic.Pointer[[]*summary]
}

// byPath returns the files that have the title, by path. The caller must not change the list.
func (t *title) byPath() []*summary {
	if list := t.ordered.Load(); list != nil {
		return *list
	}
	list := slices.SortedFunc(maps.Keys(t.files), func(a, b *summary) int { return strings.Compare(a.path, b.path) })
	t.ordered.Store(&list)
	return list
}

// A titleIndex finds skills and sections by name.
type titleIndex struct {
	byKey map[titleKey]*title
	list  []listedTitle // in no order
}

// A listedTitle has a copy of the data by which a search skips most titles, so that it need not fetch these
// from memory.
type listedTitle struct {
	fuzzyText
	section bool
	*title
}

func newTitleIndex() *titleIndex { return &titleIndex{byKey: make(map[titleKey]*title)} }

// keysOf calls do with the keys of a summary, some of them more than once.
func keysOf(sum *summary, do func(titleKey)) {
	if sum.kind == SkillFile {
		do(titleKey{text: unique.Make(sum.skillName())})
	}
	for _, h := range sum.headings {
		do(titleKey{h.text, true})
	}
}

func (ts *titleIndex) add(sum *summary) {
	keysOf(sum, func(key titleKey) {
		t := ts.byKey[key]
		if t == nil {
			t = &title{key: key, files: make(map[*summary]struct{}), index: len(ts.list)}
			ts.byKey[key] = t
			ts.list = append(ts.list, listedTitle{newFuzzyText(key.text.Value()), key.section, t})
		}
		t.files[sum] = struct{}{}
		t.ordered.Store(nil)
	})
}

// remove removes a summary that was added.
func (ts *titleIndex) remove(sum *summary) {
	keysOf(sum, func(key titleKey) {
		t := ts.byKey[key]
		if t == nil {
			return // already deleted with an equal key of this summary
		}
		t.ordered.Store(nil)
		if delete(t.files, sum); len(t.files) > 0 {
			return
		}
		delete(ts.byKey, key)
		last := ts.list[len(ts.list)-1]
		last.index = t.index
		ts.list[t.index] = last
		ts.list = ts.list[:len(ts.list)-1]
	})
}

// A rankedTitle is a title with its rank in a search, and counts, which reports whether a file counts.
type rankedTitle struct {
	rank fuzzyRank
	*listedTitle
	counts func(*summary) bool
}

// compareRanked orders titles, the best first. Skills precede sections of the same rank, and short titles
// precede long ones. For an empty pattern all ranks are equal, and the length is ignored.
func (p *fuzzyPattern) compareRanked(a, b rankedTitle) int {
	switch { // the first case decides most comparisons
	case a.rank != b.rank:
		return cmp.Compare(a.rank, b.rank)
	case a.section != b.section:
		if a.section {
			return 1
		}
		return -1
	case p.phrase != "" && len(a.folded) != len(b.folded):
		return cmp.Compare(len(a.folded), len(b.folded))
	case a.folded != b.folded:
		return strings.Compare(a.folded, b.folded)
	}
	return strings.Compare(a.key.text.Value(), b.key.text.Value())
}

// search adds the titles that match a pattern to the best, if at least one of their files counts. The result
// must not be used after a change of the index.
func (ts *titleIndex) search(p *fuzzyPattern, to *best[rankedTitle], counts func(*summary) bool) {
	for i := range ts.list {
		listed := &ts.list[i]
		if p.set&^listed.letters != 0 {
			continue
		}
		worst := scatteredFit
		if last, full := to.last(); full {
			if worst = last.rank; worst > exactFit && !to.takes(rankedTitle{worst, listed, counts}) {
				worst-- // with the same rank it would come after the last, so its rank must be better
			}
		}
		found := rankedTitle{p.rank(&listed.fuzzyText, worst), listed, counts}
		if found.rank == noFit || !to.takes(found) {
			continue
		}
		for sum := range listed.files {
			if counts(sum) {
				to.add(found)
				break
			}
		}
	}
}

// best keeps the first items in an order, up to a limit.
type best[T any] struct {
	limit   int // at least 1
	compare func(a, b T) int
	items   []T // in order
}

// last returns the last item that is kept, and false if there is room for more.
func (b *best[T]) last() (item T, full bool) {
	if len(b.items) < b.limit {
		return item, false
	}
	return b.items[len(b.items)-1], true
}

// takes reports whether an item would be kept.
func (b *best[T]) takes(item T) bool {
	last, full := b.last()
	return !full || b.compare(item, last) < 0
}

func (b *best[T]) add(item T) {
	if !b.takes(item) {
		return
	}
	i, _ := slices.BinarySearchFunc(b.items, item, b.compare)
	b.items = slices.Insert(b.items, i, item)
	b.items = b.items[:min(len(b.items), b.limit)]
}
