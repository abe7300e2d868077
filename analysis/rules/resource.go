package rules

import (
	"slices"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/workspace"
	"skills-ls/skills/frontmatter"
)

// checkOrphans reports the files of a skill that no text of it names.
func checkOrphans(p *Pass) {
	if !hasBundle(p) {
		return
	}
	var orphans []string
	for _, r := range refs.Unnamed(p.Snapshot, p.File.Skill, refs.BundleOf(p.Snapshot, p.File.Skill)) {
		orphans = append(orphans, r.Rel)
	}
	if len(orphans) == 0 {
		return
	}
	p.report(diagnostic.Diagnostic{
		Severity: diagnostic.Hint, Span: headSpan(p),
		Message: "no text of the skill mentions " + listSome(orphans),
	})
}

// hasBundle reports whether the files in the skill's directory belong to the skill. In a project's root
// directory they belong to the project.
func hasBundle(p *Pass) bool {
	s := p.Snapshot
	return !alone(p) && p.Fm.State == frontmatter.Closed && !workspace.PlaceOf(s, p.File.Skill).IsRoot && !slices.Contains(s.Config().Folders, p.File.Skill)
}
