package rules

import (
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
	"skills-ls/analysis/workspace"
)

var configNative = Rule{
	ID:        workspace.NativeRule,
	Default:   diagnostic.Warning,
	Summary:   "a file of an agent's own configuration cannot be read, or sets something to what it cannot be",
	AppliesTo: []file.Kind{file.NativeFile},
	Check: func(p *Pass) {
		for _, problem := range workspace.NativeProblems(p.Snapshot, p.File.Path) {
			p.report(problem.Diagnostic)
		}
	},
}
