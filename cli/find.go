package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"skills-ls/skills/vfs"

	"skills-ls/analysis/file"
	"skills-ls/analysis/workspace"
)

// maxFiles is the maximum number of files of one check.
const maxFiles = 200_000

// skippedDirs are directories that are never entered below a path that the user named. No file in them was
// written for an agent in this project.
var skippedDirs = []string{".git", ".hg", ".jj", ".svn", "node_modules"}

// A finder collects the files to check below the given paths.
type finder struct {
	ctx      context.Context
	fsys     vfs.FS
	snapshot *workspace.Snapshot
	progress *progress
	tell     func(path string) // called for every file that is found, at least once

	files    []string
	problems []problem
	given    map[string]bool // given paths that are files
	all      bool            // also find what git ignores and test data, because the user named it
	full     bool            // maxFiles was reached
	silent   bool            // the configuration excludes something
	walked   []string        // given directories that were walked
	listed   bool            // the paths come from a list, which may contain files that no rule checks
}

// A problem is something that kept a path from being checked.
type problem struct {
	path    string
	message string // what is wrong and what to do, without the path
	weight  weight
}

// A weight is the effect of a problem on the result of the check.
type weight uint8

const (
	failure weight = iota // the path should have been checked and could not be
	barren                // a directory contains nothing to check: probably a mistake, if it was the only path
	note                  // nothing failed: no rule checks the path
)

// find handles a path of the command line.
func (f *finder) find(path string) {
	info, err := f.fsys.Stat(path)
	switch {
	case err == nil && info.IsDir() && f.snapshot.Silent(path, true):
		f.leftOut(path)
	case err == nil && info.IsDir():
		f.tree(path)
	case err == nil:
		f.file(path)
	case f.isDangling(path) && f.snapshot.KindOf(path) == file.NotOurs:
		f.problems = append(f.problems, problem{path: path, message: "it is a link that leads nowhere, or in a circle; mend or delete it"})
	case f.isDangling(path):
		f.file(path) // a rule reports it
	case errors.Is(err, fs.ErrNotExist):
		f.problems = append(f.problems, problem{path: path, message: "it does not exist; check the spelling, or --cwd"})
	default:
		f.problems = append(f.problems, problem{path: path, message: unreadable(err)})
	}
}

// tree adds the files below a directory that the user named.
func (f *finder) tree(dir string) {
	files, problems := len(f.files), len(f.problems)
	f.silent = false
	f.walked = append(f.walked, dir)
	f.all = f.snapshot.Ignored(dir, true) // the user named an ignored directory
	f.dir(dir, isOurs(f.snapshot, dir))
	switch {
	case len(f.files) > files || len(f.problems) > problems || f.full || f.ctx.Err() != nil:
	case f.silent:
		f.leftOut(dir)
	default:
		f.problems = append(f.problems, problem{path: dir, weight: barren, message: "nothing to check: there is no SKILL.md below it, and no file of instructions such as AGENTS.md, but for what git ignores and what tests are made of (testdata, tests/**/fixtures)"})
	}
}

// file adds a file that the user named, or a note on why there is nothing to check.
func (f *finder) file(path string) {
	switch {
	case f.snapshot.KindOf(path) == file.NotOurs:
		f.note(path, "nothing to check: it is neither a SKILL.md, nor Markdown of a skill, nor agents/openai.yaml beside one, nor a file of instructions such as AGENTS.md")
		return
	case f.snapshot.Silent(path, false):
		f.leftOut(path)
		return
	}
	f.given[path] = true
	f.add(path)
}

// leftOut adds a note that the configuration excludes a path that the user named.
func (f *finder) leftOut(path string) {
	f.note(path, "nothing to check: the settings' `ignore` leaves it out")
}

// note adds a note on why there is nothing to check at a path. It adds none if the paths come from a list,
// which often contains all changed files.
func (f *finder) note(path, message string) {
	if !f.listed {
		f.problems = append(f.problems, problem{path: path, weight: note, message: message})
	}
}

func (f *finder) add(path string) {
	if len(f.files) == maxFiles {
		f.full = true
		return
	}
	f.files = append(f.files, path)
	f.tell(path)
	f.progress.found(len(f.files))
}

// dir adds the files below a directory. It does not follow links to directories, so it always ends.
func (f *finder) dir(dir string, isFileName bool) {
	if f.full || f.ctx.Err() != nil {
		return
	}
	if isFileName {
		f.add(dir) // a directory named SKILL.md hides the skill, and one named like the settings file has none
	}
	entries, err := f.snapshot.ReadDir(dir)
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) { // it may have been removed since its parent was read
			f.problems = append(f.problems, problem{path: dir, message: unreadable(err)})
		}
		return
	}
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		switch {
		case e.IsDir():
			if !slices.Contains(skippedDirs, e.Name()) && !f.ignored(path, true) {
				f.dir(path, isOurs(f.snapshot, path))
			}
		case f.wanted(path, e) && !f.ignored(path, false):
			f.add(path)
		}
	}
}

// ignored reports whether an entry of a directory is left out: by the configuration, or by git unless f.all
// is set.
func (f *finder) ignored(path string, isDir bool) bool {
	if f.snapshot.Silent(path, isDir) {
		f.silent = true
		return true
	}
	return !f.all && f.snapshot.Ignored(path, isDir)
}

// wanted reports whether to check an entry of a directory.
func (f *finder) wanted(path string, e fs.DirEntry) bool {
	switch f.snapshot.KindOf(path) {
	case file.NotOurs:
		return false
	case file.NativeFile:
		return len(workspace.NativeProblems(f.snapshot, path)) > 0 // other contents are not checked
	case file.SkillFile, file.ConfigFile:
		return true // of any type: rules report a pipe or a dangling link with such a name
	}
	if e.Type()&fs.ModeSymlink == 0 {
		return e.Type().IsRegular()
	}
	info, err := f.fsys.Stat(path)
	return err != nil || info.Mode().IsRegular()
}

// isDangling reports whether a path that cannot be followed is a symbolic link.
func (f *finder) isDangling(path string) bool {
	info, err := f.fsys.Lstat(path)
	return err == nil && info.Mode()&fs.ModeSymlink != 0
}

// isOurs reports whether a directory has the name of a skill file or of a configuration file.
func isOurs(s *workspace.Snapshot, dir string) bool {
	kind := s.KindOf(dir)
	return kind == file.SkillFile || kind == file.ConfigFile
}

// sorted returns the files in the order of the output, without duplicates.
func (f *finder) sorted() []string {
	slices.Sort(f.files)
	return slices.Compact(f.files)
}

// unreadable returns why a file or directory cannot be read, and what to do.
func unreadable(err error) string {
	cause := err
	var path *fs.PathError
	var tooLarge *vfs.TooLargeError
	var confined *vfs.ConfinedError
	switch {
	case errors.As(err, &tooLarge):
		return fmt.Sprintf("it exceeds %d bytes, the limit for such a file", cmp.Or(tooLarge.Limit, vfs.MaxFile))
	case errors.As(err, &confined):
		return "it is not read: " + confined.Why()
	}
	if errors.As(err, &path) {
		cause = path.Err
	}
	if errors.Is(err, fs.ErrPermission) {
		return "it cannot be read: permission denied; check its permissions and those of the directories above it"
	}
	return fmt.Sprintf("it cannot be read: %v", cause)
}
