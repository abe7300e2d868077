package skills

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"sync"
)

// A NameIndex finds skills by name. It is immutable and safe for concurrent use.
type NameIndex struct {
	base  func() []*Skill // by name, then by position in the list, as of the last rebuild; sorted on first use
	names func() []string // the names in base
	// changed replaces the skills of base for some names. A name that no skill has any more maps to nil.
	changed map[string][]Skill
}

// maxChangedNames is the maximum number of changed names before the index is rebuilt.
const maxChangedNames = 64

// NewNameIndex returns the index of a list, which the caller must not change afterwards.
func NewNameIndex(list []Skill) *NameIndex {
	base := sync.OnceValue(func() []*Skill {
		sorted := make([]*Skill, len(list))
		for i := range list {
			sorted[i] = &list[i]
		}
		slices.SortStableFunc(sorted, func(a, b *Skill) int { return cmp.Compare(a.Name, b.Name) })
		return sorted
	})
	names := sync.OnceValue(func() []string {
		all := make([]string, len(list))
		for i, s := range base() {
			all[i] = s.Name
		}
		return slices.Compact(all)
	})
	return &NameIndex{base: base, names: names}
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
	return &NameIndex{x.base, x.names, changed}
}

// Named returns the skills with a name in the order of the list.
func (x *NameIndex) Named(name string) []Skill {
	list, ok := x.changed[name]
	if ok {
		return list
	}
	sorted := x.base()
	i, _ := slices.BinarySearchFunc(sorted, name, func(s *Skill, name string) int { return cmp.Compare(s.Name, name) })
	for ; i < len(sorted) && sorted[i].Name == name; i++ {
		list = append(list, *sorted[i])
	}
	return list
}

// Names returns the names of the skills, sorted and without duplicates.
func (x *NameIndex) Names() iter.Seq[string] {
	names := x.names()
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
