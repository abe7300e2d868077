package vantage

import (
	"cmp"
	"context"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/agents"
)

// An AgentReason says why a request is answered for an agent.
type AgentReason string

const (
	AgentNamed   AgentReason = "named"   // the request names it
	AgentOwner   AgentReason = "owner"   // it owns the directory of the skill
	AgentTarget  AgentReason = "target"  // it is the first target agent that the configuration names
	AgentProject AgentReason = "project" // its directory or marker is in the project
	AgentDefault AgentReason = "default"
)

// Explain returns the reason in a few words.
func (r AgentReason) Explain() string {
	return map[AgentReason]string{
		AgentNamed:   "requested",
		AgentOwner:   "owns the skill directory",
		AgentTarget:  "target agent",
		AgentProject: "used in this project",
		AgentDefault: "default",
	}[r]
}

// An AgentQuery is a request for one agent.
type AgentQuery struct {
	ID   string // empty unless the request names an agent
	Path string // of the file in question, absolute; empty if there is none or it is not saved
	Cwd  string // as in [ListQuery]
	// Can reports whether an agent can do what is requested. Nil means that its skills can be listed and
	// previewed.
	Can func(agent *skills.Agent) bool
}

// usedMost lists the agents that are preferred if several are used in a project, by their IDs. The others follow in
// the registry's order.
var usedMost = []string{"claude-code", "codex", "copilot", "cursor", "gemini-cli", "opencode"}

// WhichAgent returns the agent that a request is answered for, and why: the one that it names, the owner of the
// skill's directory or of a marketplace that lists it, the first target, the first one that is used in the
// project, or Codelia. If the request is about a file, it returns a target, an agent of the project or Codelia only if
// that agent finds the file, then the first agent that does, and Codelia if none does. The agent that searches a
// directory of the home directory owns it. The error is an *[workspace.UnknownAgentError].
func WhichAgent(ctx context.Context, s *workspace.Snapshot, q AgentQuery) (*skills.Agent, AgentReason, error) {
	dirs := workspace.Vantages(s, q.Cwd)
	if q.ID != "" {
		at := dirs
		if q.Path != "" {
			at = append([]string{filepath.Dir(q.Path)}, dirs...)
		}
		agent, err := workspace.AgentNamed(s, q.ID, at, workspace.CanCatalog, "")
		return agent, AgentNamed, err
	}
	can := q.Can
	if can == nil {
		can = workspace.CanCatalog
	}
	if q.Path != "" {
		dir := filepath.Dir(q.Path)
		if taker, ok := takerOf(ctx, s, q.Path); ok && can(taker) {
			return taker, AgentOwner, nil
		}
		root, _ := workspace.RootOf(dir)
		owners := workspace.StandpointOf(s, dir).Owners
		for _, agent := range ByUse(s, dir) {
			if can(agent) && (workspace.Includes(owners, agent) || ownsHolder(agent, root)) {
				return agent, AgentOwner, nil
			}
		}
	}
	isFit := func(agent *skills.Agent) bool {
		return can(agent) && (q.Path == "" || finds(ctx, s, agent, q.Path, q.Cwd))
	}
	configured, projects := projectsOf(s, q.Path, dirs)
	for _, dir := range configured {
		for _, id := range workspace.Effect(s, dir).Targets {
			if agent, ok := workspace.AgentAt(s, id, dir); ok && isFit(agent) {
				return agent, AgentTarget, nil
			}
		}
	}
	list := ByUse(s, projects...)
	for _, dirs := range [][]string{projects, foldersOf(s, projects)} { // the nearer ones first
		for _, agent := range list {
			isUsed := func(dir string) bool { return isUsedIn(s, agent, dir) || publishesIn(s, agent, dir) }
			if slices.ContainsFunc(dirs, isUsed) && isFit(agent) {
				return agent, AgentProject, nil
			}
		}
	}
	if q.Path == "" || isFit(agents.Codelia) {
		return agents.Codelia, AgentDefault, nil
	}
	dir, reason := s.FolderDir(q.Path), AgentDefault
	isBelowRoot := func(agent *skills.Agent) bool { return workspace.VantageOf(s, agent, dir) != dir }
	if isOfUser(s, q.Path) {
		reason, isBelowRoot = AgentOwner, workspace.Seeks
	}
	isFinder := func(agent *skills.Agent) bool { return workspace.Seeks(agent) && isBelowRoot(agent) && isFit(agent) }
	if i := slices.IndexFunc(list, isFinder); i >= 0 {
		return list[i], reason, nil
	}
	return agents.Codelia, AgentDefault, nil
}

// projectsOf returns the directories whose configuration names the targets of a request from some working directories, and
// those of its projects. If the request is about a file, they are those of the file. For one in the home directory they are
// those of the request, and for another one outside of the workspace they are both.
func projectsOf(s *workspace.Snapshot, path string, dirs []string) (configured, projects []string) {
	if path == "" || len(dirs) > 0 && isOfUser(s, path) {
		return dirs, dirs
	}
	dir := filepath.Dir(path)
	configured, projects = []string{dir}, []string{workspace.StandpointOf(s, dir).Vantage}
	if !s.InFolders(path) {
		configured, projects = append(configured, dirs...), append(projects, dirs...)
	}
	return configured, projects
}

