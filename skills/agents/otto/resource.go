package otto

import (
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
)

// readResource returns the refusal of the tool skill for a name and a file (loadSubFile in tool.ts,
// loadSkillFile in loader.ts @47028d8a).
func readResource(l skills.ResourceLoad) skills.ResourceAnswer {
	answer := skills.ResourceAnswer{Tool: "skill"}
	if isReadable(l) {
		return answer
	}
	files := list(skills.Load{Skill: l.Skill, FS: l.FS})
	names := make([]string, len(files.list))
	for i, f := range files.list {
		names[i] = f.Rel
	}
	list := strings.Join(names, ", ")
	if list == "" {
		list = "none"
	}
	answer.Refused = "File '" + l.Path + "' not found or not readable in skill '" + l.Skill.Name + "'. Available files: " + list
	return answer
}

// isReadable reports whether otto reads a file. otto only compares the beginnings of paths, so that it also
// reads from a directory whose name begins with that of the skill directory, and it follows links. Files
// outside of the skill directory are not read here.
func isReadable(l skills.ResourceLoad) bool {
	resolved := filepath.Join(l.Skill.Dir, filepath.FromSlash(l.Path))
	extension := resolved[strings.LastIndexByte(resolved, '.')+1:] // of the whole path
	if !strings.HasPrefix(resolved, l.Skill.Dir) || !slices.Contains(extensions, kit.LowerASCII(extension)) {
		return false
	}
	info, err := l.FS.Stat(resolved)
	if err != nil || !info.Mode().IsRegular() || info.Size() > fileBytes {
		return false
	}
	if _, err := skills.FindResource(l.FS, l.Skill.Dir, filepath.ToSlash(l.Path)); err != nil {
		return true
	}
	_, err = l.FS.ReadFile(resolved)
	return err == nil
}
