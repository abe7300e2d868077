package codex

import (
	"regexp"
	"slices"

	"skills-ls/skills"
)

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

const pathOrPaths = skills.String | skills.List

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

var pluginFields = slices.Concat([]skills.ManifestField{
	{
		// Without a name, the plugin has that of its directory.
		Name: "name", Types: skills.String, Missing: skills.Tolerated, Form: skills.NameForm, Texts: slices.Concat(notBlank, segment),
		Doc: "Identifier of the plugin, in kebab-case. The default is the name of its directory.",
	},
}, componentFields)

// componentFields are the fields of plugin.json except for the name. An entry of a marketplace can have them
// too.
var componentFields = nullable([]skills.ManifestField{
	{Name: "version", Types: skills.String, Form: skills.VersionForm, Texts: semver, Doc: "Semantic version, such as `1.2.0`."},
	{Name: "description", Types: skills.String, Doc: "What the plugin provides, in a sentence."},
	{
		Name: "skills", Types: pathOrPaths, Items: skills.String, Wrong: skills.Dropped, Form: skills.PathForm,
		Doc: "Directory with the plugin's skills, such as `./skills/`, or several.",
	},
	{
		Name: "mcpServers", Types: skills.String | skills.Mapping, Wrong: skills.Dropped, Form: skills.PathForm,
		Doc: "File with MCP servers, such as `./.mcp.json`, or an object of servers.",
	},
	{Name: "apps", Types: skills.String, Form: skills.PathForm, Doc: "File with apps, such as `./.app.json`."},
	{
		Name: "hooks", Types: pathOrPaths | skills.Mapping, Items: skills.String | skills.Mapping, Wrong: skills.Dropped, Form: skills.PathForm,
		Doc: "File with hooks, such as `./hooks.json`, or hooks themselves.",
	},
	{Name: "keywords", Types: skills.List, Items: skills.String, Doc: "Words by which users find the plugin."},
	{Name: "interface", Types: skills.Mapping, Fields: interfaceFields, Doc: "What users see of the plugin."},
	{Name: "author", Doc: "Who made the plugin: an object with `name`, and optionally `email` and `url`."},
	{Name: "homepage", Doc: "URL of the documentation."},
	{Name: "repository", Doc: "URL of the source code."},
	{Name: "license", Doc: "SPDX identifier of the license, such as `MIT`."},
	{Name: "$schema", Doc: "URL of a JSON Schema for editors."},
}, "keywords")

var interfaceFields = nullable([]skills.ManifestField{
	{Name: "displayName", Types: skills.String, Doc: "Name that users see."},
	{Name: "shortDescription", Types: skills.String, Doc: "Subtitle."},
	{Name: "longDescription", Types: skills.String, Doc: "Text of the plugin's page."},
	{Name: "developerName", Types: skills.String, Doc: "Publisher that users see."},
	{Name: "category", Types: skills.String, Doc: "Category in the catalog, such as `Productivity`."},
	{Name: "capabilities", Types: skills.List, Items: skills.String, Doc: "What the plugin can do, such as `Interactive` or `Write`."},
	{Name: "websiteURL", Types: skills.String, Doc: "Website of the plugin."},
	{Name: "websiteUrl", Types: skills.String, Doc: "Website of the plugin. Also written `websiteURL`."},
	{Name: "privacyPolicyURL", Types: skills.String, Doc: "Privacy policy of the plugin."},
	{Name: "privacyPolicyUrl", Types: skills.String, Doc: "Privacy policy of the plugin. Also written `privacyPolicyURL`."},
	{Name: "termsOfServiceURL", Types: skills.String, Doc: "Terms of service of the plugin."},
	{Name: "termsOfServiceUrl", Types: skills.String, Doc: "Terms of service of the plugin. Also written `termsOfServiceURL`."},
	{
		Name: "defaultPrompt", Types: pathOrPaths, Items: skills.String, Wrong: skills.Dropped,
		Doc: "At most three prompts to start with, each of at most 128 characters.",
	},
	{Name: "brandColor", Types: skills.String, Doc: "Color as `#RRGGBB`."},
	{Name: "composerIcon", Types: skills.String, Form: skills.PathForm, Doc: "Icon, such as `./assets/icon.png`."},
	{Name: "logo", Types: skills.String, Form: skills.PathForm, Doc: "Logo, such as `./assets/logo.png`."},
	{Name: "logoDark", Types: skills.String, Form: skills.PathForm, Doc: "Logo for dark themes."},
	{Name: "screenshots", Types: skills.List, Items: skills.String, Form: skills.PathForm, Doc: "Pictures of the plugin."},
}, "capabilities", "screenshots")

