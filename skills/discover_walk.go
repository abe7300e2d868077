package skills

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"skills-ls/skills/vfs"
)

// A walker searches one root after another.
type walker struct {
	ctx   context.Context
	fsys  vfs.FS // by real path
	agent *Agent
	names []string
	out   *Discovery
	found map[string]bool // real paths of the files found, with [Walk].EachWay followed by the names of their directories
	told  map[string]bool // paths in out.Unread
	total int             // number of entries in all roots

	root          int    // the root being walked
	start         string // its path at the start of the walk
	follow        bool
	hidden        bool                                                             // names that begin with a dot are skipped
	ignoring      map[string]func(path string, isDir bool) (ignored, decided bool) // by directory below the root
	dirs, entries int
	entered       map[string]bool // real directories of this root; nil if links are not followed, since then none can recur
	stopped       bool            // a limit for this root was reached
	queue         []waiting       // directories still to be read in a broad walk
}

// A waiting is a directory to read, depth directories below the root. path is how the walk reached it.
type waiting struct {
	path, real string
	depth      int
}

func (w *walker) walk(root int, real string) {
	w.root, w.dirs, w.entries, w.entered, w.stopped = root, 0, 0, nil, false
	w.follow = w.agent.Walk.FollowDirs && !w.out.Roots[root].Root.NoLinks
	if w.follow {
		w.entered = make(map[string]bool)
	}
	if w.follow && w.agent.Walk.EachWay {
		w.enterAbove(w.out.Roots[root].Dir)
	}
	w.hidden = w.agent.Walk.SkipHidden || w.out.Roots[root].Root.NoHidden
	path := w.out.Roots[root].Dir
	if w.agent.Walk.RealRoots {
		path = real
	}
	w.start = path
	w.ignoring = make(map[string]func(string, bool) (bool, bool))
	before := len(w.out.Files)
	w.descend(path, real, 0)
	for len(w.queue) > 0 && !w.stopped && w.ctx.Err() == nil {
		next := w.queue[0]
		w.queue = w.queue[1:]
		w.read(next.path, next.real, next.depth)
	}
	w.queue = nil
	if w.agent.Walk.ByPath {
		slices.SortFunc(w.out.Files[before:], func(a, b SkillFile) int { return strings.Compare(a.Path, b.Path) })
	}
}

// descend enters a directory that is depth directories below the root, or in a broad walk adds it to the queue.
// path is how the walk reached it.
func (w *walker) descend(path, real string, depth int) {
	if !w.agent.Walk.Broad && (w.ctx.Err() != nil || w.full(0, 1)) {
		return
	}
	if w.follow {
		if w.entered[real] {
			return
		}
		w.entered[real] = true
		if w.agent.Walk.EachWay {
			defer delete(w.entered, real)
		}
	}
	if !w.agent.Walk.Broad {
		w.read(path, real, depth)
		return
	}
	if limit := w.agent.Walk.MaxDirs; limit > 0 && w.dirs == limit {
		w.out.Truncated = true
		return
	}
	w.dirs++
	w.queue = append(w.queue, waiting{path, real, depth})
}

// full counts entries and directories, and reports whether a limit has ended the walk.
func (w *walker) full(entries, dirs int) bool {
	w.entries += entries
	w.total += entries
	w.dirs += dirs
	limits := w.agent.Walk
	if limits.MaxEntries > 0 && w.entries > limits.MaxEntries || limits.MaxDirs > 0 && w.dirs > limits.MaxDirs || w.total > MaxScan {
		w.stopped, w.out.Truncated = true, true
	}
	return w.stopped
}

// enterAbove marks the directories above a root as entered, so that no link below the root leads to them.
func (w *walker) enterAbove(root string) {
	for dir := filepath.Dir(root); ; dir = filepath.Dir(dir) {
		if real, err := w.fsys.RealPath(dir); err == nil {
			w.entered[real] = true
		}
		if dir == filepath.Dir(dir) {
			return
		}
	}
}

