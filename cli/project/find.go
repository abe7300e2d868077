package project

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"skills-ls/analysis/file"
	"skills-ls/analysis/workspace"
	"skills-ls/cli/term"
	"skills-ls/skills/vfs"
)

// MaxFiles is the maximum number of files of one check.
const MaxFiles = 200_000

// skippedDirs are directories that are never entered below a path that the user named. No file in them was
// written for an agent in this project.
var skippedDirs = []string{".git", ".hg", ".jj", ".svn", "node_modules"}

// A Finder collects the files to check below the given paths.
type Finder struct {
	Ctx      context.Context
	Fsys     vfs.FS
	Snapshot *workspace.Snapshot
	Progress *term.Progress
	Tell     func(path string) // called for every file that is found, at least once

	Files    []string
	Problems []Problem
	Given    map[string]bool // given paths that are files
	all      bool            // also find what git ignores and test data, because the user named it
	Full     bool            // MaxFiles was reached
	silent   bool            // the configuration excludes something
	Walked   []string        // given directories that were walked
	Listed   bool            // the paths come from a list, which may contain files that no rule checks
}

// A Problem is something that kept a path from being checked.
type Problem struct {
	Path    string
	Message string // what is wrong and what to do, without the path
	Weight  Weight
}

// A Weight is the effect of a problem on the result of the check.
type Weight uint8

const (
	Failure Weight = iota // the path should have been checked and could not be
	Barren                // a directory contains nothing to check: probably a mistake, if it was the only path
	Note                  // nothing failed: no rule checks the path
)

// Find handles a path of the command line.
func (f *Finder) Find(path string) {
	info, err := f.Fsys.Stat(path)
	switch {
	case err == nil && info.IsDir() && f.Snapshot.Silent(path, true):
		f.leftOut(path)
	case err == nil && info.IsDir():
		f.tree(path)
	case err == nil:
		f.File(path)
	case f.isDangling(path) && f.Snapshot.KindOf(path) == file.NotOurs:
		f.Problems = append(f.Problems, Problem{Path: path, Message: "broken symbolic link: fix or delete it"})
	case f.isDangling(path):
		f.File(path) // a rule reports it
	case errors.Is(err, fs.ErrNotExist):
		f.Problems = append(f.Problems, Problem{Path: path, Message: "file not found: check the spelling or --cwd"})
	default:
		f.Problems = append(f.Problems, Problem{Path: path, Message: Unreadable(err)})
	}
}

// tree adds the files below a directory that the user named.
func (f *Finder) tree(dir string) {
	files, problems := len(f.Files), len(f.Problems)
	f.silent = false
	f.Walked = append(f.Walked, dir)
	f.all = f.Snapshot.Ignored(dir, true) // the user named an ignored directory
	f.dir(dir, isOurs(f.Snapshot, dir))
	switch {
	case len(f.Files) > files || len(f.Problems) > problems || f.Full || f.Ctx.Err() != nil:
	case f.silent:
		f.leftOut(dir)
	default:
		f.Problems = append(f.Problems, Problem{Path: dir, Weight: Barren, Message: "nothing to check: no SKILL.md and no instructions such as AGENTS.md (files that Git ignores and test data are skipped)"})
	}
}

// File adds a file that the user named, or a note on why there is nothing to check.
func (f *Finder) File(path string) {
	switch {
	case f.Snapshot.KindOf(path) == file.NotOurs:
		f.note(path, "nothing to check: not a SKILL.md, not another file of a skill that is checked, and not instructions such as AGENTS.md")
		return
	case f.Snapshot.Silent(path, false):
		f.leftOut(path)
		return
	}
	f.Given[path] = true
	f.add(path)
}

// leftOut adds a note that the configuration excludes a path that the user named.
func (f *Finder) leftOut(path string) {
	f.note(path, "nothing to check: ignored by the configuration")
}

// note adds a note on why there is nothing to check at a path. It adds none if the paths come from a list,
// which often contains all changed files.
func (f *Finder) note(path, message string) {
	if !f.Listed {
		f.Problems = append(f.Problems, Problem{Path: path, Weight: Note, Message: message})
	}
}

func (f *Finder) add(path string) {
	if len(f.Files) == MaxFiles {
		f.Full = true
		return
	}
	f.Files = append(f.Files, path)
	f.Tell(path)
	f.Progress.Found(len(f.Files))
}

// dir adds the files below a directory. It does not follow links to directories, so it always ends.
func (f *Finder) dir(dir string, isFileName bool) {
	if f.Full || f.Ctx.Err() != nil {
		return
	}
	if isFileName {
		f.add(dir) // a directory named SKILL.md hides the skill, and one named like the settings file has none
	}
	entries, err := f.Snapshot.ReadDir(dir)
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) { // it may have been removed since its parent was read
			f.Problems = append(f.Problems, Problem{Path: dir, Message: Unreadable(err)})
		}
		return
	}
	for _, e := range entries {
		path := vfs.Child(dir, e.Name())
		switch {
		case e.IsDir():
			if !slices.Contains(skippedDirs, e.Name()) && !f.ignored(path, true) {
				f.dir(path, isOurs(f.Snapshot, path))
			}
		case f.wanted(path, e) && !f.ignored(path, false):
			f.add(path)
		}
	}
}

// ignored reports whether an entry of a directory is left out: by the configuration, or by git unless f.all
// is set.
func (f *Finder) ignored(path string, isDir bool) bool {
	silent, ignored := workspace.Excluded(f.Snapshot, path, isDir)
	f.silent = f.silent || silent
	return silent || ignored && !f.all
}

// wanted reports whether to check an entry of a directory.
func (f *Finder) wanted(path string, e fs.DirEntry) bool {
	switch f.Snapshot.KindOf(path) {
	case file.NotOurs:
		return false
	case file.NativeFile:
		return len(workspace.NativeProblems(f.Snapshot, path)) > 0 // other contents are not checked
	case file.SkillFile, file.ConfigFile:
		return true // of any type: rules report a pipe or a dangling link with such a name
	}
	if e.Type()&fs.ModeSymlink == 0 {
		return e.Type().IsRegular()
	}
	info, err := f.Fsys.Stat(path)
	return err != nil || info.Mode().IsRegular()
}

// isDangling reports whether a path that cannot be followed is a symbolic link.
func (f *Finder) isDangling(path string) bool {
	info, err := f.Fsys.Lstat(path)
	return err == nil && info.Mode()&fs.ModeSymlink != 0
}

// isOurs reports whether a directory has the name of a skill file or of a configuration file.
func isOurs(s *workspace.Snapshot, dir string) bool {
	kind := s.KindOf(dir)
	return kind == file.SkillFile || kind == file.ConfigFile
}

// Sorted returns the files in the order of the output, without duplicates.
func (f *Finder) Sorted() []string {
	slices.Sort(f.Files)
	return slices.Compact(f.Files)
}

// Unreadable returns why a file or directory cannot be read, and what to do.
func Unreadable(err error) string {
	cause := err
	var path *fs.PathError
	var tooLarge *vfs.TooLargeError
	var confined *vfs.ConfinedError
	switch {
	case errors.As(err, &tooLarge):
		return fmt.Sprintf("file exceeds the limit of %d bytes", cmp.Or(tooLarge.Limit, vfs.MaxFile))
	case errors.As(err, &confined):
		return "not read: " + confined.Why()
	}
	if errors.As(err, &path) {
		cause = path.Err
	}
	if errors.Is(err, fs.ErrPermission) {
		return "permission denied: check the permissions of the file and of the directories above it"
	}
	return fmt.Sprintf("cannot be read: %v", cause)
}
