package vantage

import (
	"context"
	"path/filepath"
	"slices"

	"skills-ls/analysis/file"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/vfs"
)

// Distinct returns the skills without those whose file is in the list already, under another path.
func Distinct(s *workspace.Snapshot, list []*skills.Skill) []*skills.Skill {
	if len(list) < 2 {
		return list
	}
	seen := make(map[string]bool)
	return slices.DeleteFunc(slices.Clone(list), func(skill *skills.Skill) bool {
		real := s.RealPath(skill.Path)
		again := seen[real]
		seen[real] = true
		return again
	})
}

// ShownPath returns a path for display: relative to a workspace folder or to the home directory, with
// slashes.
func ShownPath(s *workspace.Snapshot, path string) string {
	path = s.FolderPath(path)
	for _, folder := range s.Config().Folders {
		if rest, ok := vfs.CutDir(path, folder); ok && rest != "" {
			return filepath.ToSlash(rest)
		}
	}
	if s.Config().Home != "" {
		for _, home := range []string{s.Config().Home, s.RealPath(s.Config().Home)} {
			if rest, ok := vfs.CutDir(path, home); ok {
				return filepath.ToSlash(filepath.Join("~", rest))
			}
		}
	}
	return filepath.ToSlash(path)
}

// OtherWithName returns the path of another skill with a name, among those that agents find beside the skill, and its
// neighbors.
func OtherWithName(ctx context.Context, s *workspace.Snapshot, f *file.File, name string) (path string, ok bool) {
	own := s.RealPath(f.Path)
	for _, other := range VisibleSkills(ctx, s, f).namedNear(name) {
		if s.RealPath(other.Path) != own {
			return other.Path, true
		}
	}
	return "", false
}
