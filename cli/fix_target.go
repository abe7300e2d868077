package cli

import (
	"context"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
	"skills-ls/analysis/workspace"
	"skills-ls/skills/vfs"
)

// A target is a file that may be fixed: one real file, regardless of the links to it.
type target struct {
	path   string   // that the check found
	others []string // paths that the check found and that lead to the same file
	real   string   // path without links
	// before is the text on disk and text the fixed text. They are valid if known is true: once a fix is
	// made.
	before, text string
	known        bool
	made         int                // number of diagnostics fixed
	rename       *diagnostic.Rename // of the real file, after its text is written; nil for none
	left         bool               // it stays as it is on disk, and a problem says why
	keepsName    bool               // it is not renamed, and a problem says why
}

// newFixer returns a fixer of the files that were found. A file with several paths among them is fixed once:
// as the SKILL.md of a skill if one of the paths is that, else under the path that is not a link.
func newFixer(w *project, fsys vfs.FS, snapshot *workspace.Snapshot, shown *progress, found []string) *fixer {
	x := &fixer{project: w, fsys: fsys, snapshot: snapshot, progress: shown, fixAll: fixAll}
	byReal := make(map[string]*target)
	for _, path := range found {
		real, err := fsys.RealPath(path)
		if err != nil {
			x.unresolved = append(x.unresolved, path)
			continue
		}
		t := byReal[real]
		if t == nil {
			t = &target{path: path, real: real}
			byReal[real] = t
			x.targets = append(x.targets, t)
			continue
		}
		if x.rank(path) < x.rank(t.path) {
			t.path, path = path, t.path
		}
		t.others = append(t.others, path)
	}
	slices.SortFunc(x.targets, func(a, b *target) int { return strings.Compare(a.path, b.path) })
	return x
}

// rank orders the paths of a file by how much the rules check under each of them, lower for more.
func (x *fixer) rank(path string) int {
	switch {
	case x.snapshot.KindOf(path) == file.SkillFile:
		return 0
	case !x.isLink(path):
		return 1
	}
	return 2
}

func (x *fixer) isLink(path string) bool { return isLink(x.fsys, path) }

func isLink(fsys vfs.FS, path string) bool {
	info, err := fsys.Lstat(path)
	return err == nil && info.Mode()&fs.ModeSymlink != 0
}

// files returns the paths of all files after the fixes, sorted.
func (x *fixer) files() []string {
	list := slices.Clone(x.unresolved)
	for _, t := range x.targets {
		list = append(append(list, t.now()), t.others...)
	}
	slices.Sort(list)
	return list
}

// now returns the path of the file after it is renamed.
func (t *target) now() string {
	if t.rename == nil {
		return t.path
	}
	return filepath.Join(filepath.Dir(t.path), filepath.Base(t.rename.To))
}

// beside returns the real path of the file after it gets the base name of path.
func (t *target) beside(path string) string {
	return filepath.Join(filepath.Dir(t.real), filepath.Base(path))
}

func (t *target) isSettings(s *workspace.Snapshot) bool {
	return s.KindOf(t.path) == file.ConfigFile
}

// refuse returns why a file with fixes is left unchanged, or "" if it may be fixed. A file that was found
// through links only is not written: it may be anywhere, and it may not be a text for agents.
func (x *fixer) refuse(t *target) string {
	if !slices.ContainsFunc(append([]string{t.path}, t.others...), func(path string) bool { return !x.isLink(path) }) {
		return fmt.Sprintf("it is not fixed: it is a link to %s, which is not among the files to check; name that, too", plain(x.show(t.real)))
	}
	info, err := x.fsys.Lstat(t.real)
	switch {
	case err != nil:
		return "" // writing returns the error
	case info.Mode().Perm()&0o222 == 0:
		return "it is not fixed: it is read-only; make it writable if it is yours to change"
	case names(info) > 1:
		return fmt.Sprintf("it is not fixed: it has %d names (hard links), and the text would change under one of them alone", names(info))
	}
	return ""
}

// takesName reports whether a file can get the base name of a path. If not, it adds a note that says why.
func (x *fixer) takesName(ctx context.Context, t *target, to string) bool {
	if t.rename != nil || t.keepsName {
		return false
	}
	why := ""
	switch {
	case x.isLink(t.path) || len(t.others) > 0:
		why = "links lead to it"
	case x.isTaken(t.real, t.beside(to)):
		why = "that name is taken"
	case !x.isFreeToGo(ctx, t.path):
		why = "other files link to it"
	}
	if why == "" {
		return true
	}
	t.keepsName = true
	x.problems = append(x.problems, problem{path: t.path, weight: note, message: fmt.Sprintf("it is not renamed to %s: %s", filepath.Base(to), why)})
	return false
}

// isTaken reports whether another file in the directory has the name, in any case. The user must then decide
// which of them keeps it.
func (x *fixer) isTaken(from, to string) bool {
	entries, err := x.fsys.ReadDir(filepath.Dir(from))
	return err != nil || slices.ContainsFunc(entries, func(e fs.DirEntry) bool {
		return e.Name() != filepath.Base(from) && strings.EqualFold(e.Name(), filepath.Base(to))
	})
}

// isFreeToGo reports whether a file would also be renamed if all files of its project were checked: any of
// them may link to it.
func (x *fixer) isFreeToGo(ctx context.Context, path string) bool {
	s := x.fixed()
	report, err := workspace.Scan(ctx, s, func(int, int) {})
	if err != nil || report.Truncated || len(report.Unreadable) > 0 {
		return false
	}
	fixed, problem := x.fixAll(ctx, s, path)
	return problem == nil && fixed.Rename != nil
}
