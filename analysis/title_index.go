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

// A titleKey is what a skill or a section is called. That many are called the same costs little.
type titleKey struct {
	text    unique.Handle[string]
	section bool
}

// A keptHeading is what a [summary] keeps of one. Its span is that of the heading, in a text of less than 4 GiB.
type keptHeading struct {
	text       unique.Handle[string]
	start, end uint32
}

func (h keptHeading) span() text.Span { return text.Span{Start: int(h.start), End: int(h.end)} }

// headingsOf returns the headings of a file that have a text; of what is no Markdown none.
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

// A title is a name of skills, or the text of headings, with the files that have it.
type title struct {
	key   titleKey
	files map[*summary]struct{}
	index int // in [titleIndex.list]
	// ordered is files by path, nil until they are asked for: a common heading is that of every file.
	ordered atomic.Pointer[[]*summary]
}

// byPath returns the files that have the title, by path. The list must not be changed.
func (t *title) byPath() []*summary {
	if list := t.ordered.Load(); list != nil {
		return *list
	}
	list := slices.SortedFunc(maps.Keys(t.files), func(a, b *summary) int { return strings.Compare(a.path, b.path) })
	t.ordered.Store(&list)
	return list
}

// A titleIndex holds what can be looked for by name.
type titleIndex struct {
	byKey map[titleKey]*title
	list  []listedTitle // in no order
}

// A listedTitle has with it what most titles are passed over for, so that these need not be fetched from memory.
type listedTitle struct {
	fuzzyText
	section bool
	*title
}

func newTitleIndex() *titleIndex { return &titleIndex{byKey: make(map[titleKey]*title)} }

// keysOf calls a function with the keys of a summary, some of them more than once.
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

// remove takes away a summary that was added.
func (ts *titleIndex) remove(sum *summary) {
	keysOf(sum, func(key titleKey) {
		t := ts.byKey[key]
		if t == nil {
			return // its last place has gone with an earlier key of this summary
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

// A rankedTitle is a title with how well it fits, and with which of its files count.
type rankedTitle struct {
	rank fuzzyRank
	*listedTitle
	counts func(*summary) bool
}

// compareRanked orders titles, the best first: of equally good ones the skills, then the short ones. Where nothing is looked for, all are
// equally good, and length says nothing.
func (p *fuzzyPattern) compareRanked(a, b rankedTitle) int {
	switch { // most comparisons are decided by the first of these
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

// search adds the titles that fit a pattern to the best, of those that have a file that counts. What is found must not outlive a change
// of the index.
func (ts *titleIndex) search(p *fuzzyPattern, to *best[rankedTitle], counts func(*summary) bool) {
	for i := range ts.list {
		listed := &ts.list[i]
		if p.set&^listed.letters != 0 {
			continue
		}
		worst := scatteredFit
		if last, full := to.last(); full {
			if worst = last.rank; worst > exactFit && !to.takes(rankedTitle{worst, listed, counts}) {
				worst-- // one that fits as well comes after the last, so this one must fit better
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

// best keeps a bounded number of items: the first in an order.
type best[T any] struct {
	limit   int // at least 1
	compare func(a, b T) int
	items   []T // in order
}

// last returns the last of the items that are kept, and false where there is room for more.
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
