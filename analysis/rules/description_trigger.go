package rules

import (
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/index"
)

var descriptionTrigger = Rule{
	ID:         "description/trigger",
	Unfinished: true,
	Default:    diagnostic.Information,
	AppliesTo:  skillFiles,
	CrossFile:  true,
	Check:      checkDescriptionTrigger,
}

// checkDescriptionTrigger reports an English description that has no word that says when to use the skill. It
// does not report a skill that the model does not choose, or one whose name or description is to be filled
// in. The rule may read the files around the skill, so it waits until the user stops typing.
func checkDescriptionTrigger(p *Pass) {
	e, ok := p.Fm.Entry("description")
	if !ok || !e.Value.IsString() || saysWhen(e.Value.Text) || !isEnglish(e.Value.Text) || toBeFilledIn(e.Value.Text) || toBeFilledIn(p.Fm.Name()) {
		return
	}
	if saysUses(p) || keptFromModel(p) || !templateText(e.Value.Text).IsEmpty() { // body/placeholder reports a template's text
		return
	}
	p.report(diagnostic.Diagnostic{
		Span:    e.ValueSpan,
		Message: "description does not say when to use the skill", Detail: `add "Use when ..."`,
	})
}

// saysUses reports whether the frontmatter says when to use the skill in the field that some agents read for
// that.
func saysUses(p *Pass) bool {
	e, ok := p.Fm.Entry("when_to_use")
	return ok && !e.ValueSpan.IsEmpty()
}

// saysWhen reports whether text has one of the occasionWords.
func saysWhen(text string) bool {
	for word := range words(text) {
		if occasionWords[word] {
			return true
		}
	}
	return false
}

// occasionWords has at least one word of most sentences that say when, for what or at whose request something
// is used. The list is long, so that a description with an unusual wording is not reported.
var occasionWords = index.WordSet(`activate activated activates activating activation after anytime applies apply ask asked asking asks before call
	during encounter encountering encounters facing for ideal if instead intended invocable invocation invoke invoked invokes invoking manual
	manually mention mentioned mentioning mentions need needed needing needs occasion prefer prior proactively questions request requested
	requesting requests requiring say saying says scenario scenarios situation situations suitable suited tasks trigger triggered triggering
	triggers unless until upon use used useful want wanted wanting wants when whenever where wherever while`)
