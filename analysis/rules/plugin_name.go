package rules

import (
	"skills-ls/analysis/diagnostic"
)

var pluginName = Rule{
	ID:         "plugin/name",
	Default:    diagnostic.Error,
	AppliesTo:  manifestFiles,
	Unfinished: true,
	Check:      checkManifest,
}
