package rules

import (
	"skills-ls/analysis/diagnostic"
)

var openaiYAMLColor = Rule{
	ID:        "openai-yaml/color",
	Default:   diagnostic.Warning,
	AppliesTo: companionFiles,
	Check:     checkCompanion,
}
