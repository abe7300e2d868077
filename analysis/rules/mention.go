package rules

import (
	"strings"

	"skills-ls/analysis/file"
	"skills-ls/skills"
)

// isJudgedByPath reports whether a linked mention names a skill's file that may be read, so that name and
// path can be compared.
func isJudgedByPath(p *Pass, m skills.Mention) bool {
	if !NamesSkillFile(m.Path) {
		return false
	}
	_, probed := p.MentionedPath(m)
	return probed
}

// NamesSkillFile reports whether a path, with slashes or backslashes, ends in the name of a skill's file.
func NamesSkillFile(path string) bool {
	return file.IsSkillFileName(path[strings.LastIndexAny(path, `/\`)+1:])
}
