package vantage

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/analysis/file"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/vfs"
)

// WhyUnseen returns the reason why an agent, as configured for the location of a skill, does not find it there, as the
// end of a sentence.
// It returns "" if the agent does not look there. code is the [Reason]'s.
func WhyUnseen(s *workspace.Snapshot, agent *skills.Agent, catalog *skills.Catalog, f *file.File) (why string, code string) {
	if why := WhyMisnamed(s, agent, f); why != "" {
		return why, Misnamed
	}
	if agent.DisabledBy.From != "" {
		return rulingClause(s, agent.DisabledBy), Off
	}
	if len(agent.Roots) == 0 {
		return "its settings switch all skills off", Off
	}
	var root *skills.RootDir
	for i := range catalog.Roots {
		if vfs.Within(catalog.Roots[i].Dir, f.Dir) {
			root = &catalog.Roots[i]
		}
	}
	if root == nil {
		if dir := workspace.PluginOf(s, f.Dir).MissedIn(s, agent, f.Dir); dir != "" {
			return "only directories directly in " + ShownPath(s, dir) + " are searched", Misplaced
		}
		return "", Elsewhere
	}
	if why, code := whyMissed(s, agent, root, f, NameOf(s, f)); why != "" {
		return why, code
	}
	if catalog.Truncated {
		return "the scan limit is reached first", BeyondLimit
	}
	return "", Elsewhere
}

// whyMissed returns what keeps an agent from finding a skill below a root, or "".
func whyMissed(s *workspace.Snapshot, agent *skills.Agent, root *skills.RootDir, f *file.File, name string) (why string, code string) {
	rel, err := filepath.Rel(root.Dir, f.Dir)
	if err != nil {
		return "", Elsewhere
	}
	var below []string
	if rel != "." {
		below = strings.Split(filepath.ToSlash(rel), "/")
	}
	if i := slices.IndexFunc(below, func(dir string) bool {
		return (agent.Walk.SkipHidden || root.Root.NoHidden) && strings.HasPrefix(dir, ".") || agent.Walk.Skips(dir)
	}); i >= 0 {
		return "directories named " + below[i] + " are skipped", HiddenAway
	}
	switch {
	case below == nil && !agent.Walk.AtRoot:
		return "a skill needs its own directory in a root", Misplaced
	case root.Root.Depth == 1 && len(below) > 1:
		return "only directories directly in " + ShownPath(s, root.Dir) + " are searched", Misplaced
	case root.Root.Depth > 0 && len(below) > root.Root.Depth:
		return fmt.Sprintf("it is %d directories deep, the limit is %d", len(below), root.Root.Depth), Misplaced
	case (!agent.Walk.FollowDirs || root.Root.NoLinks) && hasLink(s, root.Dir, below):
		return "symbolic links to directories are not followed", Misplaced
	}
	if dir := leafAbove(s, agent, root.Dir, below); dir != "" {
		return "skills inside the skill " + ShownPath(s, dir) + " are skipped", Misplaced
	}
	if info, err := s.FS().Lstat(f.Path); err == nil && info.Mode()&fs.ModeSymlink != 0 && !agent.Walk.FollowFiles {
		return "a " + name + " that is a symbolic link is skipped", Misplaced
	}
	return "", Elsewhere
}

// leafAbove returns the uppermost directory above a skill that an agent does not search further, because it
// contains a skill's file; see [skills.Walk].Leaves. It returns "" if the agent searches all of them.
func leafAbove(s *workspace.Snapshot, agent *skills.Agent, dir string, below []string) string {
	if !agent.Walk.Leaves {
		return ""
	}
	for _, name := range below {
		if slices.ContainsFunc(agent.FileNames(), func(file string) bool { return Lists(s, dir, file) }) {
			return dir
		}
		dir = filepath.Join(dir, name)
	}
	return ""
}

// hasLink reports whether one of the nested directories below a directory is a symbolic link.
func hasLink(s *workspace.Snapshot, dir string, below []string) bool {
	for _, name := range below {
		dir = filepath.Join(dir, name)
		if info, err := s.FS().Lstat(dir); err == nil && info.Mode()&fs.ModeSymlink != 0 {
			return true
		}
	}
	return false
}

// RootAround returns the innermost root of any agent that contains a directory or is that directory, or an
// empty string if no root does.
func RootAround(s *workspace.Snapshot, dir string) string {
	if root, holder := workspace.RootOf(dir); root != "" {
		return filepath.Join(holder, filepath.FromSlash(root))
	}
	named, _ := workspace.NamedRoot(s, dir)
	return named.Dir
}

// NameOf returns a file's name as its directory lists it. A client may spell the name with different case if
// the file system ignores case.
func NameOf(s *workspace.Snapshot, f *file.File) string {
	name := filepath.Base(f.Path)
	entries, _ := s.FS().ReadDir(f.Dir) // without a list, the client's spelling is used
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
func takenBeside(s *workspace.Snapshot, agent *skills.Agent, f *file.File) (taken string, own bool) {
	name := NameOf(s, f)
	for _, preferred := range agent.FileNames() {
		if preferred == name || Lists(s, f.Dir, preferred) {
			return preferred, preferred == name
		}
	}
	return "", false
}

// WhyMisnamed returns the reason why an agent does not load a file as the skill's file because of its name,
// as the end of a sentence. It returns an empty string if the agent loads it.
func WhyMisnamed(s *workspace.Snapshot, agent *skills.Agent, f *file.File) string {
	taken, own := takenBeside(s, agent, f)
	switch {
	case own:
		return ""
	case taken != "":
		return `"` + taken + `" in the same directory is loaded instead`
	}
	return fmt.Sprintf("the file must be named %q, not %q", agent.FileNames()[0], NameOf(s, f))
}
