package rules

import (
	"slices"

	"skills-ls/analysis/workspace"
)

// AboutSettings reports whether the rule checks the configuration file of skills-ls and no other.
func (r *Rule) AboutSettings() bool { return slices.Equal(r.AppliesTo, configFiles) }

// reportSettings reports the problems of the file that belong to the rule.
func reportSettings(p *Pass) {
	for _, problem := range workspace.SettingsAt(p.Snapshot, p.File.Path).All {
		if problem.Rule == p.Rule.ID {
			p.report(problem.Diagnostic)
		}
	}
}
