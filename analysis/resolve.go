package analysis

import (
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/skills/vfs"
)

// An existence says whether the path of a link exists.
type existence uint8

const (
	unprobed existence = iota // outside the directories that may be read
	missing
	otherCase // exists with different case
	present
)

// A target is what a link resolves to.
type target struct {
	destination
	exists existence
	// abs is the absolute path that the link names. actual is that path as the directories spell it, empty if
	// it was not found.
	abs, actual string
	isDir       bool
	leaves      bool // outside the skill directory, by ".." or through a symbolic link
}

// A resolver resolves the links of one file. It lists each directory once.
type resolver struct {
	snapshot *Snapshot
	file     *File
	listings map[string][]fs.DirEntry // in byte order of the names
}

func (s *Snapshot) newResolver(f *File) *resolver {
	return &resolver{snapshot: s, file: f, listings: make(map[string][]fs.DirEntry)}
}

// resolve resolves a destination relative to the file's directory. In a Markdown file below the skill
// directory, a path that does not exist there is also tried from the skill directory, because agents resolve
// paths from it.
func (r *resolver) resolve(text string) target {
	t := target{destination: parseDestination(text)}
	switch {
	case t.kind == ownFragment:
		t.abs, t.actual, t.exists = r.file.Path, r.file.Path, present
	case t.kind != relativePath || r.file.Dir == "":
	default:
		r.follow(&t, r.file.Dir)
		if t.exists != present && r.file.Skill != "" && r.file.Skill != r.file.Dir {
			other := target{destination: t.destination}
			if r.follow(&other, r.file.Skill); other.exists == present && !other.leaves {
				t = other
			}
		}
	}
	return t
}

// follow looks up the target's path relative to a directory.
func (r *resolver) follow(t *target, from string) {
	t.abs = filepath.Join(from, filepath.FromSlash(t.path))
	top := r.file.Skill
	if top == "" {
		top = from
	}
	t.leaves = r.file.Skill != "" && !vfs.Within(top, t.abs)
	base := top
	if !vfs.Within(top, t.abs) {
		i := slices.IndexFunc(r.snapshot.cfg.Folders, func(folder string) bool { return vfs.Within(folder, t.abs) })
		if i < 0 {
			return
		}
		base = r.snapshot.cfg.Folders[i]
	}
	r.walk(t, base)
}

// walk descends from base, a directory that contains the target, and compares each name with the listing of
// its directory. It does not follow a symbolic link out of the directories that may be read.
func (r *resolver) walk(t *target, base string) {
	t.exists, t.actual, t.isDir = present, base, true
	rest, _ := vfs.CutDir(t.abs, base)
	if rest == "" {
		return
	}
	for _, name := range strings.Split(rest, string(filepath.Separator)) {
		entries := r.list(t.actual)
		i, ok := slices.BinarySearchFunc(entries, name, func(e fs.DirEntry, name string) int { return strings.Compare(e.Name(), name) })
		if !ok {
			var as existence
			if i, as = r.respelled(t.actual, entries, name); as != missing {
				ok, name, t.exists = true, entries[i].Name(), min(t.exists, as)
			}
		}
		if !ok {
			t.exists, t.actual = missing, ""
			return
		}
		t.actual = filepath.Join(t.actual, name)
		t.isDir = entries[i].IsDir()
		if entries[i].Type()&fs.ModeSymlink != 0 && !r.throughLink(t) {
			return
		}
	}
}

// respelled finds the entry that name refers to when no entry has exactly that name: an entry with different
// case or, if the file system treats the two as equal, one with different Unicode normalization. Different
// normalization alone is correct, because users cannot see the difference and git stores one normalization.
func (r *resolver) respelled(dir string, entries []fs.DirEntry, name string) (index int, as existence) {
	if i := slices.IndexFunc(entries, func(e fs.DirEntry) bool { return strings.EqualFold(e.Name(), name) }); i >= 0 {
		return i, otherCase
	}
	i := slices.IndexFunc(entries, func(e fs.DirEntry) bool { return (vfs.FoldsCase | vfs.FoldsMarks).Same(e.Name(), name) })
	if i < 0 {
		return -1, missing
	}
	if _, err := r.snapshot.fs.Lstat(filepath.Join(dir, name)); err != nil {
		return -1, missing
	}
	if vfs.FoldsMarks.Same(entries[i].Name(), name) {
		return i, present
	}
	return i, otherCase
}

// throughLink updates a target whose actual path is a symbolic link, and reports whether the walk may go on.
func (r *resolver) throughLink(t *target) bool {
	real, err := r.snapshot.fs.RealPath(t.actual)
	if errors.Is(err, vfs.ErrConfined) {
		t.exists, t.actual, t.leaves = unprobed, "", r.file.Skill != ""
		return false
	}
	if err != nil {
		t.exists, t.actual = missing, ""
		return false
	}
	inside := slices.ContainsFunc(r.snapshot.cfg.Folders, func(folder string) bool { return vfs.Within(r.real(folder), real) })
	if r.file.Skill != "" {
		if vfs.Within(r.real(r.file.Skill), real) {
			inside = true
		} else {
			t.leaves = true
		}
	}
	if !inside {
		t.exists, t.actual = unprobed, ""
		return false
	}
	if info, err := r.snapshot.fs.Stat(t.actual); err == nil {
		t.isDir = info.IsDir()
	}
	return true
}

// real returns the path with symbolic links resolved, or the path itself if that fails.
func (r *resolver) real(path string) string {
	if real, err := r.snapshot.fs.RealPath(path); err == nil {
		return real
	}
	return path
}

// list returns a directory's entries, or nil if it cannot be read.
func (r *resolver) list(dir string) []fs.DirEntry {
	entries, ok := r.listings[dir]
	if !ok {
		entries, _ = r.snapshot.fs.ReadDir(dir) // a directory that cannot be listed has no link targets
		r.listings[dir] = entries
	}
	return entries
}
