package outline

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"skills-ls/analysis/file"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/frontmatter"
)

// An InlayHint is text that editors show after an offset, as if it were part of the file.
type InlayHint struct {
	Offset   int // in bytes
	Label    string
	Argument bool // it describes an argument
}

// InlayHints returns what a SKILL.md does not say itself: after the name, the names of the skill in agents
// that use another one; after the description, how much of the limit is used; and after a numbered argument,
// which argument it is. The hints are in source order. It returns nil for other files, and if ctx is
// canceled.
func InlayHints(ctx context.Context, s *workspace.Snapshot, path string) []InlayHint {
	f, err := s.File(path)
	if err != nil || f.Kind != file.SkillFile || ctx.Err() != nil {
		return nil
	}
	p := rules.NewPass(ctx, s, f)
	var list []InlayHint
	for i := range p.Fm.Entries {
		e := &p.Fm.Entries[i]
		if e.ValueSpan.IsEmpty() || e.Value == nil || e.Value.Kind != frontmatter.ScalarValue {
			continue
		}
		label := ""
		switch e.Key {
		case "name":
			label = otherNames(p, e)
		case "description":
			label = roomUsed(p, e)
		}
		if label != "" {
			list = append(list, InlayHint{Offset: file.TextEnd(p.Doc.Source, e.ValueSpan), Label: label})
		}
	}
	return append(list, argumentHints(p.Scope)...)
}

// otherNames returns the names of the skill in the targets that accept it under another name than that of its
// field.
func otherNames(p *rules.Pass, e *frontmatter.Entry) string {
	type called struct {
		name string
		by   *skills.Agent
	}
	var others []called
	for _, v := range p.Verdicts {
		if !v.Accepted {
			continue
		}
		skill, _, why := vantage.Loaded(p.Snapshot, v.Agent, p.File, p.Snapshot.JudgedPath(v.Agent, p.File), v.Verdict)
		if len(why) == 0 && skill.Name != e.Value.Text {
			others = append(others, called{skill.Name, v.Agent})
		}
	}
	groups := rules.GroupBy(others, func(c called) string { return c.name })
	parts := make([]string, len(groups))
	for i, g := range groups {
		var by []*skills.Agent
		for _, c := range g.Items {
			by = append(by, c.by)
		}
		parts[i] = vantage.Shorten(g.Key, 80) + " in " + rules.Titles(by)
	}
	return strings.Join(parts, ", ")
}

// roomUsed says how much of the limit of a description is used, in the target where it uses the largest
// share.
func roomUsed(p *rules.Pass, e *frontmatter.Entry) string {
	text := e.Value.Text
	limits := &agents.Standard.Limits
	for i, v := range p.Verdicts {
		own := &v.Agent.Limits
		if own.Description > 0 && (i == 0 || limits.Unit.Len(text)*own.Description < own.Unit.Len(text)*limits.Description) {
			limits = own
		}
	}
	return fmt.Sprintf("%s of %s %s", grouped(limits.Unit.Len(text)), grouped(limits.Description), limits.Unit)
}

// argumentHints returns a hint after each numbered argument, with the name that the frontmatter has for it.
func argumentHints(p *refs.Scope) []InlayHint {
	names := refs.ArgumentNames(p.File)
	readers := p.Concerns(func(agent *skills.Agent) bool { return agent.Placeholders != nil })
	hinted := refs.HintedNames(p.File)
	var list []InlayHint
	for _, use := range p.PlaceholderUses() {
		if use.Kind != refs.PositionalPlaceholder {
			continue
		}
		replacing := slices.DeleteFunc(slices.Clone(readers), func(agent *skills.Agent) bool { return workspace.Includes(use.Left, agent) })
		meanings := rules.GroupBy(replacing, func(agent *skills.Agent) string {
			place := use.Place(agent)
			if place < 0 || place >= max(rules.MaxOrdinal, len(names)) {
				return ""
			}
			return cmp.Or(refs.NameOf(names, place, agent), refs.NameOf(hinted, place, agent), rules.Ordinal(place+1)+" argument")
		})
		var parts []string
		for _, g := range meanings {
			switch {
			case g.Key == "":
			case len(meanings) == 1:
				parts = append(parts, g.Key)
			default:
				parts = append(parts, g.Key+" in "+rules.Titles(g.Items))
			}
		}
		if len(parts) > 0 {
			list = append(list, InlayHint{Offset: use.Span.End, Label: vantage.Shorten(strings.Join(parts, ", "), 80), Argument: true})
		}
	}
	return list
}
