package rules

import (
	"skills-ls/analysis/diagnostic"
)

var openaiYAMLColor = Rule{
	ID:        "openai-yaml/color",
	Default:   diagnostic.Warning,
	Summary:   "a colour in `agents/openai.yaml` is not written `\"#RRGGBB\"`",
	Fix:       "quotes the colour, or writes it with six digits",
	AppliesTo: companionFiles,
	Check:     checkCompanion,
}
