package analysis

import (
	"slices"
	"strings"
)

// checkDescriptionTrigger reports an English description that has none of the words by which one says when a skill is of use. A skill that
// the model does not choose, or whose name or description is to be filled in, need not say it. It may read the files around the skill, and
// so waits until the typing pauses.
func checkDescriptionTrigger(p *pass) {
	e, ok := p.fm.Entry("description")
	if !ok || !e.Value.IsString() || saysWhen(e.Value.Text) || !isEnglish(e.Value.Text) || toBeFilledIn(e.Value.Text) || toBeFilledIn(p.fm.Name()) {
		return
	}
	if p.saysUses() || p.keptFromModel() || !templateText(e.Value.Text).IsEmpty() { // of a template body/placeholder speaks
		return
	}
	p.report(Diagnostic{
		Severity: Information, Span: e.ValueSpan,
		Message: "the description does not say when to use the skill, which is what an agent chooses it by: add a sentence such as \"Use when the user asks for ...\"",
	})
}

// toBeFilledIn reports whether a text is to be filled in.
func toBeFilledIn(text string) bool {
	return strings.Contains(text, "{{") || strings.Contains(text, "${") || strings.Contains(text, "TODO") || strings.Contains(text, "[Your ")
}

// saysUses reports whether the frontmatter says elsewhere when to use the skill, where some agent reads it.
func (p *pass) saysUses() bool {
	e, ok := p.fm.Entry("when_to_use")
	return ok && !e.ValueSpan.IsEmpty()
}

// keptFromModel reports whether the author, or what one of the targets goes by, keeps the model from choosing the skill.
func (p *pass) keptFromModel() bool {
	for i := range p.fm.Entries {
		e := &p.fm.Entries[i]
		if kebabKey(e.Key) == modelSwitch && !strings.EqualFold(e.ValueSpan.Of(p.doc.Source), "false") {
			return true
		}
	}
	return slices.ContainsFunc(p.at.targets(), p.hides)
}

// saysWhen reports whether a text has a word that tells of occasions.
func saysWhen(text string) bool {
	for word := range words(text) {
		if occasionWords[word] {
			return true
		}
	}
	return false
}

// occasionWords are words of which one is in most sentences that say when, for what or at whose wish something is used. They are many,
// since who says it in a way of his own is not to be told that he does not.
var occasionWords = wordSet(`activate activated activates activating activation after anytime applies apply ask asked asking asks before call
	during encounter encountering encounters facing for ideal if instead intended invocable invocation invoke invoked invokes invoking manual
	manually mention mentioned mentioning mentions need needed needing needs occasion prefer prior proactively questions request requested
	requesting requests requiring say saying says scenario scenarios situation situations suitable suited tasks trigger triggered triggering
	triggers unless until upon use used useful want wanted wanting wants when whenever where wherever while`)
