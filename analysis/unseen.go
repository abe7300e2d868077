package analysis

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/vfs"
)

// An unseenCause classifies the reasons why an agent does not find a skill.
type unseenCause uint8

const (
	elsewhere   unseenCause = iota // the agent does not look in the skill's location
	misnamed                       // the file has another name
	switchedOff                    // settings switch skills off
	hiddenAway                     // the agent skips a directory between a root and the skill
	misplaced                      // something else between a root and the skill keeps the agent from finding it
	beyondLimit                    // most likely a limit of its scan
)

// whyUnseen returns the reason why an agent does not find a skill in its location, as the end of a sentence.
// It returns "" if the agent does not look there.
func (s *Snapshot) whyUnseen(agent *skills.Agent, catalog *skills.Catalog, f *File) (why string, cause unseenCause) {
	if why := s.whyMisnamed(agent, f); why != "" {
		return why, misnamed
	}
	if configured := s.configured(agent, s.vantageOf(agent, f.Dir)); configured.DisabledBy.From != "" {
		return s.rulingClause(configured.DisabledBy), switchedOff
	} else if len(configured.Roots) == 0 {
		return "its settings switch skills off", switchedOff
	}
	var root *skills.RootDir
	for i := range catalog.Roots {
		if vfs.Within(catalog.Roots[i].Dir, f.Dir) {
			root = &catalog.Roots[i]
		}
	}
	if root == nil {
		return "", elsewhere
	}
	if why, cause := s.whyMissed(agent, root, f, s.nameOf(f)); why != "" {
		return why, cause
	}
	if catalog.Truncated {
		return "a limit of the scan is reached before", beyondLimit
	}
	return "", elsewhere
}

// whyMissed returns what keeps an agent from finding a skill below a root, or "".
func (s *Snapshot) whyMissed(agent *skills.Agent, root *skills.RootDir, f *File, name string) (why string, cause unseenCause) {
	rel, err := filepath.Rel(root.Dir, f.Dir)
	if err != nil {
		return "", elsewhere
	}
	var below []string
	if rel != "." {
		below = strings.Split(filepath.ToSlash(rel), "/")
	}
	if i := slices.IndexFunc(below, func(dir string) bool {
		return (agent.Walk.SkipHidden || root.Root.NoHidden) && strings.HasPrefix(dir, ".") || agent.Walk.Skips(dir)
	}); i >= 0 {
		return "directories called `" + below[i] + "` are passed over", hiddenAway
	}
	switch {
	case below == nil && !agent.Walk.AtRoot:
		return "a skill has a directory of its own below the root", misplaced
	case root.Root.Depth == 1 && len(below) > 1:
		return "only the directories directly in `" + s.shownPath(root.Dir) + "` count", misplaced
	case root.Root.Depth > 0 && len(below) > root.Root.Depth:
		return fmt.Sprintf("it lies %d directories deep in `%s`, and no more than %d are gone down", len(below), s.shownPath(root.Dir), root.Root.Depth), misplaced
	case (!agent.Walk.FollowDirs || root.Root.NoLinks) && s.hasLink(root.Dir, below):
		return "symbolic links to directories are not followed", misplaced
	}
	if dir := s.leafAbove(agent, root.Dir, below); dir != "" {
		return "`" + s.shownPath(dir) + "` is the directory of a skill, and what lies below it is not searched", misplaced
	}
	if info, err := s.fs.Lstat(f.Path); err == nil && info.Mode()&fs.ModeSymlink != 0 && !agent.Walk.FollowFiles {
		return "a `" + name + "` that is a symbolic link is passed over", misplaced
	}
	return "", elsewhere
}

// leafAbove returns the uppermost directory above a skill that an agent does not search further, because it
// contains a skill's file; see [skills.Walk].Leaves. It returns "" if the agent searches all of them.
func (s *Snapshot) leafAbove(agent *skills.Agent, dir string, below []string) string {
	if !agent.Walk.Leaves {
		return ""
	}
	for _, name := range below {
		if slices.ContainsFunc(agent.FileNames(), func(file string) bool { return s.lists(dir, file) }) {
			return dir
		}
		dir = filepath.Join(dir, name)
	}
	return ""
}

// hasLink reports whether one of the nested directories below a directory is a symbolic link.
func (s *Snapshot) hasLink(dir string, below []string) bool {
	for _, name := range below {
		dir = filepath.Join(dir, name)
		if info, err := s.fs.Lstat(dir); err == nil && info.Mode()&fs.ModeSymlink != 0 {
			return true
		}
	}
	return false
}

// rootAround returns the innermost root of any agent that contains a directory or is that directory, or an
// empty string if no root does.
func (s *Snapshot) rootAround(dir string) string {
	if root, holder := rootOf(dir); root != "" {
		return filepath.Join(holder, filepath.FromSlash(root))
	}
	named, _ := s.namedRoot(dir)
	return named.dir
}

// nameOf returns a file's name as its directory lists it. A client may spell the name with different case if
// the file system ignores case.
func (s *Snapshot) nameOf(f *File) string {
	name := filepath.Base(f.Path)
	entries, _ := s.fs.ReadDir(f.Dir) // without a list, the client's spelling is used
	spelled := name
	for _, e := range entries {
		switch {
		case e.Name() == name:
			return name
		case strings.EqualFold(e.Name(), name):
			spelled = e.Name()
		}
	}
	return spelled
}

// takenBeside returns the name of the file that an agent loads as the skill's file from the directory of f,
// or an empty string if it loads none of them: of the names in the agent's order, the first that exists. own
// reports whether that is f itself. If the directory cannot be listed, only f counts as existing.
func (s *Snapshot) takenBeside(agent *skills.Agent, f *File) (taken string, own bool) {
	name := s.nameOf(f)
	for _, preferred := range agent.FileNames() {
		if preferred == name || s.lists(f.Dir, preferred) {
			return preferred, preferred == name
		}
	}
	return "", false
}

// whyMisnamed returns the reason why an agent does not load a file as the skill's file because of its name,
// as the end of a sentence. It returns an empty string if the agent loads it.
func (s *Snapshot) whyMisnamed(agent *skills.Agent, f *File) string {
	taken, own := s.takenBeside(agent, f)
	switch {
	case own:
		return ""
	case taken != "":
		return "`" + taken + "` beside it is the skill's file"
	}
	return "the file must be called `" + agent.FileNames()[0] + "`, not `" + s.nameOf(f) + "`"
}
