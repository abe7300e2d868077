package analysis

var (
	skillFiles    = []Kind{SkillFile}
	skillContents = []Kind{SkillFile, SkillMarkdown}
	everything    = []Kind{SkillFile, SkillMarkdown, Instructions}
)

var argumentRules = []*Rule{
	{
		ID: "argument/unsupported", Default: Warning, ByAgent: true, Summary: "a placeholder that an agent leaves as text",
		appliesTo: skillFiles, check: checkUnsupported,
	},
	{
		ID: "argument/index", Default: Information, ByAgent: true, Summary: "`$1`, which is another argument in every agent",
		appliesTo: skillFiles, check: checkArgumentIndex,
	},
}

var bodyRules = []*Rule{
	{
		ID: "body/empty", Default: Warning, Summary: "nothing for the model to read after the frontmatter",
		appliesTo: skillFiles, check: checkEmptyBody,
	},
	{
		ID: "body/fence", Default: Warning, Summary: "a code fence that nothing closes, or that closes too early",
		Fix: "closes the fence, deletes one that closes nothing, parts it from a tag, or makes the outer one longer", appliesTo: skillContents, inSkeletons: true, check: checkFences,
	},
	{
		ID: "body/envelope", Default: Warning, ByAgent: true, Summary: "the closing tag of what an agent puts around a skill",
		appliesTo: skillFiles, check: checkEnvelope,
	},
	{
		ID: "body/size", Default: Warning, ByAgent: true, Summary: "more text than the standard advises, or than an agent reads",
		appliesTo: skillFiles, crossFile: true, check: checkBodySize,
	},
	{
		ID: "body/hidden-text", Default: Warning, Summary: "text that the model reads and people do not see",
		Fix: "deletes what is invisible, or restores what was read in the wrong encoding", appliesTo: skillContents, inSkeletons: true, check: checkHiddenText,
	},
	{
		ID: "body/placeholder", Default: Information, Summary: "what a template or a merge has left behind",
		appliesTo: skillContents, inSkeletons: true, check: checkPlaceholder,
	},
}

var combinationRules = []*Rule{
	{
		ID: "field/combination", Default: Warning, Summary: "fields that say nothing together, or that contradict one another",
		appliesTo: skillFiles, check: checkCombinations,
	},
}

var companionFiles = []Kind{CompanionFile}

// companionRules check the YAML files beside a SKILL.md. The agents that read such a file determine the
// problems in it; see [companionRule].
var companionRules = []*Rule{
	{
		ID: "openai-yaml/schema", Default: Warning, Summary: "`agents/openai.yaml` is not YAML, or has keys or values that are not read",
		Fix: "quotes a text, replaces tabs, corrects the spelling of a key or moves it", appliesTo: companionFiles, check: checkCompanion,
	},
	{
		ID: "openai-yaml/length", Default: Warning, Summary: "a text in `agents/openai.yaml` is longer or shorter than it should be",
		appliesTo: companionFiles, check: checkCompanion,
	},
	{
		ID: "openai-yaml/color", Default: Warning, Summary: "a colour in `agents/openai.yaml` is not written `\"#RRGGBB\"`",
		Fix: "quotes the colour, or writes it with six digits", appliesTo: companionFiles, check: checkCompanion,
	},
	{
		ID: "openai-yaml/icon", Default: Warning, Summary: "an icon in `agents/openai.yaml` is no file in the skill's `assets/`",
		Fix: "names the file", appliesTo: companionFiles, check: checkIcons,
	},
	{
		ID: "openai-yaml/dependency", Default: Warning, Summary: "a dependency in `agents/openai.yaml` lacks something, or is of a kind that nobody knows",
		Fix: "corrects the spelling", appliesTo: companionFiles, check: checkCompanion,
	},
	{
		ID: "openai-yaml/prompt", Default: Warning, Summary: "the default prompt in `agents/openai.yaml` does not mention the skill",
		Fix: "mentions the skill", appliesTo: companionFiles, check: checkCompanion,
	},
	{
		ID: "openai-yaml/policy", Default: Warning, Summary: "the policy in `agents/openai.yaml` cannot be read, or contradicts the SKILL.md",
		Fix: "writes what is read", appliesTo: companionFiles, check: checkCompanionPolicy,
	},
}

var configFiles = []Kind{ConfigFile}

