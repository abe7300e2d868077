package analysis

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
)

// maxRelated is the maximum number of related places in a diagnostic.
const maxRelated = 5

// alone reports whether other skills must not be considered: each skill counts alone, or not all skills are
// known yet.
func (p *pass) alone() bool {
	return p.snapshot.cfg.Isolated || p.snapshot.Scanning() || p.file.Dir == ""
}

// A clash is a set of skills with the same name that an agent finds.
type clash struct {
	agent  *skills.Agent
	others []offer // the skills other than the file and its copies
	taken  *offer  // the skill that the agent uses, nil if that is not known
	own    bool    // taken is the file itself or a copy of it
}

// partiesOf returns the agents of clashes, and the sorted paths of the other skills in them.
func partiesOf(clashes []clash) (list []*skills.Agent, paths []string) {
	for _, c := range clashes {
		list = append(list, c.agent)
		for _, o := range c.others {
			paths = append(paths, o.Path)
		}
	}
	return list, sorted(paths)
}

func checkNameAmbiguous(p *pass) {
	e, ok := p.fm.Entry("name")
	if p.alone() || !ok || e.ValueSpan.IsEmpty() {
		return
	}
	clashes := p.clashes()
	if len(clashes) == 0 {
		p.reportUnseenNamesakes(e)
		return
	}
	list, others := partiesOf(clashes)
	d := Diagnostic{
		Severity: Information, Span: e.ValueSpan, Related: p.namesOf(others), Agents: ids(list),
		Message: fmt.Sprintf("%s called `%s` too", p.listPaths(others), p.fm.Name()),
	}
	var said []string
	for _, group := range groupBy(clashes, func(c clash) string { return p.outcome(c, len(others)) }) {
		var list []*skills.Agent
		for _, c := range group.items {
			list = append(list, c.agent)
			if !c.own {
				d.Severity = Warning // its text may never be read
			}
		}
		verb, rest, _ := strings.Cut(group.key, " ")
		if len(list) > 1 {
			verb = strings.TrimSuffix(verb, "s")
		}
		said = append(said, titles(list)+" "+verb+" "+rest)
	}
	d.Message += "; " + strings.Join(said, "; ")
	p.report(d)
}

// clashes returns a clash for each concerned agent that finds the file and also other skills with its name.
// Copies of the same text do not count: whichever of them the agent uses, the model reads the same.
func (p *pass) clashes() []clash {
	s := p.snapshot
	own := s.realPath(p.file.Path)
	var list []clash
	for _, agent := range p.at.concerned {
		name := p.fm.Name()
		for _, v := range p.verdicts {
			if v.agent == agent && v.Accepted {
				name = v.Name
			}
		}
		found := s.offers(p.ctx, agent, p.at.vantage, name)
		if !slices.ContainsFunc(found, func(o offer) bool { return o.Real == own }) {
			continue
		}
		c := clash{agent: agent}
		for _, o := range found {
			if o.Real != own && !p.sameText(o.Path) {
				c.others = append(c.others, o)
			}
		}
		if len(c.others) == 0 {
			continue
		}
		if o, ok := taken(agent, found); ok {
			c.taken, c.own = &o, o.Real == own || p.sameText(o.Path)
		}
		if c.taken != nil || agent.Duplicates == skills.KeepAll || agent.Duplicates == skills.AnyWins {
			list = append(list, c)
		}
	}
	return list
}

// outcome describes what the agent does with the file and the given number of others. The first word is a
// singular verb.
func (p *pass) outcome(c clash, others int) string {
	switch {
	case c.own:
		return "takes this one"
	case c.taken != nil && others == 1:
		return "takes that one"
	case c.taken != nil:
		return "takes `" + p.snapshot.shownPath(c.taken.Path) + "`"
	case c.agent.Duplicates == skills.AnyWins:
		return "takes one, and nothing tells which"
	case others == 1:
		return "keeps both, and the name alone selects neither"
	}
	return "keeps all, and the name alone selects none"
}

// sameText reports whether the file at a path has the same text as this one.
func (p *pass) sameText(path string) bool {
	s := p.snapshot
	if sum := s.summary(s.realPath(path)); sum != nil {
		return sum.size == len(p.doc.Source) && sum.hash == hashText(p.doc.Source)
	}
	f := p.other(path)
	return f != nil && f.Doc.Source == p.doc.Source
}

// reportUnseenNamesakes reports other skills with the same name in the same place if no target finds both.
func (p *pass) reportUnseenNamesakes(e *frontmatter.Entry) {
	s := p.snapshot
	own := s.realPath(p.file.Path)
	var others []string
	for _, sum := range s.called(p.fm.Name()) {
		if samePlace(p.file.Skill, sum.skill) && s.realPath(sum.path) != own && !p.sameText(sum.path) {
			others = append(others, sum.path)
		}
	}
	if len(others) == 0 {
		return
	}
	both := "both"
	if len(others) > 1 {
		both = "all of them"
	}
	p.report(Diagnostic{
		Severity: Information, Span: e.ValueSpan, Related: p.namesOf(others),
		Message: fmt.Sprintf("%s called `%s` too, with another text; none of the agents that this skill is for finds %s, but others may",
			p.listPaths(others), p.fm.Name(), both),
	})
}

// samePlace reports whether the directories of two skills are side by side, or in roots in the same
// directory. Skills that are further apart, such as in two packages of one repository, in plugins or among
// examples, may have the same name.
func samePlace(a, b string) bool {
	if filepath.Dir(a) == filepath.Dir(b) {
		return true
	}
	root, holder := rootOf(a)
	other, otherHolder := rootOf(b)
	return root != "" && holder == otherHolder &&
		filepath.Dir(a) == filepath.Join(holder, filepath.FromSlash(root)) && filepath.Dir(b) == filepath.Join(holder, filepath.FromSlash(other))
}

// namesOf returns the places of the names in the skills at paths, at most maxRelated.
func (p *pass) namesOf(paths []string) []Related {
	var list []Related
	for _, path := range paths[:min(len(paths), maxRelated)] {
		r := Related{Path: path, Message: "the other skill of that name"}
		if h, ok := p.snapshot.head(path); ok {
			r.Span = h.nameSpan
		}
		list = append(list, r)
	}
	return list
}

// listPaths returns the beginning of a sentence about skills: their paths and the verb.
func (p *pass) listPaths(paths []string) string {
	const most = 3
	var names []string
	for _, path := range paths[:min(len(paths), most)] {
		names = append(names, "`"+p.snapshot.shownPath(path)+"`")
	}
	if more := len(paths) - most; more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	if len(names) == 1 {
		return names[0] + " is"
	}
	return joinAnd(names) + " are"
}

// A group is a list of items that have the same key.
type group[T any] struct {
	key   string
	items []T
}

// groupBy groups items by key. The groups are in the order of their first items.
func groupBy[T any](items []T, key func(T) string) []group[T] {
	var groups []group[T]
	for _, item := range items {
		k := key(item)
		i := slices.IndexFunc(groups, func(g group[T]) bool { return g.key == k })
		if i < 0 {
			i = len(groups)
			groups = append(groups, group[T]{key: k})
		}
		groups[i].items = append(groups[i].items, item)
	}
	return groups
}
