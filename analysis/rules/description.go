package rules

import (
	"fmt"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/lines"
	"skills-ls/analysis/refs"
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
	const what = "the frontmatter has no `description`, which tells an agent when to use the skill"
	fixes := insertDescription(p)
	for _, r := range refusals {
		p.report(diagnostic.Diagnostic{
			Severity: p.weigh(diagnostic.Error, r.agents), Span: p.Fm.Open, Agents: refs.IDs(r.agents),
			Message: what + "; " + p.refusedBy(r.agents), Fixes: fixes,
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
			Severity: diagnostic.Warning, Span: span, Agents: refs.IDs(hiding),
			Message: what + "; " + Titles(hiding) + takes(hiding) + " the skill and does not tell the model of it", Fixes: fixes,
		})
		fixes = nil
	}
	if len(listing) > 0 {
		p.report(diagnostic.Diagnostic{
			Severity: diagnostic.Information, Span: span, Agents: refs.IDs(listing),
			Message: what + "; " + Titles(listing) + takes(listing) + " the skill without one", Fixes: fixes,
		})
	}
}

// snippetPlaceholder is the snippet for a description, which only the author can write.
const snippetPlaceholder = "${1:" + PlaceholderDescription + "}"

func checkDescriptionEmpty(p *Pass) {
	const what = "`description` has no value; it tells an agent when to use the skill"
	offered := false // one fix is enough for several diagnostics at the same place
	for _, r := range p.refusals("description", skills.CodeEmpty) {
		d := diagnostic.Diagnostic{
			Severity: p.weigh(diagnostic.Error, r.agents), Span: r.Span, Agents: refs.IDs(r.agents), Message: what + "; " + p.refusedBy(r.agents),
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
		p.report(diagnostic.Diagnostic{
			Severity: p.weigh(diagnostic.Error, r.agents), Agents: refs.IDs(r.agents), Span: surplus(p, "description", r),
			Message: tooLong("the description", fieldText(p, "description"), r, func(l skills.Limits) int { return l.Description }) + "; " + p.refusedBy(r.agents),
		})
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
		Severity: diagnostic.Warning, Agents: refs.IDs(cutting),
		Span:    surplus(p, "description", refusal{skills.Refusal{Field: "description", Span: e.ValueSpan}, cutting}),
		Message: fmt.Sprintf("the description has %s, and %s cut%s it off after %d", counted(e.Value.Text, l.Unit, l.Description), Titles(cutting), Singular(cutting), l.Description),
	})
}

func checkCompatibilityLength(p *Pass) {
	for _, r := range p.refusals("compatibility", skills.CodeTooLong) {
		p.report(diagnostic.Diagnostic{
			Severity: p.weigh(diagnostic.Error, r.agents), Agents: refs.IDs(r.agents), Span: surplus(p, "compatibility", r),
			Message: tooLong("`compatibility`", fieldText(p, "compatibility"), r, func(l skills.Limits) int { return l.Compatibility }) + "; " + p.refusedBy(r.agents),
		})
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

// tooLong describes by how much text exceeds the limits of the agents that reject it, each in the agent's own
// unit.
func tooLong(what, text string, r refusal, limit func(skills.Limits) int) string {
	first := r.agents[0].Limits
	said := fmt.Sprintf("%s has %s and must not exceed %d", what, counted(text, first.Unit, limit(first)), limit(first))
	for _, group := range GroupBy(r.agents, func(agent *skills.Agent) string {
		l := agent.Limits
		switch n := l.Unit.Len(text); {
		case limit(l) != limit(first):
			return fmt.Sprintf("it has %s and must not exceed %d", counted(text, l.Unit, limit(l)), limit(l))
		case n != first.Unit.Len(text):
			return "it has " + counted(text, l.Unit, limit(l))
		}
		return "" // the first agent has the same limit and length
	}) {
		if group.Key != "" {
			said += fmt.Sprintf("; as %s count%s, %s", Titles(group.Items), Singular(group.Items), group.Key)
		}
	}
	return said
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
