package rules

import (
	"skills-ls/analysis/diagnostic"
)

var configValue = Rule{
	ID:         "config/value",
	Default:    diagnostic.Error,
	AppliesTo:  configFiles,
	Unfinished: true,
	Check:      reportSettings,
}
