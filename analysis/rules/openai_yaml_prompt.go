package rules

import (
	"skills-ls/analysis/diagnostic"
)

var openaiYAMLPrompt = Rule{
	ID:        "openai-yaml/prompt",
	Default:   diagnostic.Warning,
	AppliesTo: companionFiles,
	Check:     checkCompanion,
}
