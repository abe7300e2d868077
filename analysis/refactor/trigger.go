package refactor

import (
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/rules"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// triggerPlaceholder is for the author to replace. The rule body/placeholder reports it until then.
const triggerPlaceholder = "[TODO: what the user asks for]"

// addTrigger returns the change that adds a sentence to a description that does not say when to use the skill.
func addTrigger(p *rules.Pass) (diagnostic.Fix, bool) {
	e, ok := p.Fm.Entry("description")
	if !ok || e.Value.Anchor != "" {
		return diagnostic.Fix{}, false
	}
	value, placeholder := e.ValueSpan, triggerPlaceholder
	switch e.Value.Style {
	case frontmatter.SingleQuoted, frontmatter.DoubleQuoted:
		value = refs.InsideQuotes(p.Doc.Source, value)
	case frontmatter.PlainStyle:
		placeholder = strings.Replace(placeholder, ":", "", 1) // a plain scalar cannot contain ": "
	}
	before := " Use when "
	if written := strings.TrimSpace(e.Value.Text); written == strings.TrimRight(written, ".!?…:;") {
		before = "." + before
	}
	at := value.Start + len(strings.TrimRight(value.Of(p.Doc.Source), " \t\r\n"))
	fix := diagnostic.Fix{Title: "Say when to use the skill", Snippet: true, Edits: []diagnostic.Edit{p.Edit(text.At(at), before+"${1:"+placeholder+"}.")}}
	return fix, rules.TakesTrigger(p, fix.WithoutPlaceholder().Edits)
}
