package workspace

import (
	"path/filepath"
	"strings"

	"skills-ls/analysis/file"
)

// companionSkill returns the directory of the skill that a companion belongs to. It returns false if the file
// is not at the path of a companion or the directory has no SKILL.md.
func companionSkill(s *Snapshot, fl string) (skill string, ok bool) {
	if !file.CompanionNames()[filepath.Base(fl)] {
		return "", false
	}
	dir := s.FolderDir(fl)
	full := filepath.ToSlash(filepath.Join(dir, filepath.Base(fl)))
	for _, rel := range file.CompanionPaths() {
		if skill, ok := strings.CutSuffix(full, "/"+rel); ok && PlaceOf(s, filepath.FromSlash(skill)).HasSkill {
			return filepath.FromSlash(skill), true
		}
	}
	return "", false
}
