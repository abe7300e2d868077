package rules

import (
	"skills-ls/analysis/diagnostic"
)

var configValue = Rule{
	ID:        "config/value",
	Default:   diagnostic.Error,
	Summary:   "a setting has a value that it cannot have",
	Fix:       "writes the value that was probably meant",
	AppliesTo: configFiles,
	Check:     reportSettings,
}
