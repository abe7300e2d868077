package analysis

import (
	"io/fs"
	"path/filepath"
	"slices"

	"skills-ls/skills"
)

// A neighbour is a skill in a directory directly below a root.
type neighbour struct {
	skills.Skill
	real string // the real path of its file
}

// neighbours returns the skills in the directories directly below a root, whoever may scan it. A skill without a readable name
// goes by its directory's.
func (s *Snapshot) neighbours(root string) []neighbour {
	build := func() []neighbour { return s.findNeighbours(root) }
	return recall(s.memo, entry(s.memo, s.memo.neighbours, root), s.asOf, build, s.renewNeighbours)
}

func (s *Snapshot) findNeighbours(root string) []neighbour {
	entries, err := s.fs.ReadDir(root)
	if err != nil {
		return nil
	}
	var found []neighbour
	for _, e := range entries {
		if e.Type().IsRegular() {
			continue
		}
		if n, ok := s.neighbourIn(filepath.Join(root, e.Name())); ok {
			found = append(found, n)
		}
	}
	return found
}

// neighbourIn describes the skill in a directory.
func (s *Snapshot) neighbourIn(dir string) (neighbour, bool) {
	path := filepath.Join(dir, "SKILL.md")
	head, ok := s.head(path)
	if !ok {
		return neighbour{}, false
	}
	n := neighbour{
		Skill: skills.Skill{Name: head.name, Description: head.description, Path: path, Dir: dir, Scope: skills.ScopeRepo},
		real:  s.realPath(path),
	}
	if filepath.Base(n.real) != "SKILL.md" && !s.lists(dir, "SKILL.md") {
		return neighbour{}, false // the file system takes it for the same, and most others do not
	}
	if n.Name == "" {
		n.Name = filepath.Base(dir)
	}
	return n, true
}

// lists reports whether a directory has an entry of that very name.
func (s *Snapshot) lists(dir, name string) bool {
	entries, _ := s.fs.ReadDir(dir) // what cannot be listed lists nothing
	return slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == name })
}

// renewNeighbours looks again at those of a list whose files, at the real paths, have changed.
func (s *Snapshot) renewNeighbours(list []neighbour, changed []string) []neighbour {
	cloned := false
	for i := range list {
		if !slices.Contains(changed, list[i].real) {
			continue
		}
		if n, ok := s.neighbourIn(list[i].Dir); ok {
			if !cloned {
				list, cloned = slices.Clone(list), true // who looks at the old one keeps it
			}
			list[i] = n
		}
	}
	return list
}
