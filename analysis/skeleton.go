package analysis

import "regexp"

// A skeleton is a SKILL.md that is a template for skills: it is filled in before anybody loads it, and says nothing yet to any runtime. Only
// rules with the property inSkeletons speak of it.

// unfilledNames are names that a tool or an author is to replace: {{name}}, ${name}, {name}, <name>, __NAME__ and [TODO: name].
var unfilledNames = regexp.MustCompile(`\{[^{}\r\n]+\}|<[^<>\r\n]+>|__[A-Z][A-Z0-9_]*__|^[ \t]*["']?\[[^\]\r\n]+\]`)

// isSkeleton reports whether the file is a skeleton: by its path it is a template, and its name is yet to come. Either alone says little,
// since skills about templates lie in such directories, and a name may be forgotten.
func (p *pass) isSkeleton() bool {
	if p.file.Kind != SkillFile || !p.isTemplate() {
		return false
	}
	e, ok := p.fm.Entry("name")
	return ok && unfilledNames.MatchString(firstLine(p.doc.Source, e.Colon+1).Of(p.doc.Source))
}

// heeds reports whether what a rule finds in the file counts.
func (p *pass) heeds(r *Rule) bool { return r.inSkeletons || !p.skeleton }
