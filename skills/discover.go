package skills

import (
	"context"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// MaxScan is how many directory entries one scan looks at, over all its roots.
const MaxScan = 200_000

// A Vantage is where an agent stands: what it sees depends on it.
type Vantage struct {
	Cwd  string // absolute
	Home string // absolute; empty means that the user's roots are not looked at
	// Env holds the environment variables that runtimes read; absent and empty mean the same.
	Env map[string]string
	// Roots are further directories, absolute, that count as roots of the project for every runtime.
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

// A RootDir is a root of a runtime found to apply from a vantage. It need not exist.
type RootDir struct {
	Dir  string // absolute
	Root *Root
	Real string // the real path; empty before the walk, and where the directory does not exist
}

// FindRoots returns the root of the project that the vantage lies in, as the runtime finds it, and the directories that the
// runtime scans, in its order and each once: a chain of directories from the project's root down. Those that the vantage adds
// come last.
func FindRoots(fsys FS, rt *Runtime, v Vantage) (project string, roots []RootDir) {
	project = findProject(fsys, rt.Project, v)
	seen := make(map[string]bool)
	nested := sync.OnceValue(func() map[string][]string { return findNested(fsys, rt, v.Cwd) })
	for i := range rt.Roots {
		dirs := rt.Roots[i].dirs(v, project)
		if rt.Roots[i].Nested {
			dirs = append(dirs, nested()[rt.Roots[i].Dir]...)
		}
		for _, dir := range dirs {
			if !seen[dir] && !(rt.Roots[i].Yields && anyNames(dir, rt.Roots[i+1:], v, project)) {
				seen[dir] = true
				roots = append(roots, RootDir{Dir: dir, Root: &rt.Roots[i]})
			}
		}
	}
	for _, dir := range v.Roots {
		if !seen[dir] && len(rt.Roots) > 0 { // a runtime without any is switched off
			seen[dir] = true
			roots = append(roots, RootDir{Dir: dir, Root: rt.furtherRoot()})
		}
	}
	return project, roots
}

// anyNames reports whether one of the roots lies in the directory.
func anyNames(dir string, roots []Root, v Vantage, project string) bool {
	return slices.ContainsFunc(roots, func(root Root) bool { return slices.Contains(root.dirs(v, project), dir) })
}

// furtherRoot describes a root that the user has named: like the first that the runtime has in a project.
func (r *Runtime) furtherRoot() *Root {
	further := Root{Base: FromConfig, Scope: ScopeRepo}
	for _, root := range r.Roots {
		if root.Scope == ScopeRepo {
			further.Depth, further.NoLinks, further.NoHidden = root.Depth, root.NoLinks, root.NoHidden
			break
		}
	}
	return &further
}

// dirs returns where the root lies.
func (r *Root) dirs(v Vantage, project string) []string {
	if base := v.env(r.Env); base != "" {
		return []string{filepath.Join(v.resolve(base), filepath.FromSlash(r.EnvDir))}
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
// directory, or what is above all where the runtime has no other bound.
func findProject(fsys FS, p Project, v Vantage) string {
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
			if _, err := fsys.Stat(filepath.Join(dir, marker)); err == nil {
				return dir
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
	if !Within(root, dir) {
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

// A SkillFile is a file that a runtime takes for a skill, whether or not it will accept what is in it.
type SkillFile struct {
	Path  string // absolute, as the runtime names it: with the links it went through, or real
	Real  string // the real path
	Scope Scope
	Root  int // index into Discovery.Roots of the root it was found in
}

// A Discovery is what a runtime finds from a vantage.
type Discovery struct {
	Project string
	Roots   []RootDir
	// Files are in the order of the roots and of the walk: of several ways to one file the one whose skill would win, the last
	// with [LastWins] and [AnyWins] and else the first.
	Files     []SkillFile
	Truncated bool // a limit of the runtime or MaxScan ended a walk
}

// Discover finds the files that a runtime takes for skills from a vantage. It follows links as the runtime does, enters each
// real directory at most once per root, and leaves out what it cannot read. The error is the context's.
func Discover(ctx context.Context, fsys FS, rt *Runtime, v Vantage) (*Discovery, error) {
	d := &Discovery{}
	d.Project, d.Roots = FindRoots(fsys, rt, v)
	w := walker{ctx: ctx, fsys: byRealPath(fsys), rt: rt, names: rt.Files, out: d, found: make(map[string]bool)}
	if w.names == nil {
		w.names = []string{"SKILL.md"}
	}
	for i, root := range d.Roots {
		if real, err := fsys.RealPath(root.Dir); err == nil {
			d.Roots[i].Real = real
			w.walk(i, real)
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if lastCounts(rt.Duplicates) {
		d.Files = lastWays(d.Files)
	}
	return d, nil
}

// lastCounts reports whether of several ways to one file the last is the one whose skill would win, or where nothing tells, most
// likely does.
func lastCounts(d Duplicates) bool { return d == LastWins || d == AnyWins }

// lastWays returns the files without those that a later path leads to as well.
func lastWays(files []SkillFile) []SkillFile {
	last := make(map[string]int, len(files))
	for i := range files {
		last[files[i].Real] = i
	}
	kept := files[:0]
	for i, f := range files {
		if last[f.Real] == i {
			kept = append(kept, f)
		}
	}
	return kept
}

// A walker descends from one root after the other.
type walker struct {
	ctx   context.Context
	fsys  FS // by real path
	rt    *Runtime
	names []string
	out   *Discovery
	found map[string]bool // real paths of the files found
	total int             // entries seen in all roots

	root          int // the root being walked
	follow        bool
	hidden        bool // names that begin with a dot are skipped
	dirs, entries int
	entered       map[string]bool // real directories of this root; nil where links are not followed, so that none can recur
	stopped       bool            // by a limit of this root
	queue         []waiting       // directories still to be read, where the walk is broad
}

// A waiting directory lies depth directories below the root; path is how the walk came to it.
type waiting struct {
	path, real string
	depth      int
}

func (w *walker) walk(root int, real string) {
	w.root, w.dirs, w.entries, w.entered, w.stopped = root, 0, 0, nil, false
	w.follow = w.rt.Walk.FollowDirs && !w.out.Roots[root].Root.NoLinks
	if w.follow {
		w.entered = make(map[string]bool)
	}
	w.hidden = w.rt.Walk.SkipHidden || w.out.Roots[root].Root.NoHidden
	path := w.out.Roots[root].Dir
	if w.rt.Walk.RealRoots {
		path = real
	}
	w.descend(path, real, 0)
	for len(w.queue) > 0 && !w.stopped && w.ctx.Err() == nil {
		next := w.queue[0]
		w.queue = w.queue[1:]
		w.read(next.path, next.real, next.depth)
	}
	w.queue = nil
}

// descend goes into a directory, at once or, where the walk is broad, after those that wait already.
func (w *walker) descend(path, real string, depth int) {
	if !w.rt.Walk.Broad {
		w.dir(path, real, depth)
		return
	}
	if w.follow {
		if w.entered[real] {
			return
		}
		w.entered[real] = true
	}
	if limit := w.rt.Walk.MaxDirs; limit > 0 && w.dirs == limit {
		w.out.Truncated = true
		return
	}
	w.dirs++
	w.queue = append(w.queue, waiting{path, real, depth})
}

// full counts one more entry or directory and reports whether the walk is over.
func (w *walker) full(entries, dirs int) bool {
	w.entries += entries
	w.total += entries
	w.dirs += dirs
	limits := w.rt.Walk
	if limits.MaxEntries > 0 && w.entries > limits.MaxEntries || limits.MaxDirs > 0 && w.dirs > limits.MaxDirs || w.total > MaxScan {
		w.stopped, w.out.Truncated = true, true
	}
	return w.stopped
}

// dir looks at a directory that lies depth directories below the root; path is how the walk came to it.
func (w *walker) dir(path, real string, depth int) {
	if w.ctx.Err() != nil || w.full(0, 1) {
		return
	}
	if w.follow {
		if w.entered[real] {
			return
		}
		w.entered[real] = true
	}
	w.read(path, real, depth)
}

// read looks at what lies in a directory.
func (w *walker) read(path, real string, depth int) {
	entries, err := w.fsys.ReadDir(real)
	if err != nil {
		return
	}
	limit := w.out.Roots[w.root].Root.Depth
	file := ""
	if depth > 0 || w.rt.Walk.AtRoot {
		file = w.choose(real, entries)
	}
	if w.rt.Walk.LastFirst {
		if file != "" {
			w.add(filepath.Join(path, file), filepath.Join(real, file))
			file = ""
		}
		entries = slices.Clone(entries)
		slices.Reverse(entries)
	}
	for _, e := range entries {
		if w.full(1, 0) {
			return
		}
		name := e.Name()
		if name == file {
			w.add(filepath.Join(path, name), filepath.Join(real, name))
		}
		if limit > 0 && depth >= limit || w.hidden && name[0] == '.' || slices.Contains(w.rt.Walk.Skip, name) {
			continue
		}
		switch below := filepath.Join(real, name); {
		case e.IsDir():
			w.descend(filepath.Join(path, name), below, depth+1)
		case w.follow && isLink(e):
			if target, err := w.fsys.RealPath(below); err == nil {
				if info, err := w.fsys.Stat(target); err == nil && info.IsDir() {
					w.descend(filepath.Join(path, name), target, depth+1)
				}
			}
		}
	}
}

// choose returns the name of the skill's file among the entries of a real directory, empty where there is none.
func (w *walker) choose(real string, entries []fs.DirEntry) string {
	for _, name := range w.names {
		i, found := slices.BinarySearchFunc(entries, name, func(e fs.DirEntry, name string) int { return strings.Compare(e.Name(), name) })
		if !found {
			continue
		}
		if entries[i].Type().IsRegular() {
			return name
		}
		if w.rt.Walk.FollowFiles && isLink(entries[i]) {
			if info, err := w.fsys.Stat(filepath.Join(real, name)); err == nil && info.Mode().IsRegular() {
				return name
			}
		}
	}
	return ""
}

// add records a file found under path, whose directory's real path is in real.
func (w *walker) add(path, real string) {
	if w.rt.Walk.FollowFiles {
		target, err := w.fsys.RealPath(real)
		if err != nil {
			return
		}
		real = target
	}
	if w.found[real] && !lastCounts(w.rt.Duplicates) {
		return
	}
	w.found[real] = true
	if w.rt.Walk.RealPaths {
		path = real
	}
	w.out.Files = append(w.out.Files, SkillFile{Path: path, Real: real, Scope: w.out.Roots[w.root].Root.Scope, Root: w.root})
}

func isLink(e fs.DirEntry) bool { return e.Type()&fs.ModeSymlink != 0 }

// Disabled returns the runtime as it is where its configuration switches skills off: it finds the project and no skill.
func (r *Runtime) Disabled() *Runtime {
	off := *r
	off.Roots = nil
	return &off
}
