package rules

import (
	"fmt"
	"path"
	"slices"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/match"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/workspace"
	"skills-ls/skills/frontmatter"
)

// maxOrphans is the maximum number of diagnostics for a skill. When the user fixes some, others follow.
const maxOrphans = 5

func checkOrphans(p *Pass) {
	s := p.Snapshot
	if !hasBundle(p) {
		return
	}
	b := refs.BundleOf(s, p.File.Skill)
	found := orphanGroups(b.Resources, refs.Unnamed(s, p.File.Skill, b))
	for _, g := range found[:min(len(found), maxOrphans)] {
		p.report(diagnostic.Diagnostic{
			Severity: diagnostic.Hint, Span: headSpan(p),
			Message: fmt.Sprintf("nothing in the skill mentions %s, so an agent has no reason to read %s", g.list(), g.pronoun()),
		})
	}
}

// hasBundle reports whether the files in the skill's directory belong to the skill. In a project's root
// directory they belong to the project.
func hasBundle(p *Pass) bool {
	s := p.Snapshot
	return !alone(p) && p.Fm.State == frontmatter.Closed && !workspace.PlaceOf(s, p.File.Skill).IsRoot && !slices.Contains(s.Config().Folders, p.File.Skill)
}

// An orphanGroup is a group of files that nothing mentions: all files in a directory, or some of them.
type orphanGroup struct {
	dir   string // relative to the skill's directory, with slashes; "." for that directory
	whole bool   // files has all resources in dir and below
	files []string
}

// orphanGroups groups orphans by directory. A directory with nothing else is one group, as high up as
// possible.
func orphanGroups(all, orphans []match.Resource) []orphanGroup {
	total, unnamed := countBelow(all), countBelow(orphans)
	var groups []orphanGroup
	for _, r := range orphans {
		g := orphanGroup{dir: path.Dir(r.Rel)}
		for dir := g.dir; dir != "."; dir = path.Dir(dir) {
			if total[dir] == unnamed[dir] && total[dir] > 1 {
				g.dir, g.whole = dir, true
			}
		}
		i := slices.IndexFunc(groups, func(known orphanGroup) bool { return known.dir == g.dir })
		if i < 0 {
			i = len(groups)
			groups = append(groups, g)
		}
		groups[i].files = append(groups[i].files, r.Rel)
	}
	return groups
}

// countBelow counts files by the directories that contain them, directly or further up.
func countBelow(list []match.Resource) map[string]int {
	n := make(map[string]int)
	for _, r := range list {
		for dir := path.Dir(r.Rel); dir != "."; dir = path.Dir(dir) {
			n[dir]++
		}
	}
	return n
}

// list names the files, or the first ones of many.
func (g orphanGroup) list() string {
	const most = 3
	if g.whole && len(g.files) > most {
		return fmt.Sprintf("the %d files in `%s`", len(g.files), g.dir)
	}
	var names []string
	for _, file := range g.files[:min(len(g.files), most)] {
		names = append(names, "`"+file+"`")
	}
	if more := len(g.files) - most; more > 0 {
		dir := "`" + g.dir + "`"
		if g.dir == "." {
			dir = "the skill's directory"
		}
		names = append(names, fmt.Sprintf("%d more in %s", more, dir))
	}
	return vantage.JoinAnd(names)
}

func (g orphanGroup) pronoun() string {
	if len(g.files) == 1 {
		return "it"
	}
	return "them"
}
