package rules

import (
	"slices"
	"strings"
	"sync"

	"skills-ls/analysis/config"
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
	"skills-ls/analysis/suppress"
	"skills-ls/analysis/workspace"
)

// All returns every rule, in the order of the documentation.
func All() []*Rule { return registry }

// Names returns the IDs of all rules, for the configuration.
var Names = sync.OnceValue(func() (names config.RuleNames) {
	for _, r := range All() {
		if slices.Equal(r.AppliesTo, configFiles) {
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

// The kinds of files that rules apply to.
var (
	skillFiles    = []file.Kind{file.SkillFile}
	skillContents = []file.Kind{file.SkillFile, file.SkillMarkdown}
	hookFiles     = []file.Kind{file.SkillFile, file.Instructions}
	everything    = []file.Kind{file.SkillFile, file.SkillMarkdown, file.Instructions}
	// The agents that read a companion determine the problems in it; see [companionRule].
	companionFiles = []file.Kind{file.CompanionFile}
	// The tables of the agents' manifests determine the problems; see [skills.Manifest].
	manifestFiles = []file.Kind{file.ManifestFile}
	// The problems of a configuration file are found when it is read; see [reportSettings].
	configFiles = []file.Kind{file.ConfigFile}
	nativeFiles = []file.Kind{file.NativeFile}
	parsedFiles = slices.Concat(companionFiles, manifestFiles, everything)
	// The comments of these files can suppress diagnostics.
	commentedFiles = slices.Concat(configFiles, companionFiles, everything)
)

// registry has all rules, in the order of the documentation.
var registry = []*Rule{
	{"file/unreadable", diagnostic.Error, InSkeletons, skillContents, reportedElsewhere},
	{"file/encoding", diagnostic.Error, ByAgent | InSkeletons, everything, checkEncoding},
	{"file/limit", diagnostic.Information, InSkeletons, parsedFiles, checkLimits},
	{"file/name", diagnostic.Error, ByAgent | CrossFile | InSkeletons, skillFiles, checkFileName},
	{"file/location", diagnostic.Error, ByAgent | CrossFile | InSkeletons, skillFiles, checkLocation},
	{"frontmatter/missing", diagnostic.Error, ByAgent | Unfinished, skillFiles, checkMissingFrontmatter},
	{"frontmatter/unclosed", diagnostic.Error, ByAgent | Unfinished | InSkeletons, skillFiles, checkUnclosed},
	{"frontmatter/yaml", diagnostic.Error, ByAgent | Unfinished, skillFiles, checkYAML},
	{"frontmatter/not-mapping", diagnostic.Error, ByAgent | Unfinished, skillFiles, checkNotMapping},
	{"frontmatter/duplicate-key", diagnostic.Error, InSkeletons, skillFiles, checkDuplicateKeys},
	{"frontmatter/unknown-key", diagnostic.Information, 0, skillFiles, checkUnknownKeys},
	{"frontmatter/type", diagnostic.Error, ByAgent, skillFiles, checkTypes},
	{"frontmatter/delimiter", diagnostic.Error, ByAgent | Unfinished | InSkeletons, skillFiles, checkDelimiters},
	{"frontmatter/portability", diagnostic.Error, ByAgent, skillFiles, checkPortability},
	{"name/missing", diagnostic.Error, ByAgent | Unfinished, skillFiles, checkNameMissing},
	{"name/empty", diagnostic.Error, ByAgent | Unfinished, skillFiles, checkNameEmpty},
	{"name/format", diagnostic.Error, ByAgent, skillFiles, checkNameFormat},
	{"name/length", diagnostic.Error, ByAgent, skillFiles, checkLength},
	{"name/directory", diagnostic.Error, ByAgent | Unfinished, skillFiles, checkNameDirectory},
	{"name/reserved", diagnostic.Warning, ByAgent, skillFiles, checkNameReserved},
	{"name/ambiguous", diagnostic.Warning, ByAgent | CrossFile, skillFiles, checkNameAmbiguous},
	{"description/missing", diagnostic.Error, ByAgent | Unfinished, skillFiles, checkDescriptionMissing},
	{"description/empty", diagnostic.Error, ByAgent | Unfinished, skillFiles, checkDescriptionEmpty},
	{"description/length", diagnostic.Error, ByAgent, skillFiles, checkLength},
	{"description/markup", diagnostic.Warning, ByAgent, skillFiles, checkDescriptionMarkup},
	{"description/trigger", diagnostic.Information, CrossFile | Unfinished, skillFiles, checkDescriptionTrigger},
	{"description/person", diagnostic.Hint, CrossFile, skillFiles, checkDescriptionPerson},
	{"description/budget", diagnostic.Warning, ByAgent | CrossFile, skillFiles, checkDescriptionBudget},
	{"description/overlap", diagnostic.Information, CrossFile, skillFiles, checkDescriptionOverlap},
	{"compatibility/length", diagnostic.Error, ByAgent, skillFiles, checkLength},
	{"metadata/values", diagnostic.Information, 0, skillFiles, checkMetadataValues},
	{"allowed-tools/format", diagnostic.Warning, ByAgent, skillFiles, checkToolsFormat},
	{"allowed-tools/unknown", diagnostic.Warning, 0, skillFiles, checkUnknownTools},
	{"allowed-tools/unbalanced", diagnostic.Warning, 0, skillFiles, checkToolsBalance},
	{"field/value", diagnostic.Warning, 0, skillFiles, checkFieldValues},
	{"field/combination", diagnostic.Warning, 0, skillFiles, checkCombinations},
	{"field/policy", diagnostic.Warning, ByAgent | CrossFile, skillFiles, checkPolicy},
	{"hooks/schema", diagnostic.Warning, Unfinished, hookFiles, checkHooks},
	{"paths/glob", diagnostic.Warning, 0, skillFiles, checkGlobs},
	{"openai-yaml/schema", diagnostic.Warning, 0, companionFiles, checkCompanion},
	{"openai-yaml/length", diagnostic.Warning, 0, companionFiles, checkCompanion},
	{"openai-yaml/color", diagnostic.Warning, 0, companionFiles, checkCompanion},
	{"openai-yaml/icon", diagnostic.Warning, 0, companionFiles, checkIcons},
	{"openai-yaml/dependency", diagnostic.Warning, 0, companionFiles, checkCompanion},
	{"openai-yaml/prompt", diagnostic.Warning, 0, companionFiles, checkCompanion},
	{"openai-yaml/policy", diagnostic.Warning, 0, companionFiles, checkCompanionPolicy},
	{"body/empty", diagnostic.Warning, Unfinished, skillFiles, checkEmptyBody},
	{"body/fence", diagnostic.Warning, InSkeletons, skillContents, checkFences},
	{"body/envelope", diagnostic.Warning, ByAgent, skillFiles, checkEnvelope},
	{"body/size", diagnostic.Warning, ByAgent | CrossFile, skillFiles, checkBodySize},
	{"body/hidden-text", diagnostic.Warning, InSkeletons, skillContents, checkHiddenText},
	{"body/placeholder", diagnostic.Information, InSkeletons, skillContents, checkPlaceholder},
	{"argument/unsupported", diagnostic.Warning, ByAgent, skillFiles, checkUnsupported},
	{"argument/index", diagnostic.Information, ByAgent, skillFiles, checkArgumentIndex},
	{"shell/permission", diagnostic.Warning, 0, skillFiles, checkShellPermission},
	{"link/broken", diagnostic.Warning, 0, everything, checkBroken},
	{"link/case", diagnostic.Warning, 0, everything, checkCase},
	{"link/fragment", diagnostic.Warning, 0, everything, checkFragment},
	{"link/escape", diagnostic.Information, 0, skillContents, checkEscape},
	{"link/absolute", diagnostic.Warning, InSkeletons, everything, checkAbsolute},
	{"link/backslash", diagnostic.Warning, InSkeletons, everything, checkBackslash},
	{"link/reference", diagnostic.Warning, InSkeletons, skillContents, checkReferences},
	{"path/missing", diagnostic.Information, 0, skillContents, checkMissingPaths},
	{"mention/unknown", diagnostic.Information, CrossFile, everything, checkUnknownMentions},
	{"mention/path", diagnostic.Warning, CrossFile, everything, checkMentionPaths},
	{"mention/ambiguous", diagnostic.Warning, ByAgent | CrossFile, everything, checkAmbiguousMentions},
	{"resource/orphan", diagnostic.Hint, CrossFile, skillFiles, checkOrphans},
	{"resource/limits", diagnostic.Warning, ByAgent | CrossFile, skillFiles, checkResourceLimits},
	{suppress.UnusedSuppression, diagnostic.Hint, CrossFile | InSkeletons, commentedFiles, reportedElsewhere},
	{"plugin/syntax", diagnostic.Error, Unfinished, manifestFiles, checkPluginSyntax},
	{"plugin/field", diagnostic.Error, Unfinished, manifestFiles, checkPluginFields},
	{"plugin/name", diagnostic.Error, Unfinished, manifestFiles, checkManifest},
	{"plugin/path", diagnostic.Error, Unfinished, manifestFiles, checkPluginPaths},
	{"plugin/duplicate", diagnostic.Error, CrossFile, manifestFiles, checkPluginDuplicates},
	{"config/syntax", diagnostic.Error, Unfinished, configFiles, reportSettings},
	{"config/unknown", diagnostic.Error, Unfinished, configFiles, reportSettings},
	{"config/value", diagnostic.Error, Unfinished, configFiles, reportSettings},
	{"config/path", diagnostic.Error, Unfinished, configFiles, reportSettings},
	{workspace.NativeRule, diagnostic.Warning, Unfinished, nativeFiles, reportSettings},
}

// reportedElsewhere checks nothing. [unreadable] reports files without a document, and [reportSuppressions] runs
// after all other rules.
func reportedElsewhere(*Pass) {}

// reportSettings reports the problems that were found when a configuration file was read.
func reportSettings(p *Pass) {
	problems := workspace.NativeProblems(p.Snapshot, p.File.Path)
	if p.File.Kind == file.ConfigFile {
		problems = workspace.SettingsAt(p.Snapshot, p.File.Path).All
	}
	for _, problem := range problems {
		if problem.Rule == p.Rule.ID {
			p.report(problem.Diagnostic)
		}
	}
}
