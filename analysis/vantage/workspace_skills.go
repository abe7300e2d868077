package vantage

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/analysis/file"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/vfs"
)

// A WorkspaceSkill is a SKILL.md of the workspace, whether an agent finds it there or not, or one of the user's own.
type WorkspaceSkill struct {
	ID   string `json:"id"`   // as of [skills.Skill]
	Name string `json:"name"` // in the frontmatter, or else of the directory
	// Description is as in the frontmatter.
	Description string `json:"description"`
	Path        string `json:"path"`
	Dir         string `json:"dir"`
	// Group is the name of the plugin, with its directory if several plugins have the name, the root relative to the working
	// directory, or the directory that holds the skill directory.
	Group  string       `json:"group"`
	Kind   SkillKind    `json:"kind"`
	Agents []SkillAgent `json:"agents"` // not nil
	// Others are the other agents that find the skill, those that are used most first. They are unknown before the first
	// scan ends, and among more than maxCompared skills.
	Others []Finder `json:"others,omitempty"`
	// Unreadable says that the file cannot be read.
	Unreadable bool `json:"unreadable,omitzero"`

	plugins []workspace.Plugin // that it is in
}

// A SkillKind says what a skill of a workspace belongs to.
type SkillKind string

const (
	ProjectSkill SkillKind = "project" // a root that agents search in a project
	PluginSkill  SkillKind = "plugin"
	LooseSkill   SkillKind = "loose" // neither
	UserSkill    SkillKind = "user"  // a root in the home directory
)

// A SkillAgent is what an agent does with a skill where it is.
type SkillAgent struct {
	Agent     *skills.Agent `json:"agent"`
	Finds     bool          `json:"finds"`
	Loads     bool          `json:"loads"`
	Rejects   bool          `json:"-"`                   // as [Treatment.Rejects]
	Name      string        `json:"name,omitempty"`      // by which the agent knows the skill; empty if it has none
	Hidden    bool          `json:"hidden,omitzero"`     // the agent loads the skill and does not tell the model about it
	Installed string        `json:"installed,omitempty"` // as in [Treatment]
	// AlsoInstalled is as in [Treatment].
	AlsoInstalled []string `json:"alsoInstalled,omitempty"`
	// Reasons are those of a [Treatment] if the agent does not find the skill, else nil.
	Reasons []Reason `json:"reasons,omitempty"`
}

// A Finder is an agent that finds a skill.
type Finder struct {
	Agent *skills.Agent `json:"agent"`
	Loads bool          `json:"loads"`
}

// maxCompared is the maximum number of skills for which the agents other than the targets are found. Their catalogs
// of 1,000 skills take 70 MB (lsp.BenchmarkEditorMemory).
const maxCompared = 500

// A WorkspaceQuery is a request for the skills of a workspace.
type WorkspaceQuery struct {
	Cwd string // as in [ListQuery]
	// Words are parts of the name, the path as shown or the description of each result, in any case and separated by
	// white space. If empty, every skill is a result.
	Words string
}

// WorkspaceSkills returns the skills of the workspace that are not ignored, and those that its agents find elsewhere, as
// in the home directory or a configured root, by kind, group, name and path. With a working directory, the workspace is
// only the folder that it is in. Before the first scan ends, and for a working directory outside of the workspace, it
// knows only those that its agents find. The error is the context's.
func WorkspaceSkills(ctx context.Context, s *workspace.Snapshot, q WorkspaceQuery) ([]WorkspaceSkill, error) {
	r := &skillReader{
		ctx: ctx, snapshot: s, words: q.Words, cwd: q.Cwd, loaded: make(map[*skills.Catalog]map[string]skills.Skill), seen: make(map[string]bool), pluginDirs: make(map[string][]string),
	}
	dirs := workspace.Vantages(s, q.Cwd)
	r.scanned = workspace.Scanned(s) // asked once: the scan may end meanwhile
	var projects []string
	for _, dir := range dirs {
		projects = append(projects, workspace.SettingsBound(s, dir))
	}
	isWithin := func(path string) bool {
		return slices.ContainsFunc(projects, func(dir string) bool { return vfs.Within(dir, path) })
	}
	for _, path := range skillFiles(s, isWithin) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		r.add(path, false, "")
	}
	for _, dir := range dirs {
		for _, agent := range userAgents(ctx, s, dir) {
			c := workspace.Catalog(ctx, s, agent, dir)
			for _, e := range c.Unread { // such as a directory SKILL.md
				if file.IsSkillFileName(filepath.Base(e.Path)) && isWithin(e.Path) && !s.Ignored(e.Path, false) {
					r.add(e.Path, false, "")
				}
			}
			for _, f := range c.Files() {
				if err := ctx.Err(); err != nil {
					return nil, err
				}
				// The scan has left out a file of a folder if it is ignored, or behind a link to a directory.
				isLeftOut := r.scanned && isWithin(f.Path) && s.InFolders(f.Path) && s.Ignored(f.Path, false)
				if isUser := f.Scope == skills.ScopeUser; isUser || !isLeftOut {
					r.add(f.Path, isUser, c.Roots[f.Root].Dir)
				}
			}
		}
	}
	r.tellPluginsApart()
	list := r.list
	if r.scanned && len(list) <= maxCompared { // before, files of other agents may still be unreadable, and would be waited for
		for i := range list {
			list[i].Others = r.others(list[i].Path, list[i].Agents)
		}
	}
	rank := []SkillKind{ProjectSkill, PluginSkill, LooseSkill, UserSkill}
	slices.SortStableFunc(list, func(a, b WorkspaceSkill) int {
		if c := slices.Index(rank, a.Kind) - slices.Index(rank, b.Kind); c != 0 {
			return c
		}
		return slices.Compare([]string{a.Group, a.Name, a.Path}, []string{b.Group, b.Name, b.Path})
	})
	return list, ctx.Err()
}

