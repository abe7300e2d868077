package opencode

import (
	"path/filepath"

	"skills-ls/skills/agents/kit"
	"skills-ls/skills/vfs"
)

// ignoreFiles are the files that ripgrep reads in each directory, the strongest first. Git's counts only in a
// repository.
var ignoreFiles = [...]string{".rgignore", ".ignore", ".gitignore"}

const gitIgnores = 2 // index of git's

// An ignoreLevel has the patterns of the ignore files in a directory, and of those above it.
type ignoreLevel struct {
	parent   *ignoreLevel // nil at the file system's root
	dir      string
	isGit    bool // the directory holds .git
	patterns [len(ignoreFiles)][]kit.IgnorePattern
}

// ignoresAbove returns the level of the parent of a real directory.
func ignoresAbove(fsys vfs.FS, real string) *ignoreLevel {
	parent := filepath.Dir(real)
	if parent == real {
		return nil
	}
	return ignoresAbove(fsys, parent).below(fsys, parent)
}

// below returns the level of a directory below that of l.
func (l *ignoreLevel) below(fsys vfs.FS, dir string) *ignoreLevel {
	next := &ignoreLevel{parent: l, dir: dir}
	if _, err := fsys.Stat(filepath.Join(dir, ".git")); err == nil {
		next.isGit = true
	}
	for i, name := range ignoreFiles {
		if text, err := fsys.ReadFile(filepath.Join(dir, name)); err == nil {
			next.patterns[i] = kit.ParseIgnore(text, "")
		}
	}
	return next
}

// ignores reports whether ripgrep skips a path below the level's directory. For each kind of ignore file, the
// nearest one with a pattern that matches the path decides, and in it the last such line.
func (l *ignoreLevel) ignores(path string, isDir bool) bool {
	inGit := false
	for level := l; level != nil; level = level.parent {
		inGit = inGit || level.isGit
	}
	for kind := range ignoreFiles {
		if kind == gitIgnores && !inGit {
			continue
		}
		for level := l; level != nil; level = level.parent {
			if ignored, decided := kit.Ignored(level.patterns[kind], level.dir, path, isDir); decided {
				return ignored
			}
			if kind == gitIgnores && level.isGit {
				break
			}
		}
	}
	return false
}
