package hover

import (
	"fmt"
	"strings"

	"skills-ls/analysis/describe"
	"skills-ls/analysis/file"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/rules"
	"skills-ls/skills"
)

// hoverPlaceholder returns the hover for the placeholder under the cursor.
func hoverPlaceholder(c *refs.Cursor) (Hover, bool) {
	if c.File.Kind != file.SkillFile || !strings.ContainsAny(c.Line.Of(c.Source), "$!`") {
		return Hover{}, false
	}
	p := c.Scope()
	for _, use := range p.AskedPlaceholders().Found {
		if !use.Span.Contains(c.Offset) || use.Kind == refs.CommandPlaceholder && c.Offset > use.Span.Start+1 {
			continue
		}
		return Hover{use.Span, describe.PlaceholderDoc(textOf(p, use), p)}, true
	}
	return Hover{}, false
}

// hoverArgument returns the hover for the declared name of an argument, with the number of times the text
// uses it.
func hoverArgument(c *refs.Cursor) (Hover, bool) {
	at, meant := c.Argument()
	if len(meant) == 0 || !refs.IsArgumentName(meant[0].Name) {
		return Hover{}, false
	}
	p := c.Scope()
	uses := 0
	for _, r := range refs.NewSeeker(c.Ctx, c.Snapshot, refs.Entity{Kind: refs.ArgumentEntity, Path: c.File.Path, Name: meant[0].Name}).In(c.File) {
		if !r.Definition {
			uses++
		}
	}
	text := describe.PlaceholderDoc(describe.NamedText(p, meant[0].Name), p) + "\n\n"
	switch uses {
	case 0:
		text += "Not used in the body."
	case 1:
		text += "Used once in the body."
	default:
		text += fmt.Sprintf("Used %d times in the body.", uses)
	}
	return Hover{at, text}, true
}

// textOf returns what is known about a placeholder in the text.
func textOf(p *refs.Scope, use refs.PlaceholderUse) rules.ReplacedText {
	text := use.Span.Of(p.Doc.Source)
	switch {
	case use.Kind == refs.CommandPlaceholder:
		return rules.ReplacedText{Text: text, Meaning: "the output of the command", When: func(agent *skills.Agent) (skills.Replaced, string) { return agent.Placeholders.Commands, "" }}
	case use.Kind == refs.VariablePlaceholder:
		return rules.VariableText(p, text)
	case use.Kind == refs.NamedPlaceholder:
		return describe.NamedText(p, use.Name)
	case use.Kind == refs.PositionalPlaceholder:
		return describe.PositionalText(p, use.Number)
	case text != refs.ArgumentsPlaceholder:
		return describe.IndexedText(p, use)
	}
	return describe.ArgumentsText()
}
