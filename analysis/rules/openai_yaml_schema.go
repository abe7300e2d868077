package rules

import (
	"skills-ls/analysis/diagnostic"
)

var openaiYAMLSchema = Rule{
	ID:        "openai-yaml/schema",
	Default:   diagnostic.Warning,
	Summary:   "`agents/openai.yaml` is not YAML, or has keys or values that are not read",
	Fix:       "quotes a text, replaces tabs, corrects the spelling of a key or moves it",
	AppliesTo: companionFiles,
	Check:     checkCompanion,
}
