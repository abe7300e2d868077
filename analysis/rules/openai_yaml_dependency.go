package rules

import (
	"skills-ls/analysis/diagnostic"
)

var openaiYAMLDependency = Rule{
	ID:        "openai-yaml/dependency",
	Default:   diagnostic.Warning,
	Summary:   "a dependency in `agents/openai.yaml` lacks something, or is of a kind that nobody knows",
	Fix:       "corrects the spelling",
	AppliesTo: companionFiles,
	Check:     checkCompanion,
}
