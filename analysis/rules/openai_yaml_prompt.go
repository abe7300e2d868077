package rules

import (
	"skills-ls/analysis/diagnostic"
)

var openaiYAMLPrompt = Rule{
	ID:        "openai-yaml/prompt",
	Default:   diagnostic.Warning,
	Summary:   "the default prompt in `agents/openai.yaml` does not mention the skill",
	Fix:       "mentions the skill",
	AppliesTo: companionFiles,
	Check:     checkCompanion,
}
