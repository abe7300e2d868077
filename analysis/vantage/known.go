package vantage

import (
	"context"
	"iter"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"skills-ls/analysis/file"
	"skills-ls/analysis/index"
	"skills-ls/analysis/match"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/agents"
)

// A Visible holds the skills that a file may refer to: those that the concerned agents offer from the file's
// vantage, its neighbors in the same root, and those of the workspace's plugins by their names once installed. If no
// directory of an agent has a skill, it also holds all others of the workspace.
type Visible struct {
	Catalogs   []*skills.Catalog
	neighbours *neighbourhood // may be nil
	// ofWorkspace returns the skills of the file's workspace folder that count only if no other has their name. Nil
	// means none. It is set only after the first scan: its result lasts until a file comes or goes.
	ofWorkspace func() []*neighbourhood
}

// VisibleSkills returns the skills that a file may refer to.
func VisibleSkills(ctx context.Context, s *workspace.Snapshot, f *file.File) Visible {
	if s.Config().Isolated || f.Dir == "" {
		return Visible{}
	}
	at := workspace.StandpointOf(s, f.SkillOrDir())
	list := slices.Clone(at.Concerned)
	if !workspace.Includes(list, agents.Codelia) {
		list = append(list, agents.Codelia)
	}
	if f.Kind == file.Instructions {
		for _, agent := range workspace.Instructed(s, f) {
			if !workspace.Includes(list, agent) {
				list = append(list, agent)
			}
		}
	}
	if workspace.Scanning(s) {
		return knownSoFar(s, f.Skill, at.Vantage, list)
	}
	var k Visible
	for _, agent := range list {
		k.Catalogs = append(k.Catalogs, workspace.Catalog(ctx, s, agent, at.Vantage))
	}
	if f.Skill != "" {
		k.neighbours = Neighbours(s, filepath.Dir(f.Skill))
	}
	if folder, ok := FolderOf(s, f.Dir); ok && workspace.Scanned(s) {
		k.ofWorkspace = sync.OnceValue(func() []*neighbourhood {
			return []*neighbourhood{pluginSkills(s, folder), repositorySkills(s, folder)}
		})
	}
	return k
}

// WithPlugins returns the skills of some catalogs, and those of the plugins in the workspace folder of a file by their
// names once installed.
func WithPlugins(s *workspace.Snapshot, f *file.File, catalogs []*skills.Catalog) Visible {
	k := Visible{Catalogs: catalogs}
	if folder, ok := FolderOf(s, f.Dir); ok && workspace.Scanned(s) {
		k.ofWorkspace = sync.OnceValue(func() []*neighbourhood { return []*neighbourhood{pluginSkills(s, folder)} })
	}
	return k
}

// knownSoFar returns the skills that a scan in progress has found beside a skill and in some agents' roots in
// the project. Building catalogs would read files that the scan has not reached, and the user would wait for
// that while typing.
func knownSoFar(s *workspace.Snapshot, skill, vantage string, list []*skills.Agent) Visible {
	var roots []string
	if skill != "" {
		roots = append(roots, filepath.Dir(skill))
	}
	for _, agent := range list {
		for i := range agent.Roots {
			if root := &agent.Roots[i]; root.Scope == skills.ScopeRepo {
				roots = append(roots, filepath.Join(vantage, filepath.FromSlash(root.Dir)))
			}
		}
	}
	found := new(neighbourhood)
	for _, sum := range s.Disk().Index.Below(index.Sorted(roots)...) {
		head, _ := s.Head(sum.Path) // of the buffer, if it is open
		found.Skills = append(found.Skills, neighbour(filepath.Dir(sum.Path), head))
	}
	found.index = skills.NewNameIndex(found.Skills)
	return Visible{neighbours: found}
}

// A skillSet is a list of skills in the order in which they were added, without duplicate paths.
type skillSet struct {
	list []*skills.Skill
	seen map[string]bool // the paths in list, once there are more than a few
}

// fewSkills is the number of skills up to which paths are compared one by one.
const fewSkills = 8

func (set *skillSet) add(skill *skills.Skill) {
	switch {
	case len(set.list) < fewSkills:
		if slices.ContainsFunc(set.list, func(other *skills.Skill) bool { return other.Path == skill.Path }) {
			return
		}
	case set.seen == nil:
		set.seen = make(map[string]bool)
		for _, other := range set.list {
			set.seen[other.Path] = true
		}
		fallthrough
	default:
		if set.seen[skill.Path] {
			return
		}
		set.seen[skill.Path] = true
	}
	set.list = append(set.list, skill)
}

