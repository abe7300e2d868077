package rules

import (
	"cmp"
	"slices"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/vantage"
	"skills-ls/skills"
	"skills-ls/skills/agents"
)

// What a problem does to agents. The agents come from the verdicts, or from what an agent is known to read.

// rejecting returns the effect on agents that do not load the skill because of the problem.
func rejecting(list []*skills.Agent) []diagnostic.Affect { return affects(diagnostic.Rejects, list) }

// misreading returns the effect on agents that load the skill, but take what is written for something else, or
// lose a part of it.
func misreading(list []*skills.Agent) []diagnostic.Affect { return affects(diagnostic.Misreads, list) }

// ignoring returns the effect on agents for which what is written means nothing.
func ignoring(list []*skills.Agent) []diagnostic.Affect { return affects(diagnostic.Ignores, list) }

// notFinding returns the effect on agents that do not look where the skill is.
func notFinding(list []*skills.Agent) []diagnostic.Affect {
	return affects(diagnostic.DoesNotFind, list)
}

// warning returns the effect on agents that load the skill and report the problem.
func warning(list []*skills.Agent) []diagnostic.Affect { return affects(diagnostic.Warns, list) }

func affects(effect diagnostic.Effect, list []*skills.Agent) []diagnostic.Affect {
	var out []diagnostic.Affect
	for _, agent := range list {
		out = append(out, diagnostic.Affect{Agent: agent.ID, Title: agent.Title, Effect: effect})
	}
	return out
}

// inOrder sorts effects by agent, in the registry's order. Agents that a project defines come last.
func inOrder(list []diagnostic.Affect) {
	if len(list) < 2 {
		return
	}
	all := agents.All()
	at := func(a diagnostic.Affect) int {
		if i := slices.IndexFunc(all, func(agent *skills.Agent) bool { return agent.ID == a.Agent }); i >= 0 {
			return i
		}
		return len(all)
	}
	slices.SortStableFunc(list, func(a, b diagnostic.Affect) int { return cmp.Compare(at(a), at(b)) })
}

// maxAffected is the maximum number of agents that EffectsText names for one effect.
const maxAffected = 4

// EffectsText returns a line about what a problem does to agents, such as "Codelia, Goose reject the skill". It
// is empty if there is no effect.
func EffectsText(rule string, list []diagnostic.Affect) string {
	what := "the skill"
	if strings.HasPrefix(rule, "plugin/") {
		what = "it"
	}
	var parts []string
	for _, words := range []struct {
		effect    diagnostic.Effect
		one, many string
	}{
		{diagnostic.Rejects, "rejects " + what, "reject " + what},
		{diagnostic.DoesNotFind, "does not find the skill", "do not find the skill"},
		{diagnostic.Misreads, "misreads it", "misread it"},
		{diagnostic.Ignores, "ignores it", "ignore it"},
		{diagnostic.Warns, "reports it", "report it"},
	} {
		var affected []string
		for _, a := range list {
			if a.Effect == words.effect {
				affected = append(affected, a.Title)
			}
		}
		switch len(affected) {
		case 0:
		case 1:
			parts = append(parts, affected[0]+" "+words.one)
		default:
			parts = append(parts, joinAffected(affected)+" "+words.many)
		}
	}
	return strings.Join(parts, ". ")
}

func joinAffected(names []string) string {
	if len(names) > maxAffected {
		return vantage.JoinFirst(names, maxAffected)
	}
	return strings.Join(names, ", ")
}
