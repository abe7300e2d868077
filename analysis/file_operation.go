package analysis

import (
	"context"
	"path/filepath"

	"skills-ls/skills"
)

// WillRename returns the edits, of files as they are now, that keep links and names right when somebody renames or moves files and
// directories. A skill follows its directory if it was called like it, and may be called like it then; mentions of it follow, but for those
// that may mean another skill. The error is a [RenameError] or the context's.
//
// Nothing is refused: whoever asks has decided, and rules tell what is wrong afterwards.
func (s *Snapshot) WillRename(ctx context.Context, renames []Rename) ([]Edit, error) {
	r := s.newRefactorer(ctx)
	r.relocate(renames)
	for _, rename := range renames {
		r.followDirectory(Rename{From: s.FolderPath(skills.CleanPath(rename.From)), To: s.FolderPath(skills.CleanPath(rename.To))})
	}
	result, err := r.refactoring()
	if err != nil {
		return nil, err
	}
	return result.Edits, nil
}

// followDirectory renames the skill in a directory that is about to have another name.
func (r *refactorer) followDirectory(directory Rename) {
	s := r.snapshot
	old, name := filepath.Base(directory.From), filepath.Base(directory.To)
	if old == name || !s.place(directory.From).hasSkill || !s.InFolders(directory.From) {
		return
	}
	path := s.skillFileIn(directory.From)
	if open, ok := s.OpenAs(path); ok {
		path = open
	}
	f, err := s.File(path)
	if err != nil || f.Kind != SkillFile || !f.hasPlainName() {
		return
	}
	if head := headOf(f.Doc); head.name != "" && head.name != old {
		return // the author has called it so
	}
	own := s.newRefactorer(r.ctx)
	own.rename(f, name)
	if s.nameProblem(own, f, &directory, name) != nil {
		return // name/directory says what is wrong, and what can be done
	}
	for _, e := range own.edits[f.Path] {
		r.replace(f, e.Span, e.Text)
	}
	_ = r.renameMentions(path, old, name, nil, false) // fails only if it is strict
}

// WillDelete returns the places outside of files and directories that name them, or something in them, sorted by path and place: what will
// be broken when somebody deletes them.
func (s *Snapshot) WillDelete(ctx context.Context, paths []string) []Reference {
	var renames []Rename
	for _, path := range paths {
		renames = append(renames, Rename{From: path})
	}
	m := s.relocation(renames)
	var broken []Reference
	for _, candidate := range m.candidates() {
		f, err := s.File(candidate)
		if _, gone := m.of(candidate); gone || err != nil || f.isYAML() || f.Kind == NotOurs || f.Dir == "" || ctx.Err() != nil {
			continue
		}
		targets := s.newResolver(f)
		for _, l := range f.linkPlaces() {
			if d := parseDestination(l.destination); d.kind != relativePath || !m.mayConcern(f, d) {
				continue
			}
			if t := targets.resolve(l.destination); t.exists == present {
				if _, gone := m.of(t.actual); gone {
					broken = append(broken, Reference{Path: f.Path, Span: l.pathOr(f.Doc.Source)})
				}
			}
		}
	}
	return broken
}
