package claudecode

import (
	"regexp"
	"slices"

	"skills-ls/skills"
)

// The manifests follow code.claude.com/docs/en/plugins/manifest-reference and marketplace-reference, in
// copies of about 2.1.281, and the types of the schemas that SchemaStore/schemastore has
// (claude-code-plugin-manifest.json 3c0a000e, claude-code-marketplace.json 5dc027f1).
//
// A value of a wrong type fails the validation, and the plugin does not load. An unknown field at the top is
// dropped, and `claude plugin validate` warns of it. A path that leaves the plugin or does not exist is not
// loaded (manifest-reference, Unrecognized fields, Validate the manifest, Path rules).
var manifests = []skills.Manifest{
	{
		Path: ".claude-plugin/plugin.json", Fields: pluginFields,
		Wrong: skills.Rejected, Unknown: skills.Tolerated, Repeated: skills.Dropped,
		Paths: componentPaths,
	},
	{
		// A wrong entry is left out. The other entries load (marketplace-reference, Top-level fields).
		Path: ".claude-plugin/marketplace.json", Market: true, Fields: marketFields,
		Wrong: skills.Rejected, Unknown: skills.Tolerated, Repeated: skills.Dropped, Twice: skills.Rejected,
		Paths:   componentPaths,
		Sources: skills.PathRules{Undotted: skills.Rejected, Outside: skills.Rejected, Missing: skills.Rejected},
	},
}

var componentPaths = skills.PathRules{Undotted: skills.Rejected, Outside: skills.Dropped, Missing: skills.Dropped}

// pathOrPaths are the types of a field with one path or several.
const pathOrPaths = skills.String | skills.List

