package rules

import (
	"skills-ls/analysis/diagnostic"
)

var openaiYAMLLength = Rule{
	ID:        "openai-yaml/length",
	Default:   diagnostic.Warning,
	Summary:   "a text in `agents/openai.yaml` is longer or shorter than it should be",
	AppliesTo: companionFiles,
	Check:     checkCompanion,
}
