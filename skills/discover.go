package skills

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"skills-ls/skills/vfs"
)

// MaxScan is how many directory entries one scan looks at, over all its roots.
const MaxScan = 200_000

// A Vantage is where an agent stands: what it sees depends on it.
type Vantage struct {
	Cwd  string // absolute
	Home string // absolute; empty means that the user's roots are not looked at
	// Env holds the environment variables that agents read; absent and empty mean the same.
	Env map[string]string
	// Roots are further directories, absolute, that count as roots of the project for every agent.
	Roots []string
}

// env returns a variable without white space around it.
func (v Vantage) env(name string) string {
	if name == "" {
		return ""
	}
	return strings.TrimSpace(v.Env[name])
}

// resolve makes a path of the environment absolute.
func (v Vantage) resolve(path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(v.Cwd, path)
}

// A RootDir is a root of an agent found to apply from a vantage. It need not exist.
type RootDir struct {
	Dir  string // absolute
	Root *Root
	Real string // the real path; empty before the walk, and where the directory does not exist
}

// FindRoots returns the root of the project that the vantage lies in, as the agent finds it, and the directories that the
// agent scans, in its order and each once: a chain of directories from the project's root down. Those that the vantage adds
// come last.
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
			continue // it came with the one before
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
		if !seen[dir] && len(agent.Roots) > 0 { // an agent without any is switched off
			seen[dir] = true
			roots = append(roots, RootDir{Dir: dir, Root: agent.furtherRoot()})
		}
	}
	return project, roots
}

// anyNames reports whether one of the roots lies in the directory.
func anyNames(dir string, roots []Root, v Vantage, project string) bool {
	return slices.ContainsFunc(roots, func(root Root) bool { return slices.Contains(root.dirs(v, project), dir) })
}

// furtherRoot describes a root that the user has named: like the first that the agent has in a project.
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

// found returns what counts in the place of directories.
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

// dirs returns where the root lies.
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

// findProject returns the nearest directory at or above the working directory that holds a marker, else the working
// directory, or what is above all where the agent has no other bound.
func findProject(fsys vfs.FS, p Project, v Vantage) string {
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

// isWorktree reports whether a directory is the root of a Git working tree: its .git is a repository, or a file that names one.
func isWorktree(fsys vfs.FS, dir string) bool {
	git, parts := filepath.Join(dir, ".git"), []string{"HEAD", "objects", "refs"}
	if link, err := fsys.ReadFile(git); err == nil {
		named, ok := strings.CutPrefix(link, "gitdir: ")
		if !ok {
			return false
		}
		git, parts = filepath.FromSlash(strings.TrimRight(named, "\r\n")), parts[:1] // the others may be in another place
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

// chain returns the directories from root down to dir, both included; none where dir does not lie in root.
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

// A SkillFile is a file that an agent takes for a skill, whether or not it will accept what is in it.
type SkillFile struct {
	Path  string // absolute, as the agent names it: with the links it went through, or real
	Real  string // the real path
	Scope Scope
	Root  int // index into Discovery.Roots of the root it was found in
}

// A Discovery is what an agent finds from a vantage.
type Discovery struct {
	Project string
	Roots   []RootDir
	// Files are in the order of the roots and of the walk: of several ways to one file the one whose skill would win, the last
	// with [LastWins] and [AnyWins] and else the first. With [Walk].EachWay, there is one for each name of the file's directory.
	Files     []SkillFile
	Truncated bool // a limit of the agent or MaxScan ended a walk
	// Unread are what the walk came upon and could not look into, each path once and with the reason: directories that cannot be
	// listed, links that lead nowhere or that the agent follows for ever, and what is no file where a skill would be. No agent says a word of them.
	Unread  []LoadError
	Refused []LoadError // directories with the name of a skill's file, with what the agent says of them
}

// Discover finds the files that an agent takes for skills from a vantage. It follows links as the agent does, enters each
// real directory at most once per root, and leaves out what it cannot read, which it lists. The error is the context's.
func Discover(ctx context.Context, fsys vfs.FS, agent *Agent, v Vantage) (*Discovery, error) {
	d := &Discovery{}
	d.Project, d.Roots = FindRoots(fsys, agent, v)
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
		slices.SortStableFunc(d.Files, func(a, b SkillFile) int { return strings.Compare(foldedDir(a), foldedDir(b)) })
	}
	if lastCounts(agent.Duplicates) {
		d.Files = lastWays(d.Files, agent.Walk.EachWay)
	}
	return d, nil
}

// lastCounts reports whether of several ways to one file the last is the one whose skill would win, or where nothing tells, most
// likely does.
func lastCounts(d Duplicates) bool { return d == LastWins || d == AnyWins }

// foldedDir is what the order of [Walk].ByDir compares.
func foldedDir(f SkillFile) string { return strings.ToLower(filepath.Dir(f.Path)) }

// lastWays returns the files without those that a later path leads to as well; if named, one in a directory of the same name.
func lastWays(files []SkillFile, named bool) []SkillFile {
	type way struct{ real, name string }
	wayOf := func(f SkillFile) way {
		if named {
			return way{f.Real, filepath.Base(filepath.Dir(f.Path))}
		}
		return way{real: f.Real}
	}
	last := make(map[way]int, len(files))
	for i := range files {
		last[wayOf(files[i])] = i
	}
	kept := files[:0]
	for i, f := range files {
		if last[wayOf(f)] == i {
			kept = append(kept, f)
		}
	}
	return kept
}