// foldersOf returns the workspace folders that directories are in.
func foldersOf(s *workspace.Snapshot, dirs []string) (folders []string) {
	for _, dir := range dirs {
		if folder, ok := FolderOf(s, dir); ok {
			folders = append(folders, folder)
		}
	}
	return folders
}

// ProjectAgents returns the agents of the project in a directory that look for skills, preferred first: its targets, or
// else those that are used in it or that it has plugins for.
func ProjectAgents(s *workspace.Snapshot, dir string) (list []*skills.Agent) {
	for _, id := range workspace.Effect(s, dir).Targets {
		if agent, ok := workspace.AgentAt(s, id, dir); ok && workspace.Seeks(agent) {
			list = append(list, agent)
		}
	}
	if len(list) > 0 {
		return list
	}
	for _, agent := range ByUse(s, dir) {
		if workspace.Seeks(agent) && (isUsedIn(s, agent, dir) || publishesIn(s, agent, dir)) {
			list = append(list, agent)
		}
	}
	return list
}

// ownsHolder reports whether a root is in a directory that the agent owns, as .opencode/skills is in OpenCode's.
func ownsHolder(agent *skills.Agent, root string) bool {
	return agent.Project.At == "" && slices.ContainsFunc(agent.Owns, func(own string) bool {
		return strings.HasPrefix(root, own+"/")
	})
}

// ByUse returns the agents of the directories, those that are used most first.
func ByUse(s *workspace.Snapshot, dirs ...string) []*skills.Agent {
	rank := func(agent *skills.Agent) int {
		if i := slices.Index(usedMost, agent.ID); i >= 0 {
			return i
		}
		return len(usedMost)
	}
	list := workspace.AgentsAt(s, dirs...)
	slices.SortStableFunc(list, func(a, b *skills.Agent) int { return rank(a) - rank(b) })
	return list
}

// vantageOf returns the working directory from which an agent is assumed to use the skill at a path. For a skill outside of
// the workspace that is in the home directory, or that the agent finds from the working directory of the request, as in
// [ListQuery], it is that directory. For a skill that is in no root itself but that the agent finds from the workspace
// folder through a link, it is the folder. Otherwise it is as in [workspace.VantageOf].
func vantageOf(ctx context.Context, s *workspace.Snapshot, agent *skills.Agent, path, cwd string) string {
	dir := s.FolderDir(path)
	if from := workspace.Standing(s, cwd); from != "" && filepath.IsAbs(path) && !s.InFolders(path) {
		if isOfUser(s, path) {
			return from
		}
		if _, ok := workspace.Catalog(ctx, s, agent, from).Place(s.RealPath(path)); ok {
			return from
		}
	}
	at := workspace.VantageOf(s, agent, dir)
	if folder, ok := FolderOf(s, dir); ok && at == dir && dir != folder && workspace.Seeks(agent) {
		if _, ok := workspace.Catalog(ctx, s, agent, folder).Place(s.RealPath(path)); ok {
			return folder
		}
	}
	return at
}

// isOfUser reports whether the skill at a path is in the home directory and outside of the workspace.
func isOfUser(s *workspace.Snapshot, path string) bool {
	return isInHome(s, filepath.Dir(path)) && !s.InFolders(path)
}

// isInHome reports whether a directory is in a root that agents search in the home directory.
func isInHome(s *workspace.Snapshot, dir string) bool {
	_, holder := workspace.RootOf(dir)
	home := s.Config().Home
	return home != "" && holder != "" && s.RealPath(holder) == s.RealPath(home)
}

// finds reports whether an agent finds the file at a path, for a request with a working directory; see [vantageOf]. An
// agent that is given directories finds every file.
func finds(ctx context.Context, s *workspace.Snapshot, agent *skills.Agent, path, cwd string) bool {
	if !workspace.Seeks(agent) {
		return true
	}
	c := workspace.Catalog(ctx, s, agent, vantageOf(ctx, s, agent, path, cwd))
	i, ok := c.Place(s.RealPath(path))
	return ok && endedBefore(c, c.Files()[i].Path) == ""
}

// publishesIn reports whether a plugin or marketplace of the agent is in a directory. Such a repository is written for
// the agent, which need not find skills in it.
func publishesIn(s *workspace.Snapshot, agent *skills.Agent, dir string) bool {
	return slices.ContainsFunc(agent.Manifests, func(m skills.Manifest) bool {
		_, err := s.FS().Stat(filepath.Join(dir, filepath.FromSlash(m.Path)))
		return err == nil
	})
}

// isUsedIn reports whether a marker of the agent is in a directory or above it in the project, or a directory that
// it owns is in it.
func isUsedIn(s *workspace.Snapshot, agent *skills.Agent, dir string) bool {
	markers := workspace.MarkersAround(s, dir)
	if slices.ContainsFunc(agent.Markers, func(name string) bool { return markers[name] }) {
		return true
	}
	return slices.ContainsFunc(agent.Owns, func(own string) bool {
		info, err := s.FS().Stat(filepath.Join(cmp.Or(agent.Project.At, dir), filepath.FromSlash(own)))
		return err == nil && info.IsDir()
	})
}
