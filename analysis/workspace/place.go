package workspace

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"skills-ls/analysis/config"
	"skills-ls/analysis/file"
	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/vfs"
)

// A place is what the entries of a directory show. Typing does not change it, so it is cached until files are
// added or removed.
type place struct {
	HasSkill bool // it contains a SKILL.md
	IsRoot   bool // it is a project root
	// hasSettings and hasGitignore mean that it contains such a file. For hasSettings, a symbolic link with
	// the name counts, too.
	hasSettings, hasGitignore bool
	// markers are the names in it, of files or directories, that show that an agent is used here.
	markers []string
	// manifests are those of plugins and marketplaces in it.
	manifests []manifestFile
}

// A Standpoint is the position of a skill directory relative to the agents.
type Standpoint struct {
	// Vantage is the working directory that an agent using the skill is assumed to have.
	Vantage string
	// Concerned are the agents that the skill must work in or that its location belongs to, in the registry's
	// order; owners are those that own the root or plugin that contains it. Both are configured as in that
	// location.
	Concerned []*skills.Agent
	Owners    []*skills.Agent
}

func PlaceOf(s *Snapshot, dir string) place {
	return s.memo.places.get(dir, func() place { return findPlace(s, dir) })
}

func findPlace(s *Snapshot, dir string) (p place) {
	entries, err := s.fs.ReadDir(dir)
	if err == nil {
		mayHold := false
		for _, e := range entries {
			mayHold = mayHold || manifestHolders()[e.Name()]
			p.HasSkill = p.HasSkill || file.IsSkillFileName(e.Name()) && !e.IsDir()
			p.IsRoot = p.IsRoot || slices.Contains(file.ProjectMarkers, e.Name())
			p.hasSettings = p.hasSettings || e.Name() == config.SettingsFile && !e.IsDir()
			p.hasGitignore = p.hasGitignore || e.Name() == file.GitignoreFile && e.Type().IsRegular()
			if file.AgentMarkers()[e.Name()] {
				p.markers = append(p.markers, e.Name())
			}
		}
		if mayHold {
			p.manifests = findManifests(s, dir)
		}
	}
	return p
}

// StandpointOf returns the standpoint of a skill directory, or of the directory of another document.
func StandpointOf(s *Snapshot, dir string) *Standpoint {
	return s.settings.standpoints.get(dir, func() *Standpoint {
		at := position(s, dir)
		return &Standpoint{at.Vantage, allConfigured(s, at.Concerned, dir), allConfigured(s, at.Owners, dir)}
	})
}

// allConfigured returns the agents as configured for a skill directory.
func allConfigured(s *Snapshot, list []*skills.Agent, dir string) []*skills.Agent {
	configured := make([]*skills.Agent, len(list))
	for i, agent := range list {
		configured[i] = ConfiguredFor(s, agent, dir)
	}
	return configured
}

// ConfiguredFor returns an agent as configured for a skill directory.
func ConfiguredFor(s *Snapshot, agent *skills.Agent, dir string) *skills.Agent {
	return Configured(s, agent, VantageOf(s, agent, dir))
}

// position is like [StandpointOf], but its agents have their built-in configuration.
func position(s *Snapshot, dir string) *Standpoint {
	key := standpointKey{dir, Effect(s, dir).standpointKey}
	return s.memo.standpoints.get(key, func() *Standpoint { return findPosition(s, dir) })
}

func findPosition(s *Snapshot, dir string) *Standpoint {
	root, holder := RootOf(dir)
	at := &Standpoint{Vantage: dir}
	named, isNamed := NamedRoot(s, dir)
	switch {
	case root != "":
		at.Vantage = holder
	case isNamed:
		at.Vantage = named.holder
	case file.IsPrompts(dir):
		at.Vantage = filepath.Dir(filepath.Dir(dir))
	}
	_, isShared := innermost(Effect(s, dir).roots, dir)
	targets := Effect(s, dir).Targets
	var markers map[string]bool
	var plugin Plugin
	if dir != "" { // a buffer without a file has no directory
		markers, plugin = MarkersAround(s, at.Vantage), PluginOf(s, dir)
	}
	for _, agent := range AgentsAt(s, dir) {
		owner := OwnsRoot(agent, root, dir) || PluginManifest(s, agent, dir) != "" || plugin.IsListedFor(agent)
		if owner {
			at.Owners = append(at.Owners, agent)
		}
		switch {
		case len(targets) > 0:
			if slices.Contains(targets, agent.ID) {
				at.Concerned = append(at.Concerned, agent)
			}
		case agent == agents.Standard, owner, (Scans(agent, root) || root == "" && isShared) && slices.ContainsFunc(agent.Markers, func(m string) bool { return markers[m] }):
			at.Concerned = append(at.Concerned, agent)
		}
	}
	return at
}

// RootOf returns the innermost skill root of any agent that contains a directory: its name as agents know it,
// with slashes, and the directory that holds it. Both are empty if no root contains the directory.
func RootOf(dir string) (root, holder string) { return rootFor(dir, vfs.NativePaths()) }

