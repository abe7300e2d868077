package rules

import (
	"strings"

	"skills-ls/analysis/diagnostic"
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
	var found []diagnostic.Diagnostic
	for _, r := range refusals {
		d := p.rejected(r)
		d.Span = p.Fm.Open
		found = append(found, d)
	}
	if lacks {
		found = addUndescribed(p, found, p.Fm.Open)
	}
	reportAlike(p, found, `missing "description"`, insertDescription(p))
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

func checkDescriptionEmpty(p *Pass) {
	var found []diagnostic.Diagnostic
	var fixes []diagnostic.Fix
	for _, r := range p.refusals("description", skills.CodeEmpty) {
		d := p.rejected(r)
		if e := entryOf(p, r); e != nil {
			if e.ValueSpan.IsEmpty() {
				d.Span = e.KeySpan
			}
			if fixes = fillInOf(p, e); e.Value.IsString() && strings.TrimSpace(e.Value.Text) != "" {
				fixes = writeOnOneLine(p, e, r.agents) // these agents do not see the existing text
			}
		}
		found = append(found, d)
	}
	e, ok := p.Fm.Entry("description")
	if ok && e.Value != nil && e.Value.Kind == frontmatter.ScalarValue && (e.Value.IsNull() || strings.TrimSpace(e.Value.Text) == "") {
		span := e.ValueSpan
		if span.IsEmpty() {
			span = e.KeySpan
		}
		if found = addUndescribed(p, found, span); len(fixes) == 0 {
			fixes = fillInOf(p, e)
		}
	}
	reportAlike(p, found, `"description" is empty`, fixes)
}

// fillInOf offers to write a placeholder for a description as the value of an entry.
func fillInOf(p *Pass, e *frontmatter.Entry) []diagnostic.Fix {
	if !onOneLine(e) {
		return nil
	}
	return []diagnostic.Fix{{Title: "Insert a description", Snippet: true, Edits: setValue(p, e, descriptionSnippet(p))}}
}
