package analysis

import (
	"fmt"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// A quirk is a difference between a delimiter and a plain "---".
type quirk struct {
	span  text.Span
	what  string
	title string // of the fix
	edits []Edit // in source order
}

// checkDelimiters reports each quirk because of which a target agent rejects the skill or loses its
// description. To find out which of several quirks is the cause, it fixes all others in a copy of the text
// and asks for the targets' verdicts on the copy.
func checkDelimiters(p *pass) {
	if p.fm.State == frontmatter.Absent {
		return
	}
	if p.fm.State == frontmatter.Unclosed {
		return // frontmatter/unclosed reports it
	}
	quirks := p.quirks()
	for i, q := range quirks {
		refusing, losing := p.refusingFor(quirks, i), p.losingFor(quirks, i)
		d := Diagnostic{
			Span: q.span, Message: q.what,
			Fixes: []Fix{{Title: q.title, Safe: true, Preferred: true, Edits: q.edits}},
		}
		named := p.fm.Language != "" && q.span == p.fm.Open
		switch {
		case len(refusing)+len(losing) > 0:
			p.tell(&d, refusing, losing)
		case named:
			d.Severity = Warning
		default:
			continue
		}
		if named {
			d.Agents = p.withExecuting(d.Agents)
		}
		p.report(d)
	}
	var rest []*skills.Agent // agents that find no frontmatter for a reason that no quirk explains
	for _, v := range p.verdicts {
		if v.findsNone() && !p.told(v.agent.ID, "frontmatter/delimiter", "frontmatter/not-mapping") {
			rest = append(rest, v.agent)
		}
	}
	if len(rest) > 0 {
		p.report(Diagnostic{
			Severity: p.weigh(Error, rest), Span: p.fm.Open, Agents: ids(rest),
			Message: upperFirst(titles(rest)) + " find" + singular(rest) + " no frontmatter here; " + p.refusedBy(rest),
		})
	}
}

// withExecuting returns the IDs in others and those of the targets that execute the frontmatter, whose result
// cannot be predicted.
func (p *pass) withExecuting(others []string) []string {
	var list []string
	for _, v := range p.verdicts {
		executes := slices.ContainsFunc(v.Refusals, func(r skills.Refusal) bool { return r.Code == skills.CodeProgram })
		if executes || slices.Contains(others, v.agent.ID) {
			list = append(list, v.agent.ID)
		}
	}
	return list
}

// told reports whether one of the rules has already reported a diagnostic that names the agent.
func (p *pass) told(agent string, rules ...string) bool {
	return slices.ContainsFunc(p.found, func(d Diagnostic) bool {
		return slices.Contains(rules, d.Rule) && slices.Contains(d.Agents, agent)
	})
}

// delimitersToBlame reports whether there are quirks and no target's parser gives up without them.
func (p *pass) delimitersToBlame() bool {
	quirks := p.quirks()
	return len(quirks) > 0 && len(p.refusingText(mendAll(p.doc.Source, quirks, -1), verdict.gaveUp)) == 0
}

// refusingFor returns the targets that find no frontmatter, or cannot parse it, because of the quirk at index
// i alone.
func (p *pass) refusingFor(quirks []quirk, i int) []*skills.Agent {
	only, none := mendAll(p.doc.Source, quirks, i), mendAll(p.doc.Source, quirks, -1)
	var blaming []*skills.Agent
	for _, fails := range []func(verdict) bool{verdict.findsNone, verdict.gaveUp} {
		anyway := p.refusingText(none, fails)
		for _, agent := range p.refusingText(only, fails) {
			if !slices.Contains(anyway, agent) && !slices.Contains(blaming, agent) {
				blaming = append(blaming, agent)
			}
		}
	}
	return blaming
}

// findsNone reports whether the agent finds no frontmatter, or no end of it.
func (v verdict) findsNone() bool {
	return slices.ContainsFunc(v.Refusals, func(r skills.Refusal) bool {
		return !r.WouldBe && (r.Code == skills.CodeNoFrontmatter || r.Code == skills.CodeUnclosed)
	})
}

// mendAll returns the source with every quirk fixed except the one at index but. If but is -1, all are fixed.
func mendAll(source string, quirks []quirk, but int) string {
	var edits []Edit
	for i, q := range quirks {
		if i != but {
			edits = append(edits, q.edits...)
		}
	}
	slices.SortStableFunc(edits, func(a, b Edit) int { return a.Span.Start - b.Span.Start })
	return applyEdits(source, edits)
}

// quirks returns the quirks of the delimiters, in source order.
func (p *pass) quirks() []quirk {
	source := p.doc.Source
	var quirks []quirk
	if p.doc.BOM {
		span := text.Span{Start: 0, End: p.fm.Open.Start}
		quirks = append(quirks, quirk{span, "a byte order mark stands before the frontmatter", "Delete the byte order mark", []Edit{p.edit(span, "")}})
	}
	if open := p.fm.Open.Of(source); open != "---" {
		what := "blanks around the opening `---`"
		if p.fm.Language != "" {
			what = fmt.Sprintf("the opening `---` names a language, `%s`: OpenCode hands the frontmatter to a parser of that name", p.fm.Language)
			if l := strings.ToLower(p.fm.Language); l == "js" || l == "javascript" {
				what = fmt.Sprintf("`---%s`: OpenCode executes the frontmatter as JavaScript when it loads the skill", p.fm.Language)
			}
		}
		quirks = append(quirks, quirk{p.fm.Open, what, "Write ---", []Edit{p.edit(p.fm.Open, "---")}})
	}
	if p.fm.State != frontmatter.Closed {
		return quirks
	}
	lines := text.Span{Start: p.fm.Open.End, End: p.fm.Content.End}
	after := text.Span{Start: p.fm.Close.End, End: p.doc.Body.Start}
	if at := loneCR(lines.Of(source)); at >= 0 || loneCR(after.Of(source)) >= 0 {
		at = lines.Start + max(at, 0)
		quirks = append(quirks, quirk{
			text.Span{Start: at, End: at + 1},
			"a carriage return without a line feed ends a line of the frontmatter", "End the lines with line feeds",
			[]Edit{p.edit(lines, lineFeeds(lines.Of(source))), p.edit(after, lineFeeds(after.Of(source)))},
		})
	}
	if closing := p.fm.Close.Of(source); closing != "---" {
		what := "blanks after the closing `---`"
		switch {
		case strings.Contains(closing, "..."):
			what = "`...` closes the frontmatter instead of `---`"
		case closing[0] != '-':
			what = "the closing `---` is indented"
		}
		quirks = append(quirks, quirk{p.fm.Close, what, "Write ---", []Edit{p.edit(p.fm.Close, "---")}})
	}
	if end := p.fm.Close.End; end == len(source) {
		quirks = append(quirks, quirk{p.fm.Close, "the file ends with the closing `---`, without a line ending", "End the line", []Edit{p.edit(text.At(end), p.newline())}})
	}
	return quirks
}

// lineFeeds returns text with every line ending replaced by a line feed.
func lineFeeds(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
}

// loneCR returns the offset of the first carriage return that is not followed by a line feed, or -1 if not
// found.
func loneCR(text string) int {
	for i := range len(text) {
		if text[i] == '\r' && (i+1 == len(text) || text[i+1] != '\n') {
			return i
		}
	}
	return -1
}

// refusingText returns the targets whose verdict on source satisfies fails.
func (p *pass) refusingText(source string, fails func(verdict) bool) []*skills.Agent {
	doc := skills.Parse(source)
	file := skills.File{Path: p.snapshot.judgedPath(p.file), Source: source, Frontmatter: &doc.Frontmatter}
	var list []*skills.Agent
	for _, agent := range p.at.targets() {
		if fails(verdict{agent, p.snapshot.verdictOnMended(agent, p.file, file)}) {
			list = append(list, agent)
		}
	}
	return list
}