// configRules check configuration files. Their problems are found when a file is read.
var configRules = []*Rule{
	{
		ID: "config/syntax", Default: Error, Summary: "the file of settings is not YAML",
		appliesTo: configFiles, check: reportSettings,
	},
	{
		ID: "config/unknown", Default: Error, Summary: "a setting, rule or agent that does not exist",
		Fix: "corrects the spelling", appliesTo: configFiles, check: reportSettings,
	},
	{
		ID: "config/value", Default: Error, Summary: "a setting has a value that it cannot have",
		Fix: "writes the value that was probably meant", appliesTo: configFiles, check: reportSettings,
	},
	{
		ID: "config/path", Default: Error, Summary: "a path leads out of the workspace, or to nothing",
		appliesTo: configFiles, check: reportSettings,
	},
	{
		ID: nativeRule, Default: Warning, Summary: "a file of an agent's own configuration cannot be read, or sets something to what it cannot be",
		appliesTo: []Kind{NativeFile}, check: func(p *pass) {
			for _, problem := range p.snapshot.NativeProblems(p.file.Path) {
				p.report(problem.Diagnostic)
			}
		},
	},
}

var descriptionRules = []*Rule{
	{
		ID: "description/missing", Default: Error, ByAgent: true, Summary: "no `description`",
		Fix: "inserts one to fill in", appliesTo: skillFiles, check: checkDescriptionMissing,
	},
	{
		ID: "description/empty", Default: Error, ByAgent: true, Summary: "`description` without a value",
		Fix: "inserts one to fill in", appliesTo: skillFiles, check: checkDescriptionEmpty,
	},
	{
		ID: "description/length", Default: Error, ByAgent: true, Summary: "a description longer than an agent allows",
		appliesTo: skillFiles, check: checkDescriptionLength,
	},
	{
		ID: "description/markup", Default: Warning, ByAgent: true, Summary: "angle brackets in the description",
		Fix: "deletes the marker of a block that stands twice", appliesTo: skillFiles, check: checkDescriptionMarkup,
	},
	{
		ID: "description/trigger", Default: Information, Summary: "a description that does not say when to use the skill",
		appliesTo: skillFiles, crossFile: true, check: checkDescriptionTrigger,
	},
	{
		ID: "description/person", Default: Hint, Summary: "a description in the first or second person",
		appliesTo: skillFiles, crossFile: true, check: checkDescriptionPerson,
	},
	{
		ID: "description/budget", Default: Warning, ByAgent: true, Summary: "more than an agent's list of skills has room for",
		appliesTo: skillFiles, crossFile: true, check: checkDescriptionBudget,
	},
	{
		ID: "description/overlap", Default: Information, Summary: "almost the same description as another skill's",
		appliesTo: skillFiles, crossFile: true, check: checkDescriptionOverlap,
	},
	{
		ID: "compatibility/length", Default: Error, ByAgent: true, Summary: "`compatibility` longer than an agent allows",
		appliesTo: skillFiles, check: checkCompatibilityLength,
	},
}

var fileRules = []*Rule{
	{
		ID: "file/unreadable", Default: Error, Summary: "the file cannot be read",
		appliesTo: skillContents, inSkeletons: true, check: func(*pass) {}, // reported by unreadable, when there is no document to check
	},
	{
		ID: "file/encoding", Default: Error, ByAgent: true, Summary: "the file is not UTF-8 text",
		appliesTo: everything, inSkeletons: true, check: checkEncoding,
	},
	{
		ID: "file/limit", Default: Information, Summary: "a part of the file exceeds a limit of the analysis",
		appliesTo: append([]Kind{CompanionFile}, everything...), inSkeletons: true, check: checkLimits,
	},
	{
		ID: "file/name", Default: Error, ByAgent: true, Summary: "the file is not called `SKILL.md`, letter for letter",
		Fix: "renames the file", appliesTo: skillFiles, crossFile: true, inSkeletons: true, check: checkFileName,
	},
	{
		ID: "file/location", Default: Error, ByAgent: true, Summary: "the skill lies where an agent does not find it",
		appliesTo: skillFiles, crossFile: true, inSkeletons: true, check: checkLocation,
	},
}

