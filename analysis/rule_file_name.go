package analysis

import (
	"fmt"
	"path/filepath"

	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// skillFileName is the name of a skill's file that every agent loads.
const skillFileName = "SKILL.md"

func checkFileName(p *pass) {
	s := p.snapshot
	if p.file.Dir == "" {
		return
	}
	name := s.nameOf(p.file)
	root, _ := rootOf(p.file.Skill)
	if name == skillFileName || p.fm.State == frontmatter.Absent && root == "" { // perhaps a document about skills
		return
	}
	d := Diagnostic{Span: p.headSpan()}
	if s.lists(p.file.Dir, skillFileName) {
		d.Severity = Information
		d.Message = fmt.Sprintf("`%s` lies beside this file and is the one that agents load; call this one something else, or delete it", skillFileName)
		p.report(d)
		return
	}
	blind := p.concerns(func(agent *skills.Agent) bool { return s.whyMisnamed(agent, p.file) != "" })
	seeing := p.concerns(func(agent *skills.Agent) bool { return agent.ID == standardID })
	switch {
	case len(blind) > 0:
		verb := "do"
		if len(blind) == 1 {
			verb = "does"
		}
		d.Message = fmt.Sprintf("the file is called `%s` and not `%s`; %s %s not see it", name, skillFileName, titles(blind), verb)
	case len(seeing) > 0:
		d.Message = fmt.Sprintf("the file is called `%s`: the standard's validator takes that, but its text asks for `%s`, and most agents see nothing else", name, skillFileName)
	default:
		return
	}
	d.Severity, d.Agents = p.weigh(Error, blind), ids(blind)
	if len(blind) == 0 {
		d.Severity, d.Agents = Information, ids(seeing)
	}
	dir := filepath.Dir(p.file.Path)
	d.Fixes = []Fix{{
		Title: "Rename file to `" + skillFileName + "`", Safe: true, Preferred: true,
		Rename: &Rename{From: filepath.Join(dir, name), To: filepath.Join(dir, skillFileName)},
	}}
	if s.index().isLinked(p.file.Path) { // the rename would break links
		d.Fixes[0].Safe, d.Fixes[0].Preferred = false, false
	}
	p.report(d)
}

// headSpan returns the span for diagnostics about the skill as a whole: its name, or else the line that opens
// the frontmatter, or else the first line.
func (p *pass) headSpan() text.Span {
	if e, ok := p.fm.Entry("name"); ok && !e.ValueSpan.IsEmpty() {
		return e.ValueSpan
	}
	if p.fm.State == frontmatter.Absent {
		return firstLine(p.doc.Source, 0)
	}
	return p.fm.Open
}
