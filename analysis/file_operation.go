package analysis

import (
	"context"
	"path/filepath"
	"slices"

	"skills-ls/skills"
	"skills-ls/skills/vfs"
)

// WillRename returns the edits that keep links and names right when the user renames or moves files and
// directories. The edits are for the files as they are before. A skill with the name of its directory is
// renamed like the directory, if the new name is valid. Mentions by the directory's name are changed too,
// except those that may mean another skill. The error is a [RenameError] or the context's.
//
// WillRename refuses nothing: the user has decided, and rules report the problems afterwards.
func (s *Snapshot) WillRename(ctx context.Context, renames []Rename) ([]Edit, error) {
	r := s.newRefactorer(ctx)
	r.relocate(renames)
	for _, rename := range renames {
		r.followDirectory(Rename{From: s.FolderPath(vfs.CleanPath(rename.From)), To: s.FolderPath(vfs.CleanPath(rename.To))})
	}
	result, err := r.refactoring()
	if err != nil {
		return nil, err
	}
	return result.Edits, nil
}

// followDirectory renames the skill in a directory that is about to be renamed.
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
	if head := headOf(f.Doc); head.name != "" && head.name != old { // the author chose another name
		if kebab(name) == name {
			_ = r.renameMentions(path, old, name, nil, false) // of agents that use the directory's name
		}
		return
	}
	own := s.newRefactorer(r.ctx)
	own.rename(f, name)
	if s.nameProblem(own, f, &directory, name) != nil {
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
	Links    []Reference // links that will be broken
	Mentions []Reference // mentions of names that no skill will have
}

// WillDelete returns what breaks when the user deletes files and directories. It is incomplete if ctx is
// canceled.
func (s *Snapshot) WillDelete(ctx context.Context, paths []string) Loss {
	var renames []Rename
	for _, path := range paths {
		renames = append(renames, Rename{From: path})
	}
	m := s.relocation(renames)
	return Loss{Links: m.lostLinks(ctx), Mentions: m.lostMentions(ctx)}
}

func (m *relocation) lostLinks(ctx context.Context) []Reference {
	s := m.snapshot
	var lost []Reference
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
					lost = append(lost, Reference{Path: f.Path, Span: l.pathOr(f.Doc.Source)})
				}
			}
		}
	}
	return lost
}

func (m *relocation) lostMentions(ctx context.Context) []Reference {
	s := m.snapshot
	names := m.skillNames()
	var mentioning []string
	ix := s.index()
	ix.mu.RLock()
	for name := range names {
		mentioning = append(mentioning, ix.mention[name]...)
	}
	ix.mu.RUnlock()
	var lost []Reference
	for _, candidate := range s.asOpen(mentioning) {
		f, err := s.File(candidate)
		if _, gone := m.of(candidate); gone || err != nil || f.Kind == NotOurs || ctx.Err() != nil {
			continue
		}
		for _, mention := range s.allMentions(f) {
			if mention.Kind == skills.LinkedMention || !names[mention.Name] || isVariable(f.Doc.Source, mention) || mention.Kind == skills.SlashMention && !s.readsSlash(f) {
				continue
			}
			meant := s.known(ctx, f).named(mention.Name)
			stays := slices.ContainsFunc(meant, func(skill skills.Skill) bool {
				_, gone := m.of(s.FolderPath(skill.Path))
				return !gone
			})
			if len(meant) > 0 && !stays {
				lost = append(lost, Reference{Path: f.Path, Span: mention.NameSpan})
			}
		}
	}
	return lost
}

// skillNames returns the names that mentions of the skills among the renamed files may use.
func (m *relocation) skillNames() map[string]bool {
	names := make(map[string]bool)
	ix := m.snapshot.index()
	var files []string
	ix.mu.RLock()
	for path := range ix.files {
		if isSkillFileName(filepath.Base(path)) {
			files = append(files, path)
		}
	}
	ix.mu.RUnlock()
	for _, path := range m.snapshot.asOpen(files) {
		if _, moved := m.of(path); !moved {
			continue
		}
		names[filepath.Base(filepath.Dir(path))] = true
		if head, ok := m.snapshot.head(path); ok && head.name != "" {
			names[head.name] = true
		}
	}
	return names
}
