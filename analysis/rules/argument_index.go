package rules

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/lines"
	"skills-ls/analysis/refs"
	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// checkArgumentIndex reports the first of "$1" to "$9" that means an argument. Most of them mean something
// else: an amount of money, or a column, group or value in the languages of code fences. The rule therefore
// requires evidence that the skill takes arguments.
func checkArgumentIndex(p *Pass) {
	span, number := positional(p)
	if number == 0 {
		return
	}
	readers := p.Concerns(func(agent *skills.Agent) bool { return agent.Placeholders != nil })
	d := diagnostic.Diagnostic{Severity: diagnostic.Information, Span: span, Affects: misreading(readers)}
	said := InQuotes(span.Of(p.Doc.Source)) + " is "
	const advice = "name the input in words"
	all := func(first int) bool {
		return len(readers) > 0 && !slices.ContainsFunc(readers, func(agent *skills.Agent) bool { return agent.Placeholders.First != first })
	}
	switch {
	case all(1):
		return // $1 is the first argument, as expected
	case all(2):
		if countsFromZero(p) {
			return
		}
		d.Message = fmt.Sprintf("%sthe %s argument", said, Ordinal(number+1))
		d.Detail = fmt.Sprintf("the %s one is \"$%d\"", Ordinal(number), number-1)
	case len(readers) == 0:
		d.Message, d.Detail = said+"another argument in each agent", advice
	default:
		d.Message, d.Detail = said+meaning(readers), advice
	}
	p.report(d)
}

// meaning describes what a number means in the agents, of which at least one does not replace it.
func meaning(list []*skills.Agent) string {
	first := list[0].Placeholders.First
	if slices.ContainsFunc(list, func(agent *skills.Agent) bool { return agent.Placeholders.First != first }) {
		return "not the same argument in every agent"
	}
	return "text, not an argument"
}

// MaxOrdinal is the highest number that ordinal writes as a word.
const MaxOrdinal = 10

// Ordinal returns the ordinal of n, which is at least 1: a word up to MaxOrdinal, and digits such as "21st"
// above.
func Ordinal(n int) string {
	words := [MaxOrdinal]string{"first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"}
	if n <= len(words) {
		return words[n-1]
	}
	suffix := "th"
	if n/10%10 != 1 && n%10 >= 1 && n%10 <= 3 {
		suffix = [...]string{"st", "nd", "rd"}[n%10-1]
	}
	return fmt.Sprintf("%d%s", n, suffix)
}

// positional returns the first of "$1" to "$9" that means an argument, and its number. The number is 0 if the
// body has no such text.
func positional(p *Pass) (text.Span, int) {
	source, end := p.Doc.Source, p.Doc.Body.End
	if p.Fm.State == frontmatter.Unclosed || strings.IndexByte(p.Doc.Body.Of(source), '$') < 0 {
		return text.Span{}, 0
	}
	declared := p.DeclaresArguments()
	var line, code text.Span // the last ones examined
	var speaks, other bool   // whether line mentions arguments, and whether numbers in code mean something else
	for at := p.Doc.Body.Start; ; {
		i := strings.IndexByte(source[at:end], '$')
		if i < 0 {
			return text.Span{}, 0
		}
		span := text.Span{Start: at + i, End: min(at+i+2, end)}
		if !refs.IsPositional(source[:end], span) {
			at = span.Start + 1
			continue
		}
		if f := p.FenceAt(span.Start); f != nil {
			at = max(f.Span.End, span.End)
			continue
		}
		if c := refs.CodeSpanAt(p.Doc.Markdown(), span.Start); c != nil {
			if c.Span != code {
				code, other = c.Span, refs.HasAnyWord(c.Content.Of(source), refs.OtherNumbers)
			}
			if other {
				at = max(code.End, span.End)
				continue
			}
		}
		if !declared && span.Start >= line.End {
			line = text.Span{Start: strings.LastIndexAny(source[:span.Start], "\r\n") + 1, End: lines.FirstLine(source, span.End).End}
			speaks = refs.HasAnyWord(line.Of(source), refs.ArgumentWords)
		}
		if !declared && !speaks {
			at = line.End
			continue
		}
		next := p.ExampleEnd(span)
		if next == 0 {
			return span, int(source[span.Start+1] - '0')
		}
		at = next
	}
}

// argumentZero matches "$0", unless it is part of a word or an amount.
var argumentZero = regexp.MustCompile(`\$0(?:[^\w.,]|[.,](?:[^A-Za-z0-9]|$)|$)`)

// countsFromZero reports whether the body contains "$0", which shows that its author knows where the numbers
// start.
func countsFromZero(p *Pass) bool { return argumentZero.MatchString(p.Doc.Body.Of(p.Doc.Source)) }
