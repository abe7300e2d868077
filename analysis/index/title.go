package index

import (
	"unique"

	"skills-ls/analysis/file"
	"skills-ls/analysis/match"
	"skills-ls/skills/text"
)

// A Title is the name of a skill or the text of a heading, prepared for searches.
type Title struct {
	Text string
	match.FuzzyText
}

// newTitle returns a handle, so that titles which many files have cost little memory.
func newTitle(text string) unique.Handle[Title] {
	return unique.Make(Title{text, match.NewFuzzyText(text)})
}

// A Heading is a heading that has a text. start and end are its span, in a text of less than 4 GiB.
type Heading struct {
	Title      unique.Handle[Title]
	Letters    uint64 // of Title: a search skips most headings without loading their titles
	start, end uint32
}

// Span returns the span of the heading in the text that was read.
func (h Heading) Span() text.Span { return text.Span{Start: int(h.start), End: int(h.end)} }

// A Titled is a file with its titles.
type Titled struct {
	*Summary
	Name     unique.Handle[Title] // of the skill; only of a SKILL.md
	Headings []Heading            // nil for a file that is not Markdown
}

// NewTitled returns a file with its titles. sum is the summary of the file.
func NewTitled(sum *Summary, f *file.File) *Titled {
	t := &Titled{Summary: sum}
	switch sum.Kind {
	case file.NotOurs, file.ConfigFile, file.NativeFile, file.CompanionFile, file.ManifestFile:
		return t
	case file.SkillFile:
		t.Name = newTitle(sum.skillName())
	}
	for _, h := range f.Doc.HeadingLines() {
		if h.Text != "" {
			title := newTitle(h.Text)
			t.Headings = append(t.Headings, Heading{title, title.Value().Letters, uint32(h.Span.Start), uint32(h.Span.End)})
		}
	}
	return t
}
