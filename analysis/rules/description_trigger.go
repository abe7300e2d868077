package rules

import (
	"iter"
	"strings"
	"unicode"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/index"
	"skills-ls/skills"
)

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

// words returns the words of a text in lowercase: runs of letters and apostrophes.
func words(text string) iter.Seq[string] {
	return strings.FieldsFuncSeq(strings.ToLower(strings.ReplaceAll(text, "’", "'")), func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' })
}

// isEnglish reports whether a text is certainly in English. A few words are seldom enough for that. All
// letters must be Latin or Greek, and at most one in twenty may be outside ASCII. At least two words must be
// common in English, and those that no other language has must outnumber the common words of other languages.
func isEnglish(text string) bool {
	letters, foreign := 0, 0
	for _, r := range text {
		switch {
		case r <= unicode.MaxASCII:
			if unicode.IsLetter(r) {
				letters++
			}
		case unicode.In(r, unicode.Latin, unicode.Greek):
			letters, foreign = letters+1, foreign+1
		case unicode.IsLetter(r):
			return false // the text may be in another language
		}
	}
	if foreign*20 > letters {
		return false
	}
	english, shared, other := 0, 0, 0
	for word := range words(text) {
		switch {
		case englishWords[word]:
			english++
		case sharedWords[word]:
			shared++
		case otherWords[word]:
			other++
		}
	}
	return english > other && english+shared > 1
}

// englishWords are common words of English that no other language in Latin letters has. sharedWords are
// common words that other languages also have, if only by chance or as loanwords. otherWords are common words
// of the most widespread other languages.
var (
	englishWords = index.WordSet(`and between from how into that the their these this those through using we what when whenever where which
		while with you your`)
	sharedWords = index.WordSet(`a all an are as at be best by can code create for generate guide i in is it its new not of on or test testing
		to use user`)
	otherWords = index.WordSet(`att av che das de del der det di du ein eine el em est et för für het ikke il la las le les los mit och para
		pour que um una und une voor von zu`)
)
