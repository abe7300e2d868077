package analysis

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
	"skills-ls/skills/vfs"
)

// isVariable reports whether a mention is more likely a variable of a programming language: it has an
// underscore, which names of skills do not have, or it is assigned, called, indexed or dereferenced.
func isVariable(source string, m skills.Mention) bool {
	switch {
	case m.Kind == skills.BareMention:
		return false
	case strings.ContainsRune(m.Name, '_'):
		return true
	}
	rest := source[m.Span.End:]
	for _, code := range []string{"->", "[", "(", "=", " = ", "_"} {
		if strings.HasPrefix(rest, code) {
			return true
		}
	}
	return false
}

// mentionedPath returns the absolute path that a linked mention names, and whether skills-ls may read it.
func (p *scope) mentionedPath(m skills.Mention) (string, bool) {
	path := filepath.FromSlash(strings.TrimPrefix(m.Path, "skill://"))
	if !filepath.IsAbs(path) {
		if p.file.Dir == "" || isTemplate(m.Path) {
			return "", false
		}
		path = filepath.Join(p.file.Dir, path)
	}
	path = vfs.CleanPath(path)
	inside := slices.ContainsFunc(p.snapshot.cfg.Folders, func(folder string) bool { return vfs.Within(folder, path) }) ||
		p.file.Skill != "" && vfs.Within(p.file.Skill, path)
	return path, inside
}

// inMetadata reports whether the frontmatter's metadata has a key.
func (p *scope) inMetadata(key string) bool {
	e, ok := p.fm.Entry("metadata")
	return ok && e.Value != nil && slices.ContainsFunc(e.Value.Pairs, func(pair frontmatter.Pair) bool { return pair.Key.Text == key })
}

// A scope is a file with the agents that it concerns: what rules, and other features that look at one file, share.
type scope struct {
	ctx      context.Context
	snapshot *Snapshot
	file     *File
	doc      *skills.Document
	fm       *frontmatter.Frontmatter
	at       *standpoint
	named    *[]skills.Mention                    // see [scope.mentions]
	others   map[string]*File                     // see [scope.other]
	anchored map[*skills.Document]map[string]bool // see [scope.anchors]
	slashed  *bool                                // see [scope.readsSlash]
}

// scopeOf returns the scope of a file.
func (s *Snapshot) scopeOf(ctx context.Context, f *File) *scope {
	dir := f.Skill
	if dir == "" {
		dir = f.Dir
	}
	return &scope{ctx: ctx, snapshot: s, file: f, doc: f.Doc, fm: &f.Doc.Frontmatter, at: s.standpoint(dir)}
}

// mentions returns the file's mentions, found once for all rules.
func (p *scope) mentions() []skills.Mention {
	if p.named == nil {
		found := p.snapshot.mentions(p.file)
		p.named = &found
	}
	return *p.named
}

// other returns another file, or nil if it cannot be read. Each file is read only once, since many links may
// lead to it.
func (p *scope) other(path string) *File {
	f, ok := p.others[path]
	if !ok {
		f, _ = p.snapshot.File(path) // nil if the file cannot be read
		if p.others == nil {
			p.others = make(map[string]*File)
		}
		p.others[path] = f
	}
	return f
}

// anchors returns the fragments that links to a document can have, computed once for all links to it.
func (p *scope) anchors(doc *skills.Document) map[string]bool {
	known, ok := p.anchored[doc]
	if !ok {
		known = anchors(doc)
		if p.anchored == nil {
			p.anchored = make(map[*skills.Document]map[string]bool)
		}
		p.anchored[doc] = known
	}
	return known
}

func ids(list []*skills.Agent) []string {
	out := make([]string, len(list))
	for i, agent := range list {
		out[i] = agent.ID
	}
	return out
}

// concerns returns the concerned agents for which the test holds.
func (p *scope) concerns(test func(*skills.Agent) bool) []*skills.Agent {
	var list []*skills.Agent
	for _, agent := range p.at.concerned {
		if test(agent) {
			list = append(list, agent)
		}
	}
	return list
}

// edit returns an edit of the file.
func (p *scope) edit(span text.Span, text string) Edit {
	return Edit{Path: p.file.Path, Span: span, Text: text}
}

// newline returns the first line ending in the file, or "\n" if it has none.
func (p *scope) newline() string {
	i := strings.IndexAny(p.doc.Source, "\r\n")
	switch {
	case i < 0 || p.doc.Source[i] == '\n':
		return "\n"
	case strings.HasPrefix(p.doc.Source[i:], "\r\n"):
		return "\r\n"
	}
	return "\r"
}
