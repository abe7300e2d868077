package vfs

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// MaxPathDepth is how many names a path may have. A [Cached] file system answers for deeper ones with
// [ErrTooDeep], without asking the disk.
const MaxPathDepth = 256

// MaxSkillDepth is how many directories, from a file's own upward, can be the skill directory that the file
// belongs to.
const MaxSkillDepth = 8

// ErrTooDeep says that a path has more than [MaxPathDepth] names.
var ErrTooDeep = fmt.Errorf("the path is deeper than %d directories, so it is not read", MaxPathDepth)

// ErrConfined says that a path is not read because of where it is or where a link on the way leads. Errors
// that wrap it are of type *[ConfinedError].
var ErrConfined = errors.New("not read")

// A ConfinedError says which link a [Cached] file system did not follow, or which directory of the system it
// did not read.
type ConfinedError struct {
	Link   string // the symbolic link, empty for a path that was named directly
	Target string // where the link leads, or the path that was named
	// IsFile says that the target is known to be no directory.
	IsFile bool
	reason string
}

func (e *ConfinedError) Error() string {
	if e.Link == "" {
		return e.Target + ": not read: " + e.reason
	}
	return e.Link + ": not read: " + e.Why()
}

// Why returns the reason without the path of the link, as the end of a sentence.
func (e *ConfinedError) Why() string {
	if e.Link == "" {
		return e.reason
	}
	return fmt.Sprintf("the link leads to %s, %s", e.Target, e.reason)
}

// Unwrap returns [ErrConfined].
func (e *ConfinedError) Unwrap() error { return ErrConfined }

const (
	inSystem = "/proc, /sys and /dev are never read"
	tooWide  = "and links to the root or the home directory are not followed"
	leaves   = "outside the skill directory, the workspace and the skill roots"
)

// A Confinement says what a [Cached] file system may read beside the skill directories. All paths are
// absolute and clean, and need not exist.
type Confinement struct {
	Home    string   // the user's home directory, empty for unknown
	Folders []string // the workspace
	Roots   []string // directories in which agents look for skills
}

func (c Confinement) equal(other Confinement) bool {
	return c.Home == other.Home && slices.Equal(c.Folders, other.Folders) && slices.Equal(c.Roots, other.Roots)
}

// Confine sets which links inside of skill directories are followed: those that stay in the skill directory,
// in a folder or in a root. Before the first call all are, except links to the root of the file system,
// /proc, /sys and /dev. It forgets everything if an answer may change.
func (c *Cached) Confine(confinement Confinement) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.confinement != nil && c.confinement.equal(confinement) {
		return
	}
	c.confinement = &confinement
	if len(c.links) > 0 {
		c.turn++
		c.forgetAll()
	}
}

// refuse returns an error for a clean path that is never read, whatever leads there.
func refuse(op, name string) error {
	if len(name) > 2*MaxPathDepth && IsTooDeep(name) {
		return &fs.PathError{Op: op, Path: name, Err: ErrTooDeep}
	}
	if isSystem(name) {
		return &ConfinedError{Target: name, reason: inSystem}
	}
	return nil
}

// IsTooDeep reports whether a clean path has more than [MaxPathDepth] names.
func IsTooDeep(name string) bool {
	names := strings.Count(name, string(filepath.Separator))
	return names > MaxPathDepth
}

// isSystem reports whether a clean path lies in a directory in which the kernel shows processes and devices
// as files.
func isSystem(name string) bool {
	if len(name) < 4 || name[0] != '/' || runtime.GOOS == "windows" {
		return false
	}
	top, _, _ := strings.Cut(name[1:], "/")
	if runtime.GOOS == "darwin" {
		top = strings.ToLower(top)
	}
	return top == "proc" || top == "sys" || top == "dev"
}

// mayFollow returns a *[ConfinedError] if a link is not to be followed. The link is given by the name that
// was asked for and by the place where it really is, and the target by its real path.
func (c *Cached) mayFollow(name, place, target string) error {
	c.mu.Lock()
	confinement := c.confinement
	c.mu.Unlock()
	if confinement == nil {
		confinement = new(Confinement)
	}
	confined := func(reason string) error { return &ConfinedError{Link: name, Target: target, reason: reason} }
	if isSystem(target) {
		return confined(inSystem)
	}
	leadsToNamed := func(dir string) bool { return dir != "" && (Within(name, dir) || Within(place, dir)) }
	top := filepath.Dir(place)
	if filepath.Dir(top) == top || leadsToNamed(confinement.Home) || slices.ContainsFunc(confinement.Folders, leadsToNamed) {
		return nil // a link of the system's, or one that the user went through
	}
	if filepath.Dir(target) == target || confinement.Home != "" && Within(target, c.realOr(confinement.Home)) {
		return confined(tooWide)
	}
	if c.confines(confinement, name, place, target) {
		info, err := c.base.Stat(target)
		return &ConfinedError{Link: name, Target: target, IsFile: err == nil && !info.IsDir(), reason: leaves}
	}
	return nil
}