// read processes the entries of a directory.
func (w *walker) read(path, real string, depth int) {
	entries, err := w.fsys.ReadDir(real)
	if err != nil {
		w.unread(path, err)
		return
	}
	if w.agent.Walk.Ignore != nil {
		w.ignoring[w.below(path)] = w.agent.Walk.Ignore(w.fsys, real, w.below(path))
	}
	limit := w.out.Roots[w.root].Root.Depth
	file := ""
	if depth > 0 || w.agent.Walk.AtRoot {
		links := w.agent.Walk.FollowFiles && (depth > 0 || !w.agent.Walk.PlainAtRoot)
		file = w.choose(path, real, entries, links)
	}
	if file != "" && w.agent.Walk.Leaves {
		w.add(childPaths(path, real, file))
		return
	}
	if w.agent.Walk.LastFirst {
		if file != "" {
			w.add(childPaths(path, real, file))
			file = ""
		}
		entries = slices.Clone(entries)
		slices.Reverse(entries)
	}
	if w.agent.Walk.LinksLast {
		entries = slices.Concat(slices.DeleteFunc(slices.Clone(entries), isLink), slices.DeleteFunc(slices.Clone(entries), isNoLink))
	}
	for _, e := range entries {
		if w.full(1, 0) {
			return
		}
		name := e.Name()
		if name == file || w.holdsFiles(depth) && w.isRootFile(path, real, e) {
			w.add(childPaths(path, real, name))
		}
		if limit > 0 && depth >= limit || w.hidden && name[0] == '.' || w.agent.Walk.Skips(name) || w.ignores(path, name, true) {
			continue
		}
		switch {
		case e.IsDir():
			childPath, childReal := childPaths(path, real, name)
			w.descend(childPath, childReal, depth+1)
		case w.follow && isLink(e):
			target, err := w.fsys.RealPath(filepath.Join(real, name))
			var confined *vfs.ConfinedError
			if errors.As(err, &confined) && confined.IsFile {
				continue // the agent does not enter it either
			}
			if err != nil {
				w.unread(filepath.Join(path, name), deadLink(err))
				continue
			}
			if w.agent.Walk.Unguarded && vfs.Within(target, real) {
				w.unread(filepath.Join(path, name), errEndless)
			}
			if info, err := w.fsys.Stat(target); err == nil && info.IsDir() {
				w.descend(filepath.Join(path, name), target, depth+1)
			}
		}
	}
}

// childPaths returns the path and the real path of an entry of a directory. They are the same string if no link leads
// to the directory: the catalogs of all agents keep them for each skill (BenchmarkEditorMemory).
func childPaths(path, real, name string) (childPath, childReal string) {
	childPath = vfs.Child(path, name)
	if path == real {
		return childPath, childPath
	}
	return childPath, vfs.Child(real, name)
}

// below returns the slash-separated path from the root to a path of the walk.
func (w *walker) below(path string) string {
	rest, _ := vfs.CutDir(path, w.start)
	return filepath.ToSlash(rest)
}

// ignores reports whether an ignore file excludes an entry of a directory.
func (w *walker) ignores(dir, name string, isDir bool) bool {
	if w.agent.Walk.Ignore == nil {
		return false
	}
	path := w.below(filepath.Join(dir, name))
	for at := path; at != ""; {
		at = at[:max(0, strings.LastIndexByte(at, '/'))]
		if ignored, decided := w.ignoring[at](path, isDir); decided {
			return ignored
		}
	}
	return false
}

// holdsFiles reports whether the files of [Walk].RootFiles are skills in directories that are depth
// directories below the root.
func (w *walker) holdsFiles(depth int) bool {
	return (depth > 0) == w.out.Roots[w.root].Root.FilesBelow
}

// isRootFile reports whether an entry of a directory is a skill file because of its directory and suffix.
func (w *walker) isRootFile(path, real string, e fs.DirEntry) bool {
	name := e.Name()
	if w.agent.Walk.RootFiles == "" || !strings.HasSuffix(name, w.agent.Walk.RootFiles) || slices.Contains(w.names, name) {
		return false // choose handles these names
	}
	if w.hidden && name[0] == '.' || w.ignores(path, name, false) {
		return false
	}
	if !isLink(e) {
		return e.Type().IsRegular()
	}
	info, err := w.fsys.Stat(filepath.Join(real, name))
	if err != nil {
		w.unread(filepath.Join(path, name), deadLink(err))
		return false
	}
	return w.agent.Walk.FollowFiles && info.Mode().IsRegular()
}