var frontmatterRules = []*Rule{
	{
		ID: "frontmatter/missing", Default: Error, ByAgent: true, Summary: "the file does not begin with `---`",
		Fix: "deletes what stands before the frontmatter, or writes one", appliesTo: skillFiles, check: checkMissingFrontmatter,
	},
	{
		ID: "frontmatter/unclosed", Default: Error, ByAgent: true, Summary: "no `---` closes the frontmatter",
		Fix: "closes it after its last line", appliesTo: skillFiles, inSkeletons: true, check: checkUnclosed,
	},
	{
		ID: "frontmatter/yaml", Default: Error, ByAgent: true, Summary: "the frontmatter is not YAML",
		Fix: "quotes the value, replaces tabs, or begins a line with a key that a value runs into", appliesTo: skillFiles, check: checkYAML,
	},
	{
		ID: "frontmatter/not-mapping", Default: Error, ByAgent: true, Summary: "the frontmatter is empty, a list or a text instead of keys and values",
		appliesTo: skillFiles, check: checkNotMapping,
	},
	{
		ID: "frontmatter/duplicate-key", Default: Error, Summary: "a key is given twice",
		Fix: "deletes one of the two; safe only if both say the same", appliesTo: skillFiles, inSkeletons: true, check: checkDuplicateKeys,
	},
	{
		ID: "frontmatter/unknown-key", Default: Information, Summary: "a key that the standard does not define, or a misspelt one",
		Fix: "corrects the spelling", appliesTo: skillFiles, check: checkUnknownKeys,
	},
	{
		ID: "frontmatter/type", Default: Error, ByAgent: true, Summary: "a value of the wrong shape",
		Fix: "writes the value in the expected shape", appliesTo: skillFiles, check: checkTypes,
	},
	{
		ID: "frontmatter/delimiter", Default: Error, ByAgent: true, Summary: "a delimiter that some agent does not recognise",
		Fix: "writes it as a plain `---`", appliesTo: skillFiles, inSkeletons: true, check: checkDelimiters,
	},
	{
		ID: "frontmatter/portability", Default: Error, ByAgent: true, Summary: "YAML that an agent forbids or reads as something else",
		Fix: "writes the value in a way that more agents understand", appliesTo: skillFiles, check: checkPortability,
	},
}

var globRules = []*Rule{
	{
		ID: "paths/glob", Default: Warning, Summary: "a glob that matches nothing as it is meant, because brackets or braces are open",
		appliesTo: skillFiles, check: checkGlobs,
	},
}

var hookRules = []*Rule{
	{
		ID: "hooks/schema", Default: Warning, Summary: "hooks that the agent does not know, or not in that shape",
		appliesTo: []Kind{SkillFile, Instructions}, check: checkHooks,
	},
}

var linkRules = []*Rule{
	{
		ID: "link/broken", Default: Warning, Summary: "a link to a file that does not exist",
		Fix: "links the file of that name that does", appliesTo: everything, check: checkBroken,
	},
	{
		ID: "link/case", Default: Warning, Summary: "a link whose letter case differs from the file's",
		Fix: "writes the name as the file has it", appliesTo: everything, check: checkCase,
	},
	{
		ID: "link/fragment", Default: Warning, Summary: "a link to a heading that does not exist",
		Fix: "links the heading that comes closest", appliesTo: everything, check: checkFragment,
	},
	{
		ID: "link/escape", Default: Information, Summary: "a link that leaves the skill's directory",
		Fix: "links the file that a path means which is counted from elsewhere", appliesTo: skillContents, check: checkEscape,
	},
	{
		ID: "link/absolute", Default: Warning, Summary: "a link to a path of one machine",
		Fix: "links the file of the skill that is meant", appliesTo: everything, inSkeletons: true, check: checkAbsolute,
	},
	{
		ID: "link/backslash", Default: Warning, Summary: "a link whose path is parted by backslashes",
		Fix: "writes slashes", appliesTo: everything, inSkeletons: true, check: checkBackslash,
	},
	{
		ID: "link/reference", Default: Warning, Summary: "a reference without a definition, or a definition without a reference",
		Fix: "deletes an unused definition, or corrects the label", appliesTo: skillContents, inSkeletons: true, check: checkReferences,
	},
}

var mentionRules = []*Rule{
	{
		ID: "mention/unknown", Default: Information, Summary: "a mention that almost names a skill",
		Fix: "writes the skill's name", appliesTo: everything, crossFile: true, check: checkUnknownMentions,
	},
	{
		ID: "mention/path", Default: Warning, Summary: "a linked mention whose path and name disagree, or whose path is gone",
		Fix: "writes the path of the skill of that name, or the name of the skill at that path", appliesTo: everything, crossFile: true, check: checkMentionPaths,
	},
	{
		ID: "mention/ambiguous", Default: Warning, ByAgent: true, Summary: "a mention of a name that several skills have",
		Fix: "links one of them", appliesTo: everything, crossFile: true, check: checkAmbiguousMentions,
	},
}

