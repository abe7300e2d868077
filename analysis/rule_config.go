package analysis

import "slices"

// aboutSettings reports whether the rule checks the configuration file of skills-ls and no other.
func (r *Rule) aboutSettings() bool { return slices.Equal(r.appliesTo, configFiles) }

// reportSettings reports the problems of the file that belong to the rule.
func reportSettings(p *pass) {
	for _, problem := range p.snapshot.settingsAt(p.file.Path).all {
		if problem.Rule == p.rule.ID {
			p.report(problem.Diagnostic)
		}
	}
}
