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
	key   func(name string) string
	base  func() []*Skill // by key, then by position in the list, as of the last rebuild; sorted on first use
	names func() []string // the names in base
	// changed replaces the skills of base for some keys. A key that no skill has any more maps to nil.
	changed map[string][]*Skill
}

// maxChangedNames is the maximum number of changed names before the index is rebuilt.
const maxChangedNames = 64

// NewNameIndex returns the index of a list, which the caller must not change afterwards.
func NewNameIndex(list []Skill) *NameIndex { return newNameIndex(list, nil) }

// newNameIndex is NewNameIndex for names with the same key, which count as equal. A nil key is the name itself.
func newNameIndex(list []Skill, key func(string) string) *NameIndex {
	if key == nil {
		key = func(name string) string { return name }
	}
	base := sync.OnceValue(func() []*Skill {
		sorted := make([]*Skill, len(list))
		for i := range list {
			sorted[i] = &list[i]
		}
		slices.SortStableFunc(sorted, func(a, b *Skill) int { return cmp.Compare(key(a.Name), key(b.Name)) })
		return sorted
	})
	names := sync.OnceValue(func() []string {
		all := make([]string, len(list))
		for i, s := range base() {
			all[i] = s.Name
		}
		slices.Sort(all)
		return slices.Compact(all)
	})
	return &NameIndex{key: key, base: base, names: names}
}

// With returns the index of a list that differs from the current one only in skills that had or have one of
// the names.
func (x *NameIndex) With(list []Skill, names []string) *NameIndex {
	if len(x.changed)+len(names) > maxChangedNames {
		return newNameIndex(list, x.key)
	}
	changed := maps.Clone(x.changed)
	if changed == nil {
		changed = make(map[string][]*Skill)
	}
	keys := make(map[string]bool)
	for _, name := range names {
		keys[x.key(name)], changed[x.key(name)] = true, nil
	}
	for _, s := range list {
		if key := x.key(s.Name); keys[key] {
			changed[key] = append(changed[key], &s) // a copy: a pointer into the list would keep all of it in memory
		}
	}
	return &NameIndex{x.key, x.base, x.names, changed}
}

// Named returns the skills with a name in the order of the list. The caller must not change them or the result.
func (x *NameIndex) Named(name string) []*Skill {
	key := x.key(name)
	if list, ok := x.changed[key]; ok {
		return list
	}
	sorted := x.base()
	i, _ := slices.BinarySearchFunc(sorted, key, func(s *Skill, key string) int { return cmp.Compare(x.key(s.Name), key) })
	end := i
	for end < len(sorted) && x.key(sorted[end].Name) == key {
		end++
	}
	return sorted[i:end:end]
}

// Names returns the names of the skills, sorted and without duplicates.
func (x *NameIndex) Names() iter.Seq[string] {
	names := x.names()
	if len(x.changed) > 0 {
		names = slices.DeleteFunc(slices.Clone(names), func(name string) bool {
			_, ok := x.changed[x.key(name)]
			return ok
		})
		for _, list := range x.changed {
			for _, s := range list {
				names = append(names, s.Name)
			}
		}
		slices.Sort(names)
		names = slices.Compact(names)
	}
	return slices.Values(names)
}
