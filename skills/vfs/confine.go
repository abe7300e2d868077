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

// MaxPathDepth is how many names a path may have. For a deeper path a [Cached] file system returns
// [ErrTooDeep] and does not call the base.
const MaxPathDepth = 256

// MaxSkillDepth is how many directories to search for a SKILL.md, from the directory of a file upward, to
// find the skill directory of the file.
const MaxSkillDepth = 8

// ErrTooDeep means that a path has more than [MaxPathDepth] names.
var ErrTooDeep = fmt.Errorf("path is deeper than %d directories: not read", MaxPathDepth)

// ErrConfined means that a path is not read because of its location or because of the target of a link.
// Errors that wrap it are of type *[ConfinedError].
var ErrConfined = errors.New("not read")

// A ConfinedError describes a link that a [Cached] file system does not follow, or a path in a system
// directory, which it does not read.
type ConfinedError struct {
	Link   string // the symbolic link, or "" if the caller named the target itself
	Target string // the target of the link, or the path that the caller named
	// IsFile reports whether the target exists and is not a directory.
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
	return fmt.Sprintf("the link points to %s, %s", e.Target, e.reason)
}

// Unwrap returns [ErrConfined].
func (e *ConfinedError) Unwrap() error { return ErrConfined }

const (
	inSystem = "/proc, /sys and /dev are never read"
	tooWide  = "and links to the root or the home directory are not followed"
	outside  = "outside the skill directory, the workspace and the skill roots"
)

// A Confinement has the directories that links in skill directories may lead to. A skill directory is a
// directory with a SKILL.md. All paths are absolute and clean, and need not exist.
type Confinement struct {
	Home    string   // the user's home directory, or "" if unknown
	Folders []string // the workspace folders
	Roots   []string // directories in which agents look for skills
}

func (c Confinement) equal(other Confinement) bool {
	return c.Home == other.Home &&
		slices.Equal(c.Folders, other.Folders) && slices.Equal(c.Roots, other.Roots)
}

// Confine sets the links in skill directories that the file system follows: those that lead into the same
// skill directory, a folder or a root. Before the first call it follows all links except those to the root of
// the file system, /proc, /sys and /dev. Confine drops all answers if one of them may change.
func (c *Cached) Confine(confinement Confinement) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.confinement != nil && c.confinement.equal(confinement) {
		return
	}
	c.confinement = &confinement
	if len(c.links) > 0 {
		c.generation++
		c.forgetAll()
	}
}