// skillFiles returns the paths of the SKILL.md files in the workspace that are within some directories. A file that only a
// plugin with a symbolic link makes a skill of a plugin has the path in that plugin.
func skillFiles(s *workspace.Snapshot, isWithin func(path string) bool) []string {
	paths, linked := filesOfSkills(s, isWithin)
	names := make(map[string]string, len(linked)) // by real path
	for _, path := range linked {
		names[s.RealPath(path)] = path
	}
	for i, path := range paths {
		if name := names[s.RealPath(path)]; name != "" && workspace.PluginOf(s, filepath.Dir(path)).Name == "" {
			paths[i] = name
		}
	}
	return append(paths, linked...)
}

// matches reports whether the skill has all words of a query. path is its path as shown.
func (w *WorkspaceSkill) matches(words, path string) bool {
	text := strings.ToLower(strings.Join(append(w.names(), path, w.Description), "\n"))
	for word := range strings.FieldsSeq(strings.ToLower(words)) {
		if !strings.Contains(text, word) {
			return false
		}
	}
	return true
}

// names returns the names of a skill: in its file, of its directory, in agents, and with the plugin that it is in.
func (w *WorkspaceSkill) names() []string {
	list := []string{w.Name, filepath.Base(w.Dir)}
	for _, plugin := range w.plugins {
		list = append(list, plugin.Name+":"+w.Name)
	}
	for _, a := range w.Agents {
		list = append(list, a.Name)
	}
	return list
}

// userAgents returns the agents whose skills are shown in a working directory: those that are used there, or else the
// one that requests are answered for. For each of the home directory's roots that these do not search, the first
// agent that does follows.
func userAgents(ctx context.Context, s *workspace.Snapshot, dir string) (list []*skills.Agent) {
	known := slices.DeleteFunc(ByUse(s, dir), func(agent *skills.Agent) bool { return !workspace.CanCatalog(agent) })
	for _, agent := range known {
		if isTargetOf(s, agent, []string{dir}) {
			list = append(list, agent)
		}
	}
	if agent, _, err := WhichAgent(ctx, s, AgentQuery{Cwd: dir}); err == nil && len(list) == 0 {
		list = append(list, agent)
	}
	searched := make(map[string]bool)
	for _, agent := range append(slices.Clip(list), known...) {
		for _, root := range userRoots(s, agent, dir) {
			if !searched[root] && !workspace.Includes(list, agent) {
				list = append(list, agent)
			}
			searched[root] = true
		}
	}
	return list
}

// userRoots returns the roots in the home directory that an agent searches from a working directory and that exist.
func userRoots(s *workspace.Snapshot, agent *skills.Agent, dir string) (list []string) {
	_, agent = workspace.Discovery(s, agent, dir)
	_, roots := skills.FindRoots(s.FS(), agent, workspace.Vantage(s, dir))
	for _, root := range roots {
		if info, err := s.FS().Stat(root.Dir); root.Root.Scope == skills.ScopeUser && err == nil && info.IsDir() {
			list = append(list, root.Dir)
		}
	}
	return list
}

