package refactor

import (
	"context"
	"path/filepath"
	"slices"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
	"skills-ls/analysis/index"
	"skills-ls/analysis/manifest"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/vfs"
)

// WillRename returns the edits that keep links and names right when the user renames or moves files and
// directories. The edits are for the files as they are before. A skill with the name of its directory is
// renamed like the directory, if the new name is valid. Mentions by the directory's name are changed too,
// except those that may mean another skill. The error is a [RefusedError] or the context's.
//
// WillRename refuses nothing: the user has decided, and rules report the problems afterwards.
func WillRename(ctx context.Context, s *workspace.Snapshot, renames []diagnostic.Rename) ([]diagnostic.Edit, error) {
	r := newRefactorer(ctx, s)
	r.relocate(renames)
	for _, rename := range renames {
		r.followDirectory(diagnostic.Rename{From: s.FolderPath(vfs.CleanPath(rename.From)), To: s.FolderPath(vfs.CleanPath(rename.To))})
	}
	result, err := r.refactoring()
	if err != nil {
		return nil, err
	}
	return result.Edits, nil
}

// followDirectory renames the skill in a directory that is about to be renamed.
func (r *refactorer) followDirectory(directory diagnostic.Rename) {
	s := r.snapshot
	old, name := filepath.Base(directory.From), filepath.Base(directory.To)
	if old == name || !workspace.PlaceOf(s, directory.From).HasSkill || !s.InFolders(directory.From) {
		return
	}
	path := vantage.SkillFileIn(s, directory.From)
	if open, ok := s.OpenAs(path); ok {
		path = open
	}
	f, err := s.File(path)
	if err != nil || f.Kind != file.SkillFile || !hasPlainName(f) {
		return
	}
	if head := index.HeadOf(f.Doc); head.Name != "" && head.Name != old { // the author chose another name
		if rules.Kebab(name) == name {
			_ = r.renameMentions(path, old, name, nil, false) // of agents that use the directory's name
		}
		return
	}
	own := newRefactorer(r.ctx, s)
	own.rename(f, name)
	if nameProblem(s, own, f, &directory, name) != nil {
		return // name/directory reports the problem and offers fixes
	}
	for _, e := range own.edits[f.Path] {
		r.replace(f, e.Span, e.Text)
	}
	_ = r.renameMentions(path, old, name, nil, false) // fails only if it is strict
}

// A Loss is what breaks when the user deletes files and directories: places outside them that refer to them,
// or to something in them. Both lists are sorted by path and span.
type Loss struct {
	Links    []refs.Reference // links that will be broken
	Mentions []refs.Reference // mentions of names that no skill will have
}

// WillDelete returns what breaks when the user deletes files and directories. It is incomplete if ctx is
// canceled.
func WillDelete(ctx context.Context, s *workspace.Snapshot, paths []string) Loss {
	var renames []diagnostic.Rename
	for _, path := range paths {
		renames = append(renames, diagnostic.Rename{From: path})
	}
	m := relocationOf(s, renames)
	return Loss{Links: m.lostLinks(ctx), Mentions: m.lostMentions(ctx)}
}

func (m *relocation) lostLinks(ctx context.Context) []refs.Reference {
	s := m.snapshot
	var lost []refs.Reference
	for _, candidate := range m.candidates() {
		f, err := s.File(candidate)
		if _, gone := m.of(candidate); gone || err != nil || f.IsData() || f.Kind == file.NotOurs || f.Dir == "" || ctx.Err() != nil {
			continue
		}
		targets := workspace.NewResolver(s, f)
		for _, l := range refs.LinkPlaces(f) {
			if d := file.ParseDestination(l.Destination); d.Kind != file.RelativePath || !m.mayConcern(f, d) {
				continue
			}
			if t := targets.Resolve(l.Destination); t.Exists == workspace.Present {
				if _, gone := m.of(t.Actual); gone {
					lost = append(lost, refs.Reference{Path: f.Path, Span: l.PathOr(f.Doc.Source)})
				}
			}
		}
	}
	for _, f := range manifestsIn(s) {
		if _, gone := m.of(f.Path); gone {
			continue
		}
		for p := range m.movedPaths(f) {
			lost = append(lost, refs.Reference{Path: f.Path, Span: manifest.Inside(p.Value)})
		}
	}
	return lost
}

func (m *relocation) lostMentions(ctx context.Context) []refs.Reference {
	s := m.snapshot
	names := m.skillNames()
	var mentioning []string
	ix := s.Index()
	ix.Mu.RLock()
	for name := range names {
		mentioning = append(mentioning, ix.Mentioning(name)...)
	}
	ix.Mu.RUnlock()
	var lost []refs.Reference
	for _, candidate := range workspace.AsOpen(s, mentioning) {
		f, err := s.File(candidate)
		if _, gone := m.of(candidate); gone || err != nil || f.Kind == file.NotOurs || ctx.Err() != nil {
			continue
		}
		for _, mention := range refs.AllMentions(s, f) {
			if mention.Kind == skills.LinkedMention || !names[mention.Name] || refs.IsVariable(f.Doc.Source, mention) || mention.Kind == skills.SlashMention && !refs.ReadsSlash(s, f) {
				continue
			}
			meant := vantage.VisibleSkills(ctx, s, f).Named(mention.Name)
			stays := slices.ContainsFunc(meant, func(skill *skills.Skill) bool {
				_, gone := m.of(s.FolderPath(skill.Path))
				return !gone
			})
			if len(meant) > 0 && !stays {
				lost = append(lost, refs.Reference{Path: f.Path, Span: mention.NameSpan})
			}
		}
	}
	return lost
}

// skillNames returns the names that mentions of the skills among the renamed files may use.
func (m *relocation) skillNames() map[string]bool {
	names := make(map[string]bool)
	ix := m.snapshot.Index()
	var files []string
	ix.Mu.RLock()
	for path := range ix.Files {
		if file.IsSkillFileName(filepath.Base(path)) {
			files = append(files, path)
		}
	}
	ix.Mu.RUnlock()
	for _, path := range workspace.AsOpen(m.snapshot, files) {
		if _, moved := m.of(path); !moved {
			continue
		}
		dir := filepath.Dir(path)
		head, _ := m.snapshot.Head(path)
		for _, own := range []string{filepath.Base(dir), head.Name} {
			for _, name := range append(workspace.InstalledNames(m.snapshot, dir, own), own) {
				names[name] = true
			}
		}
	}
	delete(names, "")
	return names
}
