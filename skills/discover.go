package skills

import (
	"cmp"
	"context"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"skills-ls/skills/vfs"
)

// MaxScan is the maximum number of directory entries in one scan of all roots.
const MaxScan = 200_000

// env returns the value of a variable without white space around it.
func (v Vantage) env(name string) string {
	if name == "" {
		return ""
	}
	return strings.TrimSpace(v.Env[name])
}

// resolve returns an absolute form of a path, as Node's path.resolve does.
func (v Vantage) resolve(path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(v.Cwd, path)
}

// A RootDir is a root of an agent for a vantage. It may not exist.
type RootDir struct {
	Dir  string // absolute
	Root *Root
	Real string // the real path; empty before the walk, and if the directory does not exist
}

// shown returns a path below the root as the agent shows it, or "" if that does not differ.
func (r RootDir) shown(path string) string {
	if below, ok := strings.CutPrefix(path, r.Dir); ok && r.Root.Shown != "" {
		return r.Root.Shown + below
	}
	return ""
}

// FindRoots returns the root of the project that the vantage is in, as the agent finds it, and the
// directories that the agent searches, in its order and without duplicates. A chain of directories begins at
// the project root, unless the root is Upward. The directories that the vantage adds come last.
func FindRoots(fsys vfs.FS, agent *Agent, v Vantage) (project string, roots []RootDir) {
	project = findProject(fsys, agent.Project, v)
	seen := make(map[string]bool)
	nested := sync.OnceValue(func() map[string][]string { return findNested(fsys, agent, v.Cwd) })
	add := func(dir string, i int) {
		if !seen[dir] && !(agent.Roots[i].Yields && anyNames(dir, agent.Roots[i+1:], v, project)) {
			seen[dir] = true
			roots = append(roots, RootDir{Dir: dir, Root: &agent.Roots[i]})
		}
	}
	for i := range agent.Roots {
		if agent.Roots[i].Paired {
			continue // added with the one before
		}
		dirs := agent.Roots[i].found(fsys, agent.Roots[i].dirs(v, project))
		if agent.Roots[i].Nested {
			dirs = append(dirs, nested()[agent.Roots[i].Dir]...)
		}
		var other []string
		if i+1 < len(agent.Roots) && agent.Roots[i+1].Paired {
			other = agent.Roots[i+1].dirs(v, project)
		}
		for n, dir := range dirs {
			add(dir, i)
			if n < len(other) {
				add(other[n], i+1)
			}
		}
	}
	for _, dir := range v.Roots {
		if !seen[dir] && len(agent.Roots) > 0 { // an agent without roots is switched off
			seen[dir] = true
			roots = append(roots, RootDir{Dir: dir, Root: agent.furtherRoot()})
		}
	}
	return project, roots
}

// anyNames reports whether one of the roots is the directory.
func anyNames(dir string, roots []Root, v Vantage, project string) bool {
	return slices.ContainsFunc(roots, func(root Root) bool { return slices.Contains(root.dirs(v, project), dir) })
}

// furtherRoot returns the description of a root that the user added: like the agent's first root in a
// project.
func (r *Agent) furtherRoot() *Root {
	further := Root{Base: FromConfig, Scope: ScopeRepo}
	for _, root := range r.Roots {
		if root.Scope == ScopeRepo {
			further.Depth, further.NoLinks, further.NoHidden = root.Depth, root.NoLinks, root.NoHidden
			break
		}
	}
	return &further
}

// found returns the directories that Find returns for dirs, or dirs if there is no Find.
func (r *Root) found(fsys vfs.FS, dirs []string) []string {
	if r.Find == nil {
		return dirs
	}
	var found []string
	for _, dir := range dirs {
		found = append(found, r.Find(fsys, dir)...)
	}
	return found
}

// dirs returns the directories of a root.
func (r *Root) dirs(v Vantage, project string) []string {
	if r.NotHome && v.Home != "" && filepath.Clean(v.Cwd) == filepath.Clean(v.Home) {
		return nil
	}
	for _, e := range r.Env {
		if base := v.env(e.Name); base != "" && (filepath.IsAbs(base) || !e.Absolute) {
			return []string{filepath.Join(v.resolve(base), filepath.FromSlash(e.Dir))}
		}
	}
	dir := filepath.FromSlash(r.Dir)
	switch r.Base {
	case FromCwd:
		return []string{filepath.Join(v.Cwd, dir)}
	case FromProject:
		return []string{filepath.Join(project, dir)}
	case FromHome:
		if v.Home != "" {
			return []string{filepath.Join(v.Home, dir)}
		}
	case FromSystem:
		if filepath.IsAbs(dir) {
			return []string{filepath.Clean(dir)}
		}
	case FromChain:
		dirs := chain(project, v.Cwd)
		for i := range dirs {
			dirs[i] = filepath.Join(dirs[i], dir)
		}
		if r.Upward {
			slices.Reverse(dirs)
		}
		return dirs
	}
	return nil
}

