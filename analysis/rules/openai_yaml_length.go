package rules

import (
	"skills-ls/analysis/diagnostic"
)

var openaiYAMLLength = Rule{
	ID:        "openai-yaml/length",
	Default:   diagnostic.Warning,
	AppliesTo: companionFiles,
	Check:     checkCompanion,
}
