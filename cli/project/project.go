// Package project finds the project of a command, its configuration, and the files that it is asked about.
package project

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"skills-ls/analysis"
	"skills-ls/analysis/workspace"
	"skills-ls/cli/term"
	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/vfs"
)

// A workspace is the working directory of a command.
type Project struct {
	Sys     *term.System
	Cwd     string      // absolute and clean
	real    string      // cwd without links
	folding vfs.Folding // case sensitivity of cwd
}

// NewWorkspace returns the workspace for a working directory, given by an absolute path.
func NewWorkspace(sys *term.System, cwd string) *Project {
	cwd = vfs.CleanPath(cwd)
	return &Project{sys, cwd, vfs.Canonical(vfs.Disk{}, cwd), vfs.FoldingAt(vfs.Disk{}, cwd)}
}

// ProjectOf returns the workspace for the working directory.
func ProjectOf(sys *term.System) (*Project, error) {
	if sys.Cwd == "" {
		return nil, errors.New("cannot find the current directory: use --cwd")
	}
	info, err := os.Stat(sys.Cwd)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, term.Usagef("--cwd: directory not found: %s", sys.Cwd)
	case err != nil:
		return nil, fmt.Errorf("--cwd: %w", err)
	case !info.IsDir():
		return nil, term.Usagef("--cwd: not a directory: %s", sys.Cwd)
	}
	return NewWorkspace(sys, sys.Cwd), nil
}

// Abs returns an absolute form of a path from the command line.
func (w *Project) Abs(path string) string {
	if filepath.IsAbs(path) {
		return vfs.CleanPath(path)
	}
	return filepath.Join(w.Cwd, path)
}

// Show returns a path as shown to the user: relative if it is below the working directory.
func (w *Project) Show(path string) string {
	if rel, ok := w.below(path); ok {
		return filepath.Clean(rel)
	}
	return path
}

// below returns the part of a path after the working directory or its real path. It is empty for the
// directory itself.
func (w *Project) below(path string) (rest string, ok bool) {
	if rest, ok = vfs.NativePaths().CutDir(path, w.Cwd, w.folding); !ok {
		rest, ok = vfs.NativePaths().CutDir(path, w.real, w.folding)
	}
	return rest, ok
}

// SourceRoot returns the root of the checkout, for output whose readers see the whole checkout: the nearest
// directory at or above the working directory that is under version control, else the working directory.
func (w *Project) SourceRoot() string {
	for dir := range vfs.Up(w.Cwd) {
		for _, name := range []string{".git", ".hg", ".jj"} {
			if _, err := os.Lstat(filepath.Join(dir, name)); err == nil {
				return dir
			}
		}
	}
	return w.Cwd
}

// Relative returns a path relative to a directory, with slashes, or the path with slashes and false if it is
// not below the directory. For the directory itself it returns ".".
func (w *Project) Relative(dir, path string) (string, bool) {
	rest, ok := vfs.NativePaths().CutDir(path, vfs.CleanPath(dir), w.folding)
	if !ok {
		return filepath.ToSlash(path), false
	}
	return filepath.ToSlash(filepath.Clean(rest)), true
}

// Snapshot returns a snapshot of the files on disk, with the projects of the paths as its folders.
func (w *Project) Snapshot(fsys vfs.FS, cfg workspace.Config, paths ...string) *workspace.Snapshot {
	cached := vfs.NewCached(fsys)
	cfg.UserHome = w.Sys.Home
	cached.Confine(vfs.Confinement{Home: cfg.UserHome, Folders: []string{w.Cwd}}) // until the roots are known
	roots := NewProjectRoots(w, cached)
	roots.look(paths)
	known := make(map[string]bool)
	for _, path := range paths {
		if root := roots.Of(path); root != "" && !known[root] {
			known[root] = true
			cfg.Folders = append(cfg.Folders, root)
		}
	}
	cfg.Cwd = w.Cwd
	return analysis.New(cached, cfg)
}

// projectMarkers are the names of files and directories that mark the root of a project.
var projectMarkers = []string{".git", ".codelia", ".jj", ".hg"}

// projectRoots finds the roots of projects. It looks at each directory once.
type projectRoots struct {
	project *Project
	fsys    vfs.FS
	known   map[string]string // result of marked, by directory
}

func NewProjectRoots(w *Project, fsys vfs.FS) projectRoots {
	return projectRoots{w, fsys, make(map[string]string)}
}

// look fills the cache of the file system with what of needs for the paths.
func (r projectRoots) look(paths []string) {
	skills.Parallel(len(paths), func(i int) {
		if info, err := r.fsys.Stat(paths[i]); err == nil && !info.IsDir() {
			_, _ = r.fsys.ReadDir(filepath.Dir(paths[i])) // a later caller gets the error
		}
	})
}

