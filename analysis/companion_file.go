package analysis

import (
	"path/filepath"
	"strings"
)

// companionSkill returns the directory of the skill that a companion belongs to. It returns false if the file
// is not at the path of a companion or the directory has no SKILL.md.
func (s *Snapshot) companionSkill(file string) (skill string, ok bool) {
	if !companionNames()[filepath.Base(file)] {
		return "", false
	}
	dir := s.folderDir(file)
	full := filepath.ToSlash(filepath.Join(dir, filepath.Base(file)))
	for _, rel := range companionPaths() {
		if skill, ok := strings.CutSuffix(full, "/"+rel); ok && s.place(filepath.FromSlash(skill)).hasSkill {
			return filepath.FromSlash(skill), true
		}
	}
	return "", false
}