// confines reports whether a link lies in a skill directory and leads out of it to where nothing may be read.
func (c *Cached) confines(confinement *Confinement, name, place, target string) bool {
	if len(confinement.Folders)+len(confinement.Roots) == 0 {
		return false
	}
	holds := func(dir string) bool { return Within(dir, target) || Within(c.realOr(dir), target) }
	if slices.ContainsFunc(confinement.Folders, holds) {
		return false
	}
	isRoot := func(dir string) bool {
		return slices.ContainsFunc(confinement.Roots, func(root string) bool { return dir == root || dir == c.realOr(root) })
	}
	if slices.ContainsFunc(confinement.Roots, func(root string) bool { return Within(name, root) || Within(place, root) }) {
		return false // a linked root, or a link on the way to it
	}
	info, err := c.base.Stat(target)
	isDir := err == nil && info.IsDir()
	if strings.EqualFold(filepath.Base(place), skillFile) && !isDir {
		return false
	}
	// Else a link far below no skill would have the directories of the whole system listed.
	bounded := slices.ContainsFunc(slices.Concat(confinement.Folders, confinement.Roots), func(dir string) bool {
		return Within(dir, place) || Within(c.realOr(dir), place)
	})
	skill := ""
	for dir := filepath.Dir(place); ; dir = filepath.Dir(dir) {
		if isDir && isRoot(dir) {
			return false // a linked skill directory, or a group of them
		}
		if c.holdsSkill(dir) {
			skill = dir
			break
		}
		if dir == filepath.Dir(dir) || len(dir) <= 1 || slices.ContainsFunc(confinement.Folders, func(folder string) bool { return dir == folder || dir == c.realOr(folder) }) ||
			!bounded && strings.Count(filepath.Dir(place)[len(dir):], string(filepath.Separator)) >= MaxSkillDepth {
			return false
		}
	}
	if Within(skill, target) || slices.ContainsFunc(confinement.Roots, holds) {
		return false
	}
	file := c.loadedFile(skill)
	return file == "" || !Within(filepath.Dir(file), target)
}

// loadedFile returns the real path of the file in a skill directory that agents load, empty for none. Without
// a SKILL.md some load a skill.md (parser.py of the Agent Skills standard, find_skill_md).
func (c *Cached) loadedFile(skill string) string {
	for _, name := range []string{skillFile, "skill.md"} {
		path := filepath.Join(skill, name)
		if info, err := c.base.Stat(path); err == nil && info.Mode().IsRegular() {
			if real, err := c.base.RealPath(path); err == nil {
				return real
			}
		}
	}
	return ""
}

// skillFile is the usual name of a skill's file. Confinement takes it in any letter case.
const skillFile = "SKILL.md"

// holdsSkill reports whether a directory has an entry that may be a skill's file. One that cannot be listed
// is no skill directory to any agent.
func (c *Cached) holdsSkill(dir string) bool {
	entries, err := c.ReadDir(dir)
	if err != nil {
		return false
	}
	return slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return strings.EqualFold(e.Name(), skillFile) && !e.IsDir() })
}

// realOr returns the real path of a directory of the confinement, or the path itself if it does not exist. It
// asks the base, because links on the way to such a directory are followed.
func (c *Cached) realOr(dir string) string {
	c.mu.Lock()
	turn := c.turn
	if c.named == nil || c.namedTurn != turn {
		c.named, c.namedTurn = make(map[string]string), turn
	}
	real, ok := c.named[dir]
	c.mu.Unlock()
	if ok {
		return real
	}
	real, err := c.base.RealPath(dir)
	if err != nil {
		real = dir
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.namedTurn == turn {
		c.named[dir] = real
	}
	return real
}

// reach returns the error of a path that is behind a link which is not followed.
func (c *Cached) reach(name string) error {
	if _, err := c.RealPath(name); errors.Is(err, ErrConfined) || errors.Is(err, ErrTooDeep) {
		return err
	}
	return nil
}
