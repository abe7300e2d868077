package rules

import (
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
	"skills-ls/analysis/suppress"
	"skills-ls/analysis/workspace"
)

var (
	skillFiles    = []file.Kind{file.SkillFile}
	skillContents = []file.Kind{file.SkillFile, file.SkillMarkdown}
	everything    = []file.Kind{file.SkillFile, file.SkillMarkdown, file.Instructions}
)

var argumentRules = []*Rule{
	{
		ID: "argument/unsupported", Default: diagnostic.Warning, ByAgent: true, Summary: "a placeholder that an agent leaves as text",
		AppliesTo: skillFiles, Check: checkUnsupported,
	},
	{
		ID: "argument/index", Default: diagnostic.Information, ByAgent: true, Summary: "`$1`, which is another argument in every agent",
		AppliesTo: skillFiles, Check: checkArgumentIndex,
	},
}

var bodyRules = []*Rule{
	{
		ID: "body/empty", Default: diagnostic.Warning, Summary: "nothing for the model to read after the frontmatter",
		AppliesTo: skillFiles, Check: checkEmptyBody,
	},
	{
		ID: "body/fence", Default: diagnostic.Warning, Summary: "a code fence that nothing closes, or that closes too early",
		Fix: "closes the fence, deletes one that closes nothing, parts it from a tag, or makes the outer one longer", AppliesTo: skillContents, InSkeletons: true, Check: checkFences,
	},
	{
		ID: "body/envelope", Default: diagnostic.Warning, ByAgent: true, Summary: "the closing tag of what an agent puts around a skill",
		AppliesTo: skillFiles, Check: checkEnvelope,
	},
	{
		ID: "body/size", Default: diagnostic.Warning, ByAgent: true, Summary: "more text than the standard advises, or than an agent reads",
		AppliesTo: skillFiles, CrossFile: true, Check: checkBodySize,
	},
	{
		ID: "body/hidden-text", Default: diagnostic.Warning, Summary: "text that the model reads and people do not see",
		Fix: "deletes what is invisible, or restores what was read in the wrong encoding", AppliesTo: skillContents, InSkeletons: true, Check: checkHiddenText,
	},
	{
		ID: "body/placeholder", Default: diagnostic.Information, Summary: "what a template or a merge has left behind",
		AppliesTo: skillContents, InSkeletons: true, Check: checkPlaceholder,
	},
}

var combinationRules = []*Rule{
	{
		ID: "field/combination", Default: diagnostic.Warning, Summary: "fields that say nothing together, or that contradict one another",
		AppliesTo: skillFiles, Check: checkCombinations,
	},
}

var companionFiles = []file.Kind{file.CompanionFile}

// companionRules check the YAML files beside a SKILL.md. The agents that read such a file determine the
// problems in it; see [companionRule].
var companionRules = []*Rule{
	{
		ID: "openai-yaml/schema", Default: diagnostic.Warning, Summary: "`agents/openai.yaml` is not YAML, or has keys or values that are not read",
		Fix: "quotes a text, replaces tabs, corrects the spelling of a key or moves it", AppliesTo: companionFiles, Check: checkCompanion,
	},
	{
		ID: "openai-yaml/length", Default: diagnostic.Warning, Summary: "a text in `agents/openai.yaml` is longer or shorter than it should be",
		AppliesTo: companionFiles, Check: checkCompanion,
	},
	{
		ID: "openai-yaml/color", Default: diagnostic.Warning, Summary: "a colour in `agents/openai.yaml` is not written `\"#RRGGBB\"`",
		Fix: "quotes the colour, or writes it with six digits", AppliesTo: companionFiles, Check: checkCompanion,
	},
	{
		ID: "openai-yaml/icon", Default: diagnostic.Warning, Summary: "an icon in `agents/openai.yaml` is no file in the skill's `assets/`",
		Fix: "names the file", AppliesTo: companionFiles, Check: checkIcons,
	},
	{
		ID: "openai-yaml/dependency", Default: diagnostic.Warning, Summary: "a dependency in `agents/openai.yaml` lacks something, or is of a kind that nobody knows",
		Fix: "corrects the spelling", AppliesTo: companionFiles, Check: checkCompanion,
	},
	{
		ID: "openai-yaml/prompt", Default: diagnostic.Warning, Summary: "the default prompt in `agents/openai.yaml` does not mention the skill",
		Fix: "mentions the skill", AppliesTo: companionFiles, Check: checkCompanion,
	},
	{
		ID: "openai-yaml/policy", Default: diagnostic.Warning, Summary: "the policy in `agents/openai.yaml` cannot be read, or contradicts the SKILL.md",
		Fix: "writes what is read", AppliesTo: companionFiles, Check: checkCompanionPolicy,
	},
}

