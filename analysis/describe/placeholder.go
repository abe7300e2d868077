package describe

import (
	"fmt"
	"slices"
	"strings"

	"skills-ls/analysis/refs"
	"skills-ls/analysis/render"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/agents"
)

func ArgumentsText() rules.ReplacedText {
	return rules.ReplacedText{Text: refs.ArgumentsPlaceholder, Meaning: "the text after the skill's name", When: func(agent *skills.Agent) (skills.Replaced, string) {
		return agent.Placeholders.Arguments, ""
	}}
}

// IndexedText returns "$ARGUMENTS[0]" or the like.
func IndexedText(p *refs.Scope, use refs.PlaceholderUse) rules.ReplacedText {
	text, names := use.Span.Of(p.Doc.Source), refs.ArgumentNames(p.File)
	return rules.ReplacedText{Text: text, Meaning: "an argument, counted from 0", When: func(agent *skills.Agent) (skills.Replaced, string) {
		if !agent.Placeholders.Indexed && agent.Placeholders.Arguments != skills.Never {
			return agent.Placeholders.Arguments, "all arguments, followed by `" + text[len(refs.ArgumentsPlaceholder):] + "`"
		}
		if name := refs.NameOf(names, use.Place(agent), agent); name != "" {
			return agent.Placeholders.Arguments, "the argument " + render.CodeSpan(name)
		}
		return agent.Placeholders.Arguments, ""
	}}
}

// PositionalText returns "$1" or the like, whose number means a different argument depending on the agent.
func PositionalText(p *refs.Scope, number int) rules.ReplacedText {
	names := refs.ArgumentNames(p.File)
	return rules.ReplacedText{Text: fmt.Sprintf("$%d", number), Meaning: "", When: func(agent *skills.Agent) (skills.Replaced, string) {
		pl := agent.Placeholders
		if pl.First == 0 || number+pl.First < 2 {
			return skills.Never, ""
		}
		as := "the " + rules.Ordinal(number+pl.First-1) + " argument"
		if name := refs.NameOf(names, number+pl.First-2, agent); name != "" {
			as += " (" + render.CodeSpan(name) + ")"
		}
		return pl.Arguments, as
	}}
}

func NamedText(p *refs.Scope, name string) rules.ReplacedText {
	names := slices.DeleteFunc(refs.ArgumentNames(p.File), func(n refs.DeclaredName) bool { return n.Name != name })
	meaning := func(n refs.DeclaredName) string { return "the " + rules.Ordinal(n.Place+1) + " argument" }
	text := rules.ReplacedText{Text: "$" + name}
	if !slices.ContainsFunc(names, func(n refs.DeclaredName) bool { return n.Place != names[0].Place }) {
		text.Meaning = meaning(names[0])
	}
	text.When = func(agent *skills.Agent) (skills.Replaced, string) {
		i := slices.IndexFunc(names, func(n refs.DeclaredName) bool { return workspace.Includes(n.Readers, agent) })
		switch {
		case i < 0:
			return skills.Never, ""
		case text.Meaning != "":
			return agent.Placeholders.Arguments, ""
		}
		return agent.Placeholders.Arguments, meaning(names[i])
	}
	return text
}

// PlaceholderDoc says what each agent replaces a placeholder with. The agents that the file concerns come
// first, and agents with the same answer share a line.
func PlaceholderDoc(use rules.ReplacedText, p *refs.Scope) string {
	var out strings.Builder
	out.WriteString(render.CodeSpan(vantage.Shorten(use.Text, 200)))
	if use.Meaning != "" {
		out.WriteString(": " + use.Meaning)
	}
	out.WriteString("\n\n")
	var left, unknown []*skills.Agent
	var answers []string
	byAnswer := make(map[string][]string)
	for _, agent := range concernedFirst(p) {
		if agent.Placeholders == nil {
			unknown = append(unknown, agent)
			continue
		}
		when, as := use.When(agent)
		if when == skills.Never {
			left = append(left, agent)
			continue
		}
		if as == "" {
			as = "replaced"
		}
		if when == skills.ByCommand {
			as += ", but only if the user starts the skill with its slash command"
		}
		as += valueHere(p, agent, use.Text)
		if byAnswer[as] == nil {
			answers = append(answers, as)
		}
		byAnswer[as] = append(byAnswer[as], agent.Title)
	}
	for _, as := range answers {
		fmt.Fprintf(&out, "- **%s**: %s\n", strings.Join(byAnswer[as], "**, **"), as)
	}
	if len(left) > 0 {
		fmt.Fprintf(&out, "\nNot replaced by %s.", rules.Titles(left))
	}
	if len(unknown) > 0 {
		fmt.Fprintf(&out, "\nNot established for %s.", rules.Titles(unknown))
	}
	return out.String()
}

// valueHere returns the value of the variable for the skill directory, as text to append, or "" for other
// placeholders.
func valueHere(p *refs.Scope, agent *skills.Agent, text string) string {
	if p.File.Skill == "" || text != agent.Placeholders.SkillDir {
		return ""
	}
	return ", here with " + render.CodeSpan(vantage.ShownPath(p.Snapshot, p.File.Skill))
}

// concernedFirst returns all agents except the standard, which loads nothing. The agents that the file
// concerns come first.
func concernedFirst(p *refs.Scope) []*skills.Agent {
	list := slices.Clone(p.At.Concerned)
	for _, agent := range agents.All() {
		if !slices.ContainsFunc(list, func(other *skills.Agent) bool { return other.ID == agent.ID }) {
			list = append(list, agent)
		}
	}
	return slices.DeleteFunc(list, func(agent *skills.Agent) bool { return agent.ID == agents.Standard.ID })
}
