package rules

import (
	"skills-ls/analysis/diagnostic"
)

var configUnknown = Rule{
	ID:         "config/unknown",
	Default:    diagnostic.Error,
	AppliesTo:  configFiles,
	Unfinished: true,
	Check:      reportSettings,
}
