package workspace

import (
	"sync"
	"time"

	"skills-ls/analysis/file"
	"skills-ls/analysis/index"
	"skills-ls/skills"
)

// A Buffer is an open document. Its text is parsed once, on first use.
type Buffer struct {
	Path     string // clean path, or a URI for a buffer without a file
	Text     string
	Language string
	Time     time.Time
	Document func() *skills.Document
	judged   func() skills.Judged
	verdicts *verdictMemo

	mu    sync.Mutex
	known *index.Summary // for the kind and skill that the buffer last had; nil before first use; guarded by mu
}

// newBuffer returns the buffer that results from a change. The earlier buffer may be nil.
func newBuffer(path string, c Change, before *Buffer) *Buffer {
	text := *c.Text
	b := &Buffer{
		Path: path, Text: text, Language: c.Language, Time: c.Time,
		Document: sync.OnceValue(func() *skills.Document { return skills.Parse(text) }),
		judged:   sync.OnceValue(func() skills.Judged { return skills.JudgedOf(text) }),
	}
	if before != nil && before.judged() == b.judged() {
		b.verdicts = before.verdicts
	} else {
		b.verdicts = new(verdictMemo)
	}
	return b
}

// summary returns the summary of the buffer's file. The kind and skill of the file can change with the files
// around it.
func (b *Buffer) summary(f *file.File) *index.Summary {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.known == nil || b.known.Kind != f.Kind || b.known.Skill != f.Skill {
		b.known = index.Summarize(f, nil)
	}
	return b.known
}

// Titled returns the buffer's file with its titles in a table. The result never changes.
func (b *Buffer) Titled(titles *index.TitleTable, f *file.File) *index.Titled {
	return titles.NewTitled(b.summary(f), f)
}

// A verdictMemo caches verdicts for all texts with the same [skills.Judged], such as the versions of a buffer
// while the user types in its body.
type verdictMemo struct {
	known     cache[verdictKey, skills.Verdict]
	validated cache[verdictKey, []skills.Refusal] // by vendors' validators
}

// A verdictKey identifies a verdict. fixed is set only if the text is not the buffer's own but the result of
// a fix.
type verdictKey struct {
	judging skills.Judging
	path    string
	fixed   skills.Judged
}
