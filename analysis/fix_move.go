package analysis

import (
	"context"
	"path/filepath"
	"slices"

	"skills-ls/skills"
)

// WholeMove returns a fix that renames a file or directory with all that has to change along: what [Snapshot.WillRename] keeps right, and
// the mentions by a name that the skill in the directory loses. Rules leave that out, since it takes a look into other files. Any other
// fix comes back as it is. The edits of one file do not overlap. The error is a [RenameError], or the context's.
func (s *Snapshot) WholeMove(ctx context.Context, fix Fix) (Fix, error) {
	if fix.Rename == nil {
		return fix, nil
	}
	move := Rename{From: s.FolderPath(skills.CleanPath(fix.Rename.From)), To: s.FolderPath(skills.CleanPath(fix.Rename.To))}
	switch {
	case !s.Scanned():
		return Fix{}, renameError(Unscanned, nil, "the workspace is still being read; what names this is not known yet")
	case s.isTaken(move.From, move.To):
		return Fix{}, renameError(Exists, []string{move.To}, "`%s` exists already", s.shownPath(move.To))
	case slices.ContainsFunc(s.cfg.Folders, func(folder string) bool { return within(move.From, folder) }):
		return Fix{}, renameError(Outside, []string{move.From}, "`%s` is a folder of the workspace, which is not renamed from within", s.shownPath(move.From))
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
