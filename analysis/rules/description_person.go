package rules

import (
	"regexp"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/index"
	"skills-ls/analysis/match"
	"skills-ls/skills/text"
)

// checkDescriptionPerson reports an English description in the first or second person. A description that the
// model is not shown may address people as it likes. The rule may read the files around the skill, so it
// waits until the user stops typing.
func checkDescriptionPerson(p *Pass) {
	e, ok := p.Fm.Entry("description")
	if !ok || !e.Value.IsString() || toBeFilledIn(e.Value.Text) || !isEnglish(e.Value.Text) {
		return
	}
	text, at := plainText(p.Doc.Source, e.ValueSpan)
	if found := personIn(text); !found.IsEmpty() && !keptFromModel(p) {
		p.report(diagnostic.Diagnostic{
			Span:    found.Shift(at),
			Message: "write the description in the third person", Detail: "found " + InQuotes(found.Of(text)),
		})
	}
}

// commandedUse matches the beginning of a text that tells an agent to use the skill.
var commandedUse = regexp.MustCompile(`^(?i:you(?:[\s*_]+(?:always|also|first))*[\s*_]+(?:must|should|(?:need|have)[\s*_]+to)(?:[\s*_]+(?:always|also|first))*[\s*_]+` +
	`(?:use|invoke|load|call|run|read)[\s*_]+(?:this|the[\s*_]+(?:[\w-]+[\s*_]+){0,4}skill)\b)`)

// maxCommand is the maximum number of bytes of a text that are matched with commandedUse.
const maxCommand = 200

// maxPersonal is the maximum number of bytes of a text in which a pronoun is looked for.
const maxPersonal = 4096

// personIn returns the pronoun that puts a text in the first or second person, or an empty span if not found:
// the subject at the beginning of a sentence, or any pronoun in the first sentence. Other pronouns in the
// first sentence do not count if it says when to use the skill, since such a sentence usually addresses an
// agent. Pronouns in a sentence that tells an agent to use the skill never count, nor do those in quotes,
// which have the words of users.
func personIn(source string) text.Span {
	source = withoutQuotes(source[:min(len(source), maxPersonal)])
	var inFirst text.Span // the first pronoun of the first sentence
	first, begins := true, true
	for at := 0; at < len(source); {
		if !isLetterByte(source[at]) {
			if isSentenceEnd(source, at) {
				if !inFirst.IsEmpty() {
					return inFirst
				}
				first, begins = false, true
			}
			at++
			continue
		}
		word := text.Span{Start: at, End: at}
		for word.End < len(source) && (isLetterByte(source[word.End]) || source[word.End] == '\'') {
			word.End++
		}
		at = word.End
		if command := commandedUse.FindString(source[word.Start:min(len(source), word.Start+maxCommand)]); command != "" {
			at = word.Start + len(command)
			first, begins, inFirst = false, false, text.Span{}
			continue
		}
		alone := isAlone(source, word)
		if begins && alone && isSubject(word.Of(source), source[at:]) {
			return word
		}
		begins = false
		switch {
		case !first:
		case conditionWords[strings.ToLower(word.Of(source))]:
			first, inFirst = false, text.Span{}
		case inFirst.IsEmpty() && alone && isPronoun(word.Of(source), source[at:]):
			inFirst = word
		}
	}
	return inFirst
}

var (
	// conditionWords occur in sentences that say when to use a skill.
	conditionWords = index.WordSet(`ask asking asks if invoke invokes said say says trigger triggers until use uses when whenever while`)
	// pronouns are those of the first and second person, except "I", and "mine", which is also a verb.
	pronouns = index.WordSet(`me my myself our ours us we you your yours yourself`)
	// contractions are subjects contracted with their verbs.
	contractions = index.WordSet(`i'd i'll i'm i've let's we'd we'll we're we've you'd you'll you're you've`)
	// ownVerbs are the verbs that follow "I" as a pronoun. In "type I errors" it is a number.
	ownVerbs = index.WordSet(`am ask build can could did do don't get give have know like make need see should think use want was will work would write`)
	// auxiliaries are verbs that authors write in capitals for emphasis.
	auxiliaries = index.WordSet(`CAN DO MUST NEED NEVER SHOULD WILL`)
)

// isSubject reports whether the first word of a sentence, with what follows it, is in the first or second
// person. A capital after the word makes it part of a name, as in "I Ching" or "Our World in Data".
func isSubject(word, rest string) bool {
	lower := strings.ToLower(word)
	if contractions[lower] {
		return true
	}
	next := nextWord(rest)
	if next == "" || next[0] < 'a' && !auxiliaries[next] {
		return false
	}
	switch lower {
	case "i", "we", "you", "my", "our", "your":
		return true
	}
	return false
}

// isPronoun reports whether a word within a sentence is a pronoun of the first or second person.
func isPronoun(word, rest string) bool {
	return pronouns[word] || word == "I" && ownVerbs[nextWord(rest)] || contractions[strings.ToLower(word)]
}

// nextWord returns the word that follows the white space at the beginning of text, or "" if not found.
func nextWord(text string) string {
	text = strings.TrimLeft(text[:min(len(text), 64)], " \r\n")
	end := 0
	for end < len(text) && (isLetterByte(text[end]) || text[end] == '\'') {
		end++
	}
	return text[:end]
}

func isLetterByte(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// isAlone reports whether a word is not part of a name, a path or the like.
func isAlone(text string, word text.Span) bool {
	const joins = "-/_@$.&+0123456789"
	if word.Start > 0 && (strings.IndexByte(joins, text[word.Start-1]) >= 0 || text[word.Start-1] >= 0x80) {
		return false
	}
	rest := text[word.End:]
	if rest == "" {
		return true
	}
	if rest[0] == '.' {
		return len(rest) == 1 || !match.IsWordByte(rest[1])
	}
	return strings.IndexByte(joins, rest[0]) < 0 && rest[0] < 0x80
}

// isSentenceEnd reports whether a sentence ends at an offset: with a mark before white space or the end of
// the text. "e.g." does not end a sentence.
func isSentenceEnd(text string, at int) bool {
	if at >= 2 && text[at-2] == '.' {
		return false
	}
	return strings.IndexByte(".!?", text[at]) >= 0 && (at+1 == len(text) || strings.IndexByte(" \t\r\n", text[at+1]) >= 0)
}

// quoted matches text in quotes of any kind or in backticks. An apostrophe is a quote only around words.
var quoted = regexp.MustCompile(`(?s)"[^"]*"|` + "`[^`]*`" + `|(?:^|[ \t\r\n(\[{/,])'[^ \t\r\n].*?'\B|“[^”]*”|‘.*?’\B|«[^»]*»`)

// withoutQuotes returns a text of the same length, with spaces for everything in quotes.
func withoutQuotes(text string) string {
	return quoted.ReplaceAllStringFunc(text, func(quote string) string { return strings.Repeat(" ", len(quote)) })
}
