package index

import (
	"sync"

	"skills-ls/analysis/file"
	"skills-ls/analysis/match"
	"skills-ls/skills/text"
)

// A Title is the name of a skill or the text of a heading, prepared for searches.
type Title struct {
	Text string
	match.FuzzyText
}

// A TitleTable has each title once, so that a search ranks the titles that many files have only once. It only
// grows: by the headings that users write while the server runs. It is safe for concurrent use.
type TitleTable struct {
	mu   sync.Mutex
	ids  map[string]TitleID
	list []Title
}

// A TitleID is the index of a title in [TitleTable.List]. 0 means no title.
type TitleID uint32

func newTitleTable() TitleTable {
	return TitleTable{ids: map[string]TitleID{"": 0}, list: make([]Title, 1)}
}

// List returns all titles. The caller must not change them.
func (t *TitleTable) List() []Title {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.list
}

// add returns the ID of a title, which it adds if it is new.
func (t *TitleTable) add(text string) TitleID {
	t.mu.Lock()
	defer t.mu.Unlock()
	id, ok := t.ids[text]
	if !ok {
		id = TitleID(len(t.list))
		t.ids[text], t.list = id, append(t.list, Title{text, match.NewFuzzyText(text)})
	}
	return id
}

// A Titled is a file with its titles.
type Titled struct {
	*Summary
	Name     TitleID       // of the skill; 0 unless the file is a SKILL.md
	Headings []TitleID     // of the headings that have a text; nil for a file that is not Markdown
	spans    []headingSpan // of Headings; separate, because a search reads every title but few spans
}

// A headingSpan is a span in a text of less than 4 GiB.
type headingSpan struct{ start, end uint32 }

// Span returns the span of a heading, by its index, in the text that was read.
func (t *Titled) Span(i int) text.Span {
	return text.Span{Start: int(t.spans[i].start), End: int(t.spans[i].end)}
}

// NewTitled returns a file with its titles, which it adds to the table. sum is the summary of the file.
func (t *TitleTable) NewTitled(sum *Summary, f *file.File) *Titled {
	titled := &Titled{Summary: sum}
	switch sum.Kind {
	case file.NotOurs, file.ConfigFile, file.NativeFile, file.CompanionFile, file.ManifestFile:
		return titled
	case file.SkillFile:
		titled.Name = t.add(sum.skillName())
	}
	for _, h := range f.Doc.HeadingLines() {
		if h.Text != "" {
			titled.Headings = append(titled.Headings, t.add(h.Text))
			titled.spans = append(titled.spans, headingSpan{uint32(h.Span.Start), uint32(h.Span.End)})
		}
	}
	return titled
}