// findProject returns the project root: the directory that the variable p.RootEnv names, else the nearest
// directory at or above the working directory that contains a marker. Without a marker it is the working
// directory, or the root of the file system if the project is unbounded.
func findProject(fsys vfs.FS, p Project, v Vantage) string {
	if p.At != "" {
		return p.At
	}
	cwd := filepath.Clean(v.Cwd)
	if root := v.env(p.RootEnv); root != "" {
		return v.resolve(root)
	}
	markers := p.Markers
	if listed := splitList(v.env(p.MarkEnv)); len(listed) > 0 {
		markers = listed
	}
	for dir := cwd; ; {
		for _, marker := range markers {
			if info, err := fsys.Stat(filepath.Join(dir, marker)); err != nil || p.DirectoriesOnly && !info.IsDir() {
				continue
			} else if !p.Worktree || isWorktree(fsys, dir) {
				return dir
			} else if !info.IsDir() {
				return cwd // Git fails
			}
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			if p.Unbounded {
				return dir
			}
			return cwd
		}
		dir = parent
	}
}

// isWorktree reports whether a directory is the root of a Git working tree: its .git is a repository, or a
// file that names one.
func isWorktree(fsys vfs.FS, dir string) bool {
	git, parts := filepath.Join(dir, ".git"), []string{"HEAD", "objects", "refs"}
	if link, err := fsys.ReadFile(git); err == nil {
		named, ok := strings.CutPrefix(link, "gitdir: ")
		if !ok {
			return false
		}
		git, parts = filepath.FromSlash(strings.TrimRight(named, "\r\n")), parts[:1] // the others may be elsewhere
		if !filepath.IsAbs(git) {
			git = filepath.Join(dir, git)
		}
	}
	return !slices.ContainsFunc(parts, func(part string) bool {
		_, err := fsys.Stat(filepath.Join(git, part))
		return err != nil
	})
}

// splitList splits a comma-separated list and drops empty entries.
func splitList(list string) []string {
	parts := strings.Split(list, ",")
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	return slices.DeleteFunc(parts, func(part string) bool { return part == "" })
}

// chain returns the directories from root down to dir, inclusive, or nil if dir is not in root.
func chain(root, dir string) []string {
	root, dir = filepath.Clean(root), filepath.Clean(dir)
	if !vfs.Within(root, dir) {
		return nil
	}
	var dirs []string
	for ; dir != root; dir = filepath.Dir(dir) {
		dirs = append(dirs, dir)
	}
	dirs = append(dirs, root)
	slices.Reverse(dirs)
	return dirs
}

// A SkillFile is a file that an agent tries to load as a skill, even if it rejects the contents.
type SkillFile struct {
	Path  string // absolute, as the agent names it: through links, or the real path
	Real  string // the real path
	Scope Scope
	Root  int // index in Discovery.Roots of the root in which it was found
}

// A Discovery is what an agent finds from a vantage.
type Discovery struct {
	Roots []RootDir
	// Files are in the order of the roots and of the walk. If several paths lead to one file, Files has the
	// one whose skill would win: the last with [LastWins] and [AnyWins], otherwise the first. With
	// [Walk].EachWay, it has one for each name of the file's directory.
	Files     []SkillFile
	Truncated bool // a limit of the agent or MaxScan ended a walk
	// Unread lists what the walk found but could not read, each path once and with the reason: directories
	// that cannot be listed, dangling links, links that the agent follows endlessly, and anything but a file
	// that has the name of a skill file. The agents do not report any of these.
	Unread  []LoadError
	Refused []LoadError // directories with the name of a skill file, with the agent's message
}

// Discover finds the files that an agent loads as skills from a vantage. It follows links as the agent does,
// enters each real directory at most once per root, and lists what it cannot read. The error is that of ctx.
func Discover(ctx context.Context, fsys vfs.FS, agent *Agent, v Vantage) (*Discovery, error) {
	d := &Discovery{}
	_, d.Roots = FindRoots(fsys, agent, v)
	w := walker{ctx: ctx, fsys: vfs.ByRealPath(fsys), agent: agent, names: agent.FileNames(), out: d, found: make(map[string]bool)}
	for i, root := range d.Roots {
		real, err := fsys.RealPath(root.Dir)
		if err != nil {
			w.rootUnread(root.Dir, err)
			continue
		}
		d.Roots[i].Real = real
		w.walk(i, real)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if agent.Walk.ByDir {
		dir := func(f SkillFile) string {
			return strings.ToLower(filepath.Dir(cmp.Or(d.Roots[f.Root].shown(f.Path), f.Path)))
		}
		slices.SortStableFunc(d.Files, func(a, b SkillFile) int { return strings.Compare(dir(a), dir(b)) })
	}
	if lastCounts(agent.Duplicates) {
		d.Files = lastWays(d.Files, agent.Walk)
	}
	return d, nil
}

// lastCounts reports whether the skill of the last of several paths to one file wins, or most likely wins if
// that is not known.
func lastCounts(d Duplicates) bool { return d == LastWins || d == AnyWins }

// lastWays returns the files without those to which a later path leads too.
func lastWays(files []SkillFile, walk Walk) []SkillFile {
	last := make(map[string]int, len(files))
	for i, f := range files {
		last[walk.way(f)] = i
	}
	kept := files[:0]
	for i, f := range files {
		if last[walk.way(f)] == i {
			kept = append(kept, f)
		}
	}
	return kept
}

// way returns the same text for the paths to a file that count as one: all of them, or with EachWay those in
// directories of the same name.
func (w Walk) way(f SkillFile) string {
	if !w.EachWay {
		return f.Real
	}
	return filepath.Join(f.Real, filepath.Base(filepath.Dir(f.Path)))
}
