package analysis

import (
	"context"
	"iter"
	"path/filepath"
	"slices"

	"skills-ls/skills"
	"skills-ls/skills/agents"
)

// A known holds the skills that a file may refer to: those that the concerned agents offer from the file's
// vantage, and its neighbors in the same root.
type known struct {
	catalogs   []*skills.Catalog
	neighbours *neighbourhood // may be nil
}

// known returns the skills that a file may refer to.
func (s *Snapshot) known(ctx context.Context, f *File) known {
	if s.cfg.Isolated || f.Dir == "" {
		return known{}
	}
	dir := f.Skill
	if dir == "" {
		dir = f.Dir
	}
	at := s.standpoint(dir)
	list := at.targets()
	if !includes(list, agents.Codelia) {
		list = append(list, agents.Codelia)
	}
	if f.Kind == Instructions {
		for _, agent := range s.instructed(f) {
			if !includes(list, agent) {
				list = append(list, agent)
			}
		}
	}
	if s.Scanning() {
		return s.knownSoFar(f.Skill, at.vantage, list)
	}
	var k known
	for _, agent := range list {
		k.catalogs = append(k.catalogs, s.catalog(ctx, agent, at.vantage))
	}
	if f.Skill != "" {
		k.neighbours = s.neighbours(filepath.Dir(f.Skill))
	}
	return k
}

// knownSoFar returns the skills that a scan in progress has found beside a skill and in some agents' roots in
// the project. Building catalogs would read files that the scan has not reached, and the user would wait for
// that while typing.
func (s *Snapshot) knownSoFar(skill, vantage string, list []*skills.Agent) known {
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
	for _, sum := range s.disk.index.below(sorted(roots)...) {
		head, _ := s.head(sum.path) // of the buffer, if it is open
		found.skills = append(found.skills, neighbour(filepath.Dir(sum.path), head))
	}
	found.index = skills.NewNameIndex(found.skills)
	return known{neighbours: found}
}

// A skillSet is a list of skills in the order in which they were added, without duplicate paths.
type skillSet struct {
	list []skills.Skill
	seen map[string]bool // the paths in list, once there are more than a few
}

// fewSkills is the number of skills up to which paths are compared one by one.
const fewSkills = 8

func (set *skillSet) add(skill *skills.Skill) {
	switch {
	case len(set.list) < fewSkills:
		if slices.ContainsFunc(set.list, func(other skills.Skill) bool { return other.Path == skill.Path }) {
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
	set.list = append(set.list, *skill)
}

// all returns the skills in the order of the catalogs, each path once. A skill in several places is listed
// once for each.
func (k known) all() []skills.Skill {
	var set skillSet
	for _, c := range k.catalogs {
		for i := range c.Skills {
			set.add(&c.Skills[i])
		}
	}
	if k.neighbours != nil {
		for i := range k.neighbours.skills {
			set.add(&k.neighbours.skills[i])
		}
	}
	return set.list
}

// named returns the skills with a name, in the order of the catalogs, each path once.
func (k known) named(name string) []skills.Skill {
	var set skillSet
	for index := range k.indexes() {
		list := index.Named(name)
		for i := range list {
			set.add(&list[i])
		}
	}
	return set.list
}

// has reports whether a skill with the name is known.
func (k known) has(name string) bool {
	for index := range k.indexes() {
		if len(index.Named(name)) > 0 {
			return true
		}
	}
	return false
}

// A nameIndex finds skills by their names.
type nameIndex interface {
	Named(name string) []skills.Skill
	Names() iter.Seq[string] // sorted
}

// indexes returns the indexes of the catalogs and of the neighbors. Several may contain the same name.
func (k known) indexes() iter.Seq[nameIndex] {
	return func(yield func(nameIndex) bool) {
		for _, c := range k.catalogs {
			if !yield(c) {
				return
			}
		}
		if k.neighbours != nil {
			yield(k.neighbours.index)
		}
	}
}

// nearest is [nearest] for the known names that can be written as a mention.
func (k known) nearest(word string) string {
	best := slip{word: word}
	for index := range k.indexes() {
		for name := range index.Names() {
			if isMentionable(name) {
				best.consider(name)
			}
		}
	}
	return best.candidate
}
