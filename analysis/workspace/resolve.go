package workspace

import (
	"cmp"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/analysis/file"
	"skills-ls/skills/vfs"
)

// An existence says whether the path of a link exists.
type existence uint8

const (
	Unprobed existence = iota // outside the directories that may be read
	Missing
	OtherCase // exists with different case
	Present
)

// A Target is what a link resolves to.
type Target struct {
	file.Destination
	Exists existence
	// Abs is the absolute path that the link names. actual is that path as the directories spell it, empty if
	// it was not found.
	Abs, Actual string
	// Base is the directory that the path is relative to.
	Base   string
	IsDir  bool
	Leaves bool // outside the skill directory, by ".." or through a symbolic link
}

// A Resolver resolves the links of one file. It lists each directory once.
type Resolver struct {
	Snapshot *Snapshot
	File     *file.File
	linked   string                   // as [LinkedSkill]
	listings map[string][]fs.DirEntry // in byte order of the names
}

func NewResolver(s *Snapshot, f *file.File) *Resolver {
	return &Resolver{Snapshot: s, File: f, linked: LinkedSkill(s, f), listings: make(map[string][]fs.DirEntry)}
}

// Resolve resolves a destination relative to the file's directory. In a Markdown file below the skill
// directory, a path that does not exist there is also tried from the skill directory, because agents resolve
// paths from it.
func (r *Resolver) Resolve(text string) Target {
	t := Target{Destination: file.ParseDestination(text)}
	switch {
	case t.Kind == file.OwnFragment:
		t.Abs, t.Actual, t.Exists = r.File.Path, r.File.Path, Present
	case t.Kind != file.RelativePath || r.File.Dir == "":
	default:
		r.Follow(&t, r.File.Dir)
		if t.Exists != Present && r.File.Skill != "" && r.File.Skill != r.File.Dir {
			other := Target{Destination: t.Destination}
			if r.Follow(&other, r.File.Skill); other.Exists == Present && !other.Leaves {
				t = other
			}
		}
	}
	return t
}

// Follow looks up the target's path relative to a directory. For the skill directory of a linked SKILL.md, it then looks
// in the real one.
func (r *Resolver) Follow(t *Target, from string) {
	r.follow(t, from)
	if t.Exists == Present || r.linked == "" || from != r.File.Skill {
		return
	}
	other := Target{Destination: t.Destination}
	if r.follow(&other, r.linked); other.Exists > t.Exists {
		*t = other
	}
}

func (r *Resolver) follow(t *Target, from string) {
	t.Base, t.Abs = from, filepath.Join(from, filepath.FromSlash(t.Path))
	top := r.File.Skill
	if top == "" || from == r.linked {
		top = from
	}
	t.Leaves = r.File.Skill != "" && !vfs.Within(top, t.Abs)
	base := top
	if !vfs.Within(top, t.Abs) {
		i := slices.IndexFunc(r.Snapshot.cfg.Folders, func(folder string) bool { return vfs.Within(folder, t.Abs) })
		if i < 0 {
			return
		}
		base = r.Snapshot.cfg.Folders[i]
	}
	r.walk(t, base)
}

// LinkedSkill returns the real skill directory of a SKILL.md that is a symbolic link, or "" for any other file. A directory
// with the home directory in it is not a skill directory.
func LinkedSkill(s *Snapshot, f *file.File) string {
	if f.Kind != file.SkillFile || f.Dir == "" {
		return ""
	}
	dir, home := filepath.Dir(s.RealPath(f.Path)), cmp.Or(s.cfg.UserHome, s.cfg.Home)
	if dir == s.RealPath(f.Dir) || dir == filepath.Dir(dir) || home != "" && vfs.Within(dir, s.RealPath(home)) {
		return ""
	}
	return s.FolderPath(dir)
}

// walk descends from base, a directory that contains the target, and compares each name with the listing of
// its directory. It does not follow a symbolic link out of the directories that may be read.
func (r *Resolver) walk(t *Target, base string) {
	t.Exists, t.Actual, t.IsDir = Present, base, true
	rest, _ := vfs.CutDir(t.Abs, base)
	if rest == "" {
		return
	}
	for name := range strings.SplitSeq(rest, string(filepath.Separator)) {
		entries := r.list(t.Actual)
		i, ok := slices.BinarySearchFunc(entries, name, func(e fs.DirEntry, name string) int { return strings.Compare(e.Name(), name) })
		if !ok {
			var as existence
			if i, as = r.respelled(t.Actual, entries, name); as != Missing {
				ok, name, t.Exists = true, entries[i].Name(), min(t.Exists, as)
			}
		}
		if !ok {
			t.Exists, t.Actual = Missing, ""
			return
		}
		t.Actual = vfs.Child(t.Actual, name)
		t.IsDir = entries[i].IsDir()
		if entries[i].Type()&fs.ModeSymlink != 0 && !r.throughLink(t) {
			return
		}
	}
}

// respelled finds the entry that name refers to when no entry has exactly that name: an entry with different
// case or, if the file system treats the two as equal, one with different Unicode normalization. Different
// normalization alone is correct, because users cannot see the difference and git stores one normalization.
func (r *Resolver) respelled(dir string, entries []fs.DirEntry, name string) (index int, as existence) {
	if i := slices.IndexFunc(entries, func(e fs.DirEntry) bool { return strings.EqualFold(e.Name(), name) }); i >= 0 {
		return i, OtherCase
	}
	i := slices.IndexFunc(entries, func(e fs.DirEntry) bool { return (vfs.FoldsCase | vfs.FoldsMarks).Same(e.Name(), name) })
	if i < 0 {
		return -1, Missing
	}
	if _, err := r.Snapshot.fs.Lstat(filepath.Join(dir, name)); err != nil {
		return -1, Missing
	}
	if vfs.FoldsMarks.Same(entries[i].Name(), name) {
		return i, Present
	}
	return i, OtherCase
}

// throughLink updates a target whose actual path is a symbolic link, and reports whether the walk may go on.
func (r *Resolver) throughLink(t *Target) bool {
	real, err := r.Snapshot.fs.RealPath(t.Actual)
	if errors.Is(err, vfs.ErrConfined) {
		t.Exists, t.Actual, t.Leaves = Unprobed, "", r.File.Skill != ""
		return false
	}
	if err != nil {
		t.Exists, t.Actual = Missing, ""
		return false
	}
	inside := slices.ContainsFunc(r.Snapshot.cfg.Folders, func(folder string) bool { return vfs.Within(r.real(folder), real) })
	if r.File.Skill != "" {
		if vfs.Within(r.real(r.File.Skill), real) || r.linked != "" && vfs.Within(r.real(r.linked), real) {
			inside = true
		} else {
			t.Leaves = true
		}
	}
	if !inside {
		t.Exists, t.Actual = Unprobed, ""
		return false
	}
	if info, err := r.Snapshot.fs.Stat(t.Actual); err == nil {
		t.IsDir = info.IsDir()
	}
	return true
}

// real returns the path with symbolic links resolved, or the path itself if that fails.
func (r *Resolver) real(path string) string {
	if real, err := r.Snapshot.fs.RealPath(path); err == nil {
		return real
	}
	return path
}

// list returns a directory's entries, or nil if it cannot be read.
func (r *Resolver) list(dir string) []fs.DirEntry {
	entries, ok := r.listings[dir]
	if !ok {
		entries, _ = r.Snapshot.fs.ReadDir(dir) // a directory that cannot be listed has no link targets
		r.listings[dir] = entries
	}
	return entries
}