var configFiles = []file.Kind{file.ConfigFile}

// configRules check configuration files. Their problems are found when a file is read.
var configRules = []*Rule{
	{
		ID: "config/syntax", Default: diagnostic.Error, Summary: "the file of settings is not YAML",
		AppliesTo: configFiles, Check: reportSettings,
	},
	{
		ID: "config/unknown", Default: diagnostic.Error, Summary: "a setting, rule or agent that does not exist",
		Fix: "corrects the spelling", AppliesTo: configFiles, Check: reportSettings,
	},
	{
		ID: "config/value", Default: diagnostic.Error, Summary: "a setting has a value that it cannot have",
		Fix: "writes the value that was probably meant", AppliesTo: configFiles, Check: reportSettings,
	},
	{
		ID: "config/path", Default: diagnostic.Error, Summary: "a path leads out of the workspace, or to nothing",
		AppliesTo: configFiles, Check: reportSettings,
	},
	{
		ID: workspace.NativeRule, Default: diagnostic.Warning, Summary: "a file of an agent's own configuration cannot be read, or sets something to what it cannot be",
		AppliesTo: []file.Kind{file.NativeFile}, Check: func(p *Pass) {
			for _, problem := range workspace.NativeProblems(p.Snapshot, p.File.Path) {
				p.report(problem.Diagnostic)
			}
		},
	},
}

var descriptionRules = []*Rule{
	{
		ID: "description/missing", Default: diagnostic.Error, ByAgent: true, Summary: "no `description`",
		Fix: "inserts one to fill in", AppliesTo: skillFiles, Check: checkDescriptionMissing,
	},
	{
		ID: "description/empty", Default: diagnostic.Error, ByAgent: true, Summary: "`description` without a value",
		Fix: "inserts one to fill in", AppliesTo: skillFiles, Check: checkDescriptionEmpty,
	},
	{
		ID: "description/length", Default: diagnostic.Error, ByAgent: true, Summary: "a description longer than an agent allows",
		AppliesTo: skillFiles, Check: checkDescriptionLength,
	},
	{
		ID: "description/markup", Default: diagnostic.Warning, ByAgent: true, Summary: "angle brackets in the description",
		Fix: "deletes the marker of a block that stands twice", AppliesTo: skillFiles, Check: checkDescriptionMarkup,
	},
	{
		ID: "description/trigger", Default: diagnostic.Information, Summary: "a description that does not say when to use the skill",
		AppliesTo: skillFiles, CrossFile: true, Check: checkDescriptionTrigger,
	},
	{
		ID: "description/person", Default: diagnostic.Hint, Summary: "a description in the first or second person",
		AppliesTo: skillFiles, CrossFile: true, Check: checkDescriptionPerson,
	},
	{
		ID: "description/budget", Default: diagnostic.Warning, ByAgent: true, Summary: "more than an agent's list of skills has room for",
		AppliesTo: skillFiles, CrossFile: true, Check: checkDescriptionBudget,
	},
	{
		ID: "description/overlap", Default: diagnostic.Information, Summary: "almost the same description as another skill's",
		AppliesTo: skillFiles, CrossFile: true, Check: checkDescriptionOverlap,
	},
	{
		ID: "compatibility/length", Default: diagnostic.Error, ByAgent: true, Summary: "`compatibility` longer than an agent allows",
		AppliesTo: skillFiles, Check: checkCompatibilityLength,
	},
}

