package analysis

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/vfs"
)

// A place is what the entries of a directory show. Typing does not change it, so it is cached until files are
// added or removed.
type place struct {
	hasSkill bool // it contains a SKILL.md
	isRoot   bool // it is a project root
	// hasSettings and hasGitignore mean that it contains such a file. For hasSettings, a symbolic link with
	// the name counts, too.
	hasSettings, hasGitignore bool
	// markers are the names in it, of files or directories, that show that an agent is used here.
	markers []string
}

// A standpoint is the position of a skill directory relative to the agents.
type standpoint struct {
	// vantage is the working directory that an agent using the skill is assumed to have.
	vantage string
	// concerned are the agents that the skill must work in or that its location belongs to, in the registry's
	// order; owners are those that own the root or plugin that contains it. Both are configured as in that
	// location.
	concerned []*skills.Agent
	owners    []*skills.Agent
}

func (s *Snapshot) place(dir string) place {
	m := s.memo
	m.mu.Lock()
	p, ok := m.places[dir]
	m.mu.Unlock()
	if ok {
		return p
	}
	entries, err := s.fs.ReadDir(dir)
	if err == nil {
		for _, e := range entries {
			p.hasSkill = p.hasSkill || isSkillFileName(e.Name()) && !e.IsDir()
			p.isRoot = p.isRoot || slices.Contains(projectMarkers, e.Name())
			p.hasSettings = p.hasSettings || e.Name() == SettingsFile && !e.IsDir()
			p.hasGitignore = p.hasGitignore || e.Name() == gitignoreFile && e.Type().IsRegular()
			if agentMarkers()[e.Name()] {
				p.markers = append(p.markers, e.Name())
			}
		}
	}
	m.mu.Lock()
	m.places[dir] = p
	m.mu.Unlock()
	return p
}

// standpoint returns the standpoint of a skill directory, or of the directory of another document.
func (s *Snapshot) standpoint(dir string) *standpoint {
	return s.settings.standpoint(dir, func() *standpoint {
		at := s.position(dir)
		return &standpoint{at.vantage, s.allConfigured(at.concerned, dir), s.allConfigured(at.owners, dir)}
	})
}

// allConfigured returns the agents as configured for a skill directory.
func (s *Snapshot) allConfigured(list []*skills.Agent, dir string) []*skills.Agent {
	configured := make([]*skills.Agent, len(list))
	for i, agent := range list {
		configured[i] = s.configuredFor(agent, dir)
	}
	return configured
}

// configuredFor returns an agent as configured for a skill directory.
func (s *Snapshot) configuredFor(agent *skills.Agent, dir string) *skills.Agent {
	return s.configured(agent, s.vantageOf(agent, dir))
}

// position is like [Snapshot.standpoint], but its agents have their built-in configuration.
func (s *Snapshot) position(dir string) *standpoint {
	m := s.memo
	key := standpointKey{dir, s.effect(dir).standpointKey}
	m.mu.Lock()
	at := m.standpoints[key]
	m.mu.Unlock()
	if at == nil {
		at = s.findPosition(dir)
		m.mu.Lock()
		m.standpoints[key] = at
		m.mu.Unlock()
	}
	return at
}

func (s *Snapshot) findPosition(dir string) *standpoint {
	root, holder := rootOf(dir)
	at := &standpoint{vantage: dir}
	named, isNamed := s.namedRoot(dir)
	switch {
	case root != "":
		at.vantage = holder
	case isNamed:
		at.vantage = named.holder
	case isPrompts(dir):
		at.vantage = filepath.Dir(filepath.Dir(dir))
	}
	targets := s.effect(dir).targets
	var markers map[string]bool
	if dir != "" { // a buffer without a file has no directory
		markers = s.markersAround(at.vantage)
	}
	for _, agent := range agents.All() {
		owner := root != "" && slices.Contains(agent.Owns, root) || s.inPlugin(agent, dir)
		if owner {
			at.owners = append(at.owners, agent)
		}
		switch {
		case len(targets) > 0:
			if slices.Contains(targets, agent.ID) {
				at.concerned = append(at.concerned, agent)
			}
		case agent == agents.Standard, owner, (scans(agent, root) || root == "" && isNamed) && slices.ContainsFunc(agent.Markers, func(m string) bool { return markers[m] }):
			at.concerned = append(at.concerned, agent)
		}
	}
	return at
}

