package rules

import (
	"path/filepath"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/index"
	"skills-ls/analysis/lines"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

func checkFileName(p *Pass) {
	s := p.Snapshot
	if p.File.Dir == "" {
		return
	}
	name := vantage.NameOf(s, p.File)
	root, _ := workspace.RootOf(p.File.Skill)
	if name == SkillFileName || p.Fm.State == frontmatter.Absent && root == "" { // perhaps a document about skills
		return
	}
	d := diagnostic.Diagnostic{Span: headSpan(p)}
	if vantage.Lists(s, p.File.Dir, SkillFileName) {
		d.Severity = diagnostic.Information
		d.Message, d.Detail = "agents load the other file, "+InQuotes(SkillFileName), "rename or delete this one"
		p.report(d)
		return
	}
	blind := p.Concerns(func(agent *skills.Agent) bool { return vantage.WhyMisnamed(s, agent, p.File) != "" })
	seeing := p.Concerns(func(agent *skills.Agent) bool { return agent.ID == standardID })
	if len(blind)+len(seeing) == 0 {
		return
	}
	d.Message = "agents look for " + InQuotes(SkillFileName) + ", not " + InQuotes(name)
	d.Severity, d.Affects = p.weigh(diagnostic.Error, blind), notFinding(blind)
	if len(blind) == 0 {
		d.Severity, d.Affects = diagnostic.Information, warning(seeing)
	}
	dir := filepath.Dir(p.File.Path)
	d.Fixes = []diagnostic.Fix{{
		Title: "Rename file to " + InQuotes(SkillFileName), Safe: true, Preferred: true,
		Rename: &diagnostic.Rename{From: filepath.Join(dir, name), To: filepath.Join(dir, SkillFileName)},
	}}
	if isLinked(s.Index(), p.File.Path) { // the rename would break links
		d.Fixes[0].Safe, d.Fixes[0].Preferred = false, false
	}
	p.report(d)
}

// isLinked reports whether any file of the workspace has a link that may point to a path.
func isLinked(ix *index.Index, path string) bool {
	ix.Mu.RLock()
	defer ix.Mu.RUnlock()
	return len(ix.Sources[path]) > 0
}

// SkillFileName is the name of a skill's file that every agent loads.
const SkillFileName = "SKILL.md"

// headSpan returns the span for diagnostics about the skill as a whole: its name, or else the line that opens
// the frontmatter, or else the first line.
func headSpan(p *Pass) text.Span {
	if e, ok := p.Fm.Entry("name"); ok && !e.ValueSpan.IsEmpty() {
		return e.ValueSpan
	}
	if p.Fm.State == frontmatter.Absent {
		return lines.FirstLine(p.Doc.Source, 0)
	}
	return p.Fm.Open
}