var fileRules = []*Rule{
	{
		ID: "file/unreadable", Default: diagnostic.Error, Summary: "the file cannot be read",
		AppliesTo: skillContents, InSkeletons: true, Check: func(*Pass) {}, // reported by unreadable, when there is no document to check
	},
	{
		ID: "file/encoding", Default: diagnostic.Error, ByAgent: true, Summary: "the file is not UTF-8 text",
		AppliesTo: everything, InSkeletons: true, Check: checkEncoding,
	},
	{
		ID: "file/limit", Default: diagnostic.Information, Summary: "a part of the file exceeds a limit of the analysis",
		AppliesTo: append([]file.Kind{file.CompanionFile}, everything...), InSkeletons: true, Check: checkLimits,
	},
	{
		ID: "file/name", Default: diagnostic.Error, ByAgent: true, Summary: "the file is not called `SKILL.md`, letter for letter",
		Fix: "renames the file", AppliesTo: skillFiles, CrossFile: true, InSkeletons: true, Check: checkFileName,
	},
	{
		ID: "file/location", Default: diagnostic.Error, ByAgent: true, Summary: "the skill lies where an agent does not find it",
		AppliesTo: skillFiles, CrossFile: true, InSkeletons: true, Check: checkLocation,
	},
}

var frontmatterRules = []*Rule{
	{
		ID: "frontmatter/missing", Default: diagnostic.Error, ByAgent: true, Summary: "the file does not begin with `---`",
		Fix: "deletes what stands before the frontmatter, or writes one", AppliesTo: skillFiles, Check: checkMissingFrontmatter,
	},
	{
		ID: "frontmatter/unclosed", Default: diagnostic.Error, ByAgent: true, Summary: "no `---` closes the frontmatter",
		Fix: "closes it after its last line", AppliesTo: skillFiles, InSkeletons: true, Check: checkUnclosed,
	},
	{
		ID: "frontmatter/yaml", Default: diagnostic.Error, ByAgent: true, Summary: "the frontmatter is not YAML",
		Fix: "quotes the value, replaces tabs, or begins a line with a key that a value runs into", AppliesTo: skillFiles, Check: checkYAML,
	},
	{
		ID: "frontmatter/not-mapping", Default: diagnostic.Error, ByAgent: true, Summary: "the frontmatter is empty, a list or a text instead of keys and values",
		AppliesTo: skillFiles, Check: checkNotMapping,
	},
	{
		ID: "frontmatter/duplicate-key", Default: diagnostic.Error, Summary: "a key is given twice",
		Fix: "deletes one of the two; safe only if both say the same", AppliesTo: skillFiles, InSkeletons: true, Check: checkDuplicateKeys,
	},
	{
		ID: "frontmatter/unknown-key", Default: diagnostic.Information, Summary: "a key that the standard does not define, or a misspelt one",
		Fix: "corrects the spelling", AppliesTo: skillFiles, Check: checkUnknownKeys,
	},
	{
		ID: "frontmatter/type", Default: diagnostic.Error, ByAgent: true, Summary: "a value of the wrong shape",
		Fix: "writes the value in the expected shape", AppliesTo: skillFiles, Check: checkTypes,
	},
	{
		ID: "frontmatter/delimiter", Default: diagnostic.Error, ByAgent: true, Summary: "a delimiter that some agent does not recognise",
		Fix: "writes it as a plain `---`", AppliesTo: skillFiles, InSkeletons: true, Check: checkDelimiters,
	},
	{
		ID: "frontmatter/portability", Default: diagnostic.Error, ByAgent: true, Summary: "YAML that an agent forbids or reads as something else",
		Fix: "writes the value in a way that more agents understand", AppliesTo: skillFiles, Check: checkPortability,
	},
}