// checkPath returns an error for a clean path that is never read: a relative path, a path that is too deep,
// or one in a system directory. The URI of an unsaved document is a relative path, and does not exist.
func checkPath(op, name string) error {
	if !filepath.IsAbs(name) {
		return &fs.PathError{Op: op, Path: name, Err: fs.ErrNotExist}
	}
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

// isSystem reports whether a clean path is in a directory in which the kernel presents processes and devices
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

// checkLink returns a *[ConfinedError] if the confinement forbids following a link. The name is the link as
// the caller spelled it, place is the link in its real directory, and target is the real path of its target.
func (c *Cached) checkLink(name, place, target string) error {
	c.mu.Lock()
	confinement := c.confinement
	c.mu.Unlock()
	if confinement == nil {
		confinement = new(Confinement)
	}
	confined := func(reason string) error {
		return &ConfinedError{Link: name, Target: target, reason: reason}
	}
	if isSystem(target) {
		return confined(inSystem)
	}
	isOnWayTo := func(dir string) bool { return dir != "" && (Within(name, dir) || Within(place, dir)) }
	inDir := filepath.Dir(place)
	isTopLevel := filepath.Dir(inDir) == inDir
	if isTopLevel || isOnWayTo(confinement.Home) || slices.ContainsFunc(confinement.Folders, isOnWayTo) {
		return nil // the system made the link, or the user's own paths go through it
	}
	isRoot := filepath.Dir(target) == target
	if isRoot || confinement.Home != "" && Within(target, c.realDir(confinement.Home)) {
		return confined(tooWide)
	}
	if c.leavesSkill(confinement, name, place, target) {
		info, err := c.base.Stat(target)
		isFile := err == nil && !info.IsDir()
		return &ConfinedError{Link: name, Target: target, IsFile: isFile, reason: outside}
	}
	return nil
}

// leavesSkill reports whether a link is in a skill directory and its target is outside that directory, the
// folders and the roots.
func (c *Cached) leavesSkill(confinement *Confinement, name, place, target string) bool {
	if len(confinement.Folders)+len(confinement.Roots) == 0 {
		return false
	}
	isOneOf := func(dirs []string, dir string) bool {
		return slices.ContainsFunc(dirs, func(d string) bool { return dir == d || dir == c.realDir(d) })
	}
	holdsTarget := func(dir string) bool { return Within(dir, target) || Within(c.realDir(dir), target) }
	if slices.ContainsFunc(confinement.Folders, holdsTarget) {
		return false
	}
	isOnWayTo := func(root string) bool { return Within(name, root) || Within(place, root) }
	if slices.ContainsFunc(confinement.Roots, isOnWayTo) {
		return false // the link is a root, or a path to a root goes through it
	}
	info, err := c.base.Stat(target)
	isDir := err == nil && info.IsDir()
	if strings.EqualFold(filepath.Base(place), skillFile) && !isDir {
		return false
	}
	// Outside folders and roots, MaxSkillDepth ends the search. Without it the search would list every
	// directory up to the root of the file system.
	allowed := slices.Concat(confinement.Folders, confinement.Roots)
	bounded := slices.ContainsFunc(allowed, func(dir string) bool {
		return Within(dir, place) || Within(c.realDir(dir), place)
	})
	skill := ""
	for dir := filepath.Dir(place); ; dir = filepath.Dir(dir) {
		if isDir && isOneOf(confinement.Roots, dir) {
			return false // the target is a skill directory, or a group of them
		}
		if c.holdsSkill(dir) {
			skill = dir
			break
		}
		if dir == filepath.Dir(dir) || len(dir) <= 1 || isOneOf(confinement.Folders, dir) {
			return false
		}
		depth := strings.Count(filepath.Dir(place)[len(dir):], string(filepath.Separator))
		if !bounded && depth >= MaxSkillDepth {
			return false
		}
	}
	if Within(skill, target) || slices.ContainsFunc(confinement.Roots, holdsTarget) {
		return false
	}
	file := c.loadedFile(skill)
	return file == "" || !Within(filepath.Dir(file), target)
}

// loadedFile returns the real path of the file in a skill directory that agents load, or "". If SKILL.md is
// missing, some agents load skill.md (find_skill_md in parser.py of the Agent Skills standard).
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

// skillFile is the usual name of a skill's file. Confinement ignores its case.
const skillFile = "SKILL.md"

// holdsSkill reports whether a directory has an entry that may be a skill's file. A directory that cannot be
// listed is not a skill directory for any agent.
func (c *Cached) holdsSkill(dir string) bool {
	entries, err := c.ReadDir(dir)
	if err != nil {
		return false
	}
	return slices.ContainsFunc(entries, func(e fs.DirEntry) bool {
		return strings.EqualFold(e.Name(), skillFile) && !e.IsDir()
	})
}

// realDir returns the real path of a directory of the confinement, or the path itself if it does not exist.
// It calls the base, because the confinement allows all links on the way to such a directory.
func (c *Cached) realDir(dir string) string {
	c.mu.Lock()
	generation := c.generation
	if c.realDirs == nil || c.realDirsGeneration != generation {
		c.realDirs, c.realDirsGeneration = make(map[string]string), generation
	}
	real, ok := c.realDirs[dir]
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
	if c.realDirsGeneration == generation {
		c.realDirs[dir] = real
	}
	return real
}

// checkLinks returns an error if the path is never read, or goes through a link that the file system does not
// follow.
func (c *Cached) checkLinks(name string) error {
	_, err := c.RealPath(name)
	if errors.Is(err, ErrConfined) || errors.Is(err, ErrTooDeep) || !filepath.IsAbs(name) {
		return err
	}
	return nil
}
