package rules

import (
	"fmt"
	"path/filepath"
	"slices"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/index"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
)

func checkNameAmbiguous(p *Pass) {
	e, ok := p.Fm.Entry("name")
	if alone(p) || !ok || p.Fm.Name() == "" {
		return
	}
	clashes := clashes(p)
	if len(clashes) == 0 {
		reportUnseenSameName(p, e)
		return
	}
	_, others := partiesOf(clashes)
	d := diagnostic.Diagnostic{
		Severity: diagnostic.Information, Span: e.ValueSpan, Related: namesOf(p, others),
		Message: sharedName(p, others),
	}
	for i, c := range clashes {
		switch agent := []*skills.Agent{c.agent}; {
		case c.own: // the agent loads this one, and nothing else
		case c.taken != nil:
			d.Severity, d.Affects = diagnostic.Warning, append(d.Affects, ignoring(agent)...)
		default: // its text may never be read
			d.Severity, d.Affects = diagnostic.Warning, append(d.Affects, misreading(agent)...)
		}
		switch detail := outcome(p, c, len(others)); {
		case i == 0:
			d.Detail = detail
		case detail != d.Detail:
			d.Detail = "agents differ in which one they load"
		}
	}
	p.report(d)
}

// clashes returns a clash for each concerned agent that finds the file and also other skills with its name.
// Copies of the same text do not count: whichever of them the agent uses, the model reads the same.
func clashes(p *Pass) []clash {
	s := p.Snapshot
	own := s.RealPath(p.File.Path)
	var list []clash
	for _, agent := range p.At.Concerned {
		name := p.Fm.Name()
		for _, v := range p.Verdicts {
			if v.Agent == agent && v.Accepted {
				name = v.Name
			}
		}
		found := workspace.Offers(p.Ctx, s, agent, p.At.Vantage, name)
		if !slices.ContainsFunc(found, func(o skills.SkillFile) bool { return o.Real == own }) {
			continue
		}
		c := clash{agent: agent}
		for _, o := range found {
			if o.Real != own && !sameTextOf(p, o.Path) {
				c.others = append(c.others, o)
			}
		}
		if len(c.others) == 0 {
			continue
		}
		if o, ok := workspace.Taken(agent, found); ok {
			c.taken, c.own = &o, o.Real == own || sameTextOf(p, o.Path)
		}
		list = append(list, c)
	}
	return list
}

// outcome says which of the file and the given number of others the agent loads.
func outcome(p *Pass, c clash, others int) string {
	switch {
	case c.own:
		return "this one is loaded"
	case c.taken != nil && others == 1:
		return "the other one is loaded"
	case c.taken != nil:
		return vantage.ShownPath(p.Snapshot, c.taken.Path) + " is loaded"
	case c.agent.Duplicates == skills.AnyWins:
		return "one of them is loaded"
	case others == 1:
		return "both are loaded"
	}
	return "all of them are loaded"
}

// reportUnseenSameName reports other skills with the same name in the same place if no target finds both by that name.
func reportUnseenSameName(p *Pass, e *frontmatter.Entry) {
	s := p.Snapshot
	own := s.RealPath(p.File.Path)
	var others []string
	for _, sum := range s.SkillsNamed(p.Fm.Name()) {
		if samePlace(p.File.Skill, sum.Skill) && s.RealPath(sum.Path) != own && !sameTextOf(p, sum.Path) {
			others = append(others, sum.Path)
		}
	}
	if len(others) == 0 {
		return
	}
	p.report(diagnostic.Diagnostic{
		Severity: diagnostic.Information, Span: e.ValueSpan, Related: namesOf(p, others),
		Message: sharedName(p, others), Detail: "no target agent finds both by that name",
	})
}

// samePlace reports whether the directories of two skills are side by side, or in roots in the same
// directory. Skills that are further apart, such as in two packages of one repository, in plugins or among
// examples, may have the same name.
func samePlace(a, b string) bool {
	if filepath.Dir(a) == filepath.Dir(b) {
		return true
	}
	root, holder := workspace.RootOf(a)
	other, otherHolder := workspace.RootOf(b)
	return root != "" && holder == otherHolder &&
		filepath.Dir(a) == filepath.Join(holder, filepath.FromSlash(root)) && filepath.Dir(b) == filepath.Join(holder, filepath.FromSlash(other))
}

// sharedName returns the message about other skills, at the paths, with the name of this one.
func sharedName(p *Pass, paths []string) string {
	name := InQuotes(p.Fm.Name())
	if len(paths) == 1 {
		return "another skill is named " + name + ": " + vantage.ShownPath(p.Snapshot, paths[0])
	}
	return fmt.Sprintf("%d other skills are named %s", len(paths), name)
}

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
	others []skills.SkillFile // the skills other than the file and its copies
	taken  *skills.SkillFile  // the skill that the agent uses, nil if that is not known
	own    bool               // taken is the file itself or a copy of it
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
		h, _ := p.Snapshot.Head(path)
		list = append(list, diagnostic.Related{Path: path, Span: h.NameSpan, Message: "the other skill"})
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
