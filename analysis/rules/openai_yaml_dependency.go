package rules

import (
	"skills-ls/analysis/diagnostic"
)

var openaiYAMLDependency = Rule{
	ID:        "openai-yaml/dependency",
	Default:   diagnostic.Warning,
	AppliesTo: companionFiles,
	Check:     checkCompanion,
}