var globRules = []*Rule{
	{
		ID: "paths/glob", Default: diagnostic.Warning, Summary: "a glob that matches nothing as it is meant, because brackets or braces are open",
		AppliesTo: skillFiles, Check: checkGlobs,
	},
}

var hookRules = []*Rule{
	{
		ID: "hooks/schema", Default: diagnostic.Warning, Summary: "hooks that the agent does not know, or not in that shape",
		AppliesTo: []file.Kind{file.SkillFile, file.Instructions}, Check: checkHooks,
	},
}

var linkRules = []*Rule{
	{
		ID: "link/broken", Default: diagnostic.Warning, Summary: "a link to a file that does not exist",
		Fix: "links the file of that name that does", AppliesTo: everything, Folded: "links to missing files", Check: checkBroken,
	},
	{
		ID: "link/case", Default: diagnostic.Warning, Summary: "a link whose letter case differs from the file's",
		Fix: "writes the name as the file has it", AppliesTo: everything, Check: checkCase,
	},
	{
		ID: "link/fragment", Default: diagnostic.Warning, Summary: "a link to a heading that does not exist",
		Fix: "links the heading that comes closest", AppliesTo: everything, Folded: "links to missing headings", Check: checkFragment,
	},
	{
		ID: "link/escape", Default: diagnostic.Information, Summary: "a link that leaves the skill's directory",
		Fix: "links the file that a path means which is counted from elsewhere", AppliesTo: skillContents, Check: checkEscape,
	},
	{
		ID: "link/absolute", Default: diagnostic.Warning, Summary: "a link to a path of one machine",
		Fix: "links the file of the skill that is meant", AppliesTo: everything, InSkeletons: true, Check: checkAbsolute,
	},
	{
		ID: "link/backslash", Default: diagnostic.Warning, Summary: "a link whose path is parted by backslashes",
		Fix: "writes slashes", AppliesTo: everything, InSkeletons: true, Check: checkBackslash,
	},
	{
		ID: "link/reference", Default: diagnostic.Warning, Summary: "a reference without a definition, or a definition without a reference",
		Fix: "deletes an unused definition, or corrects the label", AppliesTo: skillContents, InSkeletons: true, Check: checkReferences,
	},
}

var mentionRules = []*Rule{
	{
		ID: "mention/unknown", Default: diagnostic.Information, Summary: "a mention that almost names a skill",
		Fix: "writes the skill's name", AppliesTo: everything, CrossFile: true, Check: checkUnknownMentions,
	},
	{
		ID: "mention/path", Default: diagnostic.Warning, Summary: "a linked mention whose path and name disagree, or whose path is gone",
		Fix: "writes the path of the skill of that name, or the name of the skill at that path", AppliesTo: everything, CrossFile: true, Check: checkMentionPaths,
	},
	{
		ID: "mention/ambiguous", Default: diagnostic.Warning, ByAgent: true, Summary: "a mention of a name that several skills have",
		Fix: "links one of them", AppliesTo: everything, CrossFile: true, Check: checkAmbiguousMentions,
	},
}

var metadataRules = []*Rule{
	{
		ID: "metadata/values", Default: diagnostic.Information, Summary: "a value of `metadata` that is no text",
		Fix: "puts a number, boolean or date in quotes", AppliesTo: skillFiles, Check: checkMetadataValues,
	},
}

