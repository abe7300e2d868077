package rules

import (
	"slices"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/match"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
)

var mentionUnknown = Rule{
	ID:        "mention/unknown",
	Default:   diagnostic.Information,
	AppliesTo: everything,
	CrossFile: true,
	Check:     checkUnknownMentions,
}

func checkUnknownMentions(p *Pass) {
	checkPreloads(p)
	var others vantage.Visible
	looked := false
	meant := make(map[string]string) // by written name; empty if the name is known or resembles no known one
	missing := make(map[string]bool) // written names of skills that a known plugin does not have
	for _, m := range p.Mentions() {
		if p.Ctx.Err() != nil {
			return
		}
		if m.Kind == skills.LinkedMention && (!NamesSkillFile(m.Path) || isJudgedByPath(p, m)) || len(m.Name) < 4 || m.Name != strings.ToLower(m.Name) || refs.IsVariable(p.Doc.Source, m) {
			continue
		}
		if strings.Contains(m.Name, ":") && (!workspace.Scanned(p.Snapshot) || m.Kind == skills.SlashMention && !refs.ReadsSlash(p.Snapshot, p.File)) {
			continue // the plugins of the workspace are not known, or no agent reads the mention
		}
		if !looked {
			others, looked = vantage.VisibleSkills(p.Ctx, p.Snapshot, p.File), true
		}
		near, ok := meant[m.Name]
		if !ok {
			if !others.Has(m.Name) {
				near = others.Nearest(m.Name)
				plugin, _, ofPlugin := strings.Cut(m.Name, ":")
				missing[m.Name] = ofPlugin && others.HasPlugin(plugin)
			}
			meant[m.Name] = near
		}
		if near == "" && missing[m.Name] {
			p.report(diagnostic.Diagnostic{Span: m.Span, Message: "no skill is named " + InQuotes(m.Name)})
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
		Span:    m.Span,
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
			Span: m.Span, Affects: ignoring(readers),
			Message: "no skill is named " + InQuotes(m.Name),
		})
	}
}
