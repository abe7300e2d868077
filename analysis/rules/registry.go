package rules

import (
	"slices"
	"strings"
	"sync"

	"skills-ls/analysis/config"
)

// All returns every rule, in the order of the documentation.
func All() []*Rule { return registry }

// Names returns the IDs of all rules, for the configuration.
var Names = sync.OnceValue(func() (names config.RuleNames) {
	for _, r := range All() {
		if r.AboutSettings() {
			names.AboutConfig = append(names.AboutConfig, r.ID)
		} else {
			names.Configurable = append(names.Configurable, r.ID)
		}
	}
	return names
})

// ByID returns the rule with the given ID.
func ByID(id string) (*Rule, bool) {
	i := slices.IndexFunc(registry, func(r *Rule) bool { return r.ID == id })
	if i < 0 {
		return nil, false
	}
	return registry[i], true
}

// rulesOf returns the rules of a group.
func rulesOf(group string) (list []*Rule) {
	for _, r := range registry {
		if strings.HasPrefix(r.ID, group+"/") {
			list = append(list, r)
		}
	}
	return list
}

// registry has all rules, in the order of the documentation.
var registry = []*Rule{
	&fileUnreadable,
	&fileEncoding,
	&fileLimit,
	&fileName,
	&fileLocation,
	&frontmatterMissing,
	&frontmatterUnclosed,
	&frontmatterYAML,
	&frontmatterNotMapping,
	&frontmatterDuplicateKey,
	&frontmatterUnknownKey,
	&frontmatterType,
	&frontmatterDelimiter,
	&frontmatterPortability,
	&nameMissing,
	&nameEmpty,
	&nameFormat,
	&nameLength,
	&nameDirectory,
	&nameReserved,
	&nameAmbiguous,
	&descriptionMissing,
	&descriptionEmpty,
	&descriptionLength,
	&descriptionMarkup,
	&descriptionTrigger,
	&descriptionPerson,
	&descriptionBudget,
	&descriptionOverlap,
	&compatibilityLength,
	&metadataValues,
	&allowedToolsFormat,
	&allowedToolsUnknown,
	&allowedToolsUnbalanced,
	&fieldValue,
	&fieldCombination,
	&fieldPolicy,
	&hooksSchema,
	&pathsGlob,
	&openaiYAMLSchema,
	&openaiYAMLLength,
	&openaiYAMLColor,
	&openaiYAMLIcon,
	&openaiYAMLDependency,
	&openaiYAMLPrompt,
	&openaiYAMLPolicy,
	&bodyEmpty,
	&bodyFence,
	&bodyEnvelope,
	&bodySize,
	&bodyHiddenText,
	&bodyPlaceholder,
	&argumentUnsupported,
	&argumentIndex,
	&shellPermission,
	&linkBroken,
	&linkCase,
	&linkFragment,
	&linkEscape,
	&linkAbsolute,
	&linkBackslash,
	&linkReference,
	&pathMissing,
	&mentionUnknown,
	&mentionPath,
	&mentionAmbiguous,
	&resourceOrphan,
	&resourceLimits,
	&suppressionUnused,
	&pluginSyntax,
	&pluginField,
	&pluginName,
	&pluginPath,
	&pluginDuplicate,
	&configSyntax,
	&configUnknown,
	&configValue,
	&configPath,
	&configNative,
}
