package rules

import (
	"slices"

	"skills-ls/analysis/diagnostic"
	"skills-ls/skills"
	"skills-ls/skills/text"
)

func checkNameMissing(p *Pass) {
	if isNoMapping(p) {
		return // there are no fields at all
	}
	for i, r := range p.refusals("name", skills.CodeMissing) {
		d := p.rejected(r)
		d.Span, d.Message = p.Fm.Open, `missing "name"`
		if name := Kebab(DirectoryName(p.Scope)); name != "" {
			insert := p.Edit(text.At(p.Fm.Content.Start), "name: "+name+p.Newline())
			if after := diagnostic.ApplyEdits(p.Doc.Source, []diagnostic.Edit{insert}); takesOf(p, after) && !missesName(p, r.agents, after) && !worsens(p, after) {
				safe := !isVersionName(name) && !hasKeyNear(p, "name")
				d.Fixes = oneFix(`Insert "name: `+name+`"`, safe, insert)
			}
		}
		if i == 0 { // one fix is enough for several diagnostics at the same place
			d.Fixes = append(d.Fixes, insertAll(p)...)
		}
		p.report(d)
	}
}

// missesName reports whether one of the agents finds no name in another text, for example because it ends
// lines differently.
func missesName(p *Pass, among []*skills.Agent, source string) bool {
	missing := refusingText(p, source, func(v Verdict) bool {
		return slices.ContainsFunc(v.Refusals, func(r skills.Refusal) bool { return r.Code == skills.CodeMissing && r.Field == "name" })
	})
	return slices.ContainsFunc(missing, func(agent *skills.Agent) bool { return slices.Contains(among, agent) })
}

func checkNameEmpty(p *Pass) {
	for i, r := range p.refusals("name", skills.CodeEmpty) {
		d := p.rejected(r)
		d.Message = `"name" is empty`
		if e := entryOf(p, r); e != nil {
			if e.ValueSpan.IsEmpty() {
				d.Span = e.KeySpan
			}
			if name := Kebab(DirectoryName(p.Scope)); name != "" && onOneLine(e) {
				safe := !isVersionName(name) && !hasKeyNear(p, "name")
				d.Fixes = oneFix("Use "+InQuotes(name), safe, setValue(p, e, name)...)
			}
		}
		if i == 0 {
			d.Fixes = append(d.Fixes, insertAll(p)...)
		}
		p.report(d)
	}
}

// insertAll offers to insert the name and the description at once if the description is missing or empty, too.
func insertAll(p *Pass) []diagnostic.Fix {
	if len(p.refusals("description", skills.CodeMissing, skills.CodeEmpty)) == 0 {
		return nil
	}
	if fix, ok := insertRequired(p); ok {
		return []diagnostic.Fix{fix}
	}
	return nil
}
