package rules

import (
	"slices"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// checkDelimiters reports each quirk because of which a target agent rejects the skill or loses its
// description. To find out which of several quirks is the cause, it fixes all others in a copy of the text
// and asks for the targets' verdicts on the copy.
func checkDelimiters(p *Pass) {
	if p.Fm.State != frontmatter.Closed {
		return // frontmatter/unclosed reports a missing end
	}
	quirks := quirks(p)
	for i, q := range quirks {
		refusing, losing := refusingFor(p, quirks, i), losingFor(p, quirks, i)
		d := diagnostic.Diagnostic{
			Span: q.span, Message: q.what,
			Fixes: oneFix(q.title, true, q.edits...),
		}
		named := p.Fm.Language != "" && q.span == p.Fm.Open
		switch {
		case len(refusing)+len(losing) > 0:
			addAgents(p, &d, refusing, losing)
		case named:
			d.Severity = diagnostic.Warning
		default:
			continue
		}
		if named {
			d.Affects = withExecuting(p, d.Affects)
		}
		p.report(d)
	}
	rest := p.targets(func(v Verdict) bool { // agents that find no frontmatter for a reason that no quirk explains
		return v.findsNone() && !isReported(p, v.Agent.ID, "frontmatter/delimiter", "frontmatter/not-mapping")
	})
	if len(rest) > 0 {
		p.report(diagnostic.Diagnostic{
			Severity: p.weigh(diagnostic.Error, rest), Span: p.Fm.Open, Affects: rejecting(rest),
			Message: "frontmatter is not recognized",
		})
	}
}

// withExecuting returns the effects on others, and that on the targets that execute the frontmatter, whose
// result cannot be predicted.
func withExecuting(p *Pass, others []diagnostic.Affect) []diagnostic.Affect {
	for _, v := range p.Verdicts {
		d := diagnostic.Diagnostic{Affects: others}
		if executes(v.Verdict) && !slices.Contains(d.Affected(), v.Agent.ID) {
			others = append(others, misreading([]*skills.Agent{v.Agent})...)
		}
	}
	return others
}

// refusingFor returns the targets that find no frontmatter, or cannot parse it, because of the quirk at index
// i alone.
func refusingFor(p *Pass, quirks []quirk, i int) []*skills.Agent {
	only, none := mendAll(p.Doc.Source, quirks, i), mendAll(p.Doc.Source, quirks, -1)
	var blaming []*skills.Agent
	for _, fails := range []func(Verdict) bool{Verdict.findsNone, Verdict.gaveUp} {
		anyway := refusingText(p, none, fails)
		for _, agent := range refusingText(p, only, fails) {
			if !slices.Contains(anyway, agent) && !slices.Contains(blaming, agent) {
				blaming = append(blaming, agent)
			}
		}
	}
	return blaming
}

// findsNone reports whether the agent finds no frontmatter, or no end of it.
func (v Verdict) findsNone() bool {
	return slices.ContainsFunc(v.Refusals, func(r skills.Refusal) bool {
		return !r.WouldBe && (r.Code == skills.CodeNoFrontmatter || r.Code == skills.CodeUnclosed)
	})
}

// losingFor returns the targets that lose the description because of quirks[i] alone.
func losingFor(p *Pass, quirks []quirk, i int) []*skills.Agent {
	text, ok := writtenHere(p)
	if !ok {
		return nil
	}
	loses := func(v Verdict) bool { return v.loses(text) }
	anyway := refusingText(p, mendAll(p.Doc.Source, quirks, -1), loses)
	return slices.DeleteFunc(refusingText(p, mendAll(p.Doc.Source, quirks, i), loses), func(agent *skills.Agent) bool {
		return slices.Contains(anyway, agent)
	})
}

// A quirk is a difference between a delimiter and a plain "---".
type quirk struct {
	span  text.Span
	what  string
	title string            // of the fix
	edits []diagnostic.Edit // in source order
}

// executing returns all agents that execute the frontmatter, targets or not.
func executing(p *Pass) (list []*skills.Agent) {
	for _, agent := range agents.All() {
		if executes(p.Snapshot.Verdict(agent, p.File, p.Snapshot.JudgedFile(p.File))) {
			list = append(list, agent)
		}
	}
	return list
}

func executes(v skills.Verdict) bool {
	return slices.ContainsFunc(v.Refusals, func(r skills.Refusal) bool { return r.Code == skills.CodeProgram })
}

// isReported reports whether one of the rules has already reported a diagnostic that names the agent.
func isReported(p *Pass, agent string, rules ...string) bool {
	return slices.ContainsFunc(p.Found, func(d diagnostic.Diagnostic) bool {
		return slices.Contains(rules, d.Rule) && slices.Contains(d.Affected(), agent)
	})
}

// mendAll returns the source with every quirk fixed except the one at index but. If but is -1, all are fixed.
func mendAll(source string, quirks []quirk, but int) string {
	var edits []diagnostic.Edit
	for i, q := range quirks {
		if i != but {
			edits = append(edits, q.edits...)
		}
	}
	slices.SortStableFunc(edits, func(a, b diagnostic.Edit) int { return a.Span.Start - b.Span.Start })
	return diagnostic.ApplyEdits(source, edits)
}

// quirks returns the quirks of the delimiters of a closed frontmatter, in source order.
func quirks(p *Pass) []quirk {
	source := p.Doc.Source
	var quirks []quirk
	if p.Doc.BOM {
		span := text.Span{Start: 0, End: p.Fm.Open.Start}
		quirks = append(quirks, quirk{span, "byte order mark before the frontmatter", "Delete the byte order mark", []diagnostic.Edit{p.Edit(span, "")}})
	}
	if open := p.Fm.Open.Of(source); open != "---" {
		what := `spaces around the opening "---"`
		if p.Fm.Language != "" {
			what = "opening \"---\" names the language " + InQuotes(p.Fm.Language)
			if running := executing(p); len(running) > 0 {
				what = Titles(running) + " execute the frontmatter as JavaScript"
			}
		}
		quirks = append(quirks, quirk{p.Fm.Open, what, "Write \"---\"", []diagnostic.Edit{p.Edit(p.Fm.Open, "---")}})
	}
	lines := text.Span{Start: p.Fm.Open.End, End: p.Fm.Content.End}
	after := text.Span{Start: p.Fm.Close.End, End: p.Doc.Body.Start}
	if at := LoneCR(lines.Of(source)); at >= 0 || LoneCR(after.Of(source)) >= 0 {
		at = lines.Start + max(at, 0)
		quirks = append(quirks, quirk{
			text.Span{Start: at, End: at + 1},
			"carriage return without a line feed in the frontmatter", "Convert line endings to LF",
			[]diagnostic.Edit{p.Edit(lines, lineFeeds(lines.Of(source))), p.Edit(after, lineFeeds(after.Of(source)))},
		})
	}
	if closing := p.Fm.Close.Of(source); closing != "---" {
		what := `spaces after the closing "---"`
		switch {
		case strings.Contains(closing, "..."):
			what = `"..." closes the frontmatter instead of "---"`
		case closing[0] != '-':
			what = `closing "---" is indented`
		}
		quirks = append(quirks, quirk{p.Fm.Close, what, "Write \"---\"", []diagnostic.Edit{p.Edit(p.Fm.Close, "---")}})
	}
	if end := p.Fm.Close.End; end == len(source) {
		quirks = append(quirks, quirk{p.Fm.Close, `missing line break after the closing "---"`, "Insert a line break", []diagnostic.Edit{p.Edit(text.At(end), p.Newline())}})
	}
	return quirks
}

// lineFeeds returns text with every line ending replaced by a line feed.
func lineFeeds(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
}

// LoneCR returns the offset of the first carriage return that is not followed by a line feed, or -1 if not
// found.
func LoneCR(text string) int {
	for i := range len(text) {
		if text[i] == '\r' && (i+1 == len(text) || text[i+1] != '\n') {
			return i
		}
	}
	return -1
}

// refusingText returns the targets whose verdict on source satisfies fails.
func refusingText(p *Pass, source string, fails func(Verdict) bool) []*skills.Agent {
	doc := skills.Parse(source)
	file := skills.File{Source: source, Frontmatter: &doc.Frontmatter}
	var list []*skills.Agent
	for _, agent := range p.At.Concerned {
		if fails(Verdict{agent, p.Snapshot.VerdictOnFixed(agent, p.File, file)}) {
			list = append(list, agent)
		}
	}
	return list
}
