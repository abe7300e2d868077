package rules

import (
	"skills-ls/analysis/diagnostic"
)

var configPath = Rule{
	ID:        "config/path",
	Default:   diagnostic.Error,
	Summary:   "a path leads out of the workspace, or to nothing",
	AppliesTo: configFiles,
	Check:     reportSettings,
}