// A skillReader collects what is known of the skills that match words.
type skillReader struct {
	ctx      context.Context
	snapshot *workspace.Snapshot
	words    string
	cwd      string
	scanned  bool // the first scan has ended
	list     []WorkspaceSkill
	seen     map[string]bool                             // by real path
	loaded   map[*skills.Catalog]map[string]skills.Skill // those that an agent loads, by ID
	// pluginDirs are the directories of the plugins with skills, by name.
	pluginDirs map[string][]string
}

// add adds the skill at a path unless it was added before. isUser is set for one of the user's own. root is where an agent
// finds it, or "".
func (r *skillReader) add(path string, isUser bool, root string) {
	real := r.snapshot.RealPath(path)
	if r.seen[real] {
		return
	}
	r.seen[real] = true
	plugin := workspace.PluginOf(r.snapshot, filepath.Dir(path))
	skill, ok := r.read(path, plugin)
	skill.Kind, skill.Group = UserSkill, userGroup
	switch {
	case isUser:
	case root != "" && r.snapshot.InFolders(root) && !r.snapshot.InFolders(path): // some agents name the target of a link
		skill.Kind, skill.Group = ProjectSkill, ShownPath(r.snapshot, root)
	default:
		skill.Kind, skill.Group = groupOf(r.snapshot, skill.Dir, plugin.Name)
	}
	if plugin.Name != "" {
		skill.plugins = plugin.Each()
	}
	if skill.Kind == PluginSkill && !slices.Contains(r.pluginDirs[plugin.Name], plugin.Dir) {
		r.pluginDirs[plugin.Name] = append(r.pluginDirs[plugin.Name], plugin.Dir)
	}
	if ok && skill.matches(r.words, ShownPath(r.snapshot, path)) {
		r.list = append(r.list, skill)
	}
}

// tellPluginsApart adds the directory to the groups of plugins that have the same name.
func (r *skillReader) tellPluginsApart() {
	for i := range r.list {
		skill := &r.list[i]
		if skill.Kind != PluginSkill || len(r.pluginDirs[skill.Group]) < 2 {
			continue
		}
		dir := "."
		if at := skill.plugins[0].Dir; !slices.Contains(r.snapshot.Config().Folders, at) {
			dir = ShownPath(r.snapshot, at)
		}
		skill.Group += " (" + dir + ")"
	}
}

// read returns what is known of the SKILL.md at a path, without its group.
func (r *skillReader) read(path string, in workspace.Plugin) (skill WorkspaceSkill, ok bool) {
	s := r.snapshot
	head, ok := s.Head(path)
	if _, err := s.FS().Stat(path); !ok && errors.Is(err, fs.ErrNotExist) {
		return WorkspaceSkill{}, false // it was deleted meanwhile: one that cannot be read is listed with that problem
	}
	real, dir := s.RealPath(path), filepath.Dir(path)
	skill = WorkspaceSkill{
		ID: skills.SkillID(real), Name: cmp.Or(head.Name, filepath.Base(dir)), Description: head.Description, Path: path, Dir: dir,
		Agents: []SkillAgent{},
	}
	if head.Name == "" && head.Description == "" {
		_, err := s.File(path)
		skill.Unreadable = err != nil
	}
	for _, agent := range r.agents(path, dir, in) {
		skill.Agents = append(skill.Agents, r.judge(agent, path, skill.Name, in))
	}
	return skill, true
}

// others returns the agents that find the skill at a path and are not among some.
func (r *skillReader) others(path string, known []SkillAgent) (list []Finder) {
	for _, agent := range ByUse(r.snapshot, filepath.Dir(path)) {
		isKnown := slices.ContainsFunc(known, func(one SkillAgent) bool { return one.Agent.ID == agent.ID })
		if isKnown || !workspace.CanCatalog(agent) || !workspace.Seeks(agent) {
			continue
		}
		c := workspace.Catalog(r.ctx, r.snapshot, agent, vantageOf(r.ctx, r.snapshot, agent, path, r.cwd))
		if p, ok := placeIn(c, r.snapshot.RealPath(path), r.offeredBy(c)); ok && p.ended == "" {
			list = append(list, Finder{agent, p.loads})
		}
	}
	return list
}

