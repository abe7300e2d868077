package refactor

import (
	"context"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
	"skills-ls/analysis/index"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/vfs"
)

// skillName returns the name of the skill: that of its field, or else of its directory.
func (n *renaming) skillName() string {
	if head, ok := n.Snapshot.Head(n.Path); ok && head.Name != "" {
		return head.Name
	}
	return filepath.Base(filepath.Dir(n.Path))
}

// follows reports whether the skill's directory has the skill's name, and so is renamed with it.
func (n *renaming) follows() bool { return filepath.Base(filepath.Dir(n.Path)) == n.skillName() }

func (n *renaming) skillPossible() error {
	s := n.Snapshot
	dir := filepath.Dir(n.Path)
	shown := vantage.ShownPath(s, dir)
	f, err := s.File(n.Path)
	if err != nil {
		return refused(Unwritten, []string{n.Path}, "cannot read `%s`", vantage.ShownPath(s, n.Path))
	}
	if !hasPlainName(f) {
		return refused(Unwritten, []string{n.Path}, "the skill's `name` is not a string on one line")
	}
	switch {
	case !n.follows():
		return nil
	case !inOneFolder(s, dir):
		return refused(Outside, []string{dir}, "`%s` is a workspace folder, which cannot be renamed", shown)
	case !n.query.Files:
		return refused(Unsupported, []string{dir}, "the directory `%s` must be renamed too, but this editor does not rename files", shown)
	case vfs.IsLink(s.FS(), dir):
		return refused(Linked, []string{dir}, "`%s` is a symbolic link", shown)
	}
	return unlinked(n.Ctx, s, dir)
}

// hasPlainName reports whether a skill's name can be replaced: it is a scalar on one line, or missing.
func hasPlainName(f *file.File) bool {
	e, ok := f.Doc.Frontmatter.Entry("name")
	return !ok || e.ValueSpan.IsEmpty() || e.Value != nil && e.Value.Kind == frontmatter.ScalarValue && !strings.ContainsAny(e.ValueSpan.Of(f.Doc.Source), "\r\n")
}

// unlinked returns a *RefusedError if a symbolic link leads to a skill's directory and an agent finds the
// skill through it, and nil otherwise: renaming the directory would break the link. The link may be in any
// workspace folder, or in the home directory.
func unlinked(ctx context.Context, s *workspace.Snapshot, dir string) error {
	real := s.RealPath(dir)
	seen := make(map[string]bool)
	for _, from := range index.Sorted(append(slices.Clone(s.Config().Folders), workspace.StandpointOf(s, dir).Vantage)) {
		for _, agent := range workspace.AgentsAt(s, from) {
			_, agent := workspace.Discovery(s, agent, from)
			_, roots := skills.FindRoots(s.FS(), agent, workspace.Vantage(s, from))
			for _, root := range roots {
				if seen[root.Dir] || ctx.Err() != nil {
					continue
				}
				seen[root.Dir] = true
				if link, ok := linkIn(s, root.Dir, real); ok {
					return refused(Linked, []string{link}, "`%s` is a symbolic link to the skill directory, and would break", vantage.ShownPath(s, link))
				}
			}
		}
	}
	return nil
}

// linkIn returns the path of a symbolic link directly in a directory that leads to a real path.
func linkIn(s *workspace.Snapshot, dir, real string) (string, bool) {
	entries, _ := s.FS().ReadDir(dir) // a directory that cannot be listed has no links
	for _, e := range entries {
		if link := filepath.Join(dir, e.Name()); e.Type()&fs.ModeSymlink != 0 && s.RealPath(link) == real {
			return link, true
		}
	}
	return "", false
}

// renameSkill renames the skill and its directory, and updates all mentions of it and all links that lead
// through the directory.
func (n *renaming) renameSkill() (*Refactoring, error) {
	s := n.Snapshot
	f, err := s.File(n.Path)
	if err != nil {
		return nil, refused(Unwritten, []string{n.Path}, "cannot read `%s`", vantage.ShownPath(s, n.Path))
	}
	old, name := n.skillName(), n.query.Name
	if name == old {
		return new(Refactoring), nil
	}
	r := newRefactorer(n.Ctx, s)
	var directory *diagnostic.Rename
	if filepath.IsAbs(n.Path) && n.follows() {
		dir := filepath.Dir(n.Path)
		directory = &diagnostic.Rename{From: dir, To: filepath.Join(filepath.Dir(dir), name)}
	}
	r.rename(f, name)
	if err := nameProblem(s, r, f, directory, name); err != nil {
		return nil, err
	}
	if err := n.nameTaken(f, directory, name); err != nil {
		return nil, err
	}
	if filepath.IsAbs(n.Path) {
		if err := r.renameMentions(n.Path, old, name, directory, true); err != nil {
			return nil, err
		}
	}
	result, err := r.refactoring()
	if err != nil {
		return nil, err
	}
	result.Rename = directory
	return result, nil
}

