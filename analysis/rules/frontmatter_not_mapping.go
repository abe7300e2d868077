package rules

import (
	"slices"

	"skills-ls/analysis/diagnostic"
	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
)

// checkNotMapping reports a frontmatter that has no keys. An agent that reads it line by line may reject the
// skill because of the missing fields, which is the same problem for the author.
func checkNotMapping(p *Pass) {
	codes := []skills.Code{skills.CodeNotMapping}
	if isNoMapping(p) {
		codes = append(codes, skills.CodeMissing)
	}
	if p.Fm.Content.IsEmpty() && len(p.refusals("", skills.CodeNotMapping)) > 0 { // other agents find no frontmatter then
		codes = append(codes, skills.CodeNoFrontmatter, skills.CodeUnclosed)
	}
	refusing := p.targets(func(v Verdict) bool {
		return slices.ContainsFunc(v.Refusals, func(r skills.Refusal) bool { return slices.Contains(codes, r.Code) })
	})
	if len(refusing) == 0 || p.Fm.State != frontmatter.Closed {
		return
	}
	span, what := p.Fm.Open, "frontmatter is empty"
	if root := p.Fm.Root; root != nil {
		span, what = root.Span, "frontmatter is "+shapeOf(root)
	}
	d := diagnostic.Diagnostic{
		Severity: p.weigh(diagnostic.Error, refusing),
		Span:     span,
		Message:  what,
		Detail:   `write fields such as "name: my-skill"`,
		Affects:  rejecting(refusing),
	}
	if p.Fm.Root == nil {
		if fix, ok := insertRequired(p); ok {
			d.Fixes = []diagnostic.Fix{fix}
		}
	}
	p.report(d)
}
