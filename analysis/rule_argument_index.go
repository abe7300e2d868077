package analysis

import (
	"fmt"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// checkArgumentIndex reports the first of "$1" to "$9" that means an argument. Most of them mean something
// else: an amount of money, or a column, group or value in the languages of code fences. The rule therefore
// requires evidence that the skill takes arguments.
func checkArgumentIndex(p *pass) {
	span, number := p.positional()
	if number == 0 {
		return
	}
	readers := p.concerns(func(agent *skills.Agent) bool { return agent.Placeholders != nil })
	d := Diagnostic{Severity: Information, Span: span, Agents: ids(readers)}
	said := "`" + span.Of(p.doc.Source) + "` is "
	all := func(first int) bool {
		return len(readers) > 0 && !slices.ContainsFunc(readers, func(agent *skills.Agent) bool { return agent.Placeholders.First != first })
	}
	switch {
	case all(1):
		return // $1 is the first argument, as expected
	case all(2):
		if p.countsFromZero() {
			return
		}
		d.Message = fmt.Sprintf("%sthe %s argument in %s, which count%s from 0: `$%d` is the %s", said, ordinal(number+1), titles(readers), singular(readers), number-1, ordinal(number))
	case len(readers) == 0:
		list := slices.DeleteFunc(agents.All(), func(agent *skills.Agent) bool { return agent.Placeholders == nil || agent.Placeholders.First == 0 })
		d.Message = said + meanings(list, number) + ", and text in most others; have the text say in words which part of its input it means"
	default:
		d.Message = said + meanings(readers, number) + "; have the text say in words which part of its input it means"
	}
	p.report(d)
}

// meanings describes what a number means in each of the agents. Agents that leave it as text come last.
func meanings(list []*skills.Agent, number int) string {
	groups := groupBy(list, func(agent *skills.Agent) string {
		if agent.Placeholders.First == 0 {
			return "text"
		}
		return "the " + ordinal(number+agent.Placeholders.First-1)
	})
	slices.SortStableFunc(groups, func(a, b group[*skills.Agent]) int {
		return min(b.items[0].Placeholders.First, 1) - min(a.items[0].Placeholders.First, 1)
	})
	parts := make([]string, len(groups))
	for i, g := range groups {
		parts[i] = g.key
		if i == 0 && g.key != "text" {
			parts[i] += " argument"
		}
		parts[i] += " in " + titles(g.items)
	}
	return joinAnd(parts)
}

// maxOrdinal is the highest number that ordinal writes as a word.
const maxOrdinal = 10

// ordinal returns the ordinal of n, which is at least 1: a word up to maxOrdinal, and digits such as "21st"
// above.
func ordinal(n int) string {
	words := [maxOrdinal]string{"first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"}
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
func (p *pass) positional() (text.Span, int) {
	source, end := p.doc.Source, p.doc.Body.End
	if p.fm.State == frontmatter.Unclosed || strings.IndexByte(p.doc.Body.Of(source), '$') < 0 {
		return text.Span{}, 0
	}
	declared := p.declaresArguments()
	var line, code text.Span // the last ones examined
	var speaks, other bool   // whether line mentions arguments, and whether numbers in code mean something else
	for at := p.doc.Body.Start; ; {
		i := strings.IndexByte(source[at:end], '$')
		if i < 0 {
			return text.Span{}, 0
		}
		span := text.Span{Start: at + i, End: min(at+i+2, end)}
		if !isPositional(source[:end], span) {
			at = span.Start + 1
			continue
		}
		if f := p.fenceAt(span.Start); f != nil {
			at = max(f.Span.End, span.End)
			continue
		}
		if c := codeSpanAt(p.doc.Markdown(), span.Start); c != nil {
			if c.Span != code {
				code, other = c.Span, hasAnyWord(c.Content.Of(source), otherNumbers)
			}
			if other {
				at = max(code.End, span.End)
				continue
			}
		}
		if !declared && span.Start >= line.End {
			line = text.Span{Start: strings.LastIndexAny(source[:span.Start], "\r\n") + 1, End: firstLine(source, span.End).End}
			speaks = hasAnyWord(line.Of(source), argumentWords)
		}
		if !declared && !speaks {
			at = line.End
			continue
		}
		next := p.exampleEnd(span)
		if next == 0 {
			return span, int(source[span.Start+1] - '0')
		}
		at = next
	}
}

// countsFromZero reports whether the body contains "$0", which shows that its author knows where the numbers
// start.
func (p *pass) countsFromZero() bool {
	body := p.doc.Body.Of(p.doc.Source)
	for {
		i := strings.Index(body, "$0")
		if i < 0 {
			return false
		}
		body = body[i+2:]
		if body == "" || !isVariableByte(body[0]) && (len(body) < 2 || body[0] != '.' && body[0] != ',' || !isWordByte(body[1])) {
			return true
		}
	}
}
