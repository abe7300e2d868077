package session

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"go.lsp.dev/protocol"

	"skills-ls/analysis"
	"skills-ls/analysis/config"
	"skills-ls/analysis/refactor"
	"skills-ls/analysis/workspace"
)

// Section is the name of this server's settings in the client's configuration.
const Section = "skills-ls"

// Settings are what a client sends: the settings that a project's file can also contain, and those that
// concern only the client. The zero value sets nothing. It is immutable.
type Settings struct {
	Project config.Settings
	// RetriggerCommand is the client's command that requests completions again. It is sent along with a
	// completed directory. The client's own plugin sets it in initializationOptions.
	RetriggerCommand string
	// PreviewCommand is the client's command that shows what an agent would load for a skill. Its argument is
	// the document's URI. The client's own plugin sets it, too.
	PreviewCommand string
	// ReferencesCommand is the client's command that shows locations. Its arguments are a document's URI, a
	// position in the document and the locations. The client's own plugin sets it, too.
	ReferencesCommand string
	// SkillsDidChange says that the client expects skills/didChange. The client's own plugin sets it, too.
	SkillsDidChange bool
	// DocsBaseURL is the URL that codes link to instead of the rule's page; the rule's ID is appended to it.
	DocsBaseURL string
	// WorkspaceDiagnostics makes the server publish the diagnostics of closed files to clients that do not
	// pull; nil leaves it unset.
	WorkspaceDiagnostics *bool
	// InlayHints is false if the user has disabled the hints of this server, even if the editor shows those
	// of others; nil leaves it unset.
	InlayHints *bool
	// FrontmatterFormat is the name of a format in frontmatterFormats; empty leaves it unset.
	FrontmatterFormat string
}

func (set Settings) WantsWorkspaceDiagnostics() bool {
	return set.WorkspaceDiagnostics != nil && *set.WorkspaceDiagnostics
}

func (set Settings) WantsInlayHints() bool { return set.InlayHints == nil || *set.InlayHints }

// frontmatterFormats maps the names in the settings to formats.
var frontmatterFormats = map[string]refactor.Format{"off": refactor.AsWritten, "spaced": refactor.Spaced, "sorted": refactor.Sorted}

func (set Settings) FormatChosen() refactor.Format { return frontmatterFormats[set.FrontmatterFormat] }

// clientKeys are the keys that are not part of a project's configuration: those of [Settings], and those that
// editors keep in the same section for their own plugins.
var clientKeys = []string{"retriggerCommand", "previewCommand", "referencesCommand", "docsBaseUrl", "skillsDidChange", "workspaceDiagnostics", "inlayHints", "frontmatterFormat", "server", "trace"}

// Apply returns the configuration with the settings. A project's file overrides the initial settings.
func (set Settings) Apply(initial Settings, c workspace.Config) workspace.Config {
	c.Defaults, c.Settings = initial.Project, set.Project
	return c
}

func (set Settings) Equal(other Settings) bool {
	return set.Project.Equal(other.Project) && set.RetriggerCommand == other.RetriggerCommand && set.PreviewCommand == other.PreviewCommand && set.ReferencesCommand == other.ReferencesCommand && set.DocsBaseURL == other.DocsBaseURL &&
		set.WantsWorkspaceDiagnostics() == other.WantsWorkspaceDiagnostics() && set.WantsInlayHints() == other.WantsInlayHints() && set.FormatChosen() == other.FormatChosen()
}

// Over returns the settings with the client's part filled in from base where it is unset. The project's part
// is not merged, because the project's file comes between the two.
func (set Settings) Over(base Settings) Settings {
	set.RetriggerCommand = cmp.Or(set.RetriggerCommand, base.RetriggerCommand)
	set.PreviewCommand = cmp.Or(set.PreviewCommand, base.PreviewCommand)
	set.ReferencesCommand = cmp.Or(set.ReferencesCommand, base.ReferencesCommand)
	set.DocsBaseURL = cmp.Or(set.DocsBaseURL, base.DocsBaseURL)
	set.FrontmatterFormat = cmp.Or(set.FrontmatterFormat, base.FrontmatterFormat)
	set.WorkspaceDiagnostics = cmp.Or(set.WorkspaceDiagnostics, base.WorkspaceDiagnostics)
	set.InlayHints = cmp.Or(set.InlayHints, base.InlayHints)
	return set
}

func ParseSettings(raw protocol.LSPAny) (set Settings, problems []string) {
	read := func(name string, to any) {
		value := Member(raw, name)
		if value == nil {
			return
		}
		if err := protocol.Unmarshal(value, to); err != nil {
			problems = append(problems, fmt.Sprintf("%s: %v", name, err))
		}
	}
	read("docsBaseUrl", &set.DocsBaseURL)
	read("retriggerCommand", &set.RetriggerCommand)
	read("previewCommand", &set.PreviewCommand)
	read("referencesCommand", &set.ReferencesCommand)
	read("skillsDidChange", &set.SkillsDidChange)
	read("workspaceDiagnostics", &set.WorkspaceDiagnostics)
	read("frontmatterFormat", &set.FrontmatterFormat)
	if _, ok := frontmatterFormats[set.FrontmatterFormat]; !ok && set.FrontmatterFormat != "" {
		problems = append(problems, fmt.Sprintf("frontmatterFormat: invalid value %q: expected one of %q", set.FrontmatterFormat, slices.Sorted(maps.Keys(frontmatterFormats))))
		set.FrontmatterFormat = ""
	}
	read("inlayHints", &set.InlayHints)

	project, wrong := analysis.ReadEditorSettings(string(raw), clientKeys...)
	set.Project = project
	for _, p := range wrong {
		problems = append(problems, cmp.Or(p.Setting, Section)+": "+p.Text())
	}
	return set, problems
}
