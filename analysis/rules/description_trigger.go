package rules

import (
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/index"
	"skills-ls/skills"
)

var descriptionTrigger = Rule{
	ID:         "description/trigger",
	Unfinished: true,
	Default:    diagnostic.Information,
	AppliesTo:  skillFiles,
	CrossFile:  true,
	Check:      checkDescriptionTrigger,
}

// checkDescriptionTrigger reports an English description that has no word that says when to use the skill. The rule may
// read the files around the skill, so it waits until the user stops typing.
func checkDescriptionTrigger(p *Pass) {
	if !lacksTrigger(p) {
		return
	}
	e, _ := p.Fm.Entry("description")
	p.report(diagnostic.Diagnostic{
		Span:    e.ValueSpan,
		Message: "description does not say when to use the skill", Detail: `add "Use when ..."`,
	})
}

// lacksTrigger reports whether the skill has an English description without a word that says when to use the skill. It
// returns false for a skill that the model does not choose, and for one whose name or description is to be filled in.
func lacksTrigger(p *Pass) bool {
	e, ok := p.Fm.Entry("description")
	if !ok || !e.Value.IsString() || saysWhen(e.Value.Text) || !isEnglish(e.Value.Text) || toBeFilledIn(e.Value.Text) || toBeFilledIn(p.Fm.Name()) {
		return false
	}
	return !saysUses(p) && !keptFromModel(p) && templateText(e.Value.Text).IsEmpty() // body/placeholder reports a template's text
}

// TakesTrigger reports whether edits that add a sentence with a placeholder to the description only do that: YAML reads the
// rest as before, body/placeholder reports the placeholder, and no target agent that loads the skill would reject it.
func TakesTrigger(p *Pass, edits []diagnostic.Edit) bool {
	source := diagnostic.ApplyEdits(p.Doc.Source, edits)
	before, _ := p.Fm.Entry("description")
	after, ok := skills.Parse(source).Frontmatter.Entry("description")
	if !ok || !after.Value.IsString() || !keepsFields(p, edits) {
		return false
	}
	added := edits[len(edits)-1].Text
	if strings.TrimSpace(after.Value.Text) != strings.TrimSpace(before.Value.Text)+added {
		return false
	}
	written, _ := plainText(source, after.ValueSpan)
	return !templateText(written).IsEmpty() && !isTemplate(p) && !worsens(p, source)
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
