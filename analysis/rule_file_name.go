package analysis

import (
	"fmt"
	"path/filepath"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// skillFileName is the name that every agent takes for a skill's file.
const skillFileName = "SKILL.md"

// nameOf returns a file's name as its directory has it, which a client may spell in other letters where the file system takes
// these for the same.
func (s *Snapshot) nameOf(f *File) string {
	name := filepath.Base(f.Path)
	entries, _ := s.fs.ReadDir(f.Dir) // what cannot be listed is believed
	spelled := name
	for _, e := range entries {
		switch {
		case e.Name() == name:
			return name
		case strings.EqualFold(e.Name(), name):
			spelled = e.Name()
		}
	}
	return spelled
}

// takenBeside returns the name of the file that an agent takes for the skill's in the directory of a file: the one that it prefers of
// those that are there, empty for none. It reports whether that is the file itself. What cannot be listed is taken for what it is called.
func (s *Snapshot) takenBeside(agent *skills.Agent, f *File) (taken string, own bool) {
	name := s.nameOf(f)
	for _, preferred := range agent.FileNames() {
		if preferred == name || s.lists(f.Dir, preferred) {
			return preferred, preferred == name
		}
	}
	return "", false
}

// whyMisnamed says why an agent does not take a file for the skill's because of its name, as the end of a sentence; empty where it does.
func (s *Snapshot) whyMisnamed(agent *skills.Agent, f *File) string {
	taken, own := s.takenBeside(agent, f)
	switch {
	case own:
		return ""
	case taken != "":
		return "`" + taken + "` beside it is the skill's file"
	}
	return "the file must be called `" + agent.FileNames()[0] + "`, not `" + s.nameOf(f) + "`"
}

func checkFileName(p *pass) {
	s := p.snapshot
	if p.file.Dir == "" {
		return
	}
	name := s.nameOf(p.file)
	root, _ := rootOf(p.file.Skill)
	if name == skillFileName || p.fm.State == frontmatter.Absent && root == "" { // a text about skills, perhaps
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
	if s.index().isLinked(p.file.Path) { // links would lead nowhere
		d.Fixes[0].Safe, d.Fixes[0].Preferred = false, false
	}
	p.report(d)
}

// headSpan is where a finding about the skill as a whole stands: its name, else the line that opens the frontmatter, or the first.
func (p *pass) headSpan() text.Span {
	if e, ok := p.fm.Entry("name"); ok && !e.ValueSpan.IsEmpty() {
		return e.ValueSpan
	}
	if p.fm.State == frontmatter.Absent {
		return firstLine(p.doc.Source, 0)
	}
	return p.fm.Open
}
