package rules

import (
	"skills-ls/analysis/diagnostic"
)

var configSyntax = Rule{
	ID:        "config/syntax",
	Default:   diagnostic.Error,
	Summary:   "the file of settings is not YAML",
	AppliesTo: configFiles,
	Check:     reportSettings,
}