var marketFields = []skills.ManifestField{
	{
		Name: "name", Types: skills.String, Missing: skills.Rejected, Form: skills.NameForm, Texts: segment,
		Doc: "Identifier of the marketplace. Users install `plugin@marketplace`.",
	},
	{Name: "plugins", Types: skills.List, Items: skills.Mapping, Missing: skills.Rejected, Fields: entryFields, Doc: "The plugins: objects with at least `name` and `source`."},
	{
		Name: "interface", Types: skills.Mapping, Nullable: true, Doc: "What users see of the marketplace.",
		Fields: []skills.ManifestField{{Name: "displayName", Types: skills.String, Nullable: true, Doc: "Name that users see."}},
	},
}

var entryFields = slices.Concat([]skills.ManifestField{
	{Name: "name", Types: skills.String, Missing: skills.Rejected, Form: skills.NameForm, Texts: segment, Doc: "Identifier of the plugin. Users install `plugin@marketplace`."},
	{
		// A source that is not known makes Codex skip the plugin.
		Name: "source", Missing: skills.Rejected, Types: skills.String | skills.Mapping, Wrong: skills.Dropped, Form: skills.SourceForm,
		Fields: sourceFields, Needs: map[string][]string{"local": {"path"}, "url": {"url"}, "git-subdir": {"url", "path"}, "npm": {"package"}},
		Doc: "Where the plugin is: a path such as `./plugins/formatter`, relative to the root of the marketplace, or an object such as `{\"source\": \"local\", \"path\": \"./plugins/formatter\"}`.",
	},
	{
		Name: "policy", Types: skills.Mapping, Doc: "Whether and how users can install the plugin.",
		Fields: []skills.ManifestField{
			{
				Name: "installation", Types: skills.String, Values: []string{"NOT_AVAILABLE", "AVAILABLE", "INSTALLED_BY_DEFAULT"},
				Doc: "Whether users can install the plugin. The default is `AVAILABLE`.",
			},
			{
				Name: "authentication", Types: skills.String, Values: []string{"ON_INSTALL", "ON_USE"},
				Doc: "When users sign in. The default is `ON_INSTALL`.",
			},
			{Name: "products", Types: skills.List, Nullable: true, Doc: "Products that the plugin is for. The default is all."},
		},
	},
	{Name: "category", Types: skills.String, Nullable: true, Doc: "Category in the catalog, such as `Productivity`."},
}, componentFields)

var sourceFields = []skills.ManifestField{
	{Name: "source", Types: skills.String, Missing: skills.Dropped, Wrong: skills.Dropped, Values: []string{"local", "url", "git-subdir", "npm"}, Doc: "Kind of the source."},
	{Name: "path", Types: skills.String, Doc: "Directory of the plugin, relative to the root of the marketplace or of the repository."},
	{Name: "url", Types: skills.String, Doc: "URL of a Git repository."},
	{Name: "ref", Types: skills.String, Nullable: true, Doc: "Branch or tag."},
	{Name: "sha", Types: skills.String, Nullable: true, Doc: "Commit."},
	{Name: "package", Types: skills.String, Doc: "Name of an npm package."},
	{Name: "version", Types: skills.String, Doc: "Version or range of an npm package."},
	{Name: "registry", Types: skills.String, Doc: "URL of an npm registry."},
}
