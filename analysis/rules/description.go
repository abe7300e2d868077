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

func checkDescriptionMissing(p *Pass) {
	if isNoMapping(p) {
		return // there are no fields at all
	}
	refusals, lacks := p.refusals("description", skills.CodeMissing), lacksDescription(p)
	if len(refusals) == 0 && !lacks {
		return // do not build the fix, which is parsed to validate it
	}
	const what = `missing "description"`
	fixes := insertDescription(p)
	for _, r := range refusals {
		p.report(diagnostic.Diagnostic{
			Severity: p.weigh(diagnostic.Error, r.agents), Span: p.Fm.Open, Affects: rejecting(r.agents),
			Message: what, Fixes: fixes,
		})
		fixes = nil // one fix is enough for several diagnostics at the same place
	}
	if lacks {
		reportUndescribed(p, p.Fm.Open, what, fixes)
	}
}

// lacksDescription reports whether the frontmatter is a YAML mapping without the key "description".
func lacksDescription(p *Pass) bool {
	if p.Fm.State != frontmatter.Closed || p.Fm.Err != nil || p.Fm.Root == nil || p.Fm.Root.Kind != frontmatter.MappingValue {
		return false
	}
	_, ok := p.Fm.Entry("description")
	return !ok
}

// insertDescription offers to insert a line for a description, after the name if there is one.
func insertDescription(p *Pass) []diagnostic.Fix {
	at := p.Fm.Content.Start
	if name, ok := p.Fm.Entry("name"); ok {
		at = name.Span.End
	}
	line := "description: " + snippetPlaceholder + p.Newline()
	if at > 0 && !strings.ContainsRune("\r\n", rune(p.Doc.Source[at-1])) {
		line = p.Newline() + line
	}
	insert := p.Edit(text.At(at), line)
	if !takesOf(p, diagnostic.ApplyEdits(p.Doc.Source, []diagnostic.Edit{insert})) {
		return nil
	}
	return []diagnostic.Fix{{Title: "Insert a description", Snippet: true, Edits: []diagnostic.Edit{insert}}}
}

// reportUndescribed reports a skill without a description to the targets that load it nevertheless. It is a
// warning for targets that hide the skill from the model. It is information for targets that list the skill
// without a description, since nothing that the author wrote is lost.
func reportUndescribed(p *Pass, span text.Span, what string, fixes []diagnostic.Fix) {
	var hiding, listing []*skills.Agent
	for _, v := range p.Verdicts {
		switch {
		case !v.Accepted || v.Description != "":
		case v.Hidden:
			hiding = append(hiding, v.Agent)
		default:
			listing = append(listing, v.Agent)
		}
	}
	if len(hiding) > 0 {
		p.report(diagnostic.Diagnostic{
			Severity: diagnostic.Warning, Span: span, Affects: misreading(hiding),
			Message: what, Detail: "the model is not told of the skill", Fixes: fixes,
		})
		fixes = nil
	}
	if len(listing) > 0 {
		p.report(diagnostic.Diagnostic{
			Severity: diagnostic.Information, Span: span, Affects: misreading(listing),
			Message: what, Detail: "the model sees only the name", Fixes: fixes,
		})
	}
}

// snippetPlaceholder is the snippet for a description, which only the author can write.
const snippetPlaceholder = "${1:" + PlaceholderDescription + "}"

func checkDescriptionEmpty(p *Pass) {
	const what = `"description" is empty`
	offered := false // one fix is enough for several diagnostics at the same place
	for _, r := range p.refusals("description", skills.CodeEmpty) {
		d := diagnostic.Diagnostic{
			Severity: p.weigh(diagnostic.Error, r.agents), Span: r.Span, Affects: rejecting(r.agents), Message: what,
		}
		if e := entryOf(p, r); e != nil {
			if e.ValueSpan.IsEmpty() {
				d.Span = e.KeySpan
			}
			if d.Fixes = fillInOf(p, e); e.Value.IsString() && strings.TrimSpace(e.Value.Text) != "" {
				d.Fixes = writeOnOneLine(p, e, r.agents) // these agents do not see the existing text
			}
			offered = true
		}
		p.report(d)
	}
	e, ok := p.Fm.Entry("description")
	if !ok || e.Value == nil || e.Value.Kind != frontmatter.ScalarValue || !e.Value.IsNull() && strings.TrimSpace(e.Value.Text) != "" {
		return
	}
	span := e.ValueSpan
	if span.IsEmpty() {
		span = e.KeySpan
	}
	var fixes []diagnostic.Fix
	if !offered {
		fixes = fillInOf(p, e)
	}
	reportUndescribed(p, span, what, fixes)
}