// maxPluginDepth is the number of directories above a skill that are searched for a plugin's manifest.
const maxPluginDepth = 4

// inPlugin reports whether a skill directory is in a plugin of the agent, below the plugin's "skills".
func (s *Snapshot) inPlugin(agent *skills.Agent, dir string) bool {
	if agent.OwnsPlugins == "" || dir == "" {
		return false
	}
	for range maxPluginDepth {
		parent := filepath.Dir(dir)
		if filepath.Base(dir) == "skills" {
			if _, err := s.fs.Stat(filepath.Join(parent, filepath.FromSlash(agent.OwnsPlugins))); err == nil {
				return true
			}
		}
		if parent == dir {
			return false
		}
		dir = parent
	}
	return false
}

// rootOf returns the innermost skill root of any agent that contains a directory: its name as agents know it,
// with slashes, and the directory that holds it. Both are empty if no root contains the directory.
func rootOf(dir string) (root, holder string) { return rootFor(dir, vfs.NativePaths()) }

// rootFor is [rootOf] for a style of paths.
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

// vantageOf returns the working directory that an agent using a skill is assumed to have: the directory that
// holds a root of the agent with the skill in it, preferably a workspace folder if there are several, and
// otherwise the vantage for all agents.
//
// Only vantageOf finds the holders of roots with a common name, such as "skills".
func (s *Snapshot) vantageOf(agent *skills.Agent, dir string) string {
	at := s.position(dir).vantage
	if root, _ := rootOf(dir); root != "" {
		return at
	}
	slashed := filepath.ToSlash(dir) + "/"
	found := false
	for _, root := range s.configured(agent, dir).Roots {
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

// scans reports whether the agent looks for skills in roots with a name.
func scans(agent *skills.Agent, root string) bool {
	return root != "" && slices.ContainsFunc(agent.Roots, func(r skills.Root) bool { return r.Dir == root })
}

// markersAround returns the agents' markers in a directory and above it, up to the root of its project.
func (s *Snapshot) markersAround(dir string) map[string]bool {
	found := make(map[string]bool)
	for range 64 {
		place := s.place(dir)
		for _, name := range place.markers {
			found[name] = true
		}
		parent := filepath.Dir(dir)
		if place.isRoot || parent == dir || dir == s.cfg.Home || slices.Contains(s.cfg.Folders, dir) {
			break
		}
		dir = parent
	}
	return found
}

// instructed returns the agents that read a file of instructions, which is in no root: those that load it as
// a subagent, and, unless the configuration names targets, those with a marker around it.
func (s *Snapshot) instructed(f *File) []*skills.Agent {
	list := s.subagentAgents(f)
	if len(s.effect(f.Dir).targets) > 0 {
		return list
	}
	markers := s.markersAround(s.standpoint(f.Dir).vantage)
	for _, agent := range agents.All() {
		if !slices.Contains(list, agent) && slices.ContainsFunc(agent.Markers, func(m string) bool { return markers[m] }) {
			list = append(list, agent)
		}
	}
	return list
}

// concerns reports whether the agent, in any configuration, is among the concerned ones.
func (at *standpoint) concerns(agent *skills.Agent) bool { return includes(at.concerned, agent) }

// includes reports whether an agent is in a list, regardless of configuration.
func includes(list []*skills.Agent, agent *skills.Agent) bool {
	return slices.ContainsFunc(list, func(other *skills.Agent) bool { return other.ID == agent.ID })
}

// seeks reports whether an agent looks for skills unless its configuration forbids it, instead of only
// judging given ones.
func seeks(agent *skills.Agent) bool {
	builtIn, ok := agents.ByID(agent.ID)
	return ok && len(builtIn.Roots) > 0
}

// targets returns the concerned agents that give verdicts.
func (at *standpoint) targets() []*skills.Agent {
	var targets []*skills.Agent
	for _, agent := range at.concerned {
		if agent.Accept != nil {
			targets = append(targets, agent)
		}
	}
	return targets
}
