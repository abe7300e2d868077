package refactor

import (
	"context"
	"io/fs"
	"path/filepath"
	"slices"

	"skills-ls/analysis/rules"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/vfs"
)

// Locations are the directories of a project in which new skills can be created.
type Locations struct {
	// Agent looks in the first location, for the Reason. Nil if that is a directory of the project's own, such as a
	// plugin's.
	Agent  *skills.Agent
	Reason vantage.AgentReason
	List   []Location // best first, never empty
}

// A Location is a directory in which new skills can be created.
type Location struct {
	Dir    string          // absolute
	Exists bool            // and is a directory
	Agents []*skills.Agent // that look in it, those of the project first; may be empty
	Used   bool            // an agent of the project looks in it
	Own    bool            // it belongs to the project or one of its plugins, not to an agent
	Detail string          // a few words for the right of the location in a list
}

// maxPluginDirs is the maximum number of directories that are searched for plugins.
const maxPluginDirs = 2000

// LocationsIn returns the directories of the project in a folder in which new skills can be created: those of the
// agents that are used in the project, those of the project itself and its plugins, other directories that exist and in
// which agents look, and then the others. The project's own come first if no targets are configured and no agent of the
// project has a skills directory yet. If a plugin below the folder contains the working directory cwd, the plugin comes
// first. It reads directories. The error is the context's.
func LocationsIn(ctx context.Context, s *workspace.Snapshot, folder, cwd string) (*Locations, error) {
	places, err := workspace.Places(ctx, s, folder)
	if err != nil {
		return nil, err
	}
	agent, reason, err := vantage.WhichAgent(ctx, s, vantage.AgentQuery{Cwd: folder, Can: workspace.Seeks})
	if err != nil {
		return nil, err
	}
	l := &locator{snapshot: s, folder: folder, used: vantage.ProjectAgents(s, folder), readers: make(map[string][]*skills.Agent)}
	var existing []string
	for _, root := range places[0].Roots {
		if root.Scope == skills.ScopeRepo && vfs.Within(folder, root.Dir) {
			l.readers[root.Dir] = root.Agents
			if root.Exists {
				existing = append(existing, root.Dir)
			}
		}
	}
	l.addPluginAround(cwd)
	rootExists := func(used *skills.Agent) bool { return l.isDir(l.rootOf(used)) }
	if reason != vantage.AgentTarget && !slices.ContainsFunc(l.used, rootExists) {
		l.addOwn() // such as the skills of a plugin whose project has a CLAUDE.md
	}
	for _, used := range l.used {
		l.add(l.rootOf(used))
	}
	l.addOwn()
	for _, dir := range existing {
		l.add(dir)
	}
	l.add(l.path(SharedRoot))
	for _, other := range vantage.ByUse(s, folder) {
		if workspace.Seeks(other) {
			l.add(SkillsDir(l.folder, other))
		}
	}
	found := &Locations{List: l.list}
	if workspace.Includes(l.list[0].Agents, agent) && !l.list[0].Own {
		found.Agent, found.Reason = agent, reason
	}
	return found, ctx.Err()
}

// A locator collects locations.
type locator struct {
	snapshot *workspace.Snapshot
	folder   string
	readers  map[string][]*skills.Agent // by directory
	used     []*skills.Agent            // in the project
	list     []Location
}

// path returns the absolute path of a directory of the project.
func (l *locator) path(slashed string) string {
	return filepath.Join(l.folder, filepath.FromSlash(slashed))
}

// rootOf returns the directory where new skills for an agent belong: its own, unless only the shared one exists.
func (l *locator) rootOf(agent *skills.Agent) string {
	own, shared := SkillsDir(l.folder, agent), l.path(SharedRoot)
	if !l.isDir(own) && l.isDir(shared) && workspace.Includes(l.readers[shared], agent) {
		return shared
	}
	return own
}

func (l *locator) isDir(path string) bool {
	info, err := l.snapshot.FS().Stat(path)
	return err == nil && info.IsDir()
}

// add adds a directory in which agents look, unless it was added before.
func (l *locator) add(dir string) {
	if l.has(dir) {
		return
	}
	used, others := []*skills.Agent{}, []*skills.Agent{}
	var owners []*skills.Agent
	for _, agent := range l.readers[dir] {
		if workspace.Includes(l.used, agent) {
			used = append(used, agent)
		} else {
			others = append(others, agent)
		}
		if SkillsDir(l.folder, agent) == dir && len(agent.Owns) > 0 {
			owners = append(owners, agent)
		}
	}
	found := Location{Dir: dir, Exists: l.isDir(dir), Agents: append(used, others...), Used: len(used) > 0}
	switch {
	case found.Used:
		found.Detail = titles(used) + ", used in this project"
	case len(owners) > 0:
		found.Detail = titles(owners)
	case len(others) > 0:
		found.Detail = "read by " + titles(others)
	}
	l.list = append(l.list, found)
}

func (l *locator) has(dir string) bool {
	return slices.ContainsFunc(l.list, func(known Location) bool { return known.Dir == dir })
}

// titles returns the titles of the first agents, and how many others there are.
func titles(list []*skills.Agent) string {
	var names []string
	for _, agent := range list {
		names = append(names, agent.Title)
	}
	return vantage.JoinFirst(names, 2)
}

// addDirOf adds a directory of the project's own skills, unless it was added before.
func (l *locator) addDirOf(owner, dir string) {
	if !l.has(dir) {
		l.list = append(l.list, Location{Dir: dir, Exists: l.isDir(dir), Agents: l.readers[dir], Own: true, Detail: owner})
	}
}

// addPluginAround adds the skills directory of the plugin that contains dir, unless the plugin is the whole folder.
func (l *locator) addPluginAround(dir string) {
	for ; dir != l.folder && vfs.Within(l.folder, dir); dir = filepath.Dir(dir) {
		if plugin := workspace.PluginIn(l.snapshot, dir); plugin != "" {
			l.addPlugin(plugin, dir)
			return
		}
	}
}

func (l *locator) addPlugin(name, dir string) {
	l.addDirOf("plugin "+name, filepath.Join(dir, "skills"))
}

// addOwn adds the directories of the project's own skills: "skills" if it has one, and those of the plugins in the
// project and up to two directories below it.
func (l *locator) addOwn() {
	own := l.path("skills")
	isSkill := func(e fs.DirEntry) bool {
		_, err := l.snapshot.FS().Stat(filepath.Join(own, e.Name(), rules.SkillFileName))
		return err == nil
	}
	entries, err := l.snapshot.FS().ReadDir(own)
	if err == nil && slices.ContainsFunc(entries, isSkill) {
		l.addDirOf("skills of this project", own)
	}
	dirs := []string{l.folder}
	for _, child := range l.dirsIn(l.folder) {
		dirs = append(append(dirs, child), l.dirsIn(child)...)
	}
	for _, dir := range dirs[:min(maxPluginDirs, len(dirs))] {
		if plugin := workspace.PluginIn(l.snapshot, dir); plugin != "" {
			l.addPlugin(plugin, dir)
		}
	}
}

// dirsIn returns the directories in a directory that are neither hidden nor ignored.
func (l *locator) dirsIn(dir string) (list []string) {
	entries, err := l.snapshot.FS().ReadDir(dir)
	if err != nil {
		return nil // it has no plugins that can be read
	}
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		if e.IsDir() && e.Name()[0] != '.' && !l.snapshot.Ignored(path, true) {
			list = append(list, path)
		}
	}
	return list
}
