package rules

import (
	"skills-ls/analysis/diagnostic"
)

var openaiYAMLSchema = Rule{
	ID:        "openai-yaml/schema",
	Default:   diagnostic.Warning,
	AppliesTo: companionFiles,
	Check:     checkCompanion,
}
