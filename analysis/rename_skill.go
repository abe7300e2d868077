package analysis

import (
	"context"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/frontmatter"
)

// skillName returns the name of the skill: that of its field, or else of its directory.
func (n *renaming) skillName() string {
	if head, ok := n.snapshot.head(n.path); ok && head.name != "" {
		return head.name
	}
	return filepath.Base(filepath.Dir(n.path))
}

// follows reports whether the skill's directory has the skill's name, and so is renamed with it.
func (n *renaming) follows() bool { return filepath.Base(filepath.Dir(n.path)) == n.skillName() }

func (n *renaming) skillPossible() error {
	s := n.snapshot
	dir := filepath.Dir(n.path)
	shown := s.shownPath(dir)
	f, err := s.File(n.path)
	if err != nil {
		return renameError(Unwritten, []string{n.path}, "`%s` cannot be read", s.shownPath(n.path))
	}
	if !f.hasPlainName() {
		return renameError(Unwritten, []string{n.path}, "the skill's `name` is no text on one line, so that it cannot be replaced")
	}
	switch {
	case !n.follows():
		return nil
	case !s.inOneFolder(dir):
		return renameError(Outside, []string{dir}, "`%s` is a folder of the workspace, which is not renamed from within", shown)
	case !n.query.Files:
		return renameError(Unsupported, []string{dir}, "the directory `%s` would have to be renamed with the skill, and this editor does not rename files", shown)
	case s.isLink(dir):
		return renameError(Linked, []string{dir}, "`%s` is a symbolic link", shown)
	}
	return s.unlinked(n.ctx, dir)
}

// hasPlainName reports whether a skill's name can be replaced: it is a scalar on one line, or missing.
func (f *File) hasPlainName() bool {
	e, ok := f.Doc.Frontmatter.Entry("name")
	return !ok || e.ValueSpan.IsEmpty() || e.Value != nil && e.Value.Kind == frontmatter.ScalarValue && !strings.ContainsAny(e.ValueSpan.Of(f.Doc.Source), "\r\n")
}

// unlinked returns a *RenameError if a symbolic link leads to a skill's directory and an agent finds the
// skill through it, and nil otherwise: renaming the directory would break the link. The link may be in any
// workspace folder, or in the home directory.
func (s *Snapshot) unlinked(ctx context.Context, dir string) error {
	real := s.realPath(dir)
	seen := make(map[string]bool)
	for _, vantage := range sorted(append(slices.Clone(s.cfg.Folders), s.standpoint(dir).vantage)) {
		for _, agent := range agents.All() {
			_, agent := s.discovery(agent, vantage)
			_, roots := skills.FindRoots(s.fs, agent, s.vantage(vantage))
			for _, root := range roots {
				if seen[root.Dir] || ctx.Err() != nil {
					continue
				}
				seen[root.Dir] = true
				if link, ok := s.linkIn(root.Dir, real); ok {
					return renameError(Linked, []string{link}, "`%s` is a symbolic link to the skill's directory, and would lead nowhere", s.shownPath(link))
				}
			}
		}
	}
	return nil
}

// linkIn returns the path of a symbolic link directly in a directory that leads to a real path.
func (s *Snapshot) linkIn(dir, real string) (string, bool) {
	entries, _ := s.fs.ReadDir(dir) // a directory that cannot be listed has no links
	for _, e := range entries {
		if link := filepath.Join(dir, e.Name()); e.Type()&fs.ModeSymlink != 0 && s.realPath(link) == real {
			return link, true
		}
	}
	return "", false
}

