package refactor

import (
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/markdown"
	"skills-ls/skills/text"
)

// renameSection replaces the text of a heading. It also updates the fragments of links to that heading, and
// of links to other headings whose anchors change as a result.
func (n *renaming) renameSection() (*Refactoring, error) {
	s := n.Snapshot
	f, err := s.File(n.Path)
	if err != nil {
		return nil, refused(Unwritten, []string{n.Path}, "cannot read `%s`", vantage.ShownPath(s, n.Path))
	}
	name := strings.TrimSpace(n.query.Name)
	before := f.Doc.Markdown().Headings
	r := newRefactorer(n.Ctx, s)
	r.replace(f, before[n.Heading].TextSpan, name)
	after := r.edited(f)
	if !isSameOutline(f.Doc, after, n.Heading) || strings.ContainsAny(name, "\r\n") {
		return nil, refused(InvalidName, nil, "`%s` is not a valid heading here", name)
	}
	slug, was := text.Slug(after.Markdown().Headings[n.Heading].Text), text.Slug(before[n.Heading].Text)
	if slug == "" {
		return nil, refused(InvalidName, nil, "`%s` has no letters or digits for an anchor", name)
	}
	taken := func(h markdown.Heading) bool { return h.Slug == slug && h.Span != before[n.Heading].Span }
	if slug != was && slices.ContainsFunc(before, taken) {
		return nil, refused(Exists, []string{n.Path}, "another heading in `%s` has the anchor `#%s`", vantage.ShownPath(s, n.Path), slug)
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
	s := n.Snapshot
	label := n.query.Name
	name := markdown.NormalizeLabel(label)
	if name == "" || strings.HasPrefix(name, "^") || strings.ContainsAny(label, "\r\n") || label != strings.TrimSpace(label) {
		return nil, refused(InvalidName, nil, "`%s` is not a link label", label)
	}
	md := n.File.Doc.Markdown()
	if name != n.Name && slices.ContainsFunc(md.Definitions, func(d markdown.Definition) bool { return d.Name == name }) {
		return nil, refused(Exists, []string{n.Path}, "`[%s]` is already defined", label)
	}
	r := newRefactorer(n.Ctx, s)
	for _, ref := range refs.NewSeeker(n.Ctx, s, n.Entity).In(n.File) {
		r.replace(n.File, ref.Span, label)
	}
	if !hasSameLinks(md, r.edited(n.File).Markdown()) {
		return nil, refused(InvalidName, nil, "`[%s]` would change other links in the text", label)
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
	case n.Entity.Base != "":
		return n.Entity.Base
	case n.File.IsData():
		return n.File.Skill
	}
	return workspace.NewResolver(n.Snapshot, n.File).Resolve(n.Entity.Link.Destination).Base
}

// filePath returns the file's path as the link spells it. If the link spells it with different case, filePath returns the
// real spelling.
func (n *renaming) filePath() string {
	path, base := file.ParseDestination(n.Entity.Link.Destination).Path, n.linkBase()
	if filepath.Join(base, filepath.FromSlash(path)) == n.Path {
		return path
	}
	return relativeLike(base, n.Path, path)
}

// renameFile renames a file, or moves it elsewhere in the workspace, and updates all links to it and from it.
func (n *renaming) renameFile() (*Refactoring, error) {
	s := n.Snapshot
	name := n.query.Name
	base := n.linkBase()
	last := name[strings.LastIndexByte(name, '/')+1:]
	if last == "" || last == "." || last == ".." || name[0] == '/' || file.HasScheme(name) || strings.ContainsFunc(name, func(c rune) bool { return c < ' ' || c == '\\' || c == 0x7f }) {
		return nil, refused(InvalidName, nil, "`%s` is not a relative path of a file", name)
	}
	to := filepath.Join(base, filepath.FromSlash(name))
	switch {
	case to == n.Path:
		return new(Refactoring), nil
	case !inOneFolder(s, to):
		return nil, refused(Outside, []string{to}, "`%s` is outside the workspace folders", vantage.ShownPath(s, to))
	case isTaken(s, n.Path, to):
		return nil, refused(Exists, []string{to}, "`%s` already exists", vantage.ShownPath(s, to))
	case file.IsSkillFileName(last):
		return nil, refused(InvalidName, []string{to}, "`%s` would turn the directory into a skill", name)
	}
	rename := diagnostic.Rename{From: n.Path, To: to}
	r := newRefactorer(n.Ctx, s)
	r.relocate([]diagnostic.Rename{rename})
	result, err := r.refactoring()
	if err != nil {
		return nil, err
	}
	result.Rename = &rename
	return result, nil
}

// relocate updates all links to and from files and directories that move, and the paths in manifests.
func (r *refactorer) relocate(renames []diagnostic.Rename) {
	m := relocationOf(r.snapshot, renames)
	for _, f := range r.parsed(m.candidates()) {
		m.edit(r, f)
	}
	m.editManifests(r)
}

// parsed reads and parses files in parallel. It omits files that cannot be read, that are [file.NotOurs], or
// that are JSON.
func (r *refactorer) parsed(paths []string) []*file.File {
	files := make([]*file.File, len(paths))
	skills.Parallel(len(paths), func(i int) {
		if f, err := r.snapshot.File(paths[i]); err == nil && f.Kind != file.NotOurs && !f.IsJSON() && r.ctx.Err() == nil {
			if files[i] = f; !f.IsData() {
				f.Doc.Markdown()
			}
		}
	})
	return slices.DeleteFunc(files, func(f *file.File) bool { return f == nil })
}
