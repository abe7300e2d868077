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

// A TitleID is the index of a title in [TitleTable.List].
type TitleID uint32

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

// A Heading is a heading that has a text. start and end are its span, in a text of less than 4 GiB.
type Heading struct {
	Title      TitleID
	start, end uint32
}

// Span returns the span of the heading in the text that was read.
func (h Heading) Span() text.Span { return text.Span{Start: int(h.start), End: int(h.end)} }

// A Titled is a file with its titles.
type Titled struct {
	*Summary
	Name     TitleID   // of the skill; only of a SKILL.md
	Headings []Heading // nil for a file that is not Markdown
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
			heading := Heading{t.add(h.Text), uint32(h.Span.Start), uint32(h.Span.End)}
			titled.Headings = append(titled.Headings, heading)
		}
	}
	return titled
}
