package analysis

import (
	"context"
	"errors"
	"path/filepath"
	"slices"

	"skills-ls/skills"
	"skills-ls/skills/vfs"
)

// ReachesOut reports whether a fix renames something, so that more has to change than the fix says; see
// [Snapshot.WholeFix].
func (s *Snapshot) ReachesOut(fix *Fix) bool {
	if fix.Rename != nil {
		return true
	}
	_, _, ok := s.renamedSkill(fix)
	return ok
}

// WholeFix returns a fix with the changes that it requires elsewhere. Rules leave them out, since finding
// them takes a search of other files. For a fix that renames a file or directory, they are those of
// [Snapshot.WillRename], and the mentions by a name that the skill in the directory loses. For a fix that
// changes a skill's name field, they are the mentions by the old name. Any other fix is returned unchanged.
// The edits of one file do not overlap. The error is a [RenameError], which a fix of the field alone never
// causes, or the context's.
func (s *Snapshot) WholeFix(ctx context.Context, fix Fix) (Fix, error) {
	if fix.Rename != nil {
		return s.wholeMove(ctx, fix)
	}
	if f, name, ok := s.renamedSkill(&fix); ok {
		return s.wholeName(ctx, fix, f, name)
	}
	return fix, nil
}

// renamedSkill returns the skill whose name field a fix changes, and the new name. It returns false if the
// skill has no name before or after the fix.
func (s *Snapshot) renamedSkill(fix *Fix) (f *File, name string, ok bool) {
	if len(fix.Edits) == 0 || !filepath.IsAbs(fix.Edits[0].Path) {
		return nil, "", false
	}
	path := fix.Edits[0].Path
	f, err := s.File(path)
	if err != nil || f.Kind != SkillFile {
		return nil, "", false
	}
	e, ok := f.Doc.Frontmatter.Entry("name")
	if !ok || !slices.ContainsFunc(fix.Edits, func(edit Edit) bool { return edit.Span.Overlaps(e.ValueSpan) }) {
		return nil, "", false
	}
	was := f.Doc.Frontmatter.Name()
	name = skills.Parse(applyEdits(f.Doc.Source, sortedEdits(slices.Clone(fix.Edits)))).Frontmatter.Name()
	return f, name, was != "" && name != "" && name != was
}

// wholeName adds the edits of the mentions to a fix that renames a skill. It leaves out mentions that may
// mean another skill, before or after the fix. Agents reject the skill until the user applies the fix, so the
// fix is made without the mentions if they are not known yet or cannot be changed.
func (s *Snapshot) wholeName(ctx context.Context, fix Fix, f *File, name string) (Fix, error) {
	if _, taken := s.namesake(ctx, f, name); taken || !s.Scanned() {
		return fix, ctx.Err()
	}
	path := f.Path
	if open, ok := s.OpenAs(path); ok {
		path = open
	}
	r := s.newRefactorer(ctx)
	_ = r.renameMentions(path, f.Doc.Frontmatter.Name(), name, nil, false) // fails only if it is strict
	r.insist(fix.Edits)
	result, err := r.refactoring()
	if refused := (*RenameError)(nil); errors.As(err, &refused) {
		return fix, nil
	}
	if err != nil {
		return Fix{}, err
	}
	fix.Edits = result.Edits
	return fix, nil
}

func (s *Snapshot) wholeMove(ctx context.Context, fix Fix) (Fix, error) {
	move := Rename{From: s.FolderPath(vfs.CleanPath(fix.Rename.From)), To: s.FolderPath(vfs.CleanPath(fix.Rename.To))}
	switch {
	case !s.Scanned():
		return Fix{}, renameError(Unscanned, nil, "the workspace is still being read; what names this is not known yet")
	case s.isTaken(move.From, move.To):
		return Fix{}, renameError(Exists, []string{move.To}, "`%s` exists already", s.shownPath(move.To))
	case slices.ContainsFunc(s.cfg.Folders, func(folder string) bool { return vfs.Within(move.From, folder) }):
		return Fix{}, renameError(Outside, []string{move.From}, "`%s` is a folder of the workspace, which is not renamed from within", s.shownPath(move.From))
	}
	if f, name, ok := s.renamedSkill(&fix); ok {
		if other, taken := s.namesake(ctx, f, name); taken {
			return Fix{}, s.takenBy(name, other)
		}
	}
	if err := s.unlinked(ctx, move.From); err != nil {
		return Fix{}, err
	}
	r := s.newRefactorer(ctx)
	r.relocate([]Rename{move})
	r.mentionByDirectory(move)
	r.insist(fix.Edits)
	result, err := r.refactoring()
	if err != nil {
		return Fix{}, err
	}
	fix.Edits = result.Edits
	return fix, nil
}

// mentionByDirectory changes all mentions of the skill in a directory to the new name of the directory,
// regardless of the name that they use now. It leaves out mentions that may mean another skill.
func (r *refactorer) mentionByDirectory(move Rename) {
	s := r.snapshot
	if !s.place(move.From).hasSkill {
		return
	}
	path := s.skillFileIn(move.From)
	if open, ok := s.OpenAs(path); ok {
		path = open
	}
	name, names := filepath.Base(move.To), []string{filepath.Base(move.From)}
	if head, ok := s.head(path); ok && head.name != "" {
		names = append(names, head.name)
	}
	for _, old := range sorted(names) {
		if old != name {
			_ = r.renameMentions(path, old, name, nil, false) // fails only if it is strict
		}
	}
}

// insist adds edits, and removes the edits that they overlap.
func (r *refactorer) insist(edits []Edit) {
	for _, e := range edits {
		r.edits[e.Path] = slices.DeleteFunc(r.edits[e.Path], func(other Edit) bool { return other.Span.Overlaps(e.Span) })
	}
	for _, e := range edits {
		r.edits[e.Path] = append(r.edits[e.Path], e)
	}
}
