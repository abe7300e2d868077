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

// addingTrigger offers to add a sentence to a description that does not say when to use the skill.
func addingTrigger(p *refs.Scope, span text.Span) []Refactor {
	e, ok := p.Fm.Entry("description")
	if !ok || !inFrontmatter(p, span) || span.Start > e.ValueSpan.End || span.End < e.KeySpan.Start {
		return nil
	}
	pass := rules.NewPass(p.Ctx, p.Snapshot, p.File)
	if !rules.LacksTrigger(pass) || e.Value.Anchor != "" {
		return nil
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
	fix := diagnostic.Fix{Snippet: true, Edits: []diagnostic.Edit{p.Edit(text.At(at), before+"${1:"+placeholder+"}.")}}
	if !rules.TakesTrigger(pass, fix.WithoutPlaceholder().Edits) {
		return nil
	}
	return []Refactor{{ID: "add-trigger", Kind: Rewrite, Title: "Say when to use the skill", fix: made(fix)}}
}
