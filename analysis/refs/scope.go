package refs

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
	"skills-ls/skills/vfs"
)

// IsVariable reports whether a mention is more likely a variable of a programming language: it has an
// underscore, which names of skills do not have, or it is assigned, called, indexed or dereferenced.
func IsVariable(source string, m skills.Mention) bool {
	switch {
	case m.Kind == skills.BareMention, m.Kind == skills.PluginMention:
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

// MentionedPath returns the absolute path that a linked mention names, and whether skills-ls may read it.
func (p *Scope) MentionedPath(m skills.Mention) (string, bool) {
	path := filepath.FromSlash(strings.TrimPrefix(m.Path, "skill://"))
	if !filepath.IsAbs(path) {
		if p.File.Dir == "" || file.IsTemplate(m.Path) {
			return "", false
		}
		path = filepath.Join(p.File.Dir, path)
	}
	path = vfs.CleanPath(path)
	inside := slices.ContainsFunc(p.Snapshot.Config().Folders, func(folder string) bool { return vfs.Within(folder, path) }) ||
		p.File.Skill != "" && vfs.Within(p.File.Skill, path)
	return path, inside
}

// InMetadata reports whether the frontmatter's metadata has a key.
func (p *Scope) InMetadata(key string) bool {
	e, ok := p.Fm.Entry("metadata")
	return ok && e.Value != nil && slices.ContainsFunc(e.Value.Pairs, func(pair frontmatter.Pair) bool { return pair.Key.Text == key })
}

// A Scope is a file with the agents that it concerns: what rules, and other features that look at one file, share.
type Scope struct {
	Ctx      context.Context
	Snapshot *workspace.Snapshot
	File     *file.File
	Doc      *skills.Document
	Fm       *frontmatter.Frontmatter
	At       *workspace.Standpoint
	named    *[]skills.Mention                    // see [Scope.Mentions]
	others   map[string]*file.File                // see [Scope.Other]
	anchored map[*skills.Document]map[string]bool // see [Scope.Anchors]
	Slashed  *bool                                // see [outline.readsSlash]
}

// ScopeOf returns the scope of a file.
func ScopeOf(ctx context.Context, s *workspace.Snapshot, f *file.File) *Scope {
	at := workspace.StandpointOf(s, f.SkillOrDir())
	return &Scope{Ctx: ctx, Snapshot: s, File: f, Doc: f.Doc, Fm: &f.Doc.Frontmatter, At: at}
}

// Mentions returns the file's mentions, found once for all rules.
func (p *Scope) Mentions() []skills.Mention {
	if p.named == nil {
		found := Mentions(p.Snapshot, p.File)
		p.named = &found
	}
	return *p.named
}

// Other returns another file, or nil if it cannot be read. Each file is read only once, since many links may
// lead to it.
func (p *Scope) Other(path string) *file.File {
	f, ok := p.others[path]
	if !ok {
		f, _ = p.Snapshot.File(path) // nil if the file cannot be read
		if p.others == nil {
			p.others = make(map[string]*file.File)
		}
		p.others[path] = f
	}
	return f
}

// Anchors returns the fragments that links to a document can have, computed once for all links to it.
func (p *Scope) Anchors(doc *skills.Document) map[string]bool {
	known, ok := p.anchored[doc]
	if !ok {
		known = file.Anchors(doc)
		if p.anchored == nil {
			p.anchored = make(map[*skills.Document]map[string]bool)
		}
		p.anchored[doc] = known
	}
	return known
}

func IDs(list []*skills.Agent) []string {
	out := make([]string, len(list))
	for i, agent := range list {
		out[i] = agent.ID
	}
	return out
}

// Concerns returns the concerned agents for which the test holds.
func (p *Scope) Concerns(test func(*skills.Agent) bool) []*skills.Agent {
	var list []*skills.Agent
	for _, agent := range p.At.Concerned {
		if test(agent) {
			list = append(list, agent)
		}
	}
	return list
}

// Edit returns an edit of the file.
func (p *Scope) Edit(span text.Span, text string) diagnostic.Edit {
	return diagnostic.Edit{Path: p.File.Path, Span: span, Text: text}
}

// Newline returns the first line ending in the file, or "\n" if it has none.
func (p *Scope) Newline() string {
	i := strings.IndexAny(p.Doc.Source, "\r\n")
	switch {
	case i < 0 || p.Doc.Source[i] == '\n':
		return "\n"
	case strings.HasPrefix(p.Doc.Source[i:], "\r\n"):
		return "\r\n"
	}
	return "\r"
}
