package opencode

import (
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/vfs"
)

// listed is the maximum number of a skill's files that the tool lists (tool/skill.ts @097ed81e).
const listed = 10

// list returns the files of a skill's directory that the tool may list, sorted: those that
//
//	rg --files --hidden --glob=!.git/*
//
// lists there, without those whose path contains SKILL.md. It does not follow links, and leaves out ignored
// files. Not modeled: what git ignores by its own configuration (.git/info/exclude, core.excludesFile).
func list(l skills.Load) (files []string, truncated bool) {
	if l.FS == nil || l.Skill.Dir == "" {
		return nil, false
	}
	real, err := l.FS.RealPath(l.Skill.Dir)
	if err != nil {
		real = l.Skill.Dir
	}
	levels := map[string]*ignoreLevel{real: ignoresAbove(l.FS, real).below(l.FS, real)}
	complete := vfs.Walk(l.FS, real, skills.MaxScan, func(path string, e fs.DirEntry) bool {
		level := levels[filepath.Dir(path)]
		rel, _ := vfs.CutDir(path, real)
		inGit := strings.HasPrefix(filepath.ToSlash(rel), ".git/")
		if e.Type()&fs.ModeSymlink != 0 || inGit || level.ignores(path, e.IsDir()) {
			return false
		}
		if e.IsDir() {
			levels[path] = level.below(l.FS, path)
		} else if e.Type().IsRegular() && !strings.Contains(rel, "SKILL.md") {
			files = append(files, filepath.Join(l.Skill.Dir, rel))
		}
		return e.IsDir()
	})
	slices.Sort(files)
	return files, !complete
}
