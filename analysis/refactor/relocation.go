package refactor

import (
	"iter"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
	"skills-ls/analysis/index"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/markdown"
	"skills-ls/skills/text"
	"skills-ls/skills/vfs"
)

// A relocation is a set of files and directories that are about to get other paths.
type relocation struct {
	snapshot *workspace.Snapshot
	renames  []diagnostic.Rename
	from     []*workspace.Whereabouts // those of the renames' sources
}

// relocationOf returns the relocation for renames, without those that change nothing.
func relocationOf(s *workspace.Snapshot, renames []diagnostic.Rename) *relocation {
	m := &relocation{snapshot: s}
	for _, r := range renames {
		r.From, r.To = s.FolderPath(vfs.CleanPath(r.From)), s.FolderPath(vfs.CleanPath(r.To))
		if r.From != r.To {
			m.renames = append(m.renames, r)
			m.from = append(m.from, workspace.NewWhereabouts(s, r.From))
		}
	}
	return m
}

// of returns the path that a path will have, and whether it is another one. A path that leads to a renamed
// file through a symbolic link still does so afterwards.
func (m *relocation) of(path string) (string, bool) {
	best, found := path, -1
	for _, r := range m.renames {
		if rest, ok := vfs.CutDir(path, r.From); ok && len(r.From) > found {
			best, found = filepath.Join(r.To, rest), len(r.From)
		}
	}
	if found >= 0 || !workspace.HasLinks(m.snapshot) {
		return best, found >= 0
	}
	for i, r := range m.renames {
		dir, ok := m.alias(i, path)
		if !ok {
			continue
		}
		rest, _ := vfs.CutDir(path, dir)
		if filepath.Dir(r.From) == filepath.Dir(r.To) {
			return filepath.Join(filepath.Dir(dir), filepath.Base(r.To), rest), true
		}
		return filepath.Join(r.To, rest), true
	}
	return path, false
}

// alias returns the beginning of a path that leads to the source of the rename with index i by another way.
func (m *relocation) alias(i int, path string) (string, bool) {
	for dir := range vfs.Up(path) {
		if m.from[i].MayBe(dir) && m.from[i].Is(dir) {
			return dir, true
		}
	}
	return "", false
}

// candidates returns the files whose links may be affected, sorted.
func (m *relocation) candidates() []string {
	s := m.snapshot
	ix := s.Index()
	var files []string
	aliases := make(map[string][]string)
	linked := workspace.HasLinks(s)
	ix.Mu.RLock()
	for target, list := range ix.Sources {
		for i, r := range m.renames {
			switch {
			case leadsThrough(target, r.From):
				files = append(files, list...)
			case linked && strings.Contains(workspace.AnyCase.Key(target), string(filepath.Separator)+workspace.AnyCase.Key(m.from[i].Base)):
				aliases[target] = slices.Clone(list)
			}
		}
	}
	for path := range ix.Files {
		for _, r := range m.renames {
			if filepath.Dir(r.From) != filepath.Dir(r.To) && vfs.Within(r.From, path) {
				files = append(files, path) // its own links become relative to another directory
			}
		}
	}
	ix.Mu.RUnlock()
	for target, list := range aliases {
		if _, moved := m.of(target); moved {
			files = append(files, list...)
		}
	}
	for _, r := range m.renames {
		if skill := s.SkillDir(filepath.Dir(r.From)); skill != "" {
			files = append(files, workspace.OfSkill(ix, skill)...) // paths in code
		}
	}
	return workspace.AsOpen(s, files)
}

// leadsThrough reports whether a path equals or is below another one, ignoring case.
func leadsThrough(path, dir string) bool {
	if text.IsASCII(dir) {
		n := len(dir)
		return len(path) == n && strings.EqualFold(path, dir) || len(path) > n && path[n] == filepath.Separator && strings.EqualFold(path[:n], dir)
	}
	_, ok := vfs.NativePaths().CutDir(path, dir, workspace.AnyCase)
	return ok
}

// edit updates everything in a file that leads to or from a renamed path, so that it has the same target
// afterwards.
func (m *relocation) edit(r *refactorer, f *file.File) {
	if f.Dir == "" || len(m.renames) == 0 {
		return
	}
	if f.Kind == file.CompanionFile {
		m.editAssets(r, f)
		m.editMentions(r, f, nil)
		return
	}
	if f.Kind == file.NotOurs || f.IsData() {
		return
	}
	targets := workspace.NewResolver(m.snapshot, f)
	links := make(map[text.Span]bool)
	_, moves := m.of(filepath.Join(f.Dir, filepath.Base(f.Path)))
	for _, l := range refs.LinkPlaces(f) {
		links[l.Span] = true
		if d := file.ParseDestination(l.Destination); d.Kind != file.RelativePath || !moves && !m.mayConcern(f, d) {
			continue
		}
		if t := targets.Resolve(l.Destination); t.Exists == workspace.Present || t.Exists == workspace.OtherCase {
			m.editLink(r, f, l, t)
		}
	}
	m.editMentions(r, f, links)
	m.editPaths(r, f)
}

