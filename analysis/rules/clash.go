package rules

import (
	"slices"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/index"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
)

// maxRelated is the maximum number of related places in a diagnostic.
const maxRelated = 5

// alone reports whether other skills must not be considered: each skill counts alone, or not all skills are
// known yet.
func alone(p *Pass) bool {
	return p.Snapshot.Config().Isolated || workspace.Scanning(p.Snapshot) || p.File.Dir == ""
}

// A clash is a set of skills with the same name that an agent finds.
type clash struct {
	agent  *skills.Agent
	others []workspace.Offer // the skills other than the file and its copies
	taken  *workspace.Offer  // the skill that the agent uses, nil if that is not known
	own    bool              // taken is the file itself or a copy of it
}

// partiesOf returns the agents of clashes, and the sorted paths of the other skills in them.
func partiesOf(clashes []clash) (list []*skills.Agent, paths []string) {
	for _, c := range clashes {
		list = append(list, c.agent)
		for _, o := range c.others {
			paths = append(paths, o.Path)
		}
	}
	return list, index.Sorted(paths)
}

// sameTextOf reports whether the file at a path has the same text as this one.
func sameTextOf(p *Pass, path string) bool {
	s := p.Snapshot
	if sum := s.Summary(s.RealPath(path)); sum != nil {
		return sum.Size == len(p.Doc.Source) && sum.Hash == index.HashText(p.Doc.Source)
	}
	f := p.Other(path)
	return f != nil && f.Doc.Source == p.Doc.Source
}

// namesOf returns the places of the names in the skills at paths, at most maxRelated.
func namesOf(p *Pass, paths []string) []diagnostic.Related {
	var list []diagnostic.Related
	for _, path := range paths[:min(len(paths), maxRelated)] {
		r := diagnostic.Related{Path: path, Message: "the other skill"}
		if h, ok := p.Snapshot.Head(path); ok {
			r.Span = h.NameSpan
		}
		list = append(list, r)
	}
	return list
}

// A group is a list of items that have the same key.
type group[T any] struct {
	Key   string
	Items []T
}

// GroupBy groups items by key. The groups are in the order of their first items.
func GroupBy[T any](items []T, key func(T) string) []group[T] {
	var groups []group[T]
	for _, item := range items {
		k := key(item)
		i := slices.IndexFunc(groups, func(g group[T]) bool { return g.Key == k })
		if i < 0 {
			i = len(groups)
			groups = append(groups, group[T]{Key: k})
		}
		groups[i].Items = append(groups[i].Items, item)
	}
	return groups
}
