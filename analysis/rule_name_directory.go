package analysis

import (
	"fmt"
	"path/filepath"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
)

func checkNameDirectory(p *pass) {
	for _, r := range p.refusals("name", skills.CodeDirectory) {
		dir := p.directoryName()
		d := Diagnostic{Severity: p.weigh(Error, r.agents), Agents: ids(r.agents), Span: r.Span}
		text := r.Span.Of(p.doc.Source) // may be a nested key that the agent reads as the field
		if e := p.entryOf(r); e != nil {
			d.Span = e.ValueSpan
			text, _ = plainText(p.doc.Source, e.ValueSpan)
			if !strings.ContainsAny(text, "\r\n") && !p.isCheckout() {
				d.Fixes = p.directoryFixes(e, text, dir)
			}
		}
		d.Message = fmt.Sprintf("the name `%s` differs from the directory's, `%s`; %s", shorten(text, 64), dir, p.refusedBy(r.agents))
		if p.isCheckout() {
			d.Severity = min(d.Severity, Information)
			d.Message += fmt.Sprintf(". Whoever installs it must call the directory `%s`, whatever that of the repository is called", shorten(text, 64))
		}
		p.report(d)
	}
}

// isCheckout reports whether the skill is a whole repository, whose directory is named by the user who clones
// it. In a directory called "skills" the name always counts.
func (p *pass) isCheckout() bool {
	return p.file.Skill != "" && p.snapshot.place(p.file.Skill).isRoot && filepath.Base(filepath.Dir(p.file.Skill)) != "skills"
}

// directoryFixes offers to change the name or the directory so that they match.
func (p *pass) directoryFixes(e *frontmatter.Entry, name, dir string) []Fix {
	var fixes []Fix
	if kebab(dir) == dir && dir != "" {
		same := sameWord(name, dir)
		fixes = append(fixes, Fix{Title: "Change name to `" + dir + "`", Safe: same, Preferred: same, Edits: p.setValue(e, dir)})
	}
	if kebab(name) == name && name != "" {
		if rename := p.renameDirectory(name); rename != nil {
			fixes = append(fixes, Fix{Title: "Rename directory to `" + name + "`", Rename: rename})
		}
	}
	return fixes
}
