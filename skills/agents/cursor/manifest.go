package cursor

import (
	"regexp"
	"slices"

	"skills-ls/skills"
)

// The manifests follow cursor/plugins schemas/plugin.schema.json and schemas/marketplace.schema.json
// 195d9359, and cursor.com/docs/reference/plugins (copies of May to August 2026). Neither says what Cursor
// does with a manifest that breaks them. An author that is a string and a repository that is an object are
// not reported, since other validators of Cursor plugins accept them
// (stbenjam/skillsaw docs/rules/cursor-plugin-json-valid.md).
var manifests = []skills.Manifest{
	{
		Path: ".cursor-plugin/plugin.json", Fields: pluginFields,
		Wrong: skills.Forbidden, Unknown: skills.Unstated, Repeated: skills.Forbidden,
		Paths: skills.PathRules{Outside: skills.Forbidden, Missing: skills.Forbidden},
	},
	{
		Path: ".cursor-plugin/marketplace.json", Market: true, Fields: marketFields,
		Wrong: skills.Forbidden, Unknown: skills.Unstated, Repeated: skills.Forbidden, Twice: skills.Forbidden,
		Paths:   skills.PathRules{Outside: skills.Forbidden, Missing: skills.Forbidden},
		Sources: skills.PathRules{Outside: skills.Forbidden, Missing: skills.Forbidden},
	},
}

const pathOrPaths = skills.String | skills.List

var (
	kebab = []skills.TextRule{
		{Match: regexp.MustCompile(`^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$`), Want: "use lowercase letters, digits, hyphens and periods", Loss: skills.Forbidden},
	}
	semver = []skills.TextRule{
		{Match: regexp.MustCompile(`^\d+\.\d+\.\d+(?:[-+].*)?$`), Want: "use three numbers, such as 1.0.0", Loss: skills.Unstated},
	}
	// minVersions is the type of minClientVersions, whose keys are clients.
	minVersions = skills.ManifestField{
		Name: "minClientVersions", Types: skills.Mapping, Doc: "Least version of each client that can install the plugin.",
		Fields: []skills.ManifestField{{Name: "cursor", Types: skills.String, Form: skills.VersionForm, Texts: semver, Doc: "Least version of Cursor, such as `3.13.0`."}},
	}
)

var person = []skills.ManifestField{
	{Name: "name", Types: skills.String, Missing: skills.Forbidden, Doc: "Name of the person or organization."},
	{Name: "email", Types: skills.String, Doc: "Email address for questions."},
	{Name: "url", Types: skills.String, Doc: "Website or profile."},
}

var pluginFields = []skills.ManifestField{
	{
		Name: "name", Types: skills.String, Missing: skills.Forbidden, Form: skills.NameForm, Texts: kebab,
		Doc: "Identifier of the plugin: lowercase letters, digits, hyphens and periods.",
	},
	{Name: "displayName", Types: skills.String, Doc: "Name that users see."},
	{Name: "description", Types: skills.String, Doc: "What the plugin does, in a sentence."},
	{Name: "version", Types: skills.String, Form: skills.VersionForm, Texts: semver, Doc: "Semantic version, such as `1.2.0`."},
	{Name: "author", Types: skills.Mapping | skills.String, Fields: person, Doc: "Who made the plugin: an object with `name`, and optionally `email`."},
	{Name: "skills", Types: pathOrPaths, Items: skills.String, Form: skills.PathForm, Doc: "Directories of skills, or patterns. Replaces `skills/`."},
	{Name: "rules", Types: pathOrPaths, Items: skills.String, Form: skills.PathForm, Doc: "Rule files, directories or patterns. Replaces `rules/`."},
	{Name: "agents", Types: pathOrPaths, Items: skills.String, Form: skills.PathForm, Doc: "Agent files, directories or patterns. Replaces `agents/`."},
	{Name: "commands", Types: pathOrPaths, Items: skills.String, Form: skills.PathForm, Doc: "Command files, directories or patterns. Replaces `commands/`."},
	{Name: "hooks", Types: skills.String | skills.Mapping, Form: skills.PathForm, Doc: "File with hooks, or hooks themselves. Replaces `hooks/hooks.json`."},
	{
		Name: "mcpServers", Types: pathOrPaths | skills.Mapping, Items: skills.String | skills.Mapping, Form: skills.PathForm,
		Doc: "MCP servers, or files with them. Replaces `mcp.json`.",
	},
	{Name: "variables", Types: skills.Mapping, Doc: "JSON Schema of the values that users configure."},
	{Name: "logo", Types: skills.String, Form: skills.PathForm, Doc: "Logo: a path such as `assets/logo.svg`, or a URL."},
	{Name: "publisher", Types: skills.String, Doc: "Publisher or organization."},
	{Name: "homepage", Types: skills.String, Doc: "URL of the homepage."},
	{Name: "repository", Types: skills.String | skills.Mapping, Doc: "URL of the source code."},
	{Name: "license", Types: skills.String, Doc: "SPDX identifier of the license, such as `MIT`."},
	{Name: "keywords", Types: skills.List, Items: skills.String, Doc: "Words by which users find the plugin."},
	{Name: "category", Types: skills.String, Doc: "Category in the marketplace, such as `developer-tools`."},
	{Name: "tags", Types: skills.List, Items: skills.String, Doc: "Words for filters."},
	minVersions,
	{Name: "$schema", Types: skills.String, Doc: "URL of a JSON Schema for editors."},
}

var marketFields = []skills.ManifestField{
	{Name: "name", Types: skills.String, Missing: skills.Forbidden, Form: skills.NameForm, Doc: "Identifier of the marketplace."},
	{Name: "owner", Types: skills.Mapping, Fields: person, Doc: "Who maintains the marketplace: an object with `name`, and optionally `email`."},
	{
		Name: "plugins", Types: skills.List, Items: skills.Mapping, Missing: skills.Forbidden, Doc: "The plugins: objects with at least `name` and `source`.",
		Fields: entryFields,
	},
	{Name: "metadata", Types: skills.Mapping, Doc: "Data about the marketplace, such as `description`."},
	{Name: "$schema", Types: skills.String, Doc: "URL of a JSON Schema for editors."},
}

// entryFields are the fields of a plugin in a marketplace: its own, and those of plugin.json, with which
// Cursor merges it (reference, Multi-plugin repositories).
var entryFields = slices.Concat([]skills.ManifestField{
	{Name: "name", Types: skills.String, Missing: skills.Forbidden, Form: skills.NameForm, Texts: kebab, Doc: "Identifier of the plugin, as in its `plugin.json`."},
	{
		Name: "source", Types: skills.String | skills.Mapping, Missing: skills.Forbidden, Form: skills.SourceForm,
		Doc: "Directory of the plugin, relative to the root of the marketplace, or a URL.",
	},
}, slices.DeleteFunc(slices.Clone(pluginFields), func(f skills.ManifestField) bool { return f.Name == "name" }))
