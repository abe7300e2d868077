package cursor

import (
	_ "embed"
	"regexp"
	"slices"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
)

//go:embed manifest.md
var manifestPage string

var tables = kit.ParsePage(manifestPage)

// The manifests follow cursor/plugins schemas/plugin.schema.json and schemas/marketplace.schema.json
// 195d9359, and cursor.com/docs/reference/plugins (copies of May to August 2026). Neither says what Cursor
// does with a manifest that breaks them. An author that is a string and a repository that is an object are
// not reported, since other validators of Cursor plugins accept them
// (stbenjam/skillsaw docs/rules/cursor-plugin-json-valid.md). That page and the notes of openaca 0.13.1, on
// Cursor CLI 2026.10.22, say that "skills" replaces the directory.
var manifests = []skills.Manifest{
	{
		Path: ".cursor-plugin/plugin.json", Fields: pluginFields,
		Wrong: skills.Forbidden, Unknown: skills.Unstated, Repeated: skills.Forbidden, Replaces: true,
		Paths: skills.PathRules{Outside: skills.Forbidden, Missing: skills.Forbidden},
	},
	{
		Path: ".cursor-plugin/marketplace.json", Market: true, Fields: marketFields,
		Wrong: skills.Forbidden, Unknown: skills.Unstated, Repeated: skills.Forbidden, Twice: skills.Forbidden,
		Paths:   skills.PathRules{Outside: skills.Forbidden, Missing: skills.Forbidden},
		Sources: skills.PathRules{Outside: skills.Forbidden, Missing: skills.Forbidden},
	},
}

var (
	kebab = []skills.TextRule{
		{Match: regexp.MustCompile(`^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$`), Want: "use lowercase letters, digits, hyphens and periods", Loss: skills.Forbidden},
	}
	semver = []skills.TextRule{
		{Match: regexp.MustCompile(`^\d+\.\d+\.\d+(?:[-+].*)?$`), Want: "use three numbers, such as 1.0.0", Loss: skills.Unstated},
	}
)

var person = tables.ManifestFields("person", []skills.ManifestField{
	{Name: "name", Missing: skills.Forbidden},
})

var pluginFields = tables.ManifestFields("plugin", []skills.ManifestField{
	{Name: "name", Missing: skills.Forbidden, Form: skills.NameForm, Texts: kebab},
	{Name: "version", Form: skills.VersionForm, Texts: semver},
	{Name: "author", Fields: person},
	{Name: "skills", Form: skills.PathForm},
	{Name: "rules", Form: skills.PathForm},
	{Name: "agents", Form: skills.PathForm},
	{Name: "commands", Form: skills.PathForm},
	{Name: "hooks", Form: skills.PathForm},
	{Name: "mcpServers", Form: skills.PathForm},
	{Name: "logo", Form: skills.PathForm},
	{
		Name: "minClientVersions",
		Fields: tables.ManifestFields("minClientVersions", []skills.ManifestField{
			{Name: "cursor", Form: skills.VersionForm, Texts: semver},
		}),
	},
})

var marketFields = tables.ManifestFields("market", []skills.ManifestField{
	{Name: "name", Missing: skills.Forbidden, Form: skills.NameForm},
	{Name: "owner", Fields: person},
	{Name: "plugins", Missing: skills.Forbidden, Fields: entryFields},
})

// entryFields are the fields of a plugin in a marketplace: its own, and those of plugin.json, with which
// Cursor merges it (reference, Multi-plugin repositories).
var entryFields = slices.Concat(tables.ManifestFields("entry", []skills.ManifestField{
	{Name: "name", Missing: skills.Forbidden, Form: skills.NameForm, Texts: kebab},
	{Name: "source", Missing: skills.Forbidden, Form: skills.SourceForm},
}), slices.DeleteFunc(slices.Clone(pluginFields), func(f skills.ManifestField) bool { return f.Name == "name" }))
