package rules

import (
	"skills-ls/analysis/diagnostic"
	"skills-ls/skills"
)

var nameEmpty = Rule{
	ID:         "name/empty",
	Unfinished: true,
	Default:    diagnostic.Error,
	ByAgent:    true,
	AppliesTo:  skillFiles,
	Check:      checkNameEmpty,
}

func checkNameEmpty(p *Pass) {
	for _, r := range p.refusals("name", skills.CodeEmpty) {
		d := diagnostic.Diagnostic{
			Severity: p.weigh(diagnostic.Error, r.agents), Span: r.Span, Affects: rejecting(r.agents),
			Message: `"name" is empty`,
		}
		if e := entryOf(p, r); e != nil {
			if e.ValueSpan.IsEmpty() {
				d.Span = e.KeySpan
			}
			if name := Kebab(DirectoryName(p.Scope)); name != "" && onOneLine(e) {
				safe := !isVersionName(name) && !hasKeyNear(p, "name")
				d.Fixes = []diagnostic.Fix{{Title: "Use " + InQuotes(name), Safe: safe, Preferred: safe, Edits: setValue(p, e, name)}}
			}
		}
		p.report(d)
	}
}
