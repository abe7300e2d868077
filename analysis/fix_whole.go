package analysis

import (
	"context"
	"errors"
	"path/filepath"
	"slices"

	"skills-ls/skills"
	"skills-ls/skills/vfs"
)

// ReachesOut reports whether a fix gives something another name, so that more has to change than it says: see [Snapshot.WholeFix].
func (s *Snapshot) ReachesOut(fix *Fix) bool {
	if fix.Rename != nil {
		return true
	}
	_, _, ok := s.renamedSkill(fix)
	return ok
}

// WholeFix returns a fix with all that has to change along. Rules leave that out, since it takes a look into other files. For a fix that
// renames a file or directory this is what [Snapshot.WillRename] keeps right, and the mentions by a name that the skill in the directory loses;
// for one that gives a skill another name in its field, the mentions by the old one. Any other fix comes back as it is. The edits of one file
// do not overlap. The error is a [RenameError], which a fix of the field alone never is, or the context's.
func (s *Snapshot) WholeFix(ctx context.Context, fix Fix) (Fix, error) {
	if fix.Rename != nil {
		return s.wholeMove(ctx, fix)
	}
	if f, name, ok := s.renamedSkill(&fix); ok {
		return s.wholeName(ctx, fix, f, name)
	}
	return fix, nil
}

// renamedSkill returns the skill that a fix gives another name in its field, and that name. It returns false where it had none, or has none
// afterwards.
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

// wholeName lets the mentions of a skill follow the name that a fix gives it. They stay where that may mean another skill afterwards, as do those
// that may mean one already. Agents refuse the skill as long as nobody makes the fix: it is made without them where they are not known, or
// cannot be changed.
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
	case slices.ContainsFunc(s.cfg.Folders, func(folder string) bool { return within(move.From, folder) }):
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

// mentionByDirectory lets all mentions of the skill in a directory name it as the directory is about to be called, whatever they name it by
// now. Those that may mean another skill stay as they are.
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

// insist adds edits, in the place of those that they overlap.
func (r *refactorer) insist(edits []Edit) {
	for _, e := range edits {
		r.edits[e.Path] = slices.DeleteFunc(r.edits[e.Path], func(other Edit) bool { return other.Span.Overlaps(e.Span) })
	}
	for _, e := range edits {
		r.edits[e.Path] = append(r.edits[e.Path], e)
	}
}
