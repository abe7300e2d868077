package rules

import (
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
	"skills-ls/analysis/index"
	"skills-ls/analysis/match"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
)

func checkUnknownMentions(p *Pass) {
	checkPreloads(p)
	var others vantage.Visible
	looked := false
	meant := make(map[string]string) // by written name; empty if the name is known or resembles no known one
	for _, m := range p.Mentions() {
		if p.Ctx.Err() != nil {
			return
		}
		if m.Kind == skills.LinkedMention && (!NamesSkillFile(m.Path) || isJudgedByPath(p, m)) || len(m.Name) < 4 || m.Name != strings.ToLower(m.Name) || refs.IsVariable(p.Doc.Source, m) {
			continue
		}
		if !looked {
			others, looked = vantage.VisibleSkills(p.Ctx, p.Snapshot, p.File), true
		}
		near, ok := meant[m.Name]
		if !ok {
			if !others.Has(m.Name) {
				near = others.Nearest(m.Name)
			}
			meant[m.Name] = near
		}
		if near == "" || strings.TrimSuffix(m.Name, "s") == strings.TrimSuffix(near, "s") && m.Kind == skills.SlashMention {
			continue
		}
		reportUnknown(p, m, near)
	}
}

// reportUnknown reports a mention of a missing skill whose name is most likely misspelled.
func reportUnknown(p *Pass, m skills.Mention, near string) {
	same := match.SameWord(m.Name, near)
	p.report(diagnostic.Diagnostic{
		Severity: diagnostic.Information, Span: m.Span,
		Message: "no skill is named " + InQuotes(m.Name), Detail: "did you mean " + InQuotes(near) + "?",
		Fixes: []diagnostic.Fix{{Title: "Change to " + InQuotes(near), Safe: same, Preferred: same, Edits: []diagnostic.Edit{p.Edit(m.NameSpan, near)}}},
	})
}

// maxPreloads is the maximum number of unknown names reported in a subagent's list of skills. A hostile list
// can have one on every line.
const maxPreloads = 64

// checkPreloads reports the skills in a subagent's list that do not exist. Skills of plugins are left out,
// since their location is not known.
func checkPreloads(p *Pass) {
	preloads := refs.Preloads(p.Snapshot, p.File)
	if len(preloads) == 0 || alone(p) {
		return
	}
	readers := slices.DeleteFunc(workspace.SubagentAgents(p.Snapshot, p.File), func(agent *skills.Agent) bool { return agent.Subagents.Preloads == "" })
	others := refs.KnownTo(p.Ctx, p.Snapshot, p.File, preloads[0])
	reported := make(map[string]bool)
	for _, m := range preloads {
		if strings.ContainsRune(m.Name, ':') || reported[m.Name] || len(reported) == maxPreloads || p.Ctx.Err() != nil || others.Has(m.Name) {
			continue
		}
		reported[m.Name] = true
		if near := others.Nearest(m.Name); near != "" {
			reportUnknown(p, m, near)
			continue
		}
		p.report(diagnostic.Diagnostic{
			Severity: diagnostic.Information, Span: m.Span, Affects: ignoring(readers),
			Message: "no skill is named " + InQuotes(m.Name),
		})
	}
}

func checkMentionPaths(p *Pass) {
	for _, m := range p.Mentions() {
		if p.Ctx.Err() != nil {
			return
		}
		if m.Kind != skills.LinkedMention || !isJudgedByPath(p, m) {
			continue
		}
		path, _ := p.MentionedPath(m)
		f, err := p.Snapshot.File(path)
		if err != nil {
			d := diagnostic.Diagnostic{Severity: diagnostic.Warning, Span: m.PathSpan, Message: "skill not found: " + m.Path}
			for _, s := range vantage.Distinct(p.Snapshot, vantage.VisibleSkills(p.Ctx, p.Snapshot, p.File).Named(m.Name)) {
				d.Fixes = append(d.Fixes, pointTo(p, m, s.Path))
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
		d := diagnostic.Diagnostic{
			Severity: diagnostic.Warning, Span: m.Span, Message: "path leads to the skill " + InQuotes(strings.TrimSpace(name)) + ", not " + InQuotes(m.Name),
			Related: []diagnostic.Related{{Path: path, Span: f.Doc.Frontmatter.Open, Message: "the skill at that path"}},
		}
		if index.IsMentionable(name) {
			d.Fixes = append(d.Fixes, diagnostic.Fix{Title: "Change the name to " + InQuotes(name), Edits: []diagnostic.Edit{p.Edit(m.NameSpan, name)}})
		}
		for _, s := range vantage.Distinct(p.Snapshot, vantage.VisibleSkills(p.Ctx, p.Snapshot, p.File).Named(m.Name)) {
			d.Fixes = append(d.Fixes, pointTo(p, m, s.Path))
		}
		p.report(d)
	}
}

// isJudgedByPath reports whether a linked mention names a skill's file that may be read, so that name and
// path can be compared.
func isJudgedByPath(p *Pass, m skills.Mention) bool {
	if !NamesSkillFile(m.Path) {
		return false
	}
	_, probed := p.MentionedPath(m)
	return probed
}

// NamesSkillFile reports whether a path, with slashes or backslashes, ends in the name of a skill's file.
func NamesSkillFile(path string) bool {
	return file.IsSkillFileName(path[strings.LastIndexAny(path, `/\`)+1:])
}

// markPreferred makes a fix safe and preferred if it is the only one.
func markPreferred(fixes []diagnostic.Fix) {
	if len(fixes) == 1 {
		fixes[0].Safe, fixes[0].Preferred = true, true
	}
}

// pointTo returns a fix that makes a linked mention lead to a skill. The path is written in the same form as
// before.
func pointTo(p *Pass, m skills.Mention, path string) diagnostic.Fix {
	text := path
	if written := strings.TrimPrefix(m.Path, "skill://"); !filepath.IsAbs(filepath.FromSlash(written)) {
		if rel, err := filepath.Rel(p.File.Dir, p.Snapshot.FolderPath(path)); err == nil {
			text = filepath.ToSlash(rel)
		}
	} else if strings.HasPrefix(m.Path, "skill://") {
		text = "skill://" + path
	}
	return diagnostic.Fix{Title: "Change the path to " + InQuotes(text), Edits: []diagnostic.Edit{p.Edit(m.PathSpan, text)}}
}