var metadataRules = []*Rule{
	{
		ID: "metadata/values", Default: Information, Summary: "a value of `metadata` that is no text",
		Fix: "puts a number, boolean or date in quotes", appliesTo: skillFiles, check: checkMetadataValues,
	},
}

var nameRules = []*Rule{
	{
		ID: "name/missing", Default: Error, ByAgent: true, Summary: "no `name`",
		Fix: "names the skill for its directory", appliesTo: skillFiles, check: checkNameMissing,
	},
	{
		ID: "name/empty", Default: Error, ByAgent: true, Summary: "`name` without a value",
		Fix: "names the skill for its directory", appliesTo: skillFiles, check: checkNameEmpty,
	},
	{
		ID: "name/format", Default: Error, ByAgent: true, Summary: "characters or hyphens that a name must not have",
		Fix: "takes the directory's name, or writes the name in kebab-case and renames the directory", appliesTo: skillFiles, check: checkNameFormat,
	},
	{
		ID: "name/length", Default: Error, ByAgent: true, Summary: "a name longer than an agent allows",
		appliesTo: skillFiles, check: checkNameLength,
	},
	{
		ID: "name/directory", Default: Error, ByAgent: true, Summary: "the name differs from the directory's",
		Fix: "names the skill for its directory, or renames the directory", appliesTo: skillFiles, check: checkNameDirectory,
	},
	{
		ID: "name/reserved", Default: Warning, ByAgent: true, Summary: "a name that an agent keeps for itself",
		appliesTo: skillFiles, check: checkNameReserved,
	},
	{
		ID: "name/ambiguous", Default: Warning, ByAgent: true, Summary: "another skill in the same place has the name",
		appliesTo: skillFiles, crossFile: true, check: checkNameAmbiguous,
	},
}

var pathRules = []*Rule{
	{
		ID: "path/missing", Default: Information, Summary: "a path in code to a file that the skill does not have",
		Fix: "writes the path of the file that is meant", appliesTo: skillContents, check: checkMissingPaths,
	},
}

var fieldRules = []*Rule{
	{
		ID: "field/policy", Default: Warning, ByAgent: true, Summary: "who may start the skill, written where an agent does not look",
		Fix: "spells the key as the agent does", appliesTo: skillFiles, crossFile: true, check: checkPolicy,
	},
}

var resourceRules = []*Rule{
	{
		ID: "resource/orphan", Default: Hint, Summary: "a bundled file that nothing mentions",
		appliesTo: skillFiles, crossFile: true, check: checkOrphans,
	},
	{
		ID: "resource/limits", Default: Warning, ByAgent: true, Summary: "more or larger files than an agent lists or reads",
		appliesTo: skillFiles, crossFile: true, check: checkResourceLimits,
	},
}

var shellRules = []*Rule{
	{
		ID: "shell/permission", Default: Warning, Summary: "a command in the text that `allowed-tools` does not allow",
		appliesTo: skillFiles, check: checkShellPermission,
	},
}

var suppressionRules = []*Rule{
	{
		ID: unusedSuppression, Default: Hint, Summary: "a comment that silences rules and has nothing to silence, or names none that exists",
		Fix: "deletes it, or corrects the spelling", appliesTo: append([]Kind{ConfigFile, CompanionFile}, everything...), crossFile: true, inSkeletons: true,
		check: func(*pass) {}, // see [pass.reportSuppressions], which runs after all other rules
	},
}

var toolRules = []*Rule{
	{
		ID: "allowed-tools/format", Default: Warning, ByAgent: true, Summary: "tools listed in a way that an agent does not read",
		Fix: "writes them with blanks between them", appliesTo: skillFiles, check: checkToolsFormat,
	},
	{
		ID: "allowed-tools/unknown", Default: Warning, Summary: "a tool that the agent does not have",
		Fix: "writes the name that is most likely meant", appliesTo: skillFiles, check: checkUnknownTools,
	},
	{
		ID: "allowed-tools/unbalanced", Default: Warning, Summary: "a parenthesis that nothing closes, or opens",
		Fix: "closes it behind what it holds, or deletes it", appliesTo: skillFiles, check: checkToolsBalance,
	},
}

var valueRules = []*Rule{
	{
		ID: "field/value", Default: Warning, Summary: "a value that means nothing to the agent that reads the field",
		Fix: "writes the value that is most likely meant", appliesTo: skillFiles, check: checkFieldValues,
	},
}
