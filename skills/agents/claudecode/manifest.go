package claudecode

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

var personFields = tables.ManifestFields("person", []skills.ManifestField{
	{Name: "name", Missing: skills.Rejected},
})

var pluginFields = tables.ManifestFields("plugin", []skills.ManifestField{
	{Name: "name", Missing: skills.Rejected, Form: skills.NameForm, Texts: pluginName},
	{Name: "version", Form: skills.VersionForm},
	{Name: "author", Fields: personFields},
	{Name: "skills", Form: skills.SkillsForm},
	{Name: "commands", Form: skills.PathForm, Named: true, Fields: commandFields},
	{Name: "agents", Form: skills.PathForm, Exts: []string{".md"}},
	{Name: "hooks", Form: skills.PathForm, Exts: []string{".json"}},
	{Name: "mcpServers", Form: skills.PathForm, Exts: []string{".json", ".mcpb", ".dxt"}},
	{
		Name: "lspServers", Form: skills.PathForm, Exts: []string{".json"}, Named: true, Fields: lspFields,
		Closed: true,
	},
	{Name: "outputStyles", Form: skills.PathForm},
	{Name: "workflows", Form: skills.PathForm},
	{Name: "userConfig", Named: true, Fields: optionFields, Closed: true},
	{Name: "channels", Fields: channelFields, Closed: true},
	{Name: "experimental", Fields: experimentalFields},
	{Name: "homepage", Texts: absoluteURL},
	// Both still load at the top, with a warning of the validator.
	{Name: "themes", Form: skills.PathForm},
	{Name: "monitors", Form: skills.PathForm, Exts: []string{".json"}, Fields: monitorFields, Closed: true},
})

var experimentalFields = tables.ManifestFields("experimental", []skills.ManifestField{
	{Name: "themes", Form: skills.PathForm},
	{Name: "monitors", Form: skills.PathForm, Exts: []string{".json"}, Fields: monitorFields, Closed: true},
	{Name: "evals", Form: skills.PathForm},
})

var commandFields = tables.ManifestFields("command", []skills.ManifestField{
	{Name: "source", Form: skills.PathForm},
})

var lspFields = tables.ManifestFields("lsp", []skills.ManifestField{
	{Name: "command", Missing: skills.Rejected},
	{Name: "extensionToLanguage", Missing: skills.Rejected},
	{Name: "transport", Values: []string{"stdio", "socket"}},
})

var monitorFields = tables.ManifestFields("monitor", []skills.ManifestField{
	{Name: "name", Missing: skills.Rejected},
	{Name: "command", Missing: skills.Rejected},
	{Name: "description", Missing: skills.Rejected},
})

var optionFields = tables.ManifestFields("option", []skills.ManifestField{
	{
		Name: "type", Missing: skills.Rejected,
		Values: []string{"string", "number", "boolean", "directory", "file"},
	},
	{Name: "title", Missing: skills.Rejected},
	{Name: "description", Missing: skills.Rejected},
})

var channelFields = tables.ManifestFields("channel", []skills.ManifestField{
	{Name: "server", Missing: skills.Rejected},
	{Name: "userConfig", Named: true, Fields: optionFields, Closed: true},
})

var marketFields = tables.ManifestFields("market", []skills.ManifestField{
	{Name: "name", Missing: skills.Rejected, Form: skills.NameForm, Texts: marketName},
	{Name: "owner", Missing: skills.Rejected, Fields: personFields},
	{Name: "plugins", Missing: skills.Rejected, Fields: entryFields},
	{Name: "version", Form: skills.VersionForm},
	{
		Name: "metadata",
		Fields: tables.ManifestFields("metadata", []skills.ManifestField{
			{Name: "version", Form: skills.VersionForm},
		}),
	},
})

// entryFields are the fields of a plugin in a marketplace: its own, and those of plugin.json.
var entryFields = slices.Concat(tables.ManifestFields("entry", []skills.ManifestField{
	{Name: "name", Missing: skills.Rejected, Form: skills.NameForm, Texts: pluginName},
	{
		Name: "source", Missing: skills.Rejected, Form: skills.SourceForm, Fields: sourceFields,
		Needs: map[string][]string{
			"github": {"repo"}, "url": {"url"}, "git-subdir": {"url", "path"}, "npm": {"package"}, "archive": {"url"}, "command": {"command"},
		},
		Takes: map[string][]string{ // marketplace-reference, Plugin sources
			"github": {"ref", "sha"}, "url": {"ref", "sha"}, "git-subdir": {"ref", "sha"}, "npm": {"version", "registry"},
			"archive": {"sha256"}, "command": {"timeout", "mode"},
		},
	},
}), slices.DeleteFunc(slices.Clone(pluginFields), func(f skills.ManifestField) bool { return f.Name == "name" }))

var sourceFields = tables.ManifestFields("source", []skills.ManifestField{
	{
		Name: "source", Missing: skills.Rejected,
		Values: []string{"github", "url", "git-subdir", "npm", "archive", "command"},
	},
	{Name: "sha", Texts: commit},
	{Name: "mode", Values: []string{"copy", "link"}},
})
