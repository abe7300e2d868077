package analysis

import (
	"fmt"
	"path"
	"slices"

	"skills-ls/skills/frontmatter"
)

// maxOrphans is the maximum number of diagnostics for a skill. When the user fixes some, others follow.
const maxOrphans = 5

func checkOrphans(p *pass) {
	s := p.snapshot
	if !p.hasBundle() {
		return
	}
	b := s.bundle(p.file.Skill)
	found := orphanGroups(b.resources, s.unnamed(p.file.Skill, b))
	for _, g := range found[:min(len(found), maxOrphans)] {
		p.report(Diagnostic{
			Severity: Hint, Span: p.headSpan(),
			Message: fmt.Sprintf("nothing in the skill mentions %s, so an agent has no reason to read %s", g.list(), g.pronoun()),
		})
	}
}

// hasBundle reports whether the files in the skill's directory belong to the skill. In a project's root
// directory they belong to the project.
func (p *pass) hasBundle() bool {
	s := p.snapshot
	return !p.alone() && p.fm.State == frontmatter.Closed && !s.place(p.file.Skill).isRoot && !slices.Contains(s.cfg.Folders, p.file.Skill)
}

// An orphanGroup is a group of files that nothing mentions: all files in a directory, or some of them.
type orphanGroup struct {
	dir   string // relative to the skill's directory, with slashes; "." for that directory
	whole bool   // files has all resources in dir and below
	files []string
}

// orphanGroups groups orphans by directory. A directory with nothing else is one group, as high up as
// possible.
func orphanGroups(all, orphans []resource) []orphanGroup {
	total, unnamed := countBelow(all), countBelow(orphans)
	var groups []orphanGroup
	for _, r := range orphans {
		g := orphanGroup{dir: path.Dir(r.rel)}
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
		groups[i].files = append(groups[i].files, r.rel)
	}
	return groups
}

// countBelow counts files by the directories that contain them, directly or further up.
func countBelow(list []resource) map[string]int {
	n := make(map[string]int)
	for _, r := range list {
		for dir := path.Dir(r.rel); dir != "."; dir = path.Dir(dir) {
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
	return joinAnd(names)
}

func (g orphanGroup) pronoun() string {
	if len(g.files) == 1 {
		return "it"
	}
	return "them"
}
