package rules

import (
	"skills-ls/analysis/diagnostic"
)

var configSyntax = Rule{
	ID:        "config/syntax",
	Default:   diagnostic.Error,
	AppliesTo: configFiles,
	Check:     reportSettings,
}