// fillInOf offers to write a placeholder for a description as the value of an entry.
func fillInOf(p *Pass, e *frontmatter.Entry) []diagnostic.Fix {
	if !onOneLine(e) {
		return nil
	}
	return []diagnostic.Fix{{Title: "Insert a description", Snippet: true, Edits: setValue(p, e, snippetPlaceholder)}}
}

func checkDescriptionLength(p *Pass) {
	for _, r := range p.refusals("description", skills.CodeTooLong) {
		reportLength(p, r, diagnostic.Diagnostic{
			Severity: p.weigh(diagnostic.Error, r.agents), Affects: rejecting(r.agents), Span: surplus(p, "description", r),
		}, "description", func(l skills.Limits) int { return l.Description })
	}
	reportCutOff(p)
}

// reportCutOff reports a description to the target agents that read only its beginning.
func reportCutOff(p *Pass) {
	e, ok := p.Fm.Entry("description")
	if !ok || !e.Value.IsString() {
		return
	}
	var cutting []*skills.Agent
	for _, v := range p.Verdicts {
		if v.cutsOff(e.Value.Text) {
			cutting = append(cutting, v.Agent)
		}
	}
	if len(cutting) == 0 {
		return
	}
	l := cutting[0].Limits
	p.report(diagnostic.Diagnostic{
		Severity: diagnostic.Warning, Affects: misreading(cutting),
		Span:    surplus(p, "description", refusal{skills.Refusal{Field: "description", Span: e.ValueSpan}, cutting}),
		Message: fmt.Sprintf("description is cut after %d %s", l.Description, l.Unit),
		Detail:  "it has " + counted(e.Value.Text, l.Unit, l.Description),
	})
}

func checkCompatibilityLength(p *Pass) {
	for _, r := range p.refusals("compatibility", skills.CodeTooLong) {
		reportLength(p, r, diagnostic.Diagnostic{
			Severity: p.weigh(diagnostic.Error, r.agents), Affects: rejecting(r.agents), Span: surplus(p, "compatibility", r),
		}, "compatibility", func(l skills.Limits) int { return l.Compatibility })
	}
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

// reportLength reports a field that exceeds the limits of the agents that reject it. It tells the length in the
// unit of the strictest one.
func reportLength(p *Pass, r refusal, d diagnostic.Diagnostic, field string, limit func(skills.Limits) int) {
	strictest := slices.MinFunc(r.agents, func(a, b *skills.Agent) int { return cmp.Compare(limit(a.Limits), limit(b.Limits)) })
	l := strictest.Limits
	d.Message = field + " has " + counted(fieldText(p, field), l.Unit, limit(l))
	d.Detail = fmt.Sprintf("the limit is %d", limit(l))
	p.report(d)
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

// surplus returns the part of a field's value beyond the limit of the strictest agent that rejects it. The
// span is exact if the value is written as it is read, except for quotes, indentation and folding. Otherwise
// it is the whole value.
func surplus(p *Pass, field string, r refusal) text.Span {
	e := entryOf(p, r)
	if e == nil {
		return r.Span
	}
	var most text.Span
	for i, agent := range r.agents {
		l := agent.Limits
		span := beyond(p, e, map[string]int{"name": l.Name, "description": l.Description, "compatibility": l.Compatibility}[field], l.Unit)
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
	line := lines.FirstLine(source, value.Start)
	for line.End < value.End {
		at := line.End + 1
		if strings.HasPrefix(source[line.End:], "\r\n") {
			at++
		}
		line = lines.FirstLine(source, at)
		unindented := strings.TrimLeft(line.Of(source), " ")
		if n := unit.Len(unindented); n > limit {
			return text.Span{Start: line.End - len(unindented) + unit.Offset(unindented, limit), End: value.End}
		}
		limit -= unit.Len(unindented) + 1
	}
	return value
}
