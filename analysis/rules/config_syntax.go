package rules

import (
	"skills-ls/analysis/diagnostic"
)

var configSyntax = Rule{
	ID:         "config/syntax",
	Default:    diagnostic.Error,
	AppliesTo:  configFiles,
	Unfinished: true,
	Check:      reportSettings,
}
