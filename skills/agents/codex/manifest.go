package codex

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

// The manifests follow openai/codex codex-rs/core-plugins/src/manifest.rs 01b4840b and marketplace.rs
// (a copy with npm sources, later than 0324d09f) and utils/plugins validate_plugin_segment. The fields that
// only other programs read are those of openai/plugins
// .agents/skills/plugin-creator/references/plugin-json-spec.md.
//
// A known field of a wrong type makes the whole file invalid, except where the code has a variant for other
// values and ignores these. A repeated field does too. Unknown fields are ignored, also if they are repeated. A
// path that does not begin with "./" or leaves the plugin is ignored. Null means that the field is missing where
// the code has an Option.
var manifests = []skills.Manifest{
	{
		Path: ".codex-plugin/plugin.json", Fields: pluginFields,
		Wrong: skills.Rejected, Unknown: skills.Tolerated, Repeated: skills.Rejected,
		Paths: componentPaths,
	},
	marketAt(".agents/plugins/marketplace.json"),
	marketAt(".agents/plugins/api_marketplace.json"),
}

func marketAt(path string) skills.Manifest {
	return skills.Manifest{
		Path: path, Market: true, Fields: marketFields,
		Wrong: skills.Rejected, Unknown: skills.Tolerated, Repeated: skills.Rejected, Twice: skills.Dropped,
		Paths:   componentPaths,
		Sources: skills.PathRules{Undotted: skills.Rejected, Outside: skills.Rejected, Missing: skills.Rejected},
	}
}

// A path to nothing is kept, and nothing is found there.
var componentPaths = skills.PathRules{Undotted: skills.Dropped, Outside: skills.Dropped, Missing: skills.Tolerated}

var (
	segment = []skills.TextRule{
		{Match: regexp.MustCompile(`^[A-Za-z0-9_-]+$`), Want: "use ASCII letters, digits, hyphens and underscores", Loss: skills.Rejected},
	}
	// A blank name counts as a missing one.
	notBlank = []skills.TextRule{
		{Match: regexp.MustCompile(`\S`), Want: "Codex uses the name of the directory", Loss: skills.Tolerated},
	}
	semver = []skills.TextRule{
		{Match: regexp.MustCompile(`^\s*\d+\.\d+\.\d+(?:[-+].*)?\s*$`), Want: "use three numbers, such as 1.0.0", Loss: skills.Tolerated},
	}
)

// nullable returns the fields with a mark that null is accepted, except for some fields.
func nullable(fields []skills.ManifestField, except ...string) []skills.ManifestField {
	for i, f := range fields {
		fields[i].Nullable = !slices.Contains(except, f.Name)
	}
	return fields
}

var pluginFields = slices.Concat(tables.ManifestFields("plugin", []skills.ManifestField{
	// Without a name, the plugin has that of its directory.
	{Name: "name", Missing: skills.Tolerated, Form: skills.NameForm, Texts: slices.Concat(notBlank, segment)},
}), componentFields)

// componentFields are the fields of plugin.json except for the name. An entry of a marketplace can have them
// too.
var componentFields = nullable(tables.ManifestFields("component", []skills.ManifestField{
	{Name: "version", Form: skills.VersionForm, Texts: semver},
	{Name: "skills", Wrong: skills.Dropped, Form: skills.PathForm},
	{Name: "mcpServers", Wrong: skills.Dropped, Form: skills.PathForm},
	{Name: "apps", Form: skills.PathForm},
	{Name: "hooks", Wrong: skills.Dropped, Form: skills.PathForm},
	{Name: "interface", Fields: interfaceFields},
}), "keywords")

var interfaceFields = nullable(tables.ManifestFields("interface", []skills.ManifestField{
	{Name: "defaultPrompt", Wrong: skills.Dropped},
	{Name: "composerIcon", Form: skills.PathForm},
	{Name: "logo", Form: skills.PathForm},
	{Name: "logoDark", Form: skills.PathForm},
	{Name: "screenshots", Form: skills.PathForm},
}), "capabilities", "screenshots")

var marketFields = tables.ManifestFields("market", []skills.ManifestField{
	{Name: "name", Missing: skills.Rejected, Form: skills.NameForm, Texts: segment},
	{Name: "plugins", Missing: skills.Rejected, Fields: entryFields},
	{
		Name: "interface", Nullable: true,
		Fields: tables.ManifestFields("market.interface", []skills.ManifestField{
			{Name: "displayName", Nullable: true},
		}),
	},
})

var entryFields = slices.Concat(tables.ManifestFields("entry", []skills.ManifestField{
	{Name: "name", Missing: skills.Rejected, Form: skills.NameForm, Texts: segment},
	// A source that is not known makes Codex skip the plugin.
	{
		Name: "source", Missing: skills.Rejected, Wrong: skills.Dropped, Form: skills.SourceForm,
		Fields: sourceFields,
		Needs:  map[string][]string{"local": {"path"}, "url": {"url"}, "git-subdir": {"url", "path"}, "npm": {"package"}},
		Takes:  map[string][]string{"url": {"path", "ref", "sha"}, "git-subdir": {"ref", "sha"}, "npm": {"version", "registry"}},
	},
	{
		Name: "policy",
		Fields: tables.ManifestFields("policy", []skills.ManifestField{
			{Name: "installation", Values: []string{"NOT_AVAILABLE", "AVAILABLE", "INSTALLED_BY_DEFAULT"}},
			{Name: "authentication", Values: []string{"ON_INSTALL", "ON_USE"}},
			{Name: "products", Nullable: true},
		}),
	},
	{Name: "category", Nullable: true},
}), componentFields)

var sourceFields = tables.ManifestFields("source", []skills.ManifestField{
	{
		Name: "source", Missing: skills.Dropped, Wrong: skills.Dropped,
		Values: []string{"local", "url", "git-subdir", "npm"},
	},
	{Name: "ref", Nullable: true},
	{Name: "sha", Nullable: true},
})
