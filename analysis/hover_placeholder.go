package analysis

import (
	"fmt"
	"strings"

	"skills-ls/skills"
)

// hoverPlaceholder returns the hover for the placeholder under the cursor.
func (c *cursor) hoverPlaceholder() (Hover, bool) {
	if c.file.Kind != SkillFile || !strings.ContainsAny(c.line.Of(c.source), "$!`") {
		return Hover{}, false
	}
	p := c.scope()
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
	p := c.scope()
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
func (p *scope) textOf(use placeholderUse) replacedText {
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
