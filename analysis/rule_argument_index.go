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

// checkArgumentIndex reports the first "$1", or another number, that stands for an argument. Most stand for something else: for money,
// for a column, a group or a value of the languages that are in fences. So it takes a sign that the skill has arguments.
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
		return // what it looks like
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

// meanings says what a number stands for in each of the agents, text last.
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

// maxOrdinal is the highest number that has a word for its place.
const maxOrdinal = 10

// ordinal writes a number from 1 on, up to maxOrdinal as a word.
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

// positional returns the first dollar sign with a number from 1 to 9 that stands for an argument, and the number; 0 for none.
func (p *pass) positional() (text.Span, int) {
	source, end := p.doc.Source, p.doc.Body.End
	if p.fm.State == frontmatter.Unclosed || strings.IndexByte(p.doc.Body.Of(source), '$') < 0 {
		return text.Span{}, 0
	}
	declared := p.declaresArguments()
	var line, code text.Span // those that were looked at last
	var speaks, other bool   // whether the line speaks of arguments, and the code has other numbers
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

// argumentWords make a number on their line an argument; otherNumbers, in code, make it something else: a column, a group, a value.
var (
	argumentWords = []string{"argument", "arg", "parameter"}
	otherNumbers  = []string{"awk", "sed", "perl", "regex", "regexp", "replace", "select", "insert", "update", "delete", "where", "values"}
)

// hasAnyWord reports whether one of the words stands in a text, in any letter case.
func hasAnyWord(text string, words []string) bool {
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return r >= 0x80 || !isWordByte(byte(r)) }) {
		if slices.ContainsFunc(words, func(w string) bool { return strings.EqualFold(w, word) }) {
			return true
		}
	}
	return false
}

// isPositional reports whether a span holds a dollar sign and a digit other than 0 that are not a part of a longer word, an amount or a
// range.
func isPositional(text string, span text.Span) bool {
	if span.Len() < 2 || text[span.Start+1] < '1' || text[span.Start+1] > '9' {
		return false
	}
	if before := text[:span.Start]; before != "" && (isVariableByte(before[len(before)-1]) || strings.IndexByte("$~/-+", before[len(before)-1]) >= 0 || strings.HasSuffix(before, "–")) {
		return false
	}
	rest := text[span.End:]
	if rest == "" {
		return true
	}
	return !isVariableByte(rest[0]) && strings.IndexByte("/-+%$", rest[0]) < 0 && !strings.HasPrefix(rest, "–") &&
		(len(rest) < 2 || rest[0] != '.' && rest[0] != ',' || !isWordByte(rest[1]))
}

// declaresArguments reports whether the skill says that it takes arguments: by a field of the frontmatter that some agent reads for
// that, or by $ARGUMENTS.
func (p *pass) declaresArguments() bool {
	for _, key := range []string{"argument-hint", "arguments"} {
		if e, ok := p.fm.Entry(key); ok && !e.ValueSpan.IsEmpty() || p.inMetadata(key) {
			return true
		}
	}
	return !p.meantArguments().IsEmpty()
}

// countsFromZero reports whether the body has "$0", so that its author knows from where numbers count.
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
