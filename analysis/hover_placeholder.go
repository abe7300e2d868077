package analysis

import (
	"fmt"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents"
)

// hoverPlaceholder returns the hover for the placeholder under the cursor.
func (c *cursor) hoverPlaceholder() (Hover, bool) {
	if c.file.Kind != SkillFile || !strings.ContainsAny(c.line.Of(c.source), "$!`") {
		return Hover{}, false
	}
	p := c.pass()
	for _, use := range p.askedPlaceholders().found {
		if !use.span.Contains(c.offset) || use.kind == commandPlaceholder && c.offset > use.span.Start+1 {
			continue
		}
		return Hover{use.span, placeholderDoc(p.textOf(use), p)}, true
	}
	return Hover{}, false
}

// hoverArgument returns the hover for the declared name of an argument, with the number of times the text
// uses it.
func (c *cursor) hoverArgument() (Hover, bool) {
	at, meant := c.argument()
	if len(meant) == 0 || !isArgumentName(meant[0].name) {
		return Hover{}, false
	}
	p := c.pass()
	uses := 0
	for _, r := range c.snapshot.newSeeker(c.ctx, entity{kind: argumentEntity, path: c.file.Path, name: meant[0].name}).in(c.file) {
		if !r.Definition {
			uses++
		}
	}
	text := placeholderDoc(p.namedText(meant[0].name), p) + "\n\n"
	switch uses {
	case 0:
		text += "Nothing in the text uses it."
	case 1:
		text += "One place in the text uses it."
	default:
		text += fmt.Sprintf("%d places in the text use it.", uses)
	}
	return Hover{at, text}, true
}

// textOf returns what is known about a placeholder in the text.
func (p *pass) textOf(use placeholderUse) replacedText {
	text := use.span.Of(p.doc.Source)
	switch {
	case use.kind == commandPlaceholder:
		return replacedText{text, "what the command prints", func(agent *skills.Agent) (skills.Replaced, string) { return agent.Placeholders.Commands, "" }}
	case use.kind == variablePlaceholder:
		return p.variableText(text)
	case use.kind == namedPlaceholder:
		return p.namedText(use.name)
	case use.kind == positionalPlaceholder:
		return p.positionalText(use.number)
	case text != argumentsPlaceholder:
		return p.indexedText(use)
	}
	return argumentsText()
}

// placeholderDoc says what each agent replaces a placeholder with. The agents that the file concerns come
// first.
func placeholderDoc(use replacedText, p *pass) string {
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
func (p *pass) valueHere(agent *skills.Agent, text string) string {
	if p.file.Skill == "" || text != agent.Placeholders.SkillDir {
		return ""
	}
	return ", here " + codeSpan(p.snapshot.shownPath(p.file.Skill))
}

// concernedFirst returns all agents except the standard, which loads nothing. The agents that the file
// concerns come first.
func (p *pass) concernedFirst() []*skills.Agent {
	list := slices.Clone(p.at.concerned)
	for _, agent := range agents.All() {
		if !slices.ContainsFunc(list, func(other *skills.Agent) bool { return other.ID == agent.ID }) {
			list = append(list, agent)
		}
	}
	return slices.DeleteFunc(list, func(agent *skills.Agent) bool { return agent.ID == agents.Standard.ID })
}