// All returns the skills in the order of the catalogs, each path once. A skill in several places is listed
// once for each.
func (k Visible) All() []*skills.Skill {
	var set skillSet
	for _, c := range k.Catalogs {
		for i := range c.Skills {
			set.add(&c.Skills[i])
		}
	}
	if k.neighbours != nil {
		for i := range k.neighbours.Skills {
			set.add(&k.neighbours.Skills[i])
		}
	}
	for _, more := range k.farther() {
		for i := range more.Skills {
			set.add(&more.Skills[i])
		}
	}
	return set.list
}

// farther returns the skills that count only if no other has their name.
func (k Visible) farther() []*neighbourhood {
	if k.ofWorkspace == nil {
		return nil
	}
	return k.ofWorkspace()
}

// Named returns the skills with a name, in the order of the catalogs, each path once.
func (k Visible) Named(name string) []*skills.Skill {
	list := k.namedNear(name)
	if len(list) > 0 {
		return list
	}
	for _, more := range k.farther() {
		list = append(list, more.index.Named(name)...)
	}
	return list
}

// namedNear is like [Visible.Named], for the skills of the catalogs and the neighbors.
func (k Visible) namedNear(name string) []*skills.Skill {
	var set skillSet
	for index := range k.near() {
		for _, skill := range index.Named(name) {
			set.add(skill)
		}
	}
	return set.list
}

// Has reports whether a skill with the name is known.
func (k Visible) Has(name string) bool { return len(k.Named(name)) > 0 }

// A nameIndex finds skills by their names.
type nameIndex interface {
	Named(name string) []*skills.Skill
	Names() iter.Seq[string] // sorted
}

// Indexes returns the indexes of all known skills. Several may contain the same name.
func (k Visible) Indexes() iter.Seq[nameIndex] {
	return func(yield func(nameIndex) bool) {
		for index := range k.near() {
			if !yield(index) {
				return
			}
		}
		for _, more := range k.farther() {
			if !yield(more.index) {
				return
			}
		}
	}
}

// near returns the indexes of the catalogs and of the neighbors.
func (k Visible) near() iter.Seq[nameIndex] {
	return func(yield func(nameIndex) bool) {
		for _, c := range k.Catalogs {
			if !yield(c) {
				return
			}
		}
		if k.neighbours != nil {
			yield(k.neighbours.index)
		}
	}
}

// Nearest is [match.Nearest] for the names that can be written as a mention: those of the catalogs and the neighbors, and
// for a word with a colon those of plugins too.
func (k Visible) Nearest(word string) string {
	names := k.near()
	if strings.Contains(word, ":") {
		names = k.Indexes()
	}
	best := match.Slip{Word: word}
	for ix := range names {
		for name := range ix.Names() {
			if index.IsMentionable(name) {
				best.Consider(name)
			}
		}
	}
	return best.Candidate
}

// HasPlugin reports whether the workspace has a plugin with the name that has a skill.
func (k Visible) HasPlugin(name string) bool {
	return k.anyPlugin(func(p workspace.Plugin) bool { return p.Name == name })
}

// HasPlugin reports whether the workspace folder of a directory has a plugin with the name that has a skill. Before the
// first scan, none is known.
func HasPlugin(s *workspace.Snapshot, dir, name string) bool {
	return slices.ContainsFunc(knownPlugins(s, dir).plugins, func(p workspace.Plugin) bool { return p.Name == name })
}

// HasPluginSkill is like [HasPlugin] for a skill by its name once its plugin is installed.
func HasPluginSkill(s *workspace.Snapshot, dir, name string) bool {
	return len(knownPlugins(s, dir).index.Named(name)) > 0
}

// knownPlugins returns the plugins in the workspace folder of a directory, and their skills. Before the first scan, none
// is known.
func knownPlugins(s *workspace.Snapshot, dir string) *neighbourhood {
	folder, ok := FolderOf(s, dir)
	if !ok || s.Config().Isolated || !workspace.Scanned(s) {
		return &neighbourhood{index: skills.NewNameIndex(nil)}
	}
	return pluginSkills(s, folder)
}

// HasCommand reports whether "plugin:command" is, or may be, a command of a plugin in the workspace.
func (k Visible) HasCommand(s *workspace.Snapshot, name string) bool {
	of, command, _ := strings.Cut(name, ":")
	return k.anyPlugin(func(p workspace.Plugin) bool { return p.Name == of && p.HasCommand(s, command) })
}

// HasPart reports whether "plugin:part" is, or may be, a command, a subagent or a workflow of a plugin in the workspace.
func (k Visible) HasPart(s *workspace.Snapshot, name string) bool {
	of, part, _ := strings.Cut(name, ":")
	return k.anyPlugin(func(p workspace.Plugin) bool { return p.Name == of && p.HasPart(s, part) })
}

func (k Visible) anyPlugin(match func(workspace.Plugin) bool) bool {
	return slices.ContainsFunc(k.farther(), func(more *neighbourhood) bool {
		return slices.ContainsFunc(more.plugins, match)
	})
}
