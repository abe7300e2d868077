package rules

import (
	"skills-ls/analysis/diagnostic"
)

var configPath = Rule{
	ID:         "config/path",
	Default:    diagnostic.Error,
	AppliesTo:  configFiles,
	Unfinished: true,
	Check:      reportSettings,
}
