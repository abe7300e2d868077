package analysis

import (
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/markdown"
	"skills-ls/skills/text"
)

// renameSection replaces the text of a heading. It also updates the fragments of links to that heading, and
// of links to other headings whose anchors change as a result.
func (n *renaming) renameSection() (*Refactoring, error) {
	s := n.snapshot
	f, err := s.File(n.path)
	if err != nil {
		return nil, renameError(Unwritten, []string{n.path}, "`%s` cannot be read", s.shownPath(n.path))
	}
	name := strings.TrimSpace(n.query.Name)
	before := f.Doc.Markdown().Headings
	if strings.ContainsAny(before[n.heading].TextSpan.Of(f.Doc.Source), "\r\n") {
		return nil, renameError(Unwritten, []string{n.path}, "the heading is no text on one line, so that it cannot be replaced")
	}
	r := s.newRefactorer(n.ctx)
	r.replace(f, before[n.heading].TextSpan, name)
	after := r.edited(f)
	if !isSameOutline(f.Doc, after, n.heading) || strings.ContainsAny(name, "\r\n") {
		return nil, renameError(InvalidName, nil, "`%s` does not make a heading, or makes another text of what follows", name)
	}
	slug, was := text.Slug(after.Markdown().Headings[n.heading].Text), text.Slug(before[n.heading].Text)
	if slug == "" {
		return nil, renameError(InvalidName, nil, "`%s` has neither letters nor digits, so that nothing could link to the heading", name)
	}
	taken := func(h markdown.Heading) bool { return h.Slug == slug && h.Span != before[n.heading].Span }
	if slug != was && slices.ContainsFunc(before, taken) {
		return nil, renameError(Exists, []string{n.path}, "another heading of `%s` has the anchor `#%s`", s.shownPath(n.path), slug)
	}
	return r.refactoring()
}

// isSameOutline reports whether two documents have the same headings, ignoring the text of heading except.
func isSameOutline(a, b *skills.Document, except int) bool {
	before, after := a.Markdown().Headings, b.Markdown().Headings
	if len(before) != len(after) {
		return false
	}
	for i := range before {
		if before[i].Level != after[i].Level || i != except && before[i].TextSpan.Of(a.Source) != after[i].TextSpan.Of(b.Source) {
			return false
		}
	}
	return true
}

// renameLabel changes the label of a link reference definition and of all references to it.
func (n *renaming) renameLabel() (*Refactoring, error) {
	s := n.snapshot
	label := n.query.Name
	name := markdown.NormalizeLabel(label)
	if name == "" || strings.HasPrefix(name, "^") || strings.ContainsAny(label, "\r\n") || label != strings.TrimSpace(label) {
		return nil, renameError(InvalidName, nil, "`%s` is no label of a link", label)
	}
	md := n.file.Doc.Markdown()
	if name != n.name && slices.ContainsFunc(md.Definitions, func(d markdown.Definition) bool { return d.Name == name }) {
		return nil, renameError(Exists, []string{n.path}, "`[%s]` is defined already", label)
	}
	r := s.newRefactorer(n.ctx)
	for _, ref := range s.newSeeker(n.ctx, n.entity).in(n.file) {
		r.replace(n.file, ref.Span, label)
	}
	if !hasSameLinks(md, r.edited(n.file).Markdown()) {
		return nil, renameError(InvalidName, nil, "`[%s]` would make other links of the text: it stands there already, or a label cannot be written so", label)
	}
	return r.refactoring()
}

// hasSameLinks reports whether two documents have the same links and definitions, ignoring the names of the
// definitions.
func hasSameLinks(a, b *markdown.Document) bool {
	return len(a.Unresolved) == len(b.Unresolved) &&
		slices.EqualFunc(a.Definitions, b.Definitions, func(x, y markdown.Definition) bool { return x.Destination == y.Destination }) &&
		slices.EqualFunc(a.Links, b.Links, func(x, y markdown.Link) bool {
			return x.Kind == y.Kind && x.Definition == y.Definition && x.Destination == y.Destination
		})
}

// linkBase returns the directory that the path of the link to the file is relative to.
func (n *renaming) linkBase() string {
	switch {
	case n.entity.base != "":
		return n.entity.base
	case n.file.isYAML():
		return n.file.Skill
	}
	t := n.snapshot.newResolver(n.file).resolve(n.entity.link.destination)
	if t.abs != filepath.Join(n.file.Dir, filepath.FromSlash(t.path)) {
		return n.file.Skill
	}
	return n.file.Dir
}

// filePath returns the file's path as the link spells it. If the link spells it with different case, filePath
// returns the real spelling.
func (n *renaming) filePath() string {
	path, base := parseDestination(n.entity.link.destination).path, n.linkBase()
	if filepath.Join(base, filepath.FromSlash(path)) == n.path {
		return path
	}
	if rel, ok := relativeLike(base, n.path, path); ok {
		return rel
	}
	return path
}

// renameFile renames a file, or moves it elsewhere in the workspace, and updates all links to it and from it.
func (n *renaming) renameFile() (*Refactoring, error) {
	s := n.snapshot
	name := n.query.Name
	base := n.linkBase()
	last := name[strings.LastIndexByte(name, '/')+1:]
	if last == "" || last == "." || last == ".." || name[0] == '/' || hasScheme(name) || strings.ContainsFunc(name, func(c rune) bool { return c < ' ' || c == '\\' || c == 0x7f }) {
		return nil, renameError(InvalidName, nil, "`%s` is no relative path of a file", name)
	}
	to := filepath.Join(base, filepath.FromSlash(name))
	switch {
	case to == n.path:
		return new(Refactoring), nil
	case !s.inOneFolder(to):
		return nil, renameError(Outside, []string{to}, "`%s` does not lie in a folder of the workspace", s.shownPath(to))
	case s.isTaken(n.path, to):
		return nil, renameError(Exists, []string{to}, "`%s` exists already", s.shownPath(to))
	case isSkillFileName(last):
		return nil, renameError(InvalidName, []string{to}, "`%s` would make a skill of the directory", name)
	}
	rename := Rename{From: n.path, To: to}
	r := s.newRefactorer(n.ctx)
	r.relocate([]Rename{rename})
	result, err := r.refactoring()
	if err != nil {
		return nil, err
	}
	result.Rename = &rename
	return result, nil
}

// relocate updates all links to and from files and directories that move.
func (r *refactorer) relocate(renames []Rename) {
	m := r.snapshot.relocation(renames)
	for _, f := range r.parsed(m.candidates()) {
		m.edit(r, f)
	}
}

// parsed reads and parses files in parallel. It omits files that cannot be read or that are [NotOurs] or a
// [NativeFile].
func (r *refactorer) parsed(paths []string) []*File {
	files := make([]*File, len(paths))
	skills.Parallel(len(paths), func(i int) {
		if f, err := r.snapshot.File(paths[i]); err == nil && f.Kind != NotOurs && f.Kind != NativeFile && r.ctx.Err() == nil {
			if files[i] = f; !f.isYAML() {
				f.Doc.Markdown()
			}
		}
	})
	return slices.DeleteFunc(files, func(f *File) bool { return f == nil })
}