// choose returns the name of the skill file among the entries of a directory, or "". The file may be a
// symbolic link only if links is set.
func (w *walker) choose(path, real string, entries []fs.DirEntry, links bool) string {
	for _, name := range w.names {
		i, found := slices.BinarySearchFunc(entries, name, func(e fs.DirEntry, name string) int { return strings.Compare(e.Name(), name) })
		if !found || w.ignores(path, name, false) {
			continue
		}
		if entries[i].Type().IsRegular() {
			return name
		}
		info, err := entries[i].Info()
		if isLink(entries[i]) {
			info, err = w.fsys.Stat(filepath.Join(real, name))
			if err != nil {
				err = deadLink(err)
			}
		}
		switch {
		case err != nil:
			w.unread(filepath.Join(path, name), err)
		case info.IsDir() && w.agent.DirectoryFile != "":
			w.out.Refused = append(w.out.Refused, LoadError{filepath.Join(path, name), w.agent.DirectoryFile})
		case !info.Mode().IsRegular():
			w.unread(filepath.Join(path, name), vfs.ErrNotRegular)
		case links: // otherwise the agent ignores the link
			return name
		}
	}
	return ""
}

// add records a file that was found at path. real is its path below the real path of its directory.
func (w *walker) add(path, real string) {
	if w.agent.Walk.FollowFiles {
		target, err := w.fsys.RealPath(real)
		if err != nil {
			return
		}
		real = target
	}
	file := SkillFile{Path: path, Real: real, Scope: w.out.Roots[w.root].Root.Scope, Root: w.root}
	way := w.agent.Walk.way(file)
	if w.found[way] && !lastCounts(w.agent.Duplicates) {
		return
	}
	w.found[way] = true
	if w.agent.Walk.RealPaths {
		file.Path = real
	}
	w.out.Files = append(w.out.Files, file)
}

func isLink(e fs.DirEntry) bool { return e.Type()&fs.ModeSymlink != 0 }

func isNoLink(e fs.DirEntry) bool { return !isLink(e) }

// rootUnread records a root that exists but cannot be entered. A missing root is not recorded.
func (w *walker) rootUnread(dir string, err error) {
	switch info, lerr := w.fsys.Lstat(dir); {
	case lerr == nil && info.Mode()&fs.ModeSymlink != 0:
		w.unread(dir, deadLink(err))
	case !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR):
		w.unread(dir, err)
	}
}

// unread records a path that could not be read, unless it was removed since it was listed.
func (w *walker) unread(path string, err error) {
	if errors.Is(err, fs.ErrNotExist) || w.told[path] {
		return
	}
	if w.told == nil {
		w.told = make(map[string]bool)
	}
	w.told[path] = true
	w.out.Unread = append(w.out.Unread, LoadError{Path: path, Message: WhyUnread(err)})
}

// errDeadLink is the error for a dangling symbolic link.
var errDeadLink = errors.New("broken symbolic link")

// errEndless is the error for a link that an agent follows until the system stops it. The walk does not
// follow it again.
var errEndless = errors.New("the link points to a directory above it, so the agent finds every skill there many times")

// deadLink returns the error for a link whose target cannot be read because of err.
func deadLink(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return errDeadLink
	}
	return err
}

// WhyUnread returns why a path could not be read, without the path, as the end of a sentence. It recognizes a
// cycle of links by the messages of the systems and of package filepath.
func WhyUnread(err error) string {
	var path *fs.PathError
	var tooLarge *vfs.TooLargeError
	var confined *vfs.ConfinedError
	switch {
	case errors.As(err, &confined):
		return confined.Why()
	case errors.Is(err, vfs.ErrTooDeep):
		return vfs.ErrTooDeep.Error()
	case errors.As(err, &tooLarge):
		return fmt.Sprintf("file has %d bytes: files over %d are not read", tooLarge.Size, vfs.MaxFile)
	case errors.Is(err, fs.ErrPermission):
		return "permission denied"
	case errors.Is(err, vfs.ErrNotRegular):
		return "not a regular file"
	case strings.Contains(err.Error(), "too many links"), strings.Contains(err.Error(), "too many levels of symbolic links"):
		return "circular symbolic link"
	case errors.As(err, &path):
		return path.Err.Error()
	}
	return err.Error()
}
