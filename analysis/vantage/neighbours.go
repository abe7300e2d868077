package vantage

import (
	"cmp"
	"io/fs"
	"path/filepath"
	"slices"

	"skills-ls/analysis/index"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
)

// A neighbourhoodKey is the root of a neighbourhood.
type neighbourhoodKey string

// A neighbourhood is a list of skills that no catalog has to contain, such as those in the direct subdirectories
// of a root. It is immutable and safe for concurrent use.
type neighbourhood struct {
	Skills []skills.Skill // by directory
	reals  []string       // the real paths of their files
	// prefixes are what the names of the skills begin with: the name of their plugin and a colon. The list is nil
	// if there are none.
	prefixes []string
	plugins  []workspace.Plugin // those of the skills, each once
	index    *skills.NameIndex
}

// Neighbours returns the skills in the direct subdirectories of a root, for any agent. A skill without a
// readable name has the name of its directory.
func Neighbours(s *workspace.Snapshot, root string) *neighbourhood {
	build := func() *neighbourhood { return findNeighbours(s, root) }
	return workspace.Recall(s, neighbourhoodKey(root), build, func(known *neighbourhood, changed []string) *neighbourhood {
		return renewNeighbours(s, known, changed)
	})
}

func findNeighbours(s *workspace.Snapshot, root string) *neighbourhood {
	entries, _ := s.FS().ReadDir(root) // a directory that cannot be listed has no skills
	found := new(neighbourhood)
	for _, e := range entries {
		if e.Type().IsRegular() {
			continue
		}
		if skill, real, ok := neighbourIn(s, filepath.Join(root, e.Name())); ok {
			found.Skills, found.reals = append(found.Skills, skill), append(found.reals, real)
		}
	}
	found.index = skills.NewNameIndex(found.Skills)
	return found
}

// neighbourIn returns the skill in a directory, and the real path of its file.
func neighbourIn(s *workspace.Snapshot, dir string) (skill skills.Skill, real string, ok bool) {
	path := filepath.Join(dir, "SKILL.md")
	head, ok := s.Head(path)
	if !ok {
		return skill, "", false
	}
	real = s.RealPath(path)
	if filepath.Base(real) != "SKILL.md" && !Lists(s, dir, "SKILL.md") {
		return skill, "", false // the file system ignores case here, and most others do not
	}
	return neighbour(dir, head), real, true
}

// neighbour returns the skill in a directory, given the head of its SKILL.md.
func neighbour(dir string, head index.Head) skills.Skill {
	path := filepath.Join(dir, "SKILL.md")
	return skills.Skill{
		Name:        cmp.Or(head.Name, filepath.Base(dir)),
		Description: head.Description, Path: path, Dir: filepath.Dir(path), Scope: skills.ScopeRepo,
	}
}

// Lists reports whether a directory has an entry with exactly this name.
func Lists(s *workspace.Snapshot, dir, name string) bool {
	entries, _ := s.FS().ReadDir(dir) // a directory that cannot be listed has no entries
	return slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == name })
}

// renewNeighbours reads those skills of a neighborhood again whose files, given by real path, have changed.
func renewNeighbours(s *workspace.Snapshot, old *neighbourhood, changed []string) *neighbourhood {
	list := old.Skills
	var names []string
	for i, real := range old.reals {
		if !slices.Contains(changed, real) {
			continue
		}
		skill, _, ok := neighbourIn(s, list[i].Dir)
		if ok && old.prefixes != nil {
			skill.Name = old.prefixes[i] + skill.Name
		}
		if !ok || skill == list[i] {
			continue // a keystroke changes the file, but seldom its head
		}
		if names == nil {
			list = slices.Clone(list) // other goroutines may read the old list
		}
		names = append(names, list[i].Name, skill.Name)
		list[i] = skill
	}
	if names == nil {
		return old
	}
	return &neighbourhood{list, old.reals, old.prefixes, old.plugins, old.index.With(list, names)}
}
