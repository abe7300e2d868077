package rules

import (
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

var descriptionMissing = Rule{
	ID:         "description/missing",
	Unfinished: true,
	Default:    diagnostic.Error,
	ByAgent:    true,
	AppliesTo:  skillFiles,
	Check:      checkDescriptionMissing,
}

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
	line := "description: " + descriptionSnippet(p) + p.Newline()
	if at > 0 && !strings.ContainsRune("\r\n", rune(p.Doc.Source[at-1])) {
		line = p.Newline() + line
	}
	fix := diagnostic.Fix{Title: "Insert a description", Snippet: true, Edits: []diagnostic.Edit{p.Edit(text.At(at), line)}}
	if !takesOf(p, diagnostic.ApplyEdits(p.Doc.Source, fix.WithoutPlaceholder().Edits)) {
		return nil
	}
	return []diagnostic.Fix{fix}
}
