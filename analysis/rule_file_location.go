package analysis

import (
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/vfs"
)

// A miss is an agent that does not find a skill, and the reason.
type miss struct {
	agent    *skills.Agent
	why      string // as the end of a sentence
	severity Severity
}

func checkLocation(p *pass) {
	if p.alone() || p.fm.State == frontmatter.Absent { // a file without frontmatter may be a document about skills
		return
	}
	root := p.snapshot.rootAround(p.file.Skill)
	if root != "" && (p.inOtherSkill(root) || isPutAway(root, p.file.Skill)) {
		return
	}
	var list []miss
	for _, agent := range p.at.concerned {
		if m, ok := p.missedBy(agent, root); ok {
			list = append(list, m)
		}
	}
	if len(list) == 0 {
		return
	}
	d := Diagnostic{Span: p.headSpan()}
	var said []string
	for _, group := range groupBy(list, func(m miss) string { return m.why }) {
		var blind []*skills.Agent
		for _, m := range group.items {
			blind = append(blind, m.agent)
			d.Severity = max(d.Severity, m.severity)
		}
		verb := " do not find"
		if len(blind) == 1 {
			verb = " does not find"
		}
		said = append(said, titles(blind)+verb+" the skill here: "+group.key)
	}
	for _, m := range list {
		d.Agents = append(d.Agents, m.agent.ID)
	}
	d.Message = strings.Join(said, "; ")
	p.report(d)
}

// missedBy reports whether a concerned agent does not find the skill where it is. root is the root that
// contains the skill, empty if the skill is in no root.
//
// Not to place a skill where an agent searches is the author's choice. It is reported only if the
// configuration names the agent as a target, the skill is in a root of another agent, and the agent has no
// copy of the skill.
func (p *pass) missedBy(agent *skills.Agent, root string) (miss, bool) {
	s := p.snapshot
	if agent.Accept == nil || !seeks(agent) {
		return miss{}, false
	}
	catalog := s.catalog(p.ctx, agent, s.vantageOf(agent, p.file.Dir))
	if _, found := catalog.Place(s.realPath(p.file.Path)); found {
		return miss{}, false
	}
	why, cause := s.whyUnseen(agent, catalog, p.file)
	m := miss{agent: agent, why: why}
	switch cause {
	case misnamed, switchedOff: // reported by file/name, or chosen by the user
		return m, false
	case beyondLimit:
		m.severity = Information
	case hiddenAway:
		m.severity = Warning // perhaps intended
	case misplaced:
		if m.severity = Error; root != "" && isHiddenBelow(root, p.file.Skill) {
			m.severity = Warning
		}
	case elsewhere:
		if root == "" || len(s.effect(p.file.Dir).targets) == 0 || p.hasCopy(catalog) {
			return m, false
		}
		m.severity, m.why = Warning, "`"+s.shownPath(root)+"` is not looked through"
	}
	return m, true
}

// hasCopy reports whether a catalog has a skill with the file's name. It reports true for a file without a
// name, whose copies cannot be found.
func (p *pass) hasCopy(catalog *skills.Catalog) bool {
	s, name := p.snapshot, p.fm.Name()
	if name == "" {
		return true
	}
	if slices.ContainsFunc(catalog.Named(name), func(skill skills.Skill) bool { return !s.InFolders(skill.Path) }) {
		return true
	}
	return slices.ContainsFunc(s.called(name), func(sum *summary) bool {
		_, found := catalog.Place(s.realPath(sum.path))
		return found
	})
}

// inOtherSkill reports whether the file is inside another skill below root, as examples, templates and parts
// are.
func (p *pass) inOtherSkill(root string) bool {
	for dir := p.file.Skill; dir != root && vfs.Within(root, dir); {
		if dir = filepath.Dir(dir); dir != root && p.snapshot.place(dir).hasSkill {
			return true
		}
	}
	return false
}

// isHiddenBelow reports whether dir or one of its parents below root is hidden.
func isHiddenBelow(root, dir string) bool {
	for ; dir != root && vfs.Within(root, dir); dir = filepath.Dir(dir) {
		if strings.HasPrefix(filepath.Base(dir), ".") {
			return true
		}
	}
	return false
}

// putAway are the names of directories for skills that are not used here, or no longer. The names may follow
// dots and underscores.
var putAway = []string{
	"archive", "archived", "backup", "backups", "deprecated", "disabled", "draft", "drafts", "example", "examples", "fixtures", "inactive", "old",
	"template", "templates", "test", "tests", "trash", "wip",
}

// isPutAway reports whether dir or one of its parents below root is for skills that are not used.
func isPutAway(root, dir string) bool {
	for ; dir != root && vfs.Within(root, dir); dir = filepath.Dir(dir) {
		if slices.Contains(putAway, strings.ToLower(strings.TrimLeft(filepath.Base(dir), "._"))) {
			return true
		}
	}
	return false
}
