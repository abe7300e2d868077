package lsp

import (
	"cmp"
	"slices"
	"strings"

	"skills-ls/analysis/vantage"
	"skills-ls/skills/agents"
	"skills-ls/skills/text"
)

// stateOf says in a few words which target agents find and load a skill and how many others do, or else why no target does.
// The standard, which looks nowhere, counts if it is the only target. That an agent rejects a template is as it should be.
func stateOf(skill *WorkspaceSkill) string {
	var loading, hiding, rejecting, leaving, parts []string
	standard := ""
	for _, a := range skill.Agents {
		if a.Hidden {
			hiding = append(hiding, a.Agent.Title)
		}
		switch {
		case a.Agent.ID == agents.Standard.ID && a.Loads:
			standard = a.Agent.Title
		case a.Finds && a.Loads:
			loading = append(loading, a.Agent.Title)
		case a.Loads || !a.Finds && a.Installed == "":
		case a.Rejects:
			rejecting = append(rejecting, a.Agent.Title)
		default:
			leaving = append(leaving, a.Agent.Title)
		}
	}
	others := otherTitles(skill, true)
	if len(loading) > 0 {
		parts = append(parts, firstOf(len(loading), append(loading, others...)))
	}
	if len(hiding) > 0 {
		parts = append(parts, "hidden from the model by "+strings.Join(hiding, ", "))
	}
	switch {
	case len(rejecting) == 0:
	case skill.Template:
		parts = append(parts, "template")
	default:
		parts = append(parts, "rejected by "+strings.Join(rejecting, ", "))
	}
	if len(leaving) > 0 {
		parts = append(parts, "not loaded by "+strings.Join(leaving, ", "))
	}
	parts = append(parts, onceInstalled(skill)...)
	if len(skill.Agents) > 1 {
		standard = ""
	}
	unfound := "no target agent finds it"
	if skill.Unreadable {
		standard, unfound = "", "cannot be read"
	}
	state := cmp.Or(strings.Join(parts, "; "), standard, unfound)
	switch rest := otherTitles(skill, false); {
	case len(loading) > 0:
	case len(others) > 0:
		state += "; loaded by " + firstOf(maxOthers, others)
	case len(rest) > 0 && len(parts) == 0 && !skill.Unreadable:
		state += "; not loaded by " + firstOf(maxOthers, rest)
	}
	return state
}

// maxOthers is how many of the agents that are no targets are named.
const maxOthers = 2

// otherTitles returns the titles of the other agents that find the skill and load it, or do not.
func otherTitles(skill *WorkspaceSkill, loads bool) (titles []string) {
	for _, a := range skill.Others {
		if a.Loads == loads {
			titles = append(titles, a.Agent.Title)
		}
	}
	return titles
}

// firstOf joins the first n of some names, and counts the others.
func firstOf(n int, names []string) string {
	first := strings.Join(names[:min(n, len(names))], ", ")
	if rest := len(names) - n; rest > 0 {
		first += " and " + text.Count(rest, "other", "others")
	}
	return first
}

// onceInstalled names the agents that find a skill once its plugin is installed, by the name that they give it, and those
// that reject the plugin.
func onceInstalled(skill *WorkspaceSkill) (parts []string) {
	type finders struct {
		name   string
		agents []string
	}
	var list []finders
	for _, a := range skill.Agents {
		switch {
		case a.Installed != "":
			names := strings.Join(append([]string{a.Installed}, a.AlsoInstalled...), " or ")
			i := slices.IndexFunc(list, func(f finders) bool { return f.name == names })
			if i < 0 {
				list = append(list, finders{names, []string{a.Agent.Title}})
			} else {
				list[i].agents = append(list[i].agents, a.Agent.Title)
			}
		case !a.Finds && len(a.Reasons) > 0 && a.Reasons[0].Code == vantage.BadPlugin:
			parts = append(parts, a.Agent.Title+" "+a.Reasons[0].Message)
		}
	}
	for _, f := range list {
		parts = append(parts, vantage.JoinAnd(f.agents)+" once installed, as "+f.name)
	}
	return parts
}
