package rules

import (
	"slices"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/lines"
	"skills-ls/skills"
	"skills-ls/skills/agents"
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
		d := diagnostic.Diagnostic{
			Severity: p.weigh(diagnostic.Error, r.agents), Span: r.Span, Affects: rejecting(r.agents),
			Message: InQuotes(r.Field) + " must be " + expected.String(),
		}
		if e, ok := p.Fm.Entry(r.Field); ok && e.Value != nil {
			if shapes(e.Value)&expected != 0 && expected != skills.String {
				continue // the agent does not see what YAML has there: leave it to reportUnexplained
			}
			d.Detail = "it is " + shapeOf(e.Value)
			d.Fixes = writeAs(p, e, expected)
		}
		p.report(d)
	}
	for i := range p.Fm.Entries {
		e := &p.Fm.Entries[i]
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
	if e.Key != "description" || e.Value.Kind == frontmatter.ScalarValue {
		return
	}
	var puzzled []*skills.Agent
	for _, v := range p.Verdicts {
		if v.Accepted {
			puzzled = append(puzzled, v.Agent)
		}
	}
	if len(puzzled) == 0 {
		return
	}
	p.report(diagnostic.Diagnostic{
		Severity: diagnostic.Warning, Span: e.ValueSpan, Affects: misreading(puzzled),
		Message: `"description" must be a string`, Detail: "it is " + shapeOf(e.Value),
		Fixes: writeAs(p, e, skills.String),
	})
}

// checkShape compares the type of a value with what the concerned agents read. Agents that give verdicts
// reject a wrong type themselves, except for a switch, which does not decide whether they load the file.
func checkShape(p *Pass, e *frontmatter.Entry) {
	var expected skills.FieldType
	puzzled := p.Concerns(func(agent *skills.Agent) bool {
		f, ok := agent.Reads(e.Key)
		if ok && f.Types != 0 && (agent.Accept == nil || f.Types == skills.Boolean) && f.Types&shapes(e.Value) == 0 {
			expected |= f.Types
			return true
		}
		return false
	})
	if len(puzzled) == 0 {
		return
	}
	p.report(diagnostic.Diagnostic{
		Severity: diagnostic.Warning, Span: e.ValueSpan, Affects: misreading(puzzled),
		Message: InQuotes(e.Key) + " must be " + expected.String(), Detail: "it is " + shapeOf(e.Value),
		Fixes: writeAs(p, e, expected),
	})
}

// shapes returns the field types that a value can be read as. A plain number or boolean is also a string,
// since agents that expect a string read it as written.
func shapes(v *frontmatter.Value) skills.FieldType {
	switch {
	case v.Kind == frontmatter.MappingValue:
		return skills.Mapping
	case v.Kind == frontmatter.SequenceValue:
		return skills.List
	case v.Tag == "!!bool":
		return skills.Boolean | skills.String
	case v.Tag == "!!int", v.Tag == "!!float":
		return skills.Number | skills.String
	}
	return skills.String
}

func shapeOf(v *frontmatter.Value) string {
	switch shapes(v) {
	case skills.Mapping:
		return "a mapping"
	case skills.List:
		return "a list"
	case skills.Boolean | skills.String:
		return "a boolean"
	case skills.Number | skills.String:
		return "a number"
	}
	if v.Style == frontmatter.SingleQuoted || v.Style == frontmatter.DoubleQuoted {
		return "a quoted string"
	}
	return "a string"
}

