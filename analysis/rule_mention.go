package analysis

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/skills"
)

func checkUnknownMentions(p *pass) {
	p.checkPreloads()
	var others known
	looked := false
	meant := make(map[string]string) // by written name; empty if the name is known or resembles no known one
	for _, m := range p.mentions() {
		if p.ctx.Err() != nil {
			return
		}
		if m.Kind == skills.LinkedMention && (!namesSkillFile(m.Path) || p.isJudgedByPath(m)) || len(m.Name) < 4 || m.Name != strings.ToLower(m.Name) || isVariable(p.doc.Source, m) {
			continue
		}
		if !looked {
			others, looked = p.snapshot.known(p.ctx, p.file), true
		}
		near, ok := meant[m.Name]
		if !ok {
			if !others.has(m.Name) {
				near = others.nearest(m.Name)
			}
			meant[m.Name] = near
		}
		if near == "" || strings.TrimSuffix(m.Name, "s") == strings.TrimSuffix(near, "s") && m.Kind == skills.SlashMention {
			continue
		}
		p.reportUnknown(m, near)
	}
}

// reportUnknown reports a mention of a missing skill whose name is most likely misspelled.
func (p *pass) reportUnknown(m skills.Mention, near string) {
	same := sameWord(m.Name, near)
	p.report(Diagnostic{
		Severity: Information, Span: m.Span,
		Message: fmt.Sprintf("no skill is called `%s`; did you mean `%s`?", m.Name, near),
		Fixes:   []Fix{{Title: "Change to `" + near + "`", Safe: same, Preferred: same, Edits: []Edit{p.edit(m.NameSpan, near)}}},
	})
}

// maxPreloads is the maximum number of unknown names reported in a subagent's list of skills. A hostile list
// can have one on every line.
const maxPreloads = 64

// checkPreloads reports the skills in a subagent's list that do not exist. Skills of plugins are left out,
// since their location is not known.
func (p *pass) checkPreloads() {
	preloads := p.snapshot.preloads(p.file)
	if len(preloads) == 0 || p.alone() {
		return
	}
	readers := slices.DeleteFunc(p.snapshot.subagentAgents(p.file), func(agent *skills.Agent) bool { return agent.Subagents.Preloads == "" })
	others := p.snapshot.knownTo(p.ctx, p.file, preloads[0])
	reported := make(map[string]bool)
	for _, m := range preloads {
		if strings.ContainsRune(m.Name, ':') || reported[m.Name] || len(reported) == maxPreloads || p.ctx.Err() != nil || others.has(m.Name) {
			continue
		}
		reported[m.Name] = true
		if near := others.nearest(m.Name); near != "" {
			p.reportUnknown(m, near)
			continue
		}
		p.report(Diagnostic{
			Severity: Information, Span: m.Span, Agents: ids(readers),
			Message: fmt.Sprintf("no skill called `%s` lies where %s look%s for skills", shorten(m.Name, 60), titles(readers), singular(readers)),
		})
	}
}

func checkMentionPaths(p *pass) {
	for _, m := range p.mentions() {
		if p.ctx.Err() != nil {
			return
		}
		if m.Kind != skills.LinkedMention || !p.isJudgedByPath(m) {
			continue
		}
		path, _ := p.mentionedPath(m)
		f, err := p.snapshot.File(path)
		if err != nil {
			d := Diagnostic{Severity: Warning, Span: m.PathSpan, Message: fmt.Sprintf("`%s` does not exist, so the mention of `%s` selects nothing", m.Path, m.Name)}
			for _, s := range p.snapshot.distinct(p.snapshot.known(p.ctx, p.file).named(m.Name)) {
				d.Fixes = append(d.Fixes, p.pointTo(m, s.Path))
			}
			markPreferred(d.Fixes)
			p.report(d)
			continue
		}
		name := f.Doc.Frontmatter.Name()
		if name == "" {
			name = filepath.Base(filepath.Dir(path))
		}
		if name == m.Name {
			continue
		}
		d := Diagnostic{
			Severity: Warning, Span: m.Span, Message: fmt.Sprintf("the path leads to the skill `%s`, not to `%s`", strings.TrimSpace(name), m.Name),
			Related: []Related{{Path: path, Span: f.Doc.Frontmatter.Open, Message: "the skill that the path leads to"}},
		}
		if isMentionable(name) {
			d.Fixes = append(d.Fixes, Fix{Title: "Change the name to `" + name + "`", Edits: []Edit{p.edit(m.NameSpan, name)}})
		}
		for _, s := range p.snapshot.distinct(p.snapshot.known(p.ctx, p.file).named(m.Name)) {
			d.Fixes = append(d.Fixes, p.pointTo(m, s.Path))
		}
		p.report(d)
	}
}

// isJudgedByPath reports whether a linked mention names a skill's file that may be read, so that name and
// path can be compared.
func (p *pass) isJudgedByPath(m skills.Mention) bool {
	if !namesSkillFile(m.Path) {
		return false
	}
	_, probed := p.mentionedPath(m)
	return probed
}

// namesSkillFile reports whether a path, with slashes or backslashes, ends in the name of a skill's file.
func namesSkillFile(path string) bool {
	return isSkillFileName(path[strings.LastIndexAny(path, `/\`)+1:])
}

// markPreferred makes a fix safe and preferred if it is the only one.
func markPreferred(fixes []Fix) {
	if len(fixes) == 1 {
		fixes[0].Safe, fixes[0].Preferred = true, true
	}
}

// pointTo returns a fix that makes a linked mention lead to a skill. The path is written in the same form as
// before.
func (p *pass) pointTo(m skills.Mention, path string) Fix {
	text := path
	if written := strings.TrimPrefix(m.Path, "skill://"); !filepath.IsAbs(filepath.FromSlash(written)) {
		if rel, err := filepath.Rel(p.file.Dir, p.snapshot.FolderPath(path)); err == nil {
			text = filepath.ToSlash(rel)
		}
	} else if strings.HasPrefix(m.Path, "skill://") {
		text = "skill://" + path
	}
	return Fix{Title: "Change the path to `" + text + "`", Edits: []Edit{p.edit(m.PathSpan, text)}}
}