// Of returns the nearest project root at or above a path. Without one, it returns the working directory if
// that is above the path, so that a file means the same alone and as part of the tree. Otherwise it returns
// the path itself if that is a directory, and "" for a file.
func (r projectRoots) Of(path string) string {
	own, lone := path, ""
	if info, err := r.fsys.Stat(path); err != nil || !info.IsDir() {
		own = filepath.Dir(path)
	} else {
		lone = path
	}
	if root := r.nearest(own); root != "" {
		return root
	}
	if _, ok := r.project.below(own); ok {
		return r.project.Cwd
	}
	return lone
}

// nearest is like marked, for a directory whose entries are needed anyway.
func (r projectRoots) nearest(dir string) string {
	if root, ok := r.known[dir]; ok {
		return root
	}
	entries, err := r.fsys.ReadDir(dir)
	switch parent := filepath.Dir(dir); {
	case err != nil || parent == dir:
		return r.marked(dir)
	case slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return slices.Contains(projectMarkers, e.Name()) }):
		r.known[dir] = dir
	default:
		r.known[dir] = r.marked(parent)
	}
	return r.known[dir]
}

// marked returns the nearest directory at or above dir that has a marker, or "". It does not list the
// directories, which may be large.
func (r projectRoots) marked(dir string) string {
	if root, ok := r.known[dir]; ok {
		return root
	}
	root := ""
	switch parent := filepath.Dir(dir); {
	case hasMarker(dir):
		root = dir
	case parent != dir:
		root = r.marked(parent)
	}
	r.known[dir] = root
	return root
}

func hasMarker(dir string) bool {
	return slices.ContainsFunc(projectMarkers, func(name string) bool {
		_, err := os.Lstat(filepath.Join(dir, name))
		return err == nil
	})
}

// ProjectEnv returns the environment variables by which agents find the root of a project, and no others:
// they could name files outside it.
func ProjectEnv(all map[string]string) map[string]string {
	env := make(map[string]string)
	for _, agent := range agents.All() {
		for _, name := range []string{agent.Project.RootEnv, agent.Project.MarkEnv} {
			if value, ok := all[name]; ok {
				env[name] = value
			}
		}
	}
	return env
}

// AddAgent adds the flag --agent to a command about one agent.
func AddAgent(cmd *cobra.Command, value *string) {
	cmd.Flags().Var((*agentID)(value), "agent", "`ID` of the agent (default: the project's agent)")
	CompleteAgents(cmd)
}

// An agentID is the value of the flag --agent. It is only empty if the flag is not set.
type agentID string

func (id *agentID) Set(text string) error {
	switch {
	case text == "":
		return errors.New("empty ID: is a variable unset?")
	case *id != "":
		return fmt.Errorf("there is already %q, and the command is about one agent", string(*id))
	}
	*id = agentID(text)
	return nil
}

func (id *agentID) String() string { return string(*id) }

// Type returns the word that the help shows if the usage of the flag names none.
func (*agentID) Type() string { return "string" }

// CompleteAgents makes the shell complete the IDs of agents.
func CompleteAgents(cmd *cobra.Command) {
	complete := func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return IDs(agents.All()), cobra.ShellCompDirectiveNoFileComp
	}
	if err := cmd.RegisterFlagCompletionFunc("agent", complete); err != nil {
		panic(err) // callers add the flag first
	}
}

// CheckTargets returns an error if no agent has one of the IDs in the snapshot's projects or at one of the paths.
func CheckTargets(s *workspace.Snapshot, ids []string, paths ...string) error {
	dirs := slices.Concat(paths, workspace.Vantages(s, ""))
	for _, id := range ids {
		if _, ok := workspace.AgentAt(s, id, dirs...); !ok {
			return term.Usagef("--agent: %s", UnknownAgent(id, IDs(workspace.AgentsAt(s, dirs...))))
		}
	}
	return nil
}

// Unapplied returns an error if there is an ID of an agent of the project that none of the files in question has.
func Unapplied(ids []string) error {
	if len(ids) == 0 {
		return nil
	}
	return term.Usagef("--agent: agent %q is defined elsewhere in the project, not for these files", ids[0])
}

// UnknownAgent returns the message for an ID that is not among the IDs of agents.
func UnknownAgent(id string, ids []string) string {
	return workspace.UnknownAgent(id, ids, `see "skills-ls agents"`)
}

// AgentsIn returns the agents of the project in the working directory: the built-in ones and those that the project
// defines.
func AgentsIn(sys *term.System) ([]*skills.Agent, error) {
	if sys.Cwd == "" {
		return agents.All(), nil // they do not depend on a directory
	}
	w, err := ProjectOf(sys)
	if err != nil {
		return nil, err
	}
	cfg, err := w.Config(workspace.Config{})
	if err != nil {
		return nil, err
	}
	return workspace.AgentsAt(w.Snapshot(vfs.Disk{}, cfg, w.Cwd), w.Cwd), nil
}

// IDs returns the IDs of agents.
func IDs(list []*skills.Agent) []string {
	ids := make([]string, len(list))
	for i, agent := range list {
		ids[i] = agent.ID
	}
	return ids
}
