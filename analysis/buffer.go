package analysis

import (
	"sync"
	"time"

	"skills-ls/skills"
)

// A buffer is an open document. Its text is parsed once, when first asked for.
type buffer struct {
	path     string // clean path, or a URI for a buffer without a file
	text     string
	language string
	time     time.Time
	document func() *skills.Document
	judged   func() skills.Judged
	verdicts *verdictMemo

	mu    sync.Mutex
	known *summary    // as what the buffer was last taken for, nil before; guarded by mu
	named *titleIndex // of known; nil until somebody looks for one
}

// newBuffer returns the buffer that a change makes of an earlier one, which may be nil.
func newBuffer(path string, c Change, before *buffer) *buffer {
	text := *c.Text
	b := &buffer{
		path: path, text: text, language: c.Language, time: c.Time,
		document: sync.OnceValue(func() *skills.Document { return skills.Parse(text) }),
		judged:   sync.OnceValue(func() skills.Judged { return skills.JudgedOf(text) }),
	}
	if before != nil && before.judged() == b.judged() {
		b.verdicts = before.verdicts
	} else {
		b.verdicts = new(verdictMemo)
	}
	return b
}

// summary returns the summary of the buffer's file. What it is taken for depends on its surroundings.
func (b *buffer) summary(f *File) *summary {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.summarized(f)
}

// summarized is summary for who holds mu.
func (b *buffer) summarized(f *File) *summary {
	if b.known == nil || b.known.kind != f.Kind || b.known.skill != f.Skill {
		b.known, b.named = summarize(f, nil), nil
	}
	return b.known
}

// titles returns what can be looked for by name in the buffer's file. Nobody changes them any more.
func (b *buffer) titles(f *File) *titleIndex {
	b.mu.Lock()
	defer b.mu.Unlock()
	sum := b.summarized(f)
	if b.named == nil {
		named := *sum
		named.headings = headingsOf(f)
		b.named = newTitleIndex()
		b.named.add(&named)
	}
	return b.named
}

// A verdictMemo remembers what agents made of the texts whose [skills.Judged] are one and the same: the versions of a buffer
// while its body is typed. It is safe for concurrent use.
type verdictMemo struct {
	mu        sync.Mutex
	known     map[verdictKey]skills.Verdict   // guarded by mu
	validated map[verdictKey][]skills.Refusal // by validators of vendors; guarded by mu
}

// A verdictKey names the text only where it is not the buffer's own but a mended one.
type verdictKey struct {
	judging skills.Judging
	path    string
	mended  skills.Judged
}

// verdict returns what an agent, which must have Accept, makes of the buffer's file.
func (m *verdictMemo) verdict(agent *skills.Agent, f skills.File) skills.Verdict {
	return remembered(m, &m.known, verdictKey{judging: agent.Judging(), path: f.Path}, func() skills.Verdict { return agent.Accept(f) })
}

// ofMended returns what an agent, which must have Accept, would make of the file with another text.
func (m *verdictMemo) ofMended(agent *skills.Agent, f skills.File) skills.Verdict {
	key := verdictKey{agent.Judging(), f.Path, skills.JudgedOf(f.Source)}
	return remembered(m, &m.known, key, func() skills.Verdict { return agent.Accept(f) })
}

// validate returns what the validator of an agent's vendor, which must have one, says of the buffer's file.
func (m *verdictMemo) validate(agent *skills.Agent, f skills.File) []skills.Refusal {
	return remembered(m, &m.validated, verdictKey{judging: agent.Judging(), path: f.Path}, func() []skills.Refusal { return agent.Validator.Check(f) })
}

// remembered returns the value of a key in one of the memo's maps, made where it is not known. Nobody waits while it is.
func remembered[T any](m *verdictMemo, in *map[verdictKey]T, key verdictKey, find func() T) T {
	m.mu.Lock()
	v, ok := (*in)[key]
	m.mu.Unlock()
	if ok {
		return v
	}
	v = find()
	m.mu.Lock()
	defer m.mu.Unlock()
	if *in == nil {
		*in = make(map[verdictKey]T)
	}
	(*in)[key] = v
	return v
}
