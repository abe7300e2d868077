package analysis

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
)

// maxRelated is how many other places a finding shows.
const maxRelated = 5

// alone reports whether nothing can be said of other skills: they count for nothing, or are not all known yet.
func (p *pass) alone() bool {
	return p.snapshot.cfg.Isolated || p.snapshot.Scanning() || p.file.Dir == ""
}

// A clash is several skills of one name that an agent finds.
type clash struct {
	agent  *skills.Agent
	others []offer // those that are not the file itself, nor a copy of it
	taken  *offer  // what the agent takes, nil where that is not known
	own    bool    // that is the file itself, or a copy of it
}

// partiesOf returns the agents of clashes, and the paths of the skills between which they are, sorted.
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

// clashes returns the concerned agents that find other skills of the file's name where they find the file. Copies of the same
// text are no others: whichever is taken, the model reads the same.
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

// outcome says what becomes of the file and so many others of its name. The first word is a verb for a single agent.
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

// reportUnseenNamesakes reports other skills of the name in the same place of which none of the targets finds both.
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

// samePlace reports whether the directories of two skills lie side by side, or in roots that the same directory holds. What lies
// further apart, such as in two packages of one repository, in plugins, or among examples, has names of its own.
func samePlace(a, b string) bool {
	if filepath.Dir(a) == filepath.Dir(b) {
		return true
	}
	root, holder := rootOf(a)
	other, otherHolder := rootOf(b)
	return root != "" && holder == otherHolder &&
		filepath.Dir(a) == filepath.Join(holder, filepath.FromSlash(root)) && filepath.Dir(b) == filepath.Join(holder, filepath.FromSlash(other))
}

// namesOf returns the places where the skills at the paths are named.
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

// listPaths begins a sentence about skills: their paths, and the verb.
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

// A group is items that share a key.
type group[T any] struct {
	key   string
	items []T
}

// groupBy joins the items that have the same key, in the order of the first of each.
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
