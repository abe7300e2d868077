package analysis

import (
	"context"
	"path/filepath"
	"slices"

	"skills-ls/skills"
	"skills-ls/skills/vfs"
)

// distinct removes the skills whose file is in the list already, under another path.
func (s *Snapshot) distinct(list []skills.Skill) []skills.Skill {
	if len(list) < 2 {
		return list
	}
	seen := make(map[string]bool)
	return slices.DeleteFunc(list, func(skill skills.Skill) bool {
		real := s.realPath(skill.Path)
		again := seen[real]
		seen[real] = true
		return again
	})
}

// shownPath returns a path for display: relative to a workspace folder or to the home directory, with
// slashes.
func (s *Snapshot) shownPath(path string) string {
	path = s.FolderPath(path)
	for _, folder := range s.cfg.Folders {
		if rest, ok := vfs.CutDir(path, folder); ok && rest != "" {
			return filepath.ToSlash(rest)
		}
	}
	if s.cfg.Home != "" {
		for _, home := range []string{s.cfg.Home, s.realPath(s.cfg.Home)} {
			if rest, ok := vfs.CutDir(path, home); ok {
				return filepath.ToSlash(filepath.Join("~", rest))
			}
		}
	}
	return filepath.ToSlash(path)
}

// namesake returns the path of another skill with a name, among those that the skill's text may refer to.
func (s *Snapshot) namesake(ctx context.Context, f *File, name string) (path string, ok bool) {
	own := s.realPath(f.Path)
	for _, other := range s.known(ctx, f).named(name) {
		if s.realPath(other.Path) != own {
			return other.Path, true
		}
	}
	return "", false
}