var nameRules = []*Rule{
	{
		ID: "name/missing", Default: diagnostic.Error, ByAgent: true, Summary: "no `name`",
		Fix: "names the skill for its directory", AppliesTo: skillFiles, Check: checkNameMissing,
	},
	{
		ID: "name/empty", Default: diagnostic.Error, ByAgent: true, Summary: "`name` without a value",
		Fix: "names the skill for its directory", AppliesTo: skillFiles, Check: checkNameEmpty,
	},
	{
		ID: "name/format", Default: diagnostic.Error, ByAgent: true, Summary: "characters or hyphens that a name must not have",
		Fix: "takes the directory's name, or writes the name in kebab-case and renames the directory", AppliesTo: skillFiles, Check: checkNameFormat,
	},
	{
		ID: "name/length", Default: diagnostic.Error, ByAgent: true, Summary: "a name longer than an agent allows",
		AppliesTo: skillFiles, Check: checkNameLength,
	},
	{
		ID: "name/directory", Default: diagnostic.Error, ByAgent: true, Summary: "the name differs from the directory's",
		Fix: "names the skill for its directory, or renames the directory", AppliesTo: skillFiles, Check: checkNameDirectory,
	},
	{
		ID: "name/reserved", Default: diagnostic.Warning, ByAgent: true, Summary: "a name that an agent keeps for itself",
		AppliesTo: skillFiles, Check: checkNameReserved,
	},
	{
		ID: "name/ambiguous", Default: diagnostic.Warning, ByAgent: true, Summary: "another skill in the same place has the name",
		AppliesTo: skillFiles, CrossFile: true, Check: checkNameAmbiguous,
	},
}

var pathRules = []*Rule{
	{
		ID: "path/missing", Default: diagnostic.Information, Summary: "a path in code to a file that the skill does not have",
		Fix: "writes the path of the file that is meant", AppliesTo: skillContents, Check: checkMissingPaths,
	},
}

var fieldRules = []*Rule{
	{
		ID: "field/policy", Default: diagnostic.Warning, ByAgent: true, Summary: "who may start the skill, written where an agent does not look",
		Fix: "spells the key as the agent does", AppliesTo: skillFiles, CrossFile: true, Check: checkPolicy,
	},
}

var resourceRules = []*Rule{
	{
		ID: "resource/orphan", Default: diagnostic.Hint, Summary: "a bundled file that nothing mentions",
		AppliesTo: skillFiles, CrossFile: true, Check: checkOrphans,
	},
	{
		ID: "resource/limits", Default: diagnostic.Warning, ByAgent: true, Summary: "more or larger files than an agent lists or reads",
		AppliesTo: skillFiles, CrossFile: true, Check: checkResourceLimits,
	},
}

var shellRules = []*Rule{
	{
		ID: "shell/permission", Default: diagnostic.Warning, Summary: "a command in the text that `allowed-tools` does not allow",
		AppliesTo: skillFiles, Check: checkShellPermission,
	},
}

var suppressionRules = []*Rule{
	{
		ID: suppress.UnusedSuppression, Default: diagnostic.Hint, Summary: "a comment that silences rules and has nothing to silence, or names none that exists",
		Fix: "deletes it, or corrects the spelling", AppliesTo: append([]file.Kind{file.ConfigFile, file.CompanionFile}, everything...), CrossFile: true, InSkeletons: true,
		Check: func(*Pass) {}, // see [reportSuppressions], which runs after all other rules
	},
}

var toolRules = []*Rule{
	{
		ID: "allowed-tools/format", Default: diagnostic.Warning, ByAgent: true, Summary: "tools listed in a way that an agent does not read",
		Fix: "writes them with blanks between them", AppliesTo: skillFiles, Check: checkToolsFormat,
	},
	{
		ID: "allowed-tools/unknown", Default: diagnostic.Warning, Summary: "a tool that the agent does not have",
		Fix: "writes the name that is most likely meant", AppliesTo: skillFiles, Check: checkUnknownTools,
	},
	{
		ID: "allowed-tools/unbalanced", Default: diagnostic.Warning, Summary: "a parenthesis that nothing closes, or opens",
		Fix: "closes it behind what it holds, or deletes it", AppliesTo: skillFiles, Check: checkToolsBalance,
	},
}

var valueRules = []*Rule{
	{
		ID: "field/value", Default: diagnostic.Warning, Summary: "a value that means nothing to the agent that reads the field",
		Fix: "writes the value that is most likely meant", AppliesTo: skillFiles, Check: checkFieldValues,
	},
}
