package analysis

import "slices"

var configFiles = []Kind{ConfigFile}

// configRules check configuration files. Their problems are found when a file is read.
var configRules = []*Rule{
	{
		ID: "config/syntax", Default: Error, Summary: "the file of settings is not YAML",
		appliesTo: configFiles, check: reportSettings,
	},
	{
		ID: "config/unknown", Default: Error, Summary: "a setting, rule or agent that does not exist",
		Fix: "corrects the spelling", appliesTo: configFiles, check: reportSettings,
	},
	{
		ID: "config/value", Default: Error, Summary: "a setting has a value that it cannot have",
		Fix: "writes the value that was probably meant", appliesTo: configFiles, check: reportSettings,
	},
	{
		ID: "config/path", Default: Error, Summary: "a path leads out of the workspace, or to nothing",
		appliesTo: configFiles, check: reportSettings,
	},
	{
		ID: nativeRule, Default: Warning, Summary: "a file of an agent's own configuration cannot be read, or sets something to what it cannot be",
		appliesTo: []Kind{NativeFile}, check: func(p *pass) {
			for _, problem := range p.snapshot.NativeProblems(p.file.Path) {
				p.report(problem.Diagnostic)
			}
		},
	},
}

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
