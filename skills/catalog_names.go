package skills

import (
	"iter"
	"maps"
	"slices"
	"sync"
)

// A NameIndex finds skills by name. It is immutable and safe for concurrent use.
type NameIndex struct {
	base   func() map[string][]Skill // skills by name when the index was last rebuilt; built on first use
	sorted func() []string           // sorted names in base
	// changed replaces the entries of base for some names. A name that no skill has any more maps to nil.
	changed map[string][]Skill
}

// maxChangedNames is the maximum number of changed names before the index is rebuilt.
const maxChangedNames = 64

// NewNameIndex returns the index of a list, which the caller must not change afterwards.
func NewNameIndex(list []Skill) *NameIndex {
	base := sync.OnceValue(func() map[string][]Skill {
		named := make(map[string][]Skill, len(list))
		for _, s := range list {
			named[s.Name] = append(named[s.Name], s)
		}
		return named
	})
	return &NameIndex{base: base, sorted: sync.OnceValue(func() []string { return slices.Sorted(maps.Keys(base())) })}
}

// With returns the index of a list that differs from the current one only in skills that had or have one of
// the names.
func (x *NameIndex) With(list []Skill, names []string) *NameIndex {
	if len(x.changed)+len(names) > maxChangedNames {
		return NewNameIndex(list)
	}
	changed := maps.Clone(x.changed)
	if changed == nil {
		changed = make(map[string][]Skill)
	}
	for _, name := range names {
		changed[name] = nil
	}
	for _, s := range list {
		if slices.Contains(names, s.Name) {
			changed[s.Name] = append(changed[s.Name], s)
		}
	}
	return &NameIndex{x.base, x.sorted, changed}
}

// Named returns the skills with a name in the order of the list.
func (x *NameIndex) Named(name string) []Skill {
	if list, ok := x.changed[name]; ok {
		return list
	}
	return x.base()[name]
}

// Names returns the names of the skills, sorted and without duplicates.
func (x *NameIndex) Names() iter.Seq[string] {
	names := x.sorted()
	if len(x.changed) > 0 {
		names = slices.Clone(names)
	}
	for name, list := range x.changed {
		switch i, found := slices.BinarySearch(names, name); {
		case found && len(list) == 0:
			names = slices.Delete(names, i, i+1)
		case !found && len(list) > 0:
			names = slices.Insert(names, i, name)
		}
	}
	return slices.Values(names)
}
