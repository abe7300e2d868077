package rules

import (
	"fmt"
	"path/filepath"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/match"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
)

func checkNameDirectory(p *Pass) {
	for _, r := range p.refusals("name", skills.CodeDirectory) {
		dir := DirectoryName(p.Scope)
		d := diagnostic.Diagnostic{Severity: p.weigh(diagnostic.Error, r.agents), Agents: refs.IDs(r.agents), Span: r.Span}
		text := r.Span.Of(p.Doc.Source) // may be a nested key that the agent reads as the field
		if e := entryOf(p, r); e != nil {
			d.Span = e.ValueSpan
			text, _ = plainText(p.Doc.Source, e.ValueSpan)
			if !strings.ContainsAny(text, "\r\n") && !isCheckout(p) {
				d.Fixes = directoryFixes(p, e, text, dir)
			}
		}
		d.Message = fmt.Sprintf("the name `%s` differs from the directory's, `%s`; %s", Shorten(text, 64), dir, p.refusedBy(r.agents))
		if isCheckout(p) {
			d.Severity = min(d.Severity, diagnostic.Information)
			d.Message += fmt.Sprintf(". Whoever installs it must call the directory `%s`, whatever that of the repository is called", Shorten(text, 64))
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
		fixes = append(fixes, diagnostic.Fix{Title: "Change name to `" + dir + "`", Safe: same, Preferred: same, Edits: setValue(p, e, dir)})
	}
	if Kebab(name) == name && name != "" {
		if rename := renameDirectory(p, name); rename != nil {
			fixes = append(fixes, diagnostic.Fix{Title: "Rename directory to `" + name + "`", Rename: rename})
		}
	}
	return fixes
}
