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
	w := ripgrepWalker{fsys: l.FS, dir: l.Skill.Dir}
	w.walk(real, "", ignoresAbove(l.FS, real))
	slices.Sort(w.files)
	return w.files, w.truncated
}

type ripgrepWalker struct {
	fsys      vfs.FS
	dir       string // the skill directory, as OpenCode names it
	files     []string
	entries   int
	truncated bool
}

// walk walks a real directory. rel is its path from the skill directory, with a slash at its end.
func (w *ripgrepWalker) walk(real, rel string, above *ignoreLevel) {
	level := above.below(w.fsys, real)
	entries, err := w.fsys.ReadDir(real)
	if err != nil {
		return
	}
	for _, e := range entries {
		if w.entries++; w.entries > skills.MaxScan {
			w.truncated = true
		}
		if w.truncated {
			return
		}
		path := filepath.Join(real, e.Name())
		switch {
		case e.Type()&fs.ModeSymlink != 0, rel == ".git/", level.ignores(path, e.IsDir()):
		case e.IsDir():
			w.walk(path, rel+e.Name()+"/", level)
		case e.Type().IsRegular() && !strings.Contains(rel+e.Name(), "SKILL.md"):
			w.files = append(w.files, filepath.Join(w.dir, filepath.FromSlash(rel), e.Name()))
		}
	}
}