var (
	// A name has no spaces, "@", ":", path separators or control characters (manifest-reference, name). The
	// validator warns of a name that is not in kebab-case.
	pluginName = []skills.TextRule{
		{Match: regexp.MustCompile(`^[^\s@:/\\[:cntrl:]]+$`), Want: "use lowercase letters, digits and hyphens", Loss: skills.Rejected},
		{Match: regexp.MustCompile(`^[a-z0-9]+(?:-[a-z0-9]+)*$`), Want: "use lowercase letters, digits and hyphens", Loss: skills.Tolerated},
	}
	// marketplace-reference, Reserved names and Validation messages. A name with characters outside of ASCII
	// counts as an imitation of an official name.
	marketName = []skills.TextRule{
		{Match: regexp.MustCompile(`^[!-.0-\[\]-~]+$`), Want: "use lowercase letters, digits and hyphens", Loss: skills.Rejected},
		{Match: regexp.MustCompile(`^[^.]*(?:\.[^.]+)*\.?$`), Not: []string{"."}, Want: "use lowercase letters, digits and hyphens", Loss: skills.Rejected},
		{
			Not:  []string{"inline", "builtin", "skills-dir", "synced", "claude-plugin-test", "npm", "pip", "uv", "cargo", "github", "gh"},
			Want: "Claude Code reserves this name", Loss: skills.Rejected,
		},
		{
			Not: []string{
				"claude-code-marketplace", "claude-code-plugins", "claude-plugins-official", "anthropic-marketplace",
				"anthropic-plugins", "agent-skills", "anthropic-agent-skills", "life-sciences", "knowledge-work-plugins",
				"claude-for-legal", "claude-for-financial-services", "financial-services-plugins", "first-party-plugins",
				"claude-tag-plugins", "claude-community", "claude-plugins-community", "healthcare",
				"anthropic-plugin-directory", "claude-plugin-directory",
			},
			Want: "reserved for Anthropic's repositories", Loss: skills.Tolerated,
		},
	}
	absoluteURL = []skills.TextRule{
		{Match: regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*:.`), Want: "write the whole URL", Loss: skills.Rejected},
	}
	commit = []skills.TextRule{
		{Match: regexp.MustCompile(`^[0-9a-f]{40}$`), Want: "use all 40 digits in lowercase", Loss: skills.Rejected},
	}
)

var (
	personName = skills.ManifestField{Name: "name", Types: skills.String, Missing: skills.Rejected, Doc: "Name of the person or organization."}
	email      = skills.ManifestField{Name: "email", Types: skills.String, Doc: "Email address for questions."}
	website    = skills.ManifestField{Name: "url", Types: skills.String, Doc: "Website or profile."}
	person     = []skills.ManifestField{personName, email, website}
)

var schema = skills.ManifestField{Name: "$schema", Types: skills.String, Doc: "URL of a JSON Schema for editors. Claude Code ignores it."}

var pluginFields = []skills.ManifestField{
	{
		Name: "name", Types: skills.String, Missing: skills.Rejected, Form: skills.NameForm, Texts: pluginName,
		Doc: "Identifier of the plugin, in kebab-case. It is the namespace of everything in the plugin: `plugin:skill`.",
	},
	{Name: "description", Types: skills.String, Doc: "What the plugin provides, in a sentence."},
	{
		Name: "version", Types: skills.String, Form: skills.VersionForm,
		Doc: "Version, such as `1.2.0`. Users get an update only when it changes.",
	},
	{Name: "author", Types: skills.Mapping, Fields: person, Doc: "Who made the plugin: an object with `name`, and optionally `email` and `url`."},
	{
		Name: "skills", Types: pathOrPaths, Items: skills.String, Form: skills.SkillsForm,
		Doc: "Directories with skills, in addition to `skills/`. Each has a `SKILL.md`, or directories that have one.",
	},
	{
		Name: "commands", Types: pathOrPaths | skills.Mapping, Items: skills.String, Form: skills.PathForm, Named: true, Fields: commandFields,
		Doc: "Command files or directories of them, or an object that maps names to commands. Replaces `commands/`.",
	},
	{
		Name: "agents", Types: pathOrPaths, Items: skills.String, Form: skills.PathForm, Exts: []string{".md"},
		Doc: "Files of subagents. Directories are not accepted. Replaces `agents/`.",
	},
	{
		Name: "hooks", Types: pathOrPaths | skills.Mapping, Items: skills.String | skills.Mapping, Form: skills.PathForm, Exts: []string{".json"},
		Doc: "Files with hooks, or hooks themselves. They are added to `hooks/hooks.json`.",
	},
	{
		Name: "mcpServers", Types: pathOrPaths | skills.Mapping, Items: skills.String | skills.Mapping, Form: skills.PathForm, Exts: []string{".json", ".mcpb", ".dxt"},
		Doc: "MCP servers by name, or files or bundles with them. They are added to `.mcp.json`.",
	},
	{
		Name: "lspServers", Types: pathOrPaths | skills.Mapping, Items: skills.String | skills.Mapping, Form: skills.PathForm, Exts: []string{".json"},
		Named: true, Fields: lspFields, Closed: true,
		Doc: "Language servers by name, or files with them. They are added to `.lsp.json`.",
	},
	{
		Name: "outputStyles", Types: pathOrPaths, Items: skills.String, Form: skills.PathForm,
		Doc: "Files or directories of output styles. Replaces `output-styles/`.",
	},
	{
		Name: "workflows", Types: pathOrPaths, Items: skills.String, Form: skills.PathForm,
		Doc: "Workflow files or directories of them. Replaces `workflows/`.",
	},
	{
		Name: "dependencies", Types: skills.List, Items: skills.String | skills.Mapping,
		Doc: "Plugins that this one needs: `name`, `name@marketplace`, or an object with `name`, `marketplace` and `version`.",
	},
	{
		Name: "userConfig", Types: skills.Mapping, Named: true, Fields: optionFields, Closed: true,
		Doc: "Values that Claude Code asks the user for when the plugin is enabled. They replace `${user_config.KEY}`.",
	},
	{
		Name: "channels", Types: skills.List, Items: skills.Mapping, Fields: channelFields, Closed: true,
		Doc: "Message channels, each of which is one of the plugin's MCP servers.",
	},
	{Name: "settings", Types: skills.Mapping, Doc: "Settings while the plugin is enabled. Only `agent` and `subagentStatusLine` have an effect."},
	{Name: "experimental", Types: skills.Mapping, Fields: experimentalFields, Doc: "Components whose form may still change: `themes`, `monitors` and `evals`."},
	{Name: "displayName", Types: skills.String, Doc: "Name that users see. It may have spaces and capitals."},
	{Name: "homepage", Types: skills.String, Texts: absoluteURL, Doc: "URL of the documentation. If it is not a URL, the plugin does not load."},
	{Name: "repository", Types: skills.String, Doc: "URL of the source code."},
	{Name: "license", Types: skills.String, Doc: "SPDX identifier of the license, such as `MIT`."},
	{Name: "keywords", Types: skills.List, Items: skills.String, Doc: "Words by which users find the plugin."},
	{Name: "defaultEnabled", Types: skills.Boolean, Doc: "Whether the plugin is enabled until the user decides. The default is `true`."},
	{Name: "metadata", Doc: "Data of your own, in any form. Claude Code does not read it."},
	// Both still load at the top, with a warning of the validator.
	{Name: "themes", Types: pathOrPaths, Items: skills.String, Form: skills.PathForm, Doc: "Files or directories of themes. Now in `experimental`."},
	{
		Name: "monitors", Types: pathOrPaths, Items: skills.Mapping, Form: skills.PathForm, Exts: []string{".json"}, Fields: monitorFields, Closed: true,
		Doc: "Background commands whose output Claude sees, or a file with them. Now in `experimental`.",
	},
	schema,
}

var experimentalFields = []skills.ManifestField{
	{Name: "themes", Types: pathOrPaths, Items: skills.String, Form: skills.PathForm, Doc: "Files or directories of themes. Replaces `themes/`."},
	{
		Name: "monitors", Types: pathOrPaths, Items: skills.Mapping, Form: skills.PathForm, Exts: []string{".json"}, Fields: monitorFields, Closed: true,
		Doc: "Background commands whose output Claude sees, or a file with them. Replaces `monitors/monitors.json`.",
	},
	{Name: "evals", Types: pathOrPaths, Items: skills.String, Form: skills.PathForm, Doc: "Directories with evaluation cases. Replaces `evals/`."},
}

var commandFields = []skills.ManifestField{
	{Name: "source", Types: skills.String, Form: skills.PathForm, Doc: "Markdown file of the command. A command has either `source` or `content`."},
	{Name: "content", Types: skills.String, Doc: "Markdown of the command, instead of `source`."},
	{Name: "description", Types: skills.String, Doc: "What the command does, for users."},
	{Name: "argumentHint", Types: skills.String, Doc: "What to write after the command, such as `[file]`."},
	{Name: "model", Types: skills.String, Doc: "Model that runs the command."},
	{Name: "allowedTools", Types: skills.List, Items: skills.String, Doc: "Tools that the command may use without asking."},
}

var lspFields = []skills.ManifestField{
	{Name: "command", Types: skills.String, Missing: skills.Rejected, Doc: "Program of the language server, without arguments."},
	{Name: "extensionToLanguage", Types: skills.Mapping, Missing: skills.Rejected, Doc: "Maps file extensions such as `.go` to language IDs."},
	{Name: "args", Types: skills.List, Items: skills.String, Doc: "Arguments of the program."},
	{Name: "transport", Types: skills.String, Values: []string{"stdio", "socket"}, Doc: "How Claude Code talks to the server. The default is `stdio`."},
	{Name: "env", Types: skills.Mapping, Doc: "Environment variables of the server."},
	{Name: "initializationOptions", Doc: "Options for the initialize request."},
	{Name: "settings", Doc: "Settings that the server gets as its configuration."},
	{Name: "workspaceFolder", Types: skills.String, Doc: "Workspace folder of the server."},
	{Name: "startupTimeout", Types: skills.Number, Doc: "Milliseconds that the server has to start."},
	{Name: "shutdownTimeout", Types: skills.Number, Doc: "Milliseconds that the server has to shut down."},
	{Name: "restartOnCrash", Types: skills.Boolean, Doc: "Whether a crashed server starts again. The default is `true`."},
	{Name: "maxRestarts", Types: skills.Number, Doc: "How often a crashed server starts again."},
	{Name: "diagnostics", Types: skills.Boolean, Doc: "Whether Claude sees diagnostics after edits. The default is `true`."},
}

var monitorFields = []skills.ManifestField{
	{Name: "name", Types: skills.String, Missing: skills.Rejected, Doc: "Identifier of the monitor in the plugin."},
	{Name: "command", Types: skills.String, Missing: skills.Rejected, Doc: "Shell command that runs in the background."},
	{Name: "description", Types: skills.String, Missing: skills.Rejected, Doc: "What the monitor watches."},
	{Name: "when", Types: skills.String, Doc: "When it starts: `always`, or `on-skill-invoke:` and the name of a skill."},
}

var optionFields = []skills.ManifestField{
	{Name: "type", Types: skills.String, Missing: skills.Rejected, Values: []string{"string", "number", "boolean", "directory", "file"}, Doc: "Type of the value."},
	{Name: "title", Types: skills.String, Missing: skills.Rejected, Doc: "Label in the dialog."},
	{Name: "description", Types: skills.String, Missing: skills.Rejected, Doc: "Help below the label."},
	{Name: "required", Types: skills.Boolean, Doc: "Whether the user must enter a value."},
	{Name: "default", Types: skills.String | skills.Number | skills.Boolean | skills.List, Doc: "Value if the user enters none."},
	{Name: "options", Types: skills.List, Doc: "Values that the user can choose from."},
	{Name: "multiple", Types: skills.Boolean, Doc: "Whether the user can enter several strings."},
	{Name: "sensitive", Types: skills.Boolean, Doc: "Whether the value is masked and kept in secure storage."},
	{Name: "min", Types: skills.Number, Doc: "Least number."},
	{Name: "max", Types: skills.Number, Doc: "Greatest number."},
}

var channelFields = []skills.ManifestField{
	{Name: "server", Types: skills.String, Missing: skills.Rejected, Doc: "Key in `mcpServers` of the server that is the channel."},
	{Name: "displayName", Types: skills.String, Doc: "Name in the dialog."},
	{Name: "userConfig", Types: skills.Mapping, Named: true, Fields: optionFields, Closed: true, Doc: "Values that Claude Code asks the user for."},
}

var marketFields = []skills.ManifestField{
	{
		Name: "name", Types: skills.String, Missing: skills.Rejected, Form: skills.NameForm, Texts: marketName,
		Doc: "Identifier of the marketplace, in kebab-case. Users install `plugin@marketplace`.",
	},
	{Name: "owner", Types: skills.Mapping, Missing: skills.Rejected, Fields: person, Doc: "Who maintains the marketplace: an object with `name`, and optionally `email` and `url`."},
	{Name: "plugins", Types: skills.List, Items: skills.Mapping, Missing: skills.Rejected, Fields: entryFields, Doc: "The plugins: objects with at least `name` and `source`."},
	{Name: "description", Types: skills.String, Doc: "What the marketplace offers, for users."},
	{Name: "version", Types: skills.String, Form: skills.VersionForm, Doc: "Version of the marketplace."},
	{
		Name: "metadata", Types: skills.Mapping, Doc: "Other places for `description` and `version`, and `pluginRoot`.",
		Fields: []skills.ManifestField{
			{Name: "description", Types: skills.String, Doc: "What the marketplace offers, for users."},
			{Name: "version", Types: skills.String, Form: skills.VersionForm, Doc: "Version of the marketplace."},
			{Name: "pluginRoot", Types: skills.String, Doc: "Directory of plugins whose source is a name without `/`."},
		},
	},
	{Name: "forceRemoveDeletedPlugins", Types: skills.Boolean, Doc: "Whether plugins that you remove are removed for users too."},
	{
		Name: "allowCrossMarketplaceDependenciesOn", Types: skills.List, Items: skills.String,
		Doc: "Marketplaces from which dependencies of these plugins may be installed.",
	},
	{Name: "renames", Types: skills.Mapping, Doc: "Maps former names of plugins to their names now, or to `null` if they were removed."},
	schema,
}

// entryFields are the fields of a plugin in a marketplace: its own, and those of plugin.json.
var entryFields = slices.Concat([]skills.ManifestField{
	{
		Name: "name", Types: skills.String, Missing: skills.Rejected, Form: skills.NameForm, Texts: pluginName,
		Doc: "Identifier of the plugin. Users install `plugin@marketplace`.",
	},
	{
		Name: "source", Types: skills.String | skills.Mapping, Missing: skills.Rejected, Form: skills.SourceForm,
		Fields: sourceFields, Needs: map[string][]string{
			"github": {"repo"}, "url": {"url"}, "git-subdir": {"url", "path"}, "npm": {"package"}, "archive": {"url"}, "command": {"command"},
		},
		Doc: "Where the plugin is: a path such as `./plugins/formatter`, relative to the root of the marketplace, or an object such as `{\"source\": \"github\", \"repo\": \"owner/name\"}`.",
	},
	{
		Name: "strict", Types: skills.Boolean,
		Doc: "Whether the plugin's own `plugin.json` decides. With `false`, this entry is the manifest. The default is `true`.",
	},
	{Name: "category", Types: skills.String, Doc: "Category in the catalog."},
	{Name: "tags", Types: skills.List, Items: skills.String, Doc: "Words by which users find the plugin."},
	{Name: "relevance", Doc: "When Claude Code suggests the plugin."},
	{Name: "headers", Types: skills.Mapping, Doc: "HTTP headers for the download of an `archive`."},
	{Name: "headersHelper", Types: skills.String, Doc: "Command that prints the headers for the download of an `archive`."},
}, slices.DeleteFunc(slices.Clone(pluginFields), func(f skills.ManifestField) bool { return f.Name == "name" }))

var sourceFields = []skills.ManifestField{
	{
		Name: "source", Types: skills.String, Missing: skills.Rejected,
		Values: []string{"github", "url", "git-subdir", "npm", "archive", "command"}, Doc: "Kind of the source.",
	},
	{Name: "repo", Types: skills.String, Doc: "GitHub repository, as `owner/name`."},
	{Name: "url", Types: skills.String, Doc: "URL of a Git repository or an archive."},
	{Name: "path", Types: skills.String, Doc: "Directory of the plugin in the repository."},
	{Name: "ref", Types: skills.String, Doc: "Branch or tag."},
	{Name: "sha", Types: skills.String, Texts: commit, Doc: "Commit, as 40 hexadecimal digits."},
	{Name: "package", Types: skills.String, Doc: "Name of an npm package."},
	{Name: "version", Types: skills.String, Doc: "Version or range of an npm package."},
	{Name: "registry", Types: skills.String, Doc: "URL of an npm registry."},
	{Name: "sha256", Types: skills.String, Doc: "SHA-256 of an archive, as 64 hexadecimal digits."},
	{Name: "command", Types: skills.String, Doc: "Shell command that prints the directory of the plugin."},
	{Name: "timeout", Types: skills.Number, Doc: "Seconds that the command may take, from 1 to 600."},
	{Name: "mode", Types: skills.String, Values: []string{"copy", "link"}, Doc: "Whether the directory is copied. The default is `copy`."},
}