// writeAs offers to write a value with the expected type, if that needs no guess.
func writeAs(p *Pass, e *frontmatter.Entry, expected skills.FieldType) []diagnostic.Fix {
	v := e.Value
	switch {
	case expected&skills.Boolean != 0 && v.Kind == frontmatter.ScalarValue && (strings.EqualFold(v.Text, "true") || strings.EqualFold(v.Text, "false")):
		text := strings.ToLower(v.Text)
		return []diagnostic.Fix{{Title: "Write " + text, Safe: true, Preferred: true, Edits: []diagnostic.Edit{p.Edit(e.ValueSpan, text)}}}
	case expected&skills.Number != 0 && v.Kind == frontmatter.ScalarValue:
		if n, err := frontmatter.ParseYAML(v.Text); err == nil && n != nil && (n.Tag == "!!int" || n.Tag == "!!float") {
			return []diagnostic.Fix{{Title: "Write " + v.Text, Safe: true, Preferred: true, Edits: []diagnostic.Edit{p.Edit(e.ValueSpan, v.Text)}}}
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
		return []diagnostic.Fix{{Title: "Write as a string", Edits: []diagnostic.Edit{p.Edit(span, value)}}}
	}
	return nil
}

// checkPortability reports YAML that a target forbids, and values that a target reads as something other than
// what YAML says.
func checkPortability(p *Pass) {
	for _, r := range p.refusals("", skills.CodeFlow) {
		if p.Fm.Err != nil {
			break // frontmatter/yaml reports them
		}
		d := diagnostic.Diagnostic{Severity: p.weigh(diagnostic.Error, r.agents), Span: r.Span, Affects: rejecting(r.agents)}
		d.Message, d.Detail = forbiddenYAML(r.Span.Of(p.Doc.Source))
		if len(r.agents) == 1 && r.agents[0] == agents.Standard {
			d.Severity = diagnostic.Information // no agent shares this refusal
		}
		d.Fixes = asBlock(p, entryAt(p, r.Span.Start), r.agents)
		p.report(d)
	}
	for _, r := range p.refusals("", skills.CodeLine) {
		p.report(diagnostic.Diagnostic{
			Severity: p.weigh(diagnostic.Error, r.agents), Span: r.Span, Affects: rejecting(r.agents),
			Message: "not readable line by line", Detail: "write each field on one line",
			Fixes: writeOnOneLine(p, entryAt(p, r.Span.Start), r.agents),
		})
	}
	for _, field := range []string{"name", "description"} {
		checkMisread(p, field)
	}
}

// forbiddenYAML returns the message and the detail about the construct at the beginning of text, which the
// standard's validator rejects. It is never an alias, which has no meaning without an anchor, and the anchor
// comes first.
func forbiddenYAML(text string) (message, detail string) {
	message = "the Agent Skills validator rejects "
	switch {
	case strings.HasPrefix(text, "["):
		return message + "inline lists", "put one item per line"
	case strings.HasPrefix(text, "&"):
		return message + "anchors", "write the value where it is used"
	case strings.HasPrefix(text, "!"):
		return message + "tags", "write the value without one"
	}
	return message + "inline mappings", "put one key per line"
}

// checkMisread reports a field that targets whose parser succeeded read differently from YAML.
func checkMisread(p *Pass, field string) {
	e, ok := p.Fm.Entry(field)
	if !ok || !e.Value.IsString() || e.Value.Text == "" || len(p.Doc.Problems()) > 0 {
		return
	}
	readings := make(map[string][]*skills.Agent)
	var order []string
	for _, v := range p.Verdicts {
		got := v.Description
		if field == "name" {
			got = v.Name
		}
		if got == "" || v.gaveUp() || sameText(got, e.Value.Text) || field == "description" && (v.cutsOff(e.Value.Text) || v.stripsMarkup(e.Value.Text) || v.Accepted && isLossReported(p, v.Agent)) {
			continue // other rules report it
		}
		if field == "name" && got == DirectoryName(p.Scope) { // the agent uses the directory's name and misreads nothing
			continue
		}
		if !slices.Contains(order, got) {
			order = append(order, got)
		}
		readings[got] = append(readings[got], v.Agent)
	}
	for _, got := range order {
		why, fixes := whyMisread(p, e, got, readings[got])
		p.report(diagnostic.Diagnostic{
			Severity: diagnostic.Warning, Span: e.ValueSpan, Affects: misreading(readings[got]), Fixes: fixes,
			Message: field + " is read as " + InQuotes(got), Detail: why,
		})
	}
}

// gaveUp reports whether the agent's parser stopped before it had any field.
func (v Verdict) gaveUp() bool {
	return slices.ContainsFunc(v.Refusals, func(r skills.Refusal) bool {
		switch r.Code {
		case skills.CodeNoFrontmatter, skills.CodeUnclosed, skills.CodeYAML, skills.CodeLine, skills.CodeNotMapping, skills.CodeUnreadable:
			return !r.WouldBe
		}
		return false
	})
}

// whyMisread returns why a value is misread, or what to do if that is clear, and fixes that do it.
func whyMisread(p *Pass, e *frontmatter.Entry, got string, by []*skills.Agent) (string, []diagnostic.Fix) {
	line := lines.FirstLine(p.Doc.Source, e.ValueSpan.End)
	switch {
	case e.Value.Style == frontmatter.LiteralBlock || e.Value.Style == frontmatter.FoldedBlock || strings.ContainsAny(e.ValueSpan.Of(p.Doc.Source), "\r\n"):
		return "write the value on one line", writeOnOneLine(p, e, by)
	case strings.HasPrefix(strings.TrimLeft(line.Of(p.Doc.Source), " \t"), "#") && strings.Contains(got, "#"):
		return "put the comment on its own line", moveComment(p, e, by)
	case e.Value.Style == frontmatter.SingleQuoted || e.Value.Style == frontmatter.DoubleQuoted:
		return "use quotes that need no escapes", writeOnOneLine(p, e, by)
	case strings.Contains(e.Value.Text, "---"):
		return `the "---" inside ends the frontmatter`, dash(p, e, by)
	}
	return "a line further down sets it again", quoteNested(p, e, by)
}
