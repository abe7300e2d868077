package analysis

import (
	"fmt"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents"
)

func argumentsText() replacedText {
	return replacedText{argumentsPlaceholder, "what stands behind the skill's name", func(agent *skills.Agent) (skills.Replaced, string) {
		return agent.Placeholders.Arguments, ""
	}}
}

// indexedText returns "$ARGUMENTS[0]" or the like.
func (p *scope) indexedText(use placeholderUse) replacedText {
	text, names := use.span.Of(p.doc.Source), p.file.argumentNames()
	return replacedText{text, "one of the arguments, counted from 0", func(agent *skills.Agent) (skills.Replaced, string) {
		if !agent.Placeholders.Indexed && agent.Placeholders.Arguments != skills.Never {
			return agent.Placeholders.Arguments, "all arguments, with `" + text[len(argumentsPlaceholder):] + "` behind them"
		}
		if name := nameOf(names, use.place(agent), agent); name != "" {
			return agent.Placeholders.Arguments, "the argument " + codeSpan(name)
		}
		return agent.Placeholders.Arguments, ""
	}}
}

// positionalText returns "$1" or the like, whose number means a different argument depending on the agent.
func (p *scope) positionalText(number int) replacedText {
	names := p.file.argumentNames()
	return replacedText{fmt.Sprintf("$%d", number), "", func(agent *skills.Agent) (skills.Replaced, string) {
		pl := agent.Placeholders
		if pl.First == 0 || number+pl.First < 2 {
			return skills.Never, ""
		}
		as := "the " + ordinal(number+pl.First-1) + " argument"
		if name := nameOf(names, number+pl.First-2, agent); name != "" {
			as += " (" + codeSpan(name) + ")"
		}
		return pl.Arguments, as
	}}
}

func (p *scope) namedText(name string) replacedText {
	names := slices.DeleteFunc(p.file.argumentNames(), func(n declaredName) bool { return n.name != name })
	meaning := func(n declaredName) string { return "the " + ordinal(n.place+1) + " argument" }
	text := replacedText{text: "$" + name}
	if !slices.ContainsFunc(names, func(n declaredName) bool { return n.place != names[0].place }) {
		text.meaning = meaning(names[0])
	}
	text.when = func(agent *skills.Agent) (skills.Replaced, string) {
		i := slices.IndexFunc(names, func(n declaredName) bool { return includes(n.readers, agent) })
		switch {
		case i < 0:
			return skills.Never, ""
		case text.meaning != "":
			return agent.Placeholders.Arguments, ""
		}
		return agent.Placeholders.Arguments, meaning(names[i])
	}
	return text
}

// placeholderDoc says what each agent replaces a placeholder with. The agents that the file concerns come
// first.
func placeholderDoc(use replacedText, p *scope) string {
	var out strings.Builder
	out.WriteString(codeSpan(shorten(use.text, 200)))
	if use.meaning != "" {
		out.WriteString(": " + use.meaning)
	}
	out.WriteString("\n\n")
	var left, unknown []*skills.Agent
	for _, agent := range p.concernedFirst() {
		if agent.Placeholders == nil {
			unknown = append(unknown, agent)
			continue
		}
		when, as := use.when(agent)
		if when == skills.Never {
			left = append(left, agent)
			continue
		}
		if as == "" {
			as = "replaced"
		}
		if when == skills.ByCommand {
			as += ", where a person starts the skill by its slash command; where the model loads it, it stays as it is"
		}
		fmt.Fprintf(&out, "- **%s**: %s%s\n", agent.Title, as, p.valueHere(agent, use.text))
	}
	if len(left) > 0 {
		fmt.Fprintf(&out, "\n%s leave%s it as text.", upperFirst(titles(left)), singular(left))
	}
	if len(unknown) > 0 {
		fmt.Fprintf(&out, "\nWhat %s make%s of it is not established.", titles(unknown), singular(unknown))
	}
	return out.String()
}

// valueHere returns the value of the variable for the skill directory, as text to append, or "" for other
// placeholders.
func (p *scope) valueHere(agent *skills.Agent, text string) string {
	if p.file.Skill == "" || text != agent.Placeholders.SkillDir {
		return ""
	}
	return ", here " + codeSpan(p.snapshot.shownPath(p.file.Skill))
}

// concernedFirst returns all agents except the standard, which loads nothing. The agents that the file
// concerns come first.
func (p *scope) concernedFirst() []*skills.Agent {
	list := slices.Clone(p.at.concerned)
	for _, agent := range agents.All() {
		if !slices.ContainsFunc(list, func(other *skills.Agent) bool { return other.ID == agent.ID }) {
			list = append(list, agent)
		}
	}
	return slices.DeleteFunc(list, func(agent *skills.Agent) bool { return agent.ID == agents.Standard.ID })
}
