package rules

import (
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/refs"
)

var resourceOrphan = Rule{
	ID:        "resource/orphan",
	Default:   diagnostic.Hint,
	AppliesTo: skillFiles,
	CrossFile: true,
	Check:     checkOrphans,
}

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
		Span:    headSpan(p),
		Message: "no text of the skill mentions " + listSome(orphans),
	})
}