// mayConcern reports whether a destination may lead to a renamed path.
func (m *relocation) mayConcern(f *file.File, d file.Destination) bool {
	return workspace.HasLinks(m.snapshot) || slices.ContainsFunc(index.TargetsOf(f, d), func(target string) bool {
		return slices.ContainsFunc(m.renames, func(r diagnostic.Rename) bool { return leadsThrough(target, r.From) })
	})
}

// editLink updates one link to the new path of its target.
func (m *relocation) editLink(r *refactorer, f *file.File, l refs.LinkPlace, t workspace.Target) {
	base := t.Base
	newBase, moves := m.of(base)
	if base == f.Dir && f.Path != "" && !moves {
		if to, ok := m.of(filepath.Join(f.Dir, filepath.Base(f.Path))); ok {
			newBase, moves = filepath.Dir(to), true
		}
	}
	to, moved := m.ofTarget(t)
	if !moved {
		if to = t.Abs; !moves {
			return
		}
	}
	if filepath.Join(newBase, filepath.FromSlash(t.Path)) == to {
		return
	}
	path, _ := l.Parts(f.Doc.Source)
	if m.editSegments(r, f, path, base, newBase, to) {
		return
	}
	angle := l.Span.Start > 0 && f.Doc.Source[l.Span.Start-1] == '<'
	r.replace(f, path, refs.EncodeSegments(relativeLike(newBase, to, t.Path), angle))
}

// ofTarget is [relocation.of] for the target of a link, with the spelling of the link.
func (m *relocation) ofTarget(t workspace.Target) (string, bool) {
	if t.Abs != t.Actual {
		for _, r := range m.renames {
			if rest, ok := vfs.NativePaths().CutDir(t.Abs, r.From, workspace.AnyCase); ok {
				return filepath.Join(r.To, rest), true
			}
		}
	}
	return m.of(t.Actual)
}

// relativeLike returns the slash-separated path from a directory to another path, in the style of an earlier
// one: with "./" at the start or "/" at the end.
func relativeLike(from, to, like string) string {
	rel := rules.FromDir(from, to)
	if strings.HasPrefix(like, "./") && !strings.HasPrefix(rel, "../") {
		rel = "./" + rel
	}
	if strings.HasSuffix(like, "/") && !strings.HasSuffix(rel, "/") {
		rel += "/"
	}
	return rel
}

// editSegments changes only the renamed segments of a path that is written in a file and relative to base, if
// the result, relative to newBase, leads to a given path. The rest stays as the author wrote it.
func (m *relocation) editSegments(r *refactorer, f *file.File, span text.Span, base, newBase, to string) bool {
	type change struct {
		span text.Span
		text string
	}
	var changes []change
	now := newBase
	angle := span.Start > 0 && f.Doc.Source[span.Start-1] == '<'
	for segment, at := range pathSegments(f.Doc.Source, span, base) {
		name := file.Decode(markdown.Unescape(segment.Of(f.Doc.Source)))
		if i := m.renaming(at); i >= 0 && name != "" && name != "." && name != ".." {
			name = filepath.Base(m.renames[i].To)
			changes = append(changes, change{segment, refs.EncodeSegments(name, angle)})
		}
		now = filepath.Join(now, name)
	}
	if now != to || len(changes) == 0 {
		return false
	}
	for _, c := range changes {
		r.replace(f, c.span, c.text)
	}
	return true
}

// renaming returns the index of the rename that gives a path another name in the same directory, or -1 if not
// found.
func (m *relocation) renaming(path string) int {
	for i, r := range m.renames {
		if filepath.Dir(r.From) == filepath.Dir(r.To) && m.from[i].MayBe(path) && m.from[i].Is(path) {
			return i
		}
	}
	return -1
}

