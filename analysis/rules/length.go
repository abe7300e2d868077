package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/lines"
	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// checkLength reports the field that the rule is about if it exceeds the limits of agents that reject the skill. It
// tells the length in the unit of the strictest one.
func checkLength(p *Pass) {
	field, _, _ := strings.Cut(p.Rule.ID, "/")
	for _, r := range p.refusals(field, skills.CodeTooLong) {
		l := slices.MinFunc(r.agents, func(a, b *skills.Agent) int {
			return cmp.Compare(limitOf(field, a.Limits), limitOf(field, b.Limits))
		}).Limits
		d := p.rejected(r)
		d.Span = surplus(p, r)
		d.Message = field + " has " + counted(fieldText(p, field), l.Unit, limitOf(field, l))
		d.Detail = fmt.Sprintf("the limit is %d", limitOf(field, l))
		p.report(d)
	}
	if field == "description" {
		reportCutOff(p)
	}
}

// limitOf returns the maximum length of a field.
func limitOf(field string, l skills.Limits) int {
	return map[string]int{"name": l.Name, "description": l.Description, "compatibility": l.Compatibility}[field]
}

// reportCutOff reports a description to the target agents that read only its beginning.
func reportCutOff(p *Pass) {
	e, ok := p.Fm.Entry("description")
	if !ok || !e.Value.IsString() {
		return
	}
	cutting := p.targets(func(v Verdict) bool { return v.cutsOff(e.Value.Text) })
	if len(cutting) == 0 {
		return
	}
	l := cutting[0].Limits
	p.report(diagnostic.Diagnostic{
		Severity: diagnostic.Warning, Affects: misreading(cutting),
		Span:    surplus(p, refusal{skills.Refusal{Field: "description", Span: e.ValueSpan}, cutting}),
		Message: fmt.Sprintf("description is cut after %d %s", l.Description, l.Unit),
		Detail:  "it has " + counted(e.Value.Text, l.Unit, l.Description),
	})
}

// fieldText returns the scalar value of a field as YAML reads it, or else its source text.
func fieldText(p *Pass, field string) string {
	e, ok := p.Fm.Entry(field)
	switch {
	case !ok:
		return ""
	case e.Value != nil && e.Value.Kind == frontmatter.ScalarValue:
		return e.Value.Text
	}
	return e.ValueSpan.Of(p.Doc.Source)
}

// counted describes the length of text. It mentions the line endings that end the text of a block scalar if
// they are what exceeds the limit, since authors do not see them.
func counted(text string, unit text.Unit, limit int) string {
	said := fmt.Sprintf("%d %s", unit.Len(text), unit)
	ended := strings.TrimRight(text, "\r\n")
	switch {
	case ended == text || unit.Len(ended) > limit:
		return said
	case len(text)-len(ended) == 1:
		return said + " with the line end"
	}
	return said + " with the line ends"
}

// surplus returns the part of the field's value beyond the limit of the strictest agent that rejects it. The
// span is exact if the value is written as it is read, except for quotes, indentation and folding. Otherwise
// it is the whole value.
func surplus(p *Pass, r refusal) text.Span {
	e := entryOf(p, r)
	if e == nil {
		return r.Span
	}
	var most text.Span
	for i, agent := range r.agents {
		span := beyond(p, e, limitOf(r.Field, agent.Limits), agent.Limits.Unit)
		if i == 0 || span.Start < most.Start {
			most = span
		}
	}
	return most
}

// beyond returns the part of a value after the first limit units, as [surplus] does.
func beyond(p *Pass, e *frontmatter.Entry, limit int, unit text.Unit) text.Span {
	value, at := plainText(p.Doc.Source, e.ValueSpan)
	switch {
	case e.Value == nil || limit == 0:
		return e.ValueSpan
	case e.Value.Style == frontmatter.LiteralBlock || e.Value.Style == frontmatter.FoldedBlock:
		return blockSurplus(p, e.ValueSpan, limit, unit)
	case e.Value.Text != value:
		return e.ValueSpan
	}
	return text.Span{Start: at + unit.Offset(value, limit), End: at + len(value)}
}

// blockSurplus returns the part of a block scalar beyond the limit, counting each line without its
// indentation and each line ending as one.
func blockSurplus(p *Pass, value text.Span, limit int, unit text.Unit) text.Span {
	source := p.Doc.Source
	indicator := lines.FirstLine(source, value.Start)
	for line := range lines.In(source, lines.Next(source, indicator.End), value.End) {
		unindented := strings.TrimLeft(line.Of(source), " ")
		if n := unit.Len(unindented); n > limit {
			return text.Span{Start: line.End - len(unindented) + unit.Offset(unindented, limit), End: value.End}
		}
		limit -= unit.Len(unindented) + 1
	}
	return value
}
