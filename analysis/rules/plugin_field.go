package rules

import (
	"skills-ls/analysis/diagnostic"
)

var pluginField = Rule{
	ID:         "plugin/field",
	Default:    diagnostic.Error,
	AppliesTo:  manifestFiles,
	Unfinished: true,
	Check:      checkManifest,
}
