package skills

import (
	"iter"
	"maps"
	"sync"
)

// A nameIndex finds skills by their names. It is immutable and safe for concurrent use.
type nameIndex struct {
	base func() map[string][]Skill // as of when it was last made anew; made when it is first needed
	// changed replaces what base has of some names; a name that no skill has any more has none.
	changed map[string][]Skill
}

// maxChangedNames bounds the names that are kept beside an index until it is made anew.
const maxChangedNames = 64

func newNameIndex(list []Skill) *nameIndex {
	return &nameIndex{base: sync.OnceValue(func() map[string][]Skill {
		named := make(map[string][]Skill, len(list))
		for _, s := range list {
			named[s.Name] = append(named[s.Name], s)
		}
		return named
	})}
}

// with returns the index of a list that differs from the index's own in the skills that had or have one of the names.
func (x *nameIndex) with(list []Skill, names []string) *nameIndex {
	if len(x.changed)+len(names) > maxChangedNames {
		return newNameIndex(list)
	}
	changed := maps.Clone(x.changed)
	if changed == nil {
		changed = make(map[string][]Skill)
	}
	for _, name := range names {
		changed[name] = nil
	}
	for _, s := range list {
		for _, name := range names {
			if s.Name == name {
				changed[name] = append(changed[name], s)
				break
			}
		}
	}
	return &nameIndex{x.base, changed}
}

func (x *nameIndex) get(name string) []Skill {
	if list, ok := x.changed[name]; ok {
		return list
	}
	return x.base()[name]
}

// all returns the names, in no order, each once.
func (x *nameIndex) all() iter.Seq[string] {
	return func(yield func(string) bool) {
		for name, list := range x.changed {
			if len(list) > 0 && !yield(name) {
				return
			}
		}
		for name := range x.base() {
			if _, ok := x.changed[name]; !ok && !yield(name) {
				return
			}
		}
	}
}
