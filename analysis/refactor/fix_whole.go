package refactor

import (
	"context"
	"errors"
	"path/filepath"
	"slices"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
	"skills-ls/analysis/index"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/vfs"
)

// ReachesOut reports whether a fix renames something, so that more has to change than the fix says; see
// [WholeFix].
func ReachesOut(s *workspace.Snapshot, fix *diagnostic.Fix) bool {
	if fix.Rename != nil {
		return true
	}
	_, _, ok := renamedSkill(s, fix)
	return ok
}

// WholeFix returns a fix with the changes that it requires elsewhere. Rules leave them out, since finding
// them takes a search of other files. For a fix that renames a file or directory, they are those of
// [WillRename], and the mentions by a name that the skill in the directory loses. For a fix that
// changes a skill's name field, they are the mentions by the old name. Any other fix is returned unchanged.
// The edits of one file do not overlap. The error is a [RefusedError], which a fix of the field alone never
// causes, or the context's.
func WholeFix(ctx context.Context, s *workspace.Snapshot, fix diagnostic.Fix) (diagnostic.Fix, error) {
	if fix.Rename != nil {
		return wholeMove(ctx, s, fix)
	}
	if f, name, ok := renamedSkill(s, &fix); ok {
		return wholeName(ctx, s, fix, f, name)
	}
	return fix, nil
}

// renamedSkill returns the skill whose name field a fix changes, and the new name. It returns false if the
// skill has no name before or after the fix.
func renamedSkill(s *workspace.Snapshot, fix *diagnostic.Fix) (f *file.File, name string, ok bool) {
	if len(fix.Edits) == 0 || !filepath.IsAbs(fix.Edits[0].Path) {
		return nil, "", false
	}
	path := fix.Edits[0].Path
	f, err := s.File(path)
	if err != nil || f.Kind != file.SkillFile {
		return nil, "", false
	}
	e, ok := f.Doc.Frontmatter.Entry("name")
	if !ok || !slices.ContainsFunc(fix.Edits, func(edit diagnostic.Edit) bool { return edit.Span.Overlaps(e.ValueSpan) }) {
		return nil, "", false
	}
	was := f.Doc.Frontmatter.Name()
	name = skills.Parse(diagnostic.ApplyEdits(f.Doc.Source, sortedEdits(slices.Clone(fix.Edits)))).Frontmatter.Name()
	return f, name, was != "" && name != "" && name != was
}

// wholeName adds the edits of the mentions to a fix that renames a skill. It leaves out mentions that may
// mean another skill, before or after the fix. Agents reject the skill until the user applies the fix, so the
// fix is made without the mentions if they are not known yet or cannot be changed.
func wholeName(ctx context.Context, s *workspace.Snapshot, fix diagnostic.Fix, f *file.File, name string) (diagnostic.Fix, error) {
	if _, taken := vantage.OtherWithName(ctx, s, f, name); taken || !workspace.Scanned(s) {
		return fix, ctx.Err()
	}
	path := f.Path
	if open, ok := s.OpenAs(path); ok {
		path = open
	}
	r := newRefactorer(ctx, s)
	_ = r.renameMentions(path, f.Doc.Frontmatter.Name(), name, nil, false) // fails only if it is strict
	r.insist(fix.Edits)
	result, err := r.refactoring()
	if refused := (*RefusedError)(nil); errors.As(err, &refused) {
		return fix, nil
	}
	if err != nil {
		return diagnostic.Fix{}, err
	}
	fix.Edits = result.Edits
	return fix, nil
}

func wholeMove(ctx context.Context, s *workspace.Snapshot, fix diagnostic.Fix) (diagnostic.Fix, error) {
	move := diagnostic.Rename{From: s.FolderPath(vfs.CleanPath(fix.Rename.From)), To: s.FolderPath(vfs.CleanPath(fix.Rename.To))}
	switch {
	case !workspace.Scanned(s):
		return diagnostic.Fix{}, refused(Unscanned, nil, "the workspace scan is not finished")
	case isTaken(s, move.From, move.To):
		return diagnostic.Fix{}, refused(Exists, []string{move.To}, "`%s` already exists", vantage.ShownPath(s, move.To))
	case slices.ContainsFunc(s.Config().Folders, func(folder string) bool { return vfs.Within(move.From, folder) }):
		return diagnostic.Fix{}, refused(Outside, []string{move.From}, "`%s` is a workspace folder, which cannot be renamed", vantage.ShownPath(s, move.From))
	}
	if f, name, ok := renamedSkill(s, &fix); ok {
		if other, taken := vantage.OtherWithName(ctx, s, f, name); taken {
			return diagnostic.Fix{}, takenBy(s, name, other)
		}
	}
	if err := unlinked(ctx, s, move.From); err != nil {
		return diagnostic.Fix{}, err
	}
	r := newRefactorer(ctx, s)
	r.relocate([]diagnostic.Rename{move})
	r.mentionByDirectory(move)
	r.insist(fix.Edits)
	result, err := r.refactoring()
	if err != nil {
		return diagnostic.Fix{}, err
	}
	fix.Edits = result.Edits
	return fix, nil
}

// mentionByDirectory changes all mentions of the skill in a directory to the new name of the directory,
// regardless of the name that they use now. It leaves out mentions that may mean another skill.
func (r *refactorer) mentionByDirectory(move diagnostic.Rename) {
	s := r.snapshot
	if !workspace.PlaceOf(s, move.From).HasSkill {
		return
	}
	path := vantage.SkillFileIn(s, move.From)
	if open, ok := s.OpenAs(path); ok {
		path = open
	}
	name, names := filepath.Base(move.To), []string{filepath.Base(move.From)}
	if head, ok := s.Head(path); ok && head.Name != "" {
		names = append(names, head.Name)
	}
	for _, old := range index.Sorted(names) {
		if old != name {
			_ = r.renameMentions(path, old, name, nil, false) // fails only if it is strict
		}
	}
}

// insist adds edits, and removes the edits that they overlap.
func (r *refactorer) insist(edits []diagnostic.Edit) {
	for _, e := range edits {
		r.edits[e.Path] = slices.DeleteFunc(r.edits[e.Path], func(other diagnostic.Edit) bool { return other.Span.Overlaps(e.Span) })
	}
	for _, e := range edits {
		r.edits[e.Path] = append(r.edits[e.Path], e)
		if f, err := r.snapshot.File(e.Path); err == nil { // else it has no headings to follow
			r.files[e.Path] = f
		}
	}
}