// rename writes a skill's name into its field, if it has one.
func (r *refactorer) rename(f *file.File, name string) {
	e, ok := f.Doc.Frontmatter.Entry("name")
	if !ok || e.ValueSpan.IsEmpty() {
		return
	}
	span := refs.InsideQuotes(f.Doc.Source, e.ValueSpan)
	if span == e.ValueSpan {
		name = rules.Scalar(name)
	}
	r.replace(f, span, name)
}

// nameProblem returns an error if a skill cannot have the name that the edits so far give it. Its message is
// that of a rule about names.
func nameProblem(s *workspace.Snapshot, r *refactorer, f *file.File, directory *diagnostic.Rename, name string) error {
	if name == "" || name == "." || name == ".." || name != strings.TrimSpace(name) || strings.ContainsFunc(name, func(c rune) bool { return c < ' ' || strings.ContainsRune("/\\\"'\u007f", c) }) {
		return refused(InvalidName, nil, "`%s` is not a valid skill name: a directory cannot have this name, or an agent reads it differently", name)
	}
	renamed := *f
	renamed.Doc = r.edited(f)
	if directory != nil {
		renamed.Dir, renamed.Skill = directory.To, directory.To
		renamed.Path = filepath.Join(directory.To, filepath.Base(f.Path))
	}
	problems := rules.NameProblemsOf(r.ctx, s, &renamed, f, directory != nil)
	if err := r.ctx.Err(); err != nil {
		return err
	}
	for _, d := range problems {
		if d.Severity >= diagnostic.Warning {
			return refused(InvalidName, nil, "%s", d.Text())
		}
	}
	return nil
}

// nameTaken returns an error if the name is already taken.
func (n *renaming) nameTaken(f *file.File, directory *diagnostic.Rename, name string) error {
	s := n.Snapshot
	if directory != nil && isTaken(s, directory.From, directory.To) {
		return refused(Exists, []string{directory.To}, "`%s` already exists", vantage.ShownPath(s, directory.To))
	}
	if other, taken := vantage.OtherWithName(n.Ctx, s, f, name); taken {
		return takenBy(s, name, other)
	}
	return nil
}

// takenBy returns the error that another skill already has a name.
func takenBy(s *workspace.Snapshot, name, path string) *RefusedError {
	return refused(Exists, []string{path}, "another skill is named `%s`: `%s`", name, vantage.ShownPath(s, path))
}

// renameMentions renames the mentions of a skill, and updates the links that lead through its directory
// unless directory is nil. Mentions that may also refer to another skill are an error if strict, and
// otherwise stay as they are.
func (r *refactorer) renameMentions(path, old, name string, directory *diagnostic.Rename, strict bool) error {
	s := r.snapshot
	k := refs.NewSeeker(r.ctx, s, refs.Entity{Kind: refs.SkillEntity, Path: path})
	names := append([]string{old}, workspace.InstalledNames(s, filepath.Dir(path), old)...)
	files := workspace.Candidates(s, k.Places, names)
	var moved *relocation
	if directory != nil {
		moved = relocationOf(s, []diagnostic.Rename{*directory})
		files = index.Sorted(append(files, moved.candidates()...))
	}
	parsed := make([]*file.File, len(files))
	mentions := make([][]skills.Mention, len(files))
	skills.Parallel(len(files), func(i int) {
		if f, err := s.File(files[i]); err == nil && f.Kind != file.NotOurs && !f.IsJSON() && r.ctx.Err() == nil {
			parsed[i], mentions[i] = f, k.MentionsIn(f)
		}
	})
	for i, f := range parsed {
		if f == nil || r.ctx.Err() != nil {
			continue
		}
		for _, m := range mentions[i] {
			if !slices.Contains(names, m.Name) {
				continue
			}
			if m.Kind != skills.LinkedMention && meansOthers(k, f, m) {
				if strict {
					return refused(Ambiguous, []string{f.Path}, "`%s` in `%s` may also mean another skill with that name", m.Span.Of(f.Doc.Source), vantage.ShownPath(s, f.Path))
				}
				continue
			}
			r.replace(f, m.NameSpan, writtenName(f, m, name))
		}
		if moved != nil {
			moved.edit(r, f)
		}
	}
	if moved != nil {
		moved.editManifests(r)
	}
	return nil
}

// meansOthers reports whether a mention in a file may refer by its name to another skill than the seeker's.
func meansOthers(k *refs.Seeker, f *file.File, m skills.Mention) bool {
	return k.Meaning(f, m).Others
}

// writtenName returns a name as written in place of a mention. If an agent preloads it, it is a YAML scalar.
func writtenName(f *file.File, m skills.Mention, name string) string {
	if source := f.Doc.Source; m.Kind == skills.BareMention && strings.IndexByte("\"':", source[m.NameSpan.Start-1]) < 0 {
		return rules.Scalar(name)
	}
	return name
}