// agents returns the agents that the skill is for: its targets and those of the marketplace that lists it, and if the
// standard is the only one, the agent that requests about the skill are answered for. An agent that is only the
// first to find the skill does not count.
func (r *skillReader) agents(path, dir string, in workspace.Plugin) []*skills.Agent {
	targets := slices.Clone(workspace.StandpointOf(r.snapshot, dir).Concerned)
	for _, agent := range workspace.AgentsAt(r.snapshot, dir) {
		if in.IsListedFor(agent) && !workspace.Includes(targets, agent) {
			targets = append(targets, workspace.ConfiguredFor(r.snapshot, agent, dir))
		}
	}
	if slices.ContainsFunc(targets, workspace.Seeks) {
		return targets
	}
	agent, reason, err := WhichAgent(r.ctx, r.snapshot, AgentQuery{Path: path, Cwd: r.cwd})
	if err != nil || workspace.Includes(targets, agent) {
		return targets
	}
	if reason == AgentDefault && (agent != agents.Codelia || !finds(r.ctx, r.snapshot, agent, path, r.cwd)) {
		return targets
	}
	return append(targets, workspace.ConfiguredFor(r.snapshot, agent, dir))
}

// judge returns what an agent does with the skill at a path. It reads the file only if the agent does not find or does not
// load the skill: otherwise the catalog has the decision.
func (r *skillReader) judge(agent *skills.Agent, path, name string, in workspace.Plugin) SkillAgent {
	s := r.snapshot
	one := SkillAgent{Agent: agent}
	if workspace.Seeks(agent) {
		c := workspace.Catalog(r.ctx, s, agent, vantageOf(r.ctx, s, agent, path, r.cwd))
		if p, ok := placeIn(c, s.RealPath(path), r.offeredBy(c)); ok {
			one.Finds, one.Loads, one.Name = p.ended == "", p.loads, p.skill.Name
			one.Hidden = p.loads && p.skill.Hidden
			one.Rejects = !p.loads && !isLeftOut(c, p.file.Path)
			if one.Finds {
				one.Installed, one.AlsoInstalled = namesOnceInstalled(s, agent, in, filepath.Dir(path), name)
			} else {
				one.Reasons = []Reason{*whyEnded(s, p)}
			}
			if one.Loads || !one.Finds {
				return one
			}
		}
	}
	f, err := s.File(path)
	if err != nil {
		return one
	}
	t := Treat(r.ctx, s, agent, f, r.cwd)
	one = SkillAgent{
		Agent: agent, Finds: t.Finds, Loads: t.Loads, Rejects: t.Rejects(), Name: t.Name, Installed: t.Installed, AlsoInstalled: t.AlsoInstalled,
	}
	if !one.Finds {
		one.Reasons = t.Reasons
	}
	return one
}

// isLeftOut reports whether settings or the limit of an agent leave out a file of its catalog.
func isLeftOut(c *skills.Catalog, path string) bool {
	return slices.ContainsFunc(c.Off, func(off skills.SwitchedOff) bool { return off.Path == path }) ||
		slices.ContainsFunc(c.Surplus(), func(skill skills.Skill) bool { return skill.Path == path })
}

// offeredBy is like the function offeredBy, but fast for many skills of one catalog.
func (r *skillReader) offeredBy(c *skills.Catalog) func(id string) (skills.Skill, bool) {
	byID := r.loaded[c]
	if byID == nil {
		byID = make(map[string]skills.Skill)
		for _, skill := range loadedIn(c) {
			byID[skill.ID] = skill
		}
		r.loaded[c] = byID
	}
	return func(id string) (skills.Skill, bool) {
		skill, ok := byID[id]
		return skill, ok
	}
}

// userGroup is the group of the skills in the home directory.
const userGroup = "home"

// groupOf returns the kind and the group of the skill in a directory of the workspace, given its plugin.
func groupOf(s *workspace.Snapshot, dir, plugin string) (SkillKind, string) {
	if plugin != "" {
		return PluginSkill, plugin
	}
	if isInHome(s, dir) {
		return UserSkill, userGroup
	}
	root, holder := workspace.RootOf(dir)
	own := workspace.AgentRoot(s, dir)
	switch {
	case root == "" && own != "":
		return ProjectSkill, ShownPath(s, own)
	case root == "" && (slices.Contains(s.Config().Folders, dir) || slices.Contains(s.Config().Folders, filepath.Dir(dir))):
		return LooseSkill, "."
	case root == "":
		return LooseSkill, ShownPath(s, filepath.Dir(dir))
	}
	return ProjectSkill, ShownPath(s, filepath.Join(holder, filepath.FromSlash(root)))
}
