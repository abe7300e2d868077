package rules

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/match"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
)

func checkNameDirectory(p *Pass) {
	if slices.ContainsFunc(p.Found, func(d diagnostic.Diagnostic) bool { return d.Rule == "name/format" }) {
		return // the invalid name is reported, and no directory can match it
	}
	for _, r := range p.refusals("name", skills.CodeDirectory) {
		dir := filepath.Base(filepath.Dir(p.Snapshot.JudgedPath(r.agents[0], p.File)))
		d := p.rejected(r)
		text := r.Span.Of(p.Doc.Source) // may be a nested key that the agent reads as the field
		if e := entryOf(p, r); e != nil {
			d.Span = e.ValueSpan
			text, _ = plainText(p.Doc.Source, e.ValueSpan)
			if !strings.ContainsAny(text, "\r\n") && !isCheckout(p) {
				d.Fixes = directoryFixes(p, e, text, dir)
			}
		}
		d.Message = fmt.Sprintf("name %s does not match directory %s", InQuotes(text), InQuotes(dir))
		if isCheckout(p) {
			d.Severity = min(d.Severity, diagnostic.Information)
			d.Detail = "install it in a directory with its name"
		}
		p.report(d)
	}
}

// isCheckout reports whether the skill is a whole repository, whose directory is named by the user who clones
// it. In a directory called "skills" the name always counts.
func isCheckout(p *Pass) bool {
	return p.File.Skill != "" && workspace.PlaceOf(p.Snapshot, p.File.Skill).IsRoot && filepath.Base(filepath.Dir(p.File.Skill)) != "skills"
}

// directoryFixes offers to change the name or the directory so that they match.
func directoryFixes(p *Pass, e *frontmatter.Entry, name, dir string) []diagnostic.Fix {
	var fixes []diagnostic.Fix
	if Kebab(dir) == dir && dir != "" {
		same := match.SameWord(name, dir)
		fixes = append(fixes, diagnostic.Fix{Title: "Rename skill to " + InQuotes(dir), Safe: same, Preferred: same, Edits: setValue(p, e, dir)})
	}
	if Kebab(name) == name && name != "" {
		if rename := renameDirectory(p, name); rename != nil {
			fixes = append(fixes, diagnostic.Fix{Title: "Rename directory to " + InQuotes(name), Rename: rename})
		}
	}
	return fixes
}
