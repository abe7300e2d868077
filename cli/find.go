package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"skills-ls/analysis"
	"skills-ls/skills/vfs"
)

// maxFiles is how many files one check looks at.
const maxFiles = 200_000

// skippedDirs are never entered below a path that was given: they hold no text that somebody wrote for an agent here.
var skippedDirs = []string{".git", ".hg", ".jj", ".svn", "node_modules"}

// A finder collects the files below the given paths that there is something to say about.
type finder struct {
	ctx      context.Context
	fsys     vfs.FS
	snapshot *analysis.Snapshot
	progress *progress
	tell     func(path string) // called with every file that was found, once or more often

	files    []string
	problems []problem
	given    map[string]bool // paths given that are files
	all      bool            // what git ignores, or tests are made of, is wanted too, since it was asked for by name
	full     bool            // maxFiles was reached
	silent   bool            // settings leave something out
	walked   []string        // directories given that were gone through
	listed   bool            // the paths come from a list, in which there is more than what is ours
}

// A problem is something that kept a path from being checked.
type problem struct {
	path    string
	message string // what is wrong and what to do, without the path
	weight  weight
}

// A weight says what a problem means for the check as a whole.
type weight uint8

const (
	failure weight = iota // the path was to be checked and could not be
	barren                // a directory holds nothing to check: likely the wrong one, if there was nothing else
	note                  // nothing failed: the path is none that anything is said about
)

// find looks at a path of the command line.
func (f *finder) find(path string) {
	info, err := f.fsys.Stat(path)
	switch {
	case err == nil && info.IsDir() && f.snapshot.Silent(path, true):
		f.leftOut(path)
	case err == nil && info.IsDir():
		f.tree(path)
	case err == nil:
		f.file(path)
	case f.isDangling(path) && f.snapshot.KindOf(path) == analysis.NotOurs:
		f.problems = append(f.problems, problem{path: path, message: "it is a link that leads nowhere, or in a circle; mend or delete it"})
	case f.isDangling(path):
		f.file(path) // the rules say what is wrong with it
	case errors.Is(err, fs.ErrNotExist):
		f.problems = append(f.problems, problem{path: path, message: "it does not exist; check the spelling, or --cwd"})
	default:
		f.problems = append(f.problems, problem{path: path, message: unreadable(err)})
	}
}

// tree adds what is below a directory that was given by name.
func (f *finder) tree(dir string) {
	files, problems := len(f.files), len(f.problems)
	f.silent = false
	f.walked = append(f.walked, dir)
	f.all = f.snapshot.Ignored(dir, true) // somebody wants to know all the same
	f.dir(dir, isOurs(f.snapshot, dir))
	switch {
	case len(f.files) > files || len(f.problems) > problems || f.full || f.ctx.Err() != nil:
	case f.silent:
		f.leftOut(dir)
	default:
		f.problems = append(f.problems, problem{path: dir, weight: barren, message: "nothing to check: there is no SKILL.md below it, and no file of instructions such as AGENTS.md, but for what git ignores and what tests are made of (testdata, tests/**/fixtures)"})
	}
}

// file adds a file that was given by name.
func (f *finder) file(path string) {
	switch {
	case f.snapshot.KindOf(path) == analysis.NotOurs:
		f.note(path, "nothing to check: it is neither a SKILL.md, nor Markdown of a skill, nor agents/openai.yaml beside one, nor a file of instructions such as AGENTS.md")
		return
	case f.snapshot.Silent(path, false):
		f.leftOut(path)
		return
	}
	f.given[path] = true
	f.add(path)
}

// leftOut tells that settings leave out a path that was given by name.
func (f *finder) leftOut(path string) {
	f.note(path, "nothing to check: the settings' `ignore` leaves it out")
}

// note tells why there is nothing to say about a path. Of what somebody named that is of interest; a list is often made of all files
// that changed.
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

// dir looks at everything below a directory. Links to directories are not entered, which is why there is always an end.
func (f *finder) dir(dir string, isFileName bool) {
	if f.full || f.ctx.Err() != nil {
		return
	}
	if isFileName {
		f.add(dir) // a directory called SKILL.md hides the skill from every agent, and one of settings holds none
	}
	entries, err := f.snapshot.ReadDir(dir)
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) { // it may have gone since its parent was read
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

// ignored reports whether an entry of a directory is left out: by the settings, or unless all is wanted, by git.
func (f *finder) ignored(path string, isDir bool) bool {
	if f.snapshot.Silent(path, isDir) {
		f.silent = true
		return true
	}
	return !f.all && f.snapshot.Ignored(path, isDir)
}

// wanted reports whether an entry of a directory is to be checked.
func (f *finder) wanted(path string, e fs.DirEntry) bool {
	switch f.snapshot.KindOf(path) {
	case analysis.NotOurs:
		return false
	case analysis.NativeFile:
		return len(f.snapshot.NativeProblems(path)) > 0 // what agents do with it is their business
	case analysis.SkillFile, analysis.ConfigFile:
		return true // whatever it is: a pipe or a link to nowhere under that name is worth a finding
	}
	if e.Type()&fs.ModeSymlink == 0 {
		return e.Type().IsRegular()
	}
	info, err := f.fsys.Stat(path)
	return err != nil || info.Mode().IsRegular()
}

// isDangling reports whether a path is a link that leads nowhere.
func (f *finder) isDangling(path string) bool {
	info, err := f.fsys.Lstat(path)
	return err == nil && info.Mode()&fs.ModeSymlink != 0
}

// isOurs reports whether a directory has the name of a file that there is something to say about.
func isOurs(s *analysis.Snapshot, dir string) bool {
	kind := s.KindOf(dir)
	return kind == analysis.SkillFile || kind == analysis.ConfigFile
}

// sorted returns the files in the order of the output, each once.
func (f *finder) sorted() []string {
	slices.Sort(f.files)
	return slices.Compact(f.files)
}

// unreadable says why a file or directory cannot be read, and what helps.
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