// rootFor is [RootOf] for a style of paths.
func rootFor(dir string, style vfs.PathStyle) (root, holder string) {
	path := dir + "/"
	if style == vfs.WindowsPaths {
		path = strings.ReplaceAll(path, `\`, "/")
	}
	for end := len(path) - 1; end > 0; {
		start := strings.LastIndexByte(path[:end], '/')
		if start < 0 {
			break
		}
		for _, name := range knownRootsByFirst()[path[start+1:end]] {
			if rest, ok := strings.CutPrefix(path[start+1:], name); ok && rest[0] == '/' && len(name) > len(root) {
				root = name
			}
		}
		if root != "" {
			return root, style.Clean(path[:start] + "/") // a drive or "/" keeps its separator
		}
		end = start
	}
	return "", ""
}

// knownRootsByFirst maps the first segments of the [knownRoots] to the roots.
var knownRootsByFirst = sync.OnceValue(func() map[string][]string {
	by := make(map[string][]string)
	for name := range knownRoots() {
		first, _, _ := strings.Cut(name, "/")
		by[first] = append(by[first], name)
	}
	return by
})

// knownRoots are the directories that agents search for skills, relative to a project, a home or any
// directory. Those of one segment without a dot ("skills") are left out, since any directory may have such a
// name.
var knownRoots = sync.OnceValue(func() map[string]bool {
	known := make(map[string]bool)
	for _, agent := range agents.All() {
		for _, root := range agent.Roots {
			if root.Base != skills.FromSystem && root.Find == nil && strings.HasPrefix(root.Dir, ".") {
				known[root.Dir] = true
			}
		}
		for _, dir := range agent.Owns {
			known[dir] = true
		}
	}
	return known
})

// VantageOf returns the working directory that an agent using a skill is assumed to have: the directory that
// holds a root of the agent with the skill in it, preferably a workspace folder if there are several, and
// otherwise the vantage for all agents.
//
// Only vantageOf finds the holders of roots with a common name, such as "skills".
func VantageOf(s *Snapshot, agent *skills.Agent, dir string) string {
	at := position(s, dir).Vantage
	if root, _ := RootOf(dir); root != "" {
		return at
	}
	slashed := filepath.ToSlash(dir) + "/"
	found := false
	for _, root := range Configured(s, agent, dir).Roots {
		if root.Base == skills.FromHome || root.Base == skills.FromSystem || root.Base == skills.FromConfig {
			continue
		}
		for rest := slashed; ; {
			i := strings.LastIndex(rest, "/"+root.Dir+"/")
			if i < 0 {
				break
			}
			holder := filepath.FromSlash(cmp.Or(rest[:i], "/"))
			switch {
			case PlaceOf(s, filepath.Join(holder, filepath.FromSlash(root.Dir))).IsRoot: // a repository "skills", not a root in one
			case slices.Contains(s.cfg.Folders, holder):
				return holder
			case !found:
				at, found = holder, true
			}
			rest = rest[:i] + "/"
		}
	}
	return at
}

// Scans reports whether the agent looks for skills in roots with a name.
func Scans(agent *skills.Agent, root string) bool {
	return root != "" && slices.ContainsFunc(agent.Roots, func(r skills.Root) bool { return r.Dir == root })
}

// MarkersAround returns the agents' markers in a directory and above it, up to the root of its project.
func MarkersAround(s *Snapshot, dir string) map[string]bool {
	found := make(map[string]bool)
	for dir := range vfs.UpAtMost(dir, 64) {
		place := PlaceOf(s, dir)
		for _, name := range place.markers {
			found[name] = true
		}
		if EndsProject(s, dir) {
			break
		}
	}
	return found
}

// EndsProject reports whether a directory is the uppermost one of the project that it is in: the root of a repository, a
// workspace folder or the home directory.
func EndsProject(s *Snapshot, dir string) bool {
	return PlaceOf(s, dir).IsRoot || dir == s.cfg.Home || slices.Contains(s.cfg.Folders, dir)
}

// Instructed returns the agents that read a file of instructions, which is in no root: those that load it as
// a subagent, and, unless the configuration names targets, those with a marker around it.
func Instructed(s *Snapshot, f *file.File) []*skills.Agent {
	list := SubagentAgents(s, f)
	if len(Effect(s, f.Dir).Targets) > 0 {
		return list
	}
	markers := MarkersAround(s, StandpointOf(s, f.Dir).Vantage)
	for _, agent := range AgentsAt(s, f.Dir) {
		if !slices.Contains(list, agent) && slices.ContainsFunc(agent.Markers, func(m string) bool { return markers[m] }) {
			list = append(list, agent)
		}
	}
	return list
}

// Concerns reports whether the agent, in any configuration, is among the concerned ones.
func (at *Standpoint) Concerns(agent *skills.Agent) bool { return Includes(at.Concerned, agent) }

// Includes reports whether an agent is in a list, regardless of configuration.
func Includes(list []*skills.Agent, agent *skills.Agent) bool {
	return slices.ContainsFunc(list, func(other *skills.Agent) bool { return other.ID == agent.ID })
}

// Seeks reports whether an agent looks for skills unless its configuration forbids it, instead of only
// judging given ones.
func Seeks(agent *skills.Agent) bool {
	if builtIn, ok := agents.ByID(agent.ID); ok {
		return len(builtIn.Roots) > 0
	}
	return len(agent.Roots) > 0
}
