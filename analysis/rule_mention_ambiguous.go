package analysis

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/markdown"
	"skills-ls/skills/vfs"
)

func checkAmbiguousMentions(p *pass) {
	if p.alone() {
		return
	}
	readers := p.mentionReaders()
	if len(readers) == 0 {
		return
	}
	known := make(map[string][]clash) // by name
	for _, m := range p.mentions() {
		if m.Kind != skills.PlainMention || isVariable(p.doc.Source, m) {
			continue
		}
		clashes, ok := known[m.Name]
		if !ok {
			clashes = p.mentionClashes(readers, m.Name)
			known[m.Name] = clashes
		}
		if len(clashes) > 0 {
			p.reportAmbiguousMention(m, clashes)
		} else {
			p.checkConnectors(readers, m)
		}
	}
}

// mentionReaders returns the agents concerned that look for skills by "$name" and keep all skills with the
// same name. Instructions are in no root, so for them it also returns the agents whose marker is in the
// project.
func (p *pass) mentionReaders() []*skills.Agent {
	keepsAll := func(agent *skills.Agent) bool { return agent.Mentions != nil && agent.Duplicates == skills.KeepAll }
	list := p.concerns(keepsAll)
	if p.file.Kind == Instructions {
		for _, agent := range p.snapshot.instructed(p.file) {
			if keepsAll(agent) && !includes(list, agent) {
				list = append(list, agent)
			}
		}
	}
	return list
}

// mentionClashes returns the agents for which a mention of the name means several skills.
func (p *pass) mentionClashes(readers []*skills.Agent, name string) []clash {
	var list []clash
	for _, agent := range readers {
		read := agent.Mentions("$" + name)
		if len(read) == 0 || read[0].Name != name {
			continue
		}
		if found := p.snapshot.offers(p.ctx, agent, p.at.vantage, name); len(found) > 1 {
			list = append(list, clash{agent: agent, others: found})
		}
	}
	return list
}

// checkConnectors reports a mention of a skill that has the same name as a connector.
func (p *pass) checkConnectors(readers []*skills.Agent, m skills.Mention) {
	for _, agent := range readers {
		if !slices.Contains(agent.Connectors, strings.ToLower(m.Name)) {
			continue
		}
		found := p.snapshot.offers(p.ctx, agent, p.at.vantage, m.Name)
		if len(found) == 0 {
			continue
		}
		_, paths := partiesOf([]clash{{agent: agent, others: found}})
		d := Diagnostic{
			Severity: Warning, Span: m.Span, Agents: []string{agent.ID}, Related: p.namesOf(paths),
			Message: fmt.Sprintf("a connector of %s is called `%s`, so that the name alone selects no skill", agent.Title, m.Name),
		}
		for i := range d.Related {
			d.Related[i].Message = "the skill of that name"
		}
		for _, path := range paths {
			if fix, ok := p.linkTo(m, path); ok {
				d.Fixes = append(d.Fixes, fix)
			}
		}
		p.report(d)
		return
	}
}

func (p *pass) reportAmbiguousMention(m skills.Mention, clashes []clash) {
	list, paths := partiesOf(clashes)
	verb := "finds"
	if len(list) > 1 {
		verb = "find"
	}
	d := Diagnostic{
		Severity: Warning, Span: m.Span, Agents: ids(list), Related: p.namesOf(paths),
		Message: fmt.Sprintf("%d skills are called `%s`, and %s %s none of them by the name alone", len(paths), m.Name, titles(list), verb),
	}
	for i := range d.Related {
		d.Related[i].Message = "a skill of that name"
	}
	for _, path := range paths {
		if fix, ok := p.linkTo(m, path); ok {
			d.Fixes = append(d.Fixes, fix)
		}
	}
	p.report(d)
}

// linkTo returns a fix that turns a plain mention into a linked one. It returns false for a skill outside the
// workspace, whose path differs between machines, for a path that a link cannot have as it is, and inside
// another link.
func (p *pass) linkTo(m skills.Mention, path string) (Fix, bool) {
	if !slices.ContainsFunc(p.snapshot.cfg.Folders, func(folder string) bool { return vfs.Within(folder, path) }) {
		return Fix{}, false
	}
	rel, err := filepath.Rel(p.file.Dir, path)
	rel = filepath.ToSlash(rel)
	if err != nil || strings.ContainsAny(rel, " ()<>[]\\#?%\t\"'") {
		return Fix{}, false
	}
	if slices.ContainsFunc(p.doc.Markdown().Links, func(l markdown.Link) bool { return l.Span.Overlaps(m.Span) }) {
		return Fix{}, false
	}
	link := "[$" + m.Name + "](" + rel + ")"
	return Fix{Title: "Write `" + link + "`", Edits: []Edit{p.edit(m.Span, link)}}, true
}
