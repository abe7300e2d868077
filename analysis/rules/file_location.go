package rules

import (
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/index"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/vfs"
)

func checkLocation(p *Pass) {
	if alone(p) || p.Fm.State == frontmatter.Absent { // a file without frontmatter may be a document about skills
		return
	}
	root := vantage.RootAround(p.Snapshot, p.File.Skill)
	if root != "" && isPutAway(root, p.File.Skill) {
		return
	}
	outer := ""
	if root != "" {
		outer = outerSkill(p, root)
	}
	if outer == "" {
		reportUnlisted(p)
	}
	var list []miss
	for _, agent := range p.At.Concerned {
		if outer != "" && !hidesBelow(p, agent, outer) {
			continue
		}
		if m, ok := missedBy(p, agent, root); ok {
			if outer != "" { // the skill may be a part of the other one
				m.severity = diagnostic.Warning
			}
			list = append(list, m)
		}
	}
	if len(list) == 0 {
		return
	}
	d := diagnostic.Diagnostic{Span: headSpan(p), Message: "agents do not find the skill here"}
	if slices.ContainsFunc(p.At.Concerned, func(agent *skills.Agent) bool { return isFoundBy(p, agent) }) {
		d.Message = "some " + d.Message
	}
	for _, m := range list {
		d.Severity = max(d.Severity, m.severity)
		d.Affects = append(d.Affects, notFinding([]*skills.Agent{m.agent})...)
	}
	if reasons := GroupBy(list, func(m miss) string { return m.why }); len(reasons) == 1 {
		d.Detail = reasons[0].Key
	} else {
		for _, reason := range reasons {
			var blind []*skills.Agent
			for _, m := range reason.Items {
				blind = append(blind, m.agent)
			}
			d.Related = append(d.Related, diagnostic.Related{Path: p.File.Path, Span: d.Span, Message: Titles(blind) + ": " + reason.Key})
		}
	}
	p.report(d)
}

// A miss is an agent that does not find a skill, and the reason.
type miss struct {
	agent    *skills.Agent
	why      string // as the end of a sentence
	severity diagnostic.Severity
}

// reportUnlisted reports the targets that load the skill and never list it for the model because of its path.
func reportUnlisted(p *Pass) {
	for _, v := range p.Verdicts {
		if v.Accepted && v.Unlisted != "" {
			p.report(diagnostic.Diagnostic{
				Severity: diagnostic.Warning, Span: headSpan(p), Affects: notFinding([]*skills.Agent{v.Agent}),
				Message: v.Agent.Title + " never lists the skill for the model", Detail: v.Unlisted,
			})
		}
	}
}

// missedBy reports whether a concerned agent does not find the skill where it is. root is the root that
// contains the skill, empty if the skill is in no root.
//
// Not to place a skill where an agent searches is the author's choice. It is reported only if the
// configuration names the agent as a target, the skill is in a root of another agent, and the agent has no
// copy of the skill.
func missedBy(p *Pass, agent *skills.Agent, root string) (miss, bool) {
	if !workspace.Seeks(agent) || isFoundBy(p, agent) {
		return miss{}, false
	}
	s, catalog := p.Snapshot, catalogAround(p, agent)
	why, cause := vantage.WhyUnseen(s, agent, catalog, p.File)
	m := miss{agent: agent, why: why}
	switch cause {
	case vantage.Misnamed, vantage.Off: // reported by file/name, or chosen by the user
		return m, false
	case vantage.BeyondLimit:
		m.severity = diagnostic.Information
	case vantage.HiddenAway:
		m.severity = diagnostic.Warning // perhaps intended
	case vantage.Misplaced:
		plugin := workspace.PluginOf(s, p.File.Skill).Dir
		if root == "" && plugin != "" && (outerSkill(p, plugin) != "" || isPutAway(plugin, p.File.Skill)) {
			return m, false
		}
		if m.severity = diagnostic.Error; root != "" && isHiddenBelow(root, p.File.Skill) {
			m.severity = diagnostic.Warning
		}
	case vantage.Elsewhere:
		if root == "" || len(workspace.Effect(s, p.File.Dir).Targets) == 0 || hasCopy(p, catalog) {
			return m, false
		}
		m.severity, m.why = diagnostic.Warning, "they do not look in "+vantage.ShownPath(s, root)
	}
	return m, true
}

// isFoundBy reports whether an agent looks for skills and finds the file.
func isFoundBy(p *Pass, agent *skills.Agent) bool {
	if !workspace.Seeks(agent) {
		return false
	}
	_, found := catalogAround(p, agent).Place(p.Snapshot.RealPath(p.File.Path))
	return found
}

// catalogAround returns the catalog of an agent that would have the file.
func catalogAround(p *Pass, agent *skills.Agent) *skills.Catalog {
	return workspace.Catalog(p.Ctx, p.Snapshot, agent, workspace.VantageOf(p.Snapshot, agent, p.File.Dir))
}

// hasCopy reports whether a catalog has a skill with the file's name. It reports true for a file without a
// name, whose copies cannot be found.
func hasCopy(p *Pass, catalog *skills.Catalog) bool {
	s, name := p.Snapshot, p.Fm.Name()
	if name == "" {
		return true
	}
	if slices.ContainsFunc(catalog.Named(name), func(skill *skills.Skill) bool { return !s.InFolders(skill.Path) }) {
		return true
	}
	return slices.ContainsFunc(s.SkillsNamed(name), func(sum *index.Summary) bool {
		_, found := catalog.Place(s.RealPath(sum.Path))
		return found
	})
}

// outerSkill returns the directory of the uppermost skill below root that the file is inside of, as examples,
// templates and parts are, or "".
func outerSkill(p *Pass, root string) (outer string) {
	for dir := p.File.Skill; dir != root && vfs.Within(root, dir); {
		if dir = filepath.Dir(dir); dir != root && workspace.PlaceOf(p.Snapshot, dir).HasSkill {
			outer = dir
		}
	}
	return outer
}

// hidesBelow reports whether an agent rejects the skill in a directory and nevertheless does not search below
// it. The skills there are then missing although they are no parts of a skill.
func hidesBelow(p *Pass, agent *skills.Agent, dir string) bool {
	if !agent.Walk.Leaves {
		return false
	}
	f, err := p.Snapshot.File(vantage.SkillFileIn(p.Snapshot, dir))
	return err == nil && !p.Snapshot.Verdict(agent, f, p.Snapshot.JudgedFile(f)).Accepted
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
