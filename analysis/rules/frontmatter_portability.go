package rules

import (
	"slices"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/lines"
	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/frontmatter"
)

var frontmatterPortability = Rule{
	ID:        "frontmatter/portability",
	Default:   diagnostic.Error,
	ByAgent:   true,
	AppliesTo: skillFiles,
	Check:     checkPortability,
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

// isLossReported reports whether another diagnostic already says that the agent loses the description, and why.
func isLossReported(p *Pass, agent *skills.Agent) bool {
	return isReported(p, agent.ID, "frontmatter/missing", "frontmatter/unclosed", "frontmatter/yaml", "frontmatter/delimiter")
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
