package rules

import (
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
	"skills-ls/analysis/index"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
)

func checkDescriptionOverlap(p *Pass) {
	e, ok := p.Fm.Entry("description")
	if alone(p) || !ok || e.ValueSpan.IsEmpty() || !isSkillName(p.Fm.Name()) {
		return
	}
	var paths []string
	for _, sum := range alike(p.Snapshot, p.File) {
		if sum.Head.Name != p.Fm.Name() && isSkillName(sum.Head.Name) && isIndistinct(p, sum.Head) && !sameTextOf(p, sum.Path) && isSeenWith(p, sum) {
			paths = append(paths, sum.Path)
		}
	}
	if len(paths) == 0 {
		return
	}
	d := diagnostic.Diagnostic{Span: e.KeySpan}
	var names []string
	for _, path := range paths {
		h, _ := p.Snapshot.Head(path)
		names = append(names, InQuotes(h.Name))
	}
	d.Related = namesOf(p, paths)
	d.Message, d.Detail = "description nearly identical to "+vantage.JoinFirst(names, maxRelated), "say what each is for"
	p.report(d)
}

// maxAlike is the maximum number of similar descriptions that are compared with a description word by word.
const maxAlike = 50

// isSkillName reports whether name is the name of a skill, rather than a template's placeholder.
func isSkillName(name string) bool { return name != "" && !strings.ContainsAny(name, "{}<>[]$_") }

// alike returns the workspace's other skills whose descriptions have almost the same words as that of f: the
// first ones in the order of their paths, at most maxAlike.
func alike(s *workspace.Snapshot, f *file.File) []*index.Summary {
	own := s.Summary(f.Path)
	if own == nil {
		own = index.Summarize(f, nil)
	}
	list := s.WithBuffers(similar(s.Index(), own.Trigger), func(sum *index.Summary) bool {
		return sum.Kind == file.SkillFile && sum.Trigger.IsSimilar(own.Trigger)
	})
	real := s.RealPath(f.Path)
	list = slices.DeleteFunc(list, func(sum *index.Summary) bool { return sum.Path == f.Path || s.RealPath(sum.Path) == real })
	slices.SortFunc(list, func(a, b *index.Summary) int { return strings.Compare(a.Path, b.Path) })
	return list[:min(len(list), maxAlike)]
}

// similar returns the summaries of the skills whose triggers are similar to t, in no particular order.
func similar(ix *index.Index, t index.Trigger) []*index.Summary {
	ix.Mu.RLock()
	defer ix.Mu.RUnlock()
	return ix.Alike.Similar(t)
}

// isIndistinct reports whether the descriptions of this skill and another one do not show which of them
// to use. Neither names the other, and no word that only one of them has is in that skill's name or has a
// number.
func isIndistinct(p *Pass, other index.Head) bool {
	own := index.Head{Name: p.Fm.Name(), Description: p.Fm.Description()}
	if mentionsName(own.Description, other.Name) || mentionsName(other.Description, own.Name) {
		return false
	}
	mine, theirs := index.TriggerWords(own.Description), index.TriggerWords(other.Description)
	return !isDistinct(own.Name, mine, theirs) && !isDistinct(other.Name, theirs, mine)
}

// isDistinct reports whether a word that only this skill has is in the skill's name or has a number.
func isDistinct(name string, words, others map[string]bool) bool {
	named := index.TriggerWords(name)
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
func isSeenWith(p *Pass, sum *index.Summary) bool {
	if filepath.Dir(p.File.Skill) == filepath.Dir(sum.Skill) {
		return true
	}
	return slices.ContainsFunc(p.At.Concerned, func(agent *skills.Agent) bool { return finds(p, agent, p.File.Path) && finds(p, agent, sum.Path) })
}

// finds reports whether an agent finds the skill at a path from the vantage of this file.
func finds(p *Pass, agent *skills.Agent, path string) bool {
	real := p.Snapshot.RealPath(path)
	h, _ := p.Snapshot.Head(path)
	return slices.ContainsFunc(workspace.Offers(p.Ctx, p.Snapshot, agent, p.At.Vantage, h.Name), func(o skills.SkillFile) bool { return o.Real == real })
}
