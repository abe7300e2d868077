package analysis

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"skills-ls/skills"
)

// maxAlike is the maximum number of similar descriptions that are compared with a description word by word.
const maxAlike = 50

func checkDescriptionOverlap(p *pass) {
	e, ok := p.fm.Entry("description")
	if p.alone() || !ok || e.ValueSpan.IsEmpty() || !isSkillName(p.fm.Name()) {
		return
	}
	var paths []string
	for _, sum := range p.snapshot.alike(p.file) {
		if sum.head.name != p.fm.Name() && isSkillName(sum.head.name) && p.tellsNothingApart(sum.head) && !p.sameText(sum.path) && p.isSeenWith(sum) {
			paths = append(paths, sum.path)
		}
	}
	if len(paths) == 0 {
		return
	}
	d := Diagnostic{Severity: Information, Span: e.KeySpan}
	var names []string
	for _, path := range paths[:min(len(paths), maxRelated)] {
		h, _ := p.snapshot.head(path)
		names = append(names, "`"+h.name+"`")
		d.Related = append(d.Related, Related{Path: path, Span: h.nameSpan, Message: "the skill that is described alike"})
	}
	if more := len(paths) - maxRelated; more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	d.Message = fmt.Sprintf("this says almost the same as the description of %s; nothing tells an agent which of them to use", joinAnd(names))
	p.report(d)
}

// isSkillName reports whether name is the name of a skill, rather than a template's placeholder.
func isSkillName(name string) bool { return name != "" && !strings.ContainsAny(name, "{}<>[]$_") }

// alike returns the workspace's other skills whose descriptions have almost the same words as that of f: the
// first ones in the order of their paths, at most maxAlike.
func (s *Snapshot) alike(f *File) []*summary {
	own := s.summary(f.Path)
	if own == nil {
		own = summarize(f, nil)
	}
	list := s.withBuffers(s.index().similar(own.trigger), func(sum *summary) bool {
		return sum.kind == SkillFile && sum.trigger.isSimilar(own.trigger)
	})
	real := s.realPath(f.Path)
	list = slices.DeleteFunc(list, func(sum *summary) bool { return sum.path == f.Path || s.realPath(sum.path) == real })
	return least(list, maxAlike, func(a, b *summary) int { return strings.Compare(a.path, b.path) })
}

// least returns the first items of a list in an order, at most most of them. It is fast for much longer
// lists.
func least[T any](list []T, most int, compare func(a, b T) int) []T {
	var found []T
	for _, item := range list {
		if len(found) == most && compare(item, found[most-1]) >= 0 {
			continue
		}
		i, _ := slices.BinarySearchFunc(found, item, compare)
		found = slices.Insert(found, i, item)
		found = found[:min(len(found), most)]
	}
	return found
}

// similar returns the summaries of the skills whose triggers are similar to t, in no particular order.
func (ix *index) similar(t trigger) []*summary {
	ix.mu.RLock()
	defer ix.mu.RUnlock()
	return ix.alike.similar(t)
}

// tellsNothingApart reports whether the descriptions of this skill and another one do not show which of them
// to use. Neither names the other, and no word that only one of them has is in that skill's name or has a
// number.
func (p *pass) tellsNothingApart(other head) bool {
	own := head{name: p.fm.Name(), description: p.fm.Description()}
	if mentionsName(own.description, other.name) || mentionsName(other.description, own.name) {
		return false
	}
	mine, theirs := triggerWords(own.description), triggerWords(other.description)
	return !isDistinct(own.name, mine, theirs) && !isDistinct(other.name, theirs, mine)
}

// isDistinct reports whether a word that only this skill has is in the skill's name or has a number.
func isDistinct(name string, words, others map[string]bool) bool {
	named := triggerWords(name)
	for word := range words {
		if !others[word] && (named[word] || strings.ContainsFunc(word, unicode.IsNumber)) {
			return true
		}
	}
	return false
}

// mentionsName reports whether a description mentions a skill by a name that has more than one word.
func mentionsName(description, name string) bool {
	return strings.ContainsAny(name, "-_") && strings.Contains(description, name)
}

// isSeenWith reports whether one agent may list both this skill and another one: they are side by side, or an
// agent concerned finds both.
func (p *pass) isSeenWith(sum *summary) bool {
	if filepath.Dir(p.file.Skill) == filepath.Dir(sum.skill) {
		return true
	}
	return slices.ContainsFunc(p.at.concerned, func(agent *skills.Agent) bool { return p.finds(agent, p.file.Path) && p.finds(agent, sum.path) })
}

// finds reports whether an agent finds the skill at a path from the vantage of this file.
func (p *pass) finds(agent *skills.Agent, path string) bool {
	real := p.snapshot.realPath(path)
	if agent.Accept == nil {
		seen := p.snapshot.sighting(p.ctx, agent, p.at.vantage)
		return slices.ContainsFunc(seen.named[filepath.Base(filepath.Dir(path))], func(i int) bool { return seen.Files[i].Real == real })
	}
	h, _ := p.snapshot.head(path)
	return slices.ContainsFunc(p.snapshot.offers(p.ctx, agent, p.at.vantage, h.name), func(o offer) bool { return o.Real == real })
}
