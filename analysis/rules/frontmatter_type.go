package rules

import (
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// checkTypes reports values whose type a target rejects, or which a concerned agent cannot use because of
// their type.
func checkTypes(p *Pass) {
	reported := make(map[string]bool)
	for _, r := range p.refusals("", skills.CodeType) {
		reported[r.Field] = true
		expected := skills.String
		if f, ok := r.agents[0].Reads(r.Field); ok && f.Types&skills.String == 0 {
			expected = f.Types
		}
		d := p.rejected(r)
		d.Message = InQuotes(r.Field) + " must be " + expected.String()
		if e, ok := p.Fm.Entry(r.Field); ok && e.Value != nil {
			if shapes(e.Value)&expected != 0 && expected != skills.String {
				continue // the agent does not see what YAML has there: leave it to reportUnexplained
			}
			d.Detail = "it is " + shapeOf(e.Value)
			d.Fixes = writeAs(p, e, expected)
		}
		p.report(d)
	}
	for e := range p.Fm.All() {
		if e.Value.IsNull() {
			continue
		}
		checkTextShape(p, e)
		if !reported[e.Key] {
			checkShape(p, e)
		}
	}
}

// checkTextShape reports a description that is a list or a mapping to the targets that load the skill
// nevertheless. They ignore the description or convert it to some text.
func checkTextShape(p *Pass, e *frontmatter.Entry) {
	if e.Key == "description" && e.Value.Kind != frontmatter.ScalarValue {
		reportShape(p, e, skills.String, p.targets(func(v Verdict) bool { return v.Accepted }))
	}
}

// checkShape compares the type of a value with what the concerned agents read. Agents reject a wrong type
// themselves, except for a switch, which does not decide whether they load the file.
func checkShape(p *Pass, e *frontmatter.Entry) {
	var expected skills.FieldType
	puzzled := p.Concerns(func(agent *skills.Agent) bool {
		f, ok := agent.Reads(e.Key)
		if ok && f.Types == skills.Boolean && f.Types&shapes(e.Value) == 0 {
			expected |= f.Types
			return true
		}
		return false
	})
	reportShape(p, e, expected, puzzled)
}

// reportShape reports a value to the agents that load the skill and cannot use a value of that type.
func reportShape(p *Pass, e *frontmatter.Entry, expected skills.FieldType, puzzled []*skills.Agent) {
	if len(puzzled) > 0 {
		p.report(diagnostic.Diagnostic{
			Severity: diagnostic.Warning, Span: e.ValueSpan, Affects: misreading(puzzled),
			Message: InQuotes(e.Key) + " must be " + expected.String(), Detail: "it is " + shapeOf(e.Value),
			Fixes: writeAs(p, e, expected),
		})
	}
}

// writeAs offers to write a value with the expected type, if that needs no guess.
func writeAs(p *Pass, e *frontmatter.Entry, expected skills.FieldType) []diagnostic.Fix {
	v := e.Value
	switch {
	case expected&skills.Boolean != 0 && v.Kind == frontmatter.ScalarValue && (strings.EqualFold(v.Text, "true") || strings.EqualFold(v.Text, "false")):
		text := strings.ToLower(v.Text)
		return oneFix("Write "+text, true, p.Edit(e.ValueSpan, text))
	case expected&skills.Number != 0 && v.Kind == frontmatter.ScalarValue:
		if n, err := frontmatter.ParseYAML(v.Text); err == nil && n != nil && (n.Tag == "!!int" || n.Tag == "!!float") {
			return oneFix("Write "+v.Text, true, p.Edit(e.ValueSpan, v.Text))
		}
	case expected&skills.String != 0 && v.Kind == frontmatter.SequenceValue && len(v.Items) > 0:
		items := make([]string, 0, len(v.Items))
		for _, item := range v.Items {
			if item.Kind != frontmatter.ScalarValue || strings.ContainsAny(item.Text, "\r\n") {
				return nil
			}
			items = append(items, item.Text)
		}
		value := Quote(strings.Join(items, ", "))
		span := e.ValueSpan
		if lead := text.At(e.Colon + 1); span.Start > e.Colon+2 {
			span.Start, value = lead.Start, " "+value // the list began on a line of its own
		}
		return oneFix("Write as a string", false, p.Edit(span, value))
	}
	return nil
}
