package fix

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
	"skills-ls/cli/project"
	"skills-ls/cli/term"
	"skills-ls/skills/vfs"
)

// A Target is a file that may be fixed: one real file, regardless of the links to it.
type Target struct {
	Path   string   // that the check found
	others []string // paths that the check found and that lead to the same file
	Real   string   // path without links
	// Before is the text on disk and Text the fixed text. They are valid if known is true: once a fix is
	// made.
	Before, Text string
	known        bool
	Made         int                // number of diagnostics fixed
	Rename       *diagnostic.Rename // of the real file, after its text is written; nil for none
	left         bool               // it stays as it is on disk, and a problem says why
	keepsName    bool               // it is not renamed, and a problem says why
}

// NewFixer returns a fixer of the files that were found. A file with several paths among them is fixed once:
// as the SKILL.md of a skill if one of the paths is that, else under the path that is not a link.
func NewFixer(w *project.Project, fsys vfs.FS, snapshot *workspace.Snapshot, shown *term.Progress, found []string) *Fixer {
	x := &Fixer{Project: w, fsys: fsys, snapshot: snapshot, progress: shown, FixAll: FixAll}
	byReal := make(map[string]*Target)
	for _, path := range found {
		real, err := fsys.RealPath(path)
		if err != nil {
			x.unresolved = append(x.unresolved, path)
			continue
		}
		t := byReal[real]
		if t == nil {
			t = &Target{Path: path, Real: real}
			byReal[real] = t
			x.targets = append(x.targets, t)
			continue
		}
		if x.rank(path) < x.rank(t.Path) {
			t.Path, path = path, t.Path
		}
		t.others = append(t.others, path)
	}
	slices.SortFunc(x.targets, func(a, b *Target) int { return strings.Compare(a.Path, b.Path) })
	return x
}

// rank orders the paths of a file by how much the rules check under each of them, lower for more.
func (x *Fixer) rank(path string) int {
	switch {
	case x.snapshot.KindOf(path) == file.SkillFile:
		return 0
	case !x.isLink(path):
		return 1
	}
	return 2
}

func (x *Fixer) isLink(path string) bool { return vfs.IsLink(x.fsys, path) }

// Files returns the paths of all files after the fixes, sorted.
func (x *Fixer) Files() []string {
	list := slices.Clone(x.unresolved)
	for _, t := range x.targets {
		list = append(append(list, t.now()), t.others...)
	}
	slices.Sort(list)
	return list
}

// now returns the path of the file after it is renamed.
func (t *Target) now() string {
	if t.Rename == nil {
		return t.Path
	}
	return filepath.Join(filepath.Dir(t.Path), filepath.Base(t.Rename.To))
}

// beside returns the real path of the file after it gets the base name of path.
func (t *Target) beside(path string) string {
	return filepath.Join(filepath.Dir(t.Real), filepath.Base(path))
}

func (t *Target) isSettings(s *workspace.Snapshot) bool {
	return s.KindOf(t.Path) == file.ConfigFile
}

// refuse returns why a file with fixes is left unchanged, or "" if it may be fixed. A file that was found
// through links only is not written: it may be anywhere, and it may not be a text for agents.
func (x *Fixer) refuse(t *Target) string {
	if !slices.ContainsFunc(append([]string{t.Path}, t.others...), func(path string) bool { return !x.isLink(path) }) {
		return fmt.Sprintf("not fixed: a link to %s, which is not among the checked files (add its path)", term.Plain(x.Show(t.Real)))
	}
	return refuseWriting(x.fsys, t.Real)
}

// IsRefused reports whether --fix leaves the file at a path unchanged unless it also checks the file under
// another path.
func IsRefused(fsys vfs.FS, path string) bool {
	return vfs.IsLink(fsys, path) || refuseWriting(fsys, path) != ""
}

// refuseWriting returns why the file at a path without links is left unchanged, or "".
func refuseWriting(fsys vfs.FS, path string) string {
	info, err := fsys.Lstat(path)
	switch {
	case err != nil:
		return "" // writing returns the error
	case info.Mode().Perm()&0o222 == 0:
		return "not fixed: the file is read-only"
	case names(info) > 1:
		return fmt.Sprintf("not fixed: the file has %d hard links, and only one of them would change", names(info))
	}
	return ""
}

// takesName reports whether a file can get the base name of a path. If not, it adds a note that says why.
func (x *Fixer) takesName(ctx context.Context, t *Target, to string) bool {
	if t.Rename != nil || t.keepsName {
		return false
	}
	why := ""
	switch {
	case x.isLink(t.Path) || len(t.others) > 0:
		why = "symbolic links lead to it"
	case x.isTaken(t.Real, t.beside(to)):
		why = "that name exists"
	case !x.isFreeToGo(ctx, t.Path):
		why = "other files link to it"
	}
	if why == "" {
		return true
	}
	t.keepsName = true
	x.Problems = append(x.Problems, project.Problem{Path: t.Path, Weight: project.Note, Message: fmt.Sprintf("not renamed to %s: %s", filepath.Base(to), why)})
	return false
}

// isTaken reports whether another file in the directory has the name, in any case. The user must then decide
// which of them keeps it.
func (x *Fixer) isTaken(from, to string) bool {
	entries, err := x.fsys.ReadDir(filepath.Dir(from))
	return err != nil || slices.ContainsFunc(entries, func(e fs.DirEntry) bool {
		return e.Name() != filepath.Base(from) && strings.EqualFold(e.Name(), filepath.Base(to))
	})
}

// isFreeToGo reports whether a file would also be renamed if all files of its project were checked: any of
// them may link to it.
func (x *Fixer) isFreeToGo(ctx context.Context, path string) bool {
	s := x.fixed()
	report, err := workspace.Scan(ctx, s, func(int, int) {})
	if err != nil || report.Truncated || len(report.Unreadable) > 0 {
		return false
	}
	fixed, problem := x.FixAll(ctx, s, path)
	return problem == nil && fixed.Rename != nil
}
