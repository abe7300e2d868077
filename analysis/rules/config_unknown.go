package rules

import (
	"skills-ls/analysis/diagnostic"
)

var configUnknown = Rule{
	ID:        "config/unknown",
	Default:   diagnostic.Error,
	Summary:   "a setting, rule or agent that does not exist",
	Fix:       "corrects the spelling",
	AppliesTo: configFiles,
	Check:     reportSettings,
}
