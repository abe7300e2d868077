package rules

import (
	"skills-ls/analysis/diagnostic"
)

var pluginDuplicate = Rule{
	ID:        "plugin/duplicate",
	Default:   diagnostic.Error,
	AppliesTo: manifestFiles,
	Check:     checkManifest,
}
