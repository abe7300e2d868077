package rules

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/markdown"
	"skills-ls/skills/vfs"
)

func checkAmbiguousMentions(p *Pass) {
	if alone(p) {
		return
	}
	readers := mentionReaders(p)
	if len(readers) == 0 {
		return
	}
	known := make(map[string][]clash) // by name
	for _, m := range p.Mentions() {
		if m.Kind != skills.PlainMention || refs.IsVariable(p.Doc.Source, m) {
			continue
		}
		clashes, ok := known[m.Name]
		if !ok {
			clashes = mentionClashes(p, readers, m.Name)
			known[m.Name] = clashes
		}
		if len(clashes) > 0 {
			reportAmbiguousMention(p, m, clashes)
		} else {
			checkConnectors(p, readers, m)
		}
	}
}

// mentionReaders returns the agents concerned that look for skills by "$name" and keep all skills with the
// same name. Instructions are in no root, so for them it also returns the agents whose marker is in the
// project.
func mentionReaders(p *Pass) []*skills.Agent {
	keepsAll := func(agent *skills.Agent) bool { return agent.Mentions != nil && agent.Duplicates == skills.KeepAll }
	list := p.Concerns(keepsAll)
	if p.File.Kind == file.Instructions {
		for _, agent := range workspace.Instructed(p.Snapshot, p.File) {
			if keepsAll(agent) && !workspace.Includes(list, agent) {
				list = append(list, agent)
			}
		}
	}
	return list
}

// mentionClashes returns the agents for which a mention of the name means several skills.
func mentionClashes(p *Pass, readers []*skills.Agent, name string) []clash {
	var list []clash
	for _, agent := range readers {
		read := agent.Mentions("$" + name)
		if len(read) == 0 || read[0].Name != name {
			continue
		}
		if found := workspace.Offers(p.Ctx, p.Snapshot, agent, p.At.Vantage, name); len(found) > 1 {
			list = append(list, clash{agent: agent, others: found})
		}
	}
	return list
}

// checkConnectors reports a mention of a skill that has the same name as a connector.
func checkConnectors(p *Pass, readers []*skills.Agent, m skills.Mention) {
	for _, agent := range readers {
		if !slices.Contains(agent.Connectors, strings.ToLower(m.Name)) {
			continue
		}
		found := workspace.Offers(p.Ctx, p.Snapshot, agent, p.At.Vantage, m.Name)
		if len(found) == 0 {
			continue
		}
		reportUnselected(p, m, []clash{{agent: agent, others: found}}, diagnostic.Diagnostic{
			Message: "a connector is also named " + InQuotes(m.Name), Detail: "the name alone selects no skill",
		}, "the skill of that name")
		return
	}
}

func reportAmbiguousMention(p *Pass, m skills.Mention, clashes []clash) {
	_, paths := partiesOf(clashes)
	reportUnselected(p, m, clashes, diagnostic.Diagnostic{
		Message: fmt.Sprintf("%d skills are named %s", len(paths), InQuotes(m.Name)), Detail: "the name alone selects none",
	}, "a skill of that name")
}

// reportUnselected completes and reports the diagnostic of a mention that selects no skill. what is the message at each
// of the skills that clash.
func reportUnselected(p *Pass, m skills.Mention, clashes []clash, d diagnostic.Diagnostic, what string) {
	list, paths := partiesOf(clashes)
	d.Severity, d.Span, d.Affects, d.Related = diagnostic.Warning, m.Span, ignoring(list), namesOf(p, paths)
	for i := range d.Related {
		d.Related[i].Message = what
	}
	for _, path := range paths {
		if fix, ok := linkTo(p, m, path); ok {
			d.Fixes = append(d.Fixes, fix)
		}
	}
	p.report(d)
}

// linkTo returns a fix that turns a plain mention into a linked one. It returns false for a skill outside the
// workspace, whose path differs between machines, for a path that a link cannot have as it is, and inside
// another link.
func linkTo(p *Pass, m skills.Mention, path string) (diagnostic.Fix, bool) {
	if !slices.ContainsFunc(p.Snapshot.Config().Folders, func(folder string) bool { return vfs.Within(folder, path) }) {
		return diagnostic.Fix{}, false
	}
	rel, err := filepath.Rel(p.File.Dir, path)
	rel = filepath.ToSlash(rel)
	if err != nil || strings.ContainsAny(rel, " ()<>[]\\#?%\t\"'") {
		return diagnostic.Fix{}, false
	}
	if slices.ContainsFunc(p.Doc.Markdown().Links, func(l markdown.Link) bool { return l.Span.Overlaps(m.Span) }) {
		return diagnostic.Fix{}, false
	}
	link := "[$" + m.Name + "](" + rel + ")"
	return diagnostic.Fix{Title: "Write " + InQuotes(link), Edits: []diagnostic.Edit{p.Edit(m.Span, link)}}, true
}