// renameSkill renames the skill and its directory, and updates all mentions of it and all links that lead
// through the directory.
func (n *renaming) renameSkill() (*Refactoring, error) {
	s := n.snapshot
	f, err := s.File(n.path)
	if err != nil {
		return nil, renameError(Unwritten, []string{n.path}, "`%s` cannot be read", s.shownPath(n.path))
	}
	old, name := n.skillName(), n.query.Name
	if name == old {
		return new(Refactoring), nil
	}
	r := s.newRefactorer(n.ctx)
	var directory *Rename
	if filepath.IsAbs(n.path) && n.follows() {
		dir := filepath.Dir(n.path)
		directory = &Rename{From: dir, To: filepath.Join(filepath.Dir(dir), name)}
	}
	r.rename(f, name)
	if err := s.nameProblem(r, f, directory, name); err != nil {
		return nil, err
	}
	if err := n.nameTaken(f, directory, name); err != nil {
		return nil, err
	}
	if filepath.IsAbs(n.path) {
		if err := r.renameMentions(n.path, old, name, directory, true); err != nil {
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
func (r *refactorer) rename(f *File, name string) {
	e, ok := f.Doc.Frontmatter.Entry("name")
	if !ok || e.ValueSpan.IsEmpty() {
		return
	}
	span := insideQuotes(f.Doc.Source, e.ValueSpan)
	if span == e.ValueSpan {
		name = scalar(name)
	}
	r.replace(f, span, name)
}

// nameProblem returns an error if a skill cannot have the name that the edits so far give it. Its message is
// that of a rule about names.
func (s *Snapshot) nameProblem(r *refactorer, f *File, directory *Rename, name string) error {
	if name == "" || name == "." || name == ".." || name != strings.TrimSpace(name) || strings.ContainsFunc(name, func(c rune) bool { return c < ' ' || strings.ContainsRune("/\\\"'\u007f", c) }) {
		return renameError(InvalidName, nil, "`%s` is no name for a skill: a directory cannot be called so, or an agent would read another one", name)
	}
	renamed := *f
	renamed.Doc = r.edited(f)
	if directory != nil {
		renamed.Dir, renamed.Skill = directory.To, directory.To
		renamed.Path = filepath.Join(directory.To, filepath.Base(f.Path))
	}
	problems := s.nameProblemsOf(r.ctx, &renamed, f, directory != nil)
	if err := r.ctx.Err(); err != nil {
		return err
	}
	for _, d := range problems {
		if d.Severity >= Warning {
			return renameError(InvalidName, nil, "`%s`: %s", name, d.Message)
		}
	}
	return nil
}

// nameTaken returns an error if the name is already taken.
func (n *renaming) nameTaken(f *File, directory *Rename, name string) error {
	s := n.snapshot
	if directory != nil && s.isTaken(directory.From, directory.To) {
		return renameError(Exists, []string{directory.To}, "`%s` exists already", s.shownPath(directory.To))
	}
	if other, taken := s.namesake(n.ctx, f, name); taken {
		return s.takenBy(name, other)
	}
	return nil
}

// takenBy returns the error that another skill already has a name.
func (s *Snapshot) takenBy(name, path string) *RenameError {
	return renameError(Exists, []string{path}, "another skill is called `%s`: `%s`", name, s.shownPath(path))
}

// renameMentions renames the mentions of a skill, and updates the links that lead through its directory
// unless directory is nil. Mentions that may also refer to another skill are an error if strict, and
// otherwise stay as they are.
func (r *refactorer) renameMentions(path, old, name string, directory *Rename, strict bool) error {
	s := r.snapshot
	k := s.newSeeker(r.ctx, entity{kind: skillEntity, path: path})
	files := s.candidates(k.places, []string{old})
	var moved *relocation
	if directory != nil {
		moved = s.relocation([]Rename{*directory})
		files = sorted(append(files, moved.candidates()...))
	}
	parsed := make([]*File, len(files))
	mentions := make([][]skills.Mention, len(files))
	skills.Parallel(len(files), func(i int) {
		if f, err := s.File(files[i]); err == nil && f.Kind != NotOurs && f.Kind != NativeFile && r.ctx.Err() == nil {
			parsed[i], mentions[i] = f, k.mentionsIn(f)
		}
	})
	for i, f := range parsed {
		if f == nil || r.ctx.Err() != nil {
			continue
		}
		for _, m := range mentions[i] {
			if m.Name != old {
				continue
			}
			if m.Kind != skills.LinkedMention && k.meansOthers(f, m) {
				if strict {
					return renameError(Ambiguous, []string{f.Path}, "`%s` in `%s` may mean another skill of that name, too", m.Span.Of(f.Doc.Source), s.shownPath(f.Path))
				}
				continue
			}
			r.replace(f, m.NameSpan, writtenName(f, m, name))
		}
		if moved != nil {
			moved.edit(r, f)
		}
	}
	return nil
}

// meansOthers reports whether a mention in a file may refer by its name to another skill than the seeker's.
func (k *seeker) meansOthers(f *File, m skills.Mention) bool {
	return k.meaning(f, m).others
}

// writtenName returns a name as written in place of a mention. If an agent preloads it, it is a YAML scalar.
func writtenName(f *File, m skills.Mention, name string) string {
	if source := f.Doc.Source; m.Kind == skills.BareMention && strings.IndexByte("\"'", source[m.NameSpan.Start-1]) < 0 {
		return scalar(name)
	}
	return name
}
