package analysis

import (
	"io/fs"
	"path/filepath"
	"slices"

	"skills-ls/skills"
)

// A neighbourhoodKey is the root of a neighbourhood.
type neighbourhoodKey string

// A neighbourhood is the skills in the direct subdirectories of a root. It is immutable and safe for
// concurrent use.
type neighbourhood struct {
	skills []skills.Skill // by directory
	reals  []string       // the real paths of their files
	index  *skills.NameIndex
}

// neighbours returns the skills in the direct subdirectories of a root, for any agent. A skill without a
// readable name has the name of its directory.
func (s *Snapshot) neighbours(root string) *neighbourhood {
	build := func() *neighbourhood { return s.findNeighbours(root) }
	return recall(s, neighbourhoodKey(root), build, func(known *neighbourhood, changed []string) *neighbourhood {
		return s.renewNeighbours(known, changed)
	})
}

func (s *Snapshot) findNeighbours(root string) *neighbourhood {
	entries, _ := s.fs.ReadDir(root) // a directory that cannot be listed has no skills
	found := new(neighbourhood)
	for _, e := range entries {
		if e.Type().IsRegular() {
			continue
		}
		if skill, real, ok := s.neighbourIn(filepath.Join(root, e.Name())); ok {
			found.skills, found.reals = append(found.skills, skill), append(found.reals, real)
		}
	}
	found.index = skills.NewNameIndex(found.skills)
	return found
}

// neighbourIn returns the skill in a directory, and the real path of its file.
func (s *Snapshot) neighbourIn(dir string) (skill skills.Skill, real string, ok bool) {
	path := filepath.Join(dir, "SKILL.md")
	head, ok := s.head(path)
	if !ok {
		return skill, "", false
	}
	real = s.realPath(path)
	if filepath.Base(real) != "SKILL.md" && !s.lists(dir, "SKILL.md") {
		return skill, "", false // the file system ignores case here, and most others do not
	}
	return neighbour(dir, head), real, true
}

// neighbour returns the skill in a directory, given the head of its SKILL.md.
func neighbour(dir string, head head) skills.Skill {
	skill := skills.Skill{Name: head.name, Description: head.description, Path: filepath.Join(dir, "SKILL.md"), Dir: dir, Scope: skills.ScopeRepo}
	if skill.Name == "" {
		skill.Name = filepath.Base(dir)
	}
	return skill
}

// lists reports whether a directory has an entry with exactly this name.
func (s *Snapshot) lists(dir, name string) bool {
	entries, _ := s.fs.ReadDir(dir) // a directory that cannot be listed has no entries
	return slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == name })
}

// renewNeighbours reads those skills of a neighborhood again whose files, given by real path, have changed.
func (s *Snapshot) renewNeighbours(old *neighbourhood, changed []string) *neighbourhood {
	list := old.skills
	var names []string
	for i, real := range old.reals {
		if !slices.Contains(changed, real) {
			continue
		}
		skill, _, ok := s.neighbourIn(list[i].Dir)
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
	return &neighbourhood{list, old.reals, old.index.With(list, names)}
}