// pathSegments yields the segments of a path at a span. With each, it yields the path up to its end, joined
// to a base directory.
func pathSegments(source string, span text.Span, base string) iter.Seq2[text.Span, string] {
	return func(yield func(text.Span, string) bool) {
		at, start := base, span.Start
		for part := range strings.SplitSeq(span.Of(source), "/") {
			segment := text.Span{Start: start, End: start + len(part)}
			start = segment.End + 1
			at = filepath.Join(at, filepath.FromSlash(file.Decode(markdown.Unescape(part))))
			if !yield(segment, at) {
				return
			}
		}
	}
}

// editMentions updates the linked mentions that are not Markdown links: those with an absolute path, or in a
// field.
func (m *relocation) editMentions(r *refactorer, f *file.File, links map[text.Span]bool) {
	if !strings.Contains(f.Doc.Source, "[$") {
		return // most files have none
	}
	p := &refs.Scope{Ctx: r.ctx, Snapshot: m.snapshot, File: f, Doc: f.Doc}
	for _, mention := range refs.AllMentions(m.snapshot, f) {
		if mention.Kind != skills.LinkedMention {
			continue
		}
		path, _ := p.MentionedPath(mention)
		to, moved := m.of(path)
		written := mention.PathSpan.Of(f.Doc.Source)
		bare := strings.TrimPrefix(written, "skill://")
		switch {
		case path == "" || !moved || bare != strings.TrimPrefix(mention.Path, "skill://"):
		case filepath.IsAbs(filepath.FromSlash(bare)):
			r.replace(f, mention.PathSpan, written[:len(written)-len(bare)]+filepath.ToSlash(to))
		case !links[mention.PathSpan]:
			m.editSegments(r, f, mention.PathSpan, f.Dir, f.Dir, to)
		}
	}
}

// editPaths updates the paths in code that name files of the file's skill.
func (m *relocation) editPaths(r *refactorer, f *file.File) {
	if f.Skill == "" || !slices.ContainsFunc(m.renames, func(rename diagnostic.Rename) bool { return vfs.Within(f.Skill, rename.From) && rename.From != f.Skill }) {
		return
	}
	var tops, names []string
	for _, rename := range m.renames {
		tops = append(tops, refs.TopsOf(f, rename.From)...)
		names = append(names, filepath.Base(rename.From))
	}
	targets := workspace.NewResolver(m.snapshot, f)
	for mention := range refs.PathMentionsBelow(f, tops) {
		if t, ok := refs.Path(targets, mention); ok {
			m.editPath(r, f, mention.Span, t)
		}
	}
	for mention, t := range refs.BareNames(m.snapshot, f, names) {
		m.editPath(r, f, mention.Span, t)
	}
}

// editPath updates a path in code if its target moves.
func (m *relocation) editPath(r *refactorer, f *file.File, span text.Span, t workspace.Target) {
	to, moved := m.ofTarget(t)
	if !moved {
		return
	}
	skill, _ := m.of(f.Skill)
	newBase, _ := m.of(t.Base)
	rel, ok := vfs.CutDir(to, newBase)
	if _, err := m.snapshot.FS().Stat(filepath.Join(f.Skill, rel)); ok && t.Base != f.Skill && err == nil {
		rel, ok = vfs.CutDir(to, skill) // the path would name another file of the skill
	}
	if ok && vfs.Within(skill, to) && refs.IsPath(filepath.ToSlash(rel)) {
		r.replace(f, span, filepath.ToSlash(rel))
	}
}

// editAssets updates the file names in a companion.
func (m *relocation) editAssets(r *refactorer, f *file.File) {
	skill, _ := m.of(f.Skill)
	for _, l := range refs.Assets(f) {
		to, moved := m.of(filepath.Join(f.Skill, filepath.FromSlash(l.Destination)))
		rel, ok := vfs.CutDir(to, skill)
		if !moved || !ok || path.Clean(l.Destination) == filepath.ToSlash(rel) {
			continue
		}
		if rel = filepath.ToSlash(rel); strings.HasPrefix(l.Destination, "./") {
			rel = "./" + rel
		}
		m.writeAsset(r, f, l, rel)
	}
}

// writeAsset writes a file name as a YAML scalar, or within the existing quotes.
func (m *relocation) writeAsset(r *refactorer, f *file.File, l refs.LinkPlace, name string) {
	source := f.Doc.Source
	if l.Span.Start > 0 && l.Span.End < len(source) && strings.IndexByte(`"'`, source[l.Span.Start-1]) >= 0 && source[l.Span.End] == source[l.Span.Start-1] {
		if !strings.ContainsAny(name, `"'\`) {
			r.replace(f, l.Span, name)
		}
		return
	}
	r.replace(f, l.Span, rules.Scalar(name))
}
