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

func checkUnknownMentions(p *Pass) {
	checkPreloads(p)
	var others vantage.Visible
	looked := false
	type unknown struct {
		near    string // the most similar known name; empty if no name is similar, or if this one is known
		missing bool   // a plugin of the workspace lacks the skill
		command bool   // the plugin has, or may have, a command with the name
		part    bool   // likewise, or a subagent or a workflow
	}
	known := make(map[string]unknown) // by written name
	for _, m := range p.Mentions() {
		if p.Ctx.Err() != nil {
			return
		}
		if !isChecked(p, m) {
			continue
		}
		if !looked {
			others, looked = vantage.VisibleSkills(p.Ctx, p.Snapshot, p.File), true
		}
		plugin, _, ofPlugin := strings.Cut(m.Name, ":")
		u, ok := known[m.Name]
		if !ok {
			if !others.Has(m.Name) {
				u.near = others.Nearest(m.Name)
				u.missing = ofPlugin && others.HasPlugin(plugin)
				u.command = u.missing && others.HasCommand(p.Snapshot, m.Name)
				u.part = u.command || u.missing && others.HasPart(p.Snapshot, m.Name)
			}
			known[m.Name] = u
		}
		switch {
		case u.command && m.Kind == skills.SlashMention, u.part && m.Kind == skills.PluginMention:
		case u.near == "" && u.missing:
			p.report(diagnostic.Diagnostic{Span: m.Span, Message: "no skill is named " + InQuotes(m.Name)})
		case u.near != "" && (ofPlugin || m.Kind != skills.SlashMention || !isPlural(m.Name, u.near)):
			reportUnknown(p, m, u.near)
		}
	}
}

// isChecked reports whether the rule checks a mention: it may name a skill, and the skills that it may name are known.
func isChecked(p *Pass, m skills.Mention) bool {
	switch {
	case m.Kind == skills.LinkedMention && (!NamesSkillFile(m.Path) || isJudgedByPath(p, m)):
		return false
	case len(m.Name) < 4 || m.Name != strings.ToLower(m.Name) || refs.IsVariable(p.Doc.Source, m):
		return false
	case m.Kind == skills.PluginMention && isPartOfCode(p, m):
		return false // such as an image in a command: "docker pull tools:latest"
	case !strings.Contains(m.Name, ":"):
		return true
	}
	return workspace.Scanned(p.Snapshot) && (m.Kind != skills.SlashMention || refs.ReadsSlash(p.Snapshot, p.File))
}

// isPartOfCode reports whether a mention is in a code span that has more than it.
func isPartOfCode(p *Pass, m skills.Mention) bool {
	span := refs.CodeSpanAt(p.Doc.Markdown(), m.Span.Start)
	return span != nil && span.Content != m.Span
}

// isPlural reports whether one of two words is the plural of the other. A path such as /issues is often the plural of a
// skill's name.
func isPlural(a, b string) bool { return strings.TrimSuffix(a, "s") == strings.TrimSuffix(b, "s") }

// reportUnknown reports a mention of a missing skill whose name is most likely misspelled.
func reportUnknown(p *Pass, m skills.Mention, near string) {
	same := match.SameWord(m.Name, near)
	p.report(diagnostic.Diagnostic{
		Span:    m.Span,
		Message: "no skill is named " + InQuotes(m.Name), Detail: "did you mean " + InQuotes(near) + "?",
		Fixes: p.changeTo(near, same, m.NameSpan),
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
