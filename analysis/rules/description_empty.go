package rules

import (
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
)

var descriptionEmpty = Rule{
	ID:         "description/empty",
	Unfinished: true,
	Default:    diagnostic.Error,
	ByAgent:    true,
	AppliesTo:  skillFiles,
	Check:      checkDescriptionEmpty,
}

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
	return []diagnostic.Fix{{Title: "Insert a description", Snippet: true, Edits: setValue(p, e, descriptionSnippet(p))}}
}
