package rules

import (
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
	"skills-ls/analysis/workspace"
)

var configNative = Rule{
	ID:         workspace.NativeRule,
	Default:    diagnostic.Warning,
	AppliesTo:  []file.Kind{file.NativeFile},
	Unfinished: true,
	Check: func(p *Pass) {
		for _, problem := range workspace.NativeProblems(p.Snapshot, p.File.Path) {
			p.report(problem.Diagnostic)
		}
	},
}
