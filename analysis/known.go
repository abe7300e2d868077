package analysis

import (
	"context"
	"iter"
	"path/filepath"
	"slices"

	"skills-ls/skills"
	"skills-ls/skills/runtimes"
)

// A known is the skills that a file's reader may mean: what the concerned runtimes offer from the file's vantage, and the
// neighbours in the same root.
type known struct {
	catalogs   []*skills.Catalog
	neighbours []neighbour
}

// known returns the skills that a file's reader may mean.
func (s *Snapshot) known(ctx context.Context, f *File) known {
	if s.cfg.Isolated || f.Dir == "" {
		return known{}
	}
	dir := f.Skill
	if dir == "" {
		dir = f.Dir
	}
	at := s.standpoint(dir)
	if s.Scanning() {
		return s.knownSoFar(f.Skill, at.vantage)
	}
	list := at.targets()
	if !includes(list, runtimes.Codelia) {
		list = append(list, runtimes.Codelia)
	}
	if f.Kind == Instructions {
		for _, rt := range (&pass{snapshot: s, file: f}).agentsRuntimes() {
			if !includes(list, rt) {
				list = append(list, rt) // whose agent the file is
			}
		}
	}
	var k known
	for _, rt := range list {
		k.catalogs = append(k.catalogs, s.catalog(ctx, rt, at.vantage))
	}
	if f.Skill != "" {
		k.neighbours = s.neighbours(filepath.Dir(f.Skill))
	}
	return k
}

// knownSoFar returns what a scan under way has found of the skills that are most likely meant. Catalogues would be built from
// files that nobody has read yet, and whoever types would wait for them.
func (s *Snapshot) knownSoFar(skill, vantage string) known {
	roots := []string{filepath.Join(vantage, ".agents", "skills")}
	if skill != "" {
		roots = sorted(append(roots, filepath.Dir(skill)))
	}
	var k known
	for _, root := range roots {
		for _, sum := range s.disk.index.below(root) {
			dir := filepath.Dir(sum.path)
			head, _ := s.head(sum.path) // of the buffer, if it is open
			n := neighbour{Skill: skills.Skill{Name: head.name, Description: head.description, Path: sum.path, Dir: dir, Scope: skills.ScopeRepo}, real: sum.path}
			if n.Name == "" {
				n.Name = filepath.Base(dir)
			}
			k.neighbours = append(k.neighbours, n)
		}
	}
	return k
}

// all returns the skills in the order of the catalogues, each path once. A skill that lies in several places comes once for
// each.
func (k known) all() []skills.Skill {
	return k.collect(func(c *skills.Catalog) []skills.Skill { return c.Skills }, func(neighbour) bool { return true })
}

// named returns the skills of a name.
func (k known) named(name string) []skills.Skill {
	return k.collect(func(c *skills.Catalog) []skills.Skill { return c.Named(name) }, func(n neighbour) bool { return n.Name == name })
}

// namedAny returns the skills of some names, by name. It looks at each known skill once at most, however many names there are.
func (k known) namedAny(names map[string]bool) map[string][]skills.Skill {
	found := make(map[string][]skills.Skill)
	type place struct{ name, path string }
	seen := make(map[place]bool)
	add := func(name string, skill skills.Skill) {
		if p := (place{name, skill.Path}); !seen[p] {
			seen[p] = true
			found[name] = append(found[name], skill)
		}
	}
	for _, c := range k.catalogs {
		for name := range names {
			for _, skill := range c.Named(name) {
				add(name, skill)
			}
		}
	}
	for _, n := range k.neighbours {
		if names[n.Name] {
			add(n.Name, n.Skill)
		}
	}
	return found
}

func (k known) collect(of func(*skills.Catalog) []skills.Skill, wanted func(neighbour) bool) []skills.Skill {
	var list []skills.Skill
	seen := make(map[string]bool)
	add := func(skill skills.Skill) {
		if !seen[skill.Path] {
			seen[skill.Path] = true
			list = append(list, skill)
		}
	}
	for _, c := range k.catalogs {
		for _, skill := range of(c) {
			add(skill)
		}
	}
	for _, n := range k.neighbours {
		if wanted(n) {
			add(n.Skill)
		}
	}
	return list
}

// has reports whether a skill of the name is known.
func (k known) has(name string) bool {
	return slices.ContainsFunc(k.catalogs, func(c *skills.Catalog) bool { return len(c.Named(name)) > 0 }) ||
		slices.ContainsFunc(k.neighbours, func(n neighbour) bool { return n.Name == name })
}

// eachName returns the known names, in no order, some of them more than once.
func (k known) eachName() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, c := range k.catalogs {
			for name := range c.Names() {
				if !yield(name) {
					return
				}
			}
		}
		for _, n := range k.neighbours {
			if !yield(n.Name) {
				return
			}
		}
	}
}

// nearest is [nearest] among the known names that a mention can be made of.
func (k known) nearest(word string) string {
	best := slip{word: word}
	for name := range k.eachName() {
		if isMentionable(name) {
			best.consider(name)
		}
	}
	return best.candidate
}
