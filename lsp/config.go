package lsp

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

// section is the name of this server's settings in the client's configuration.
const section = "skills-ls"

// settings are what a client sends: what also a project's file can set, and what concerns the client alone. The zero value sets
// nothing. It is immutable.
type settings struct {
	Project config.Settings
	// RetriggerCommand is the client's command that asks for completions again, sent along with a completed directory. It
	// comes from the client's own plugin, in initializationOptions.
	RetriggerCommand string
	// PreviewCommand is the client's command that shows what an agent would load of a skill, with the document's URI as its
	// argument. It comes from the client's own plugin, too.
	PreviewCommand string
	// ReferencesCommand is the client's command that shows locations, with a document's URI, a position in it and the locations as its
	// arguments. It comes from the client's own plugin, too.
	ReferencesCommand string
	// SkillsDidChange says that the client wants skills/didChange. It comes from the client's own plugin, too.
	SkillsDidChange bool
	// DocsBaseURL replaces the rules' pages as the place that codes link to; the rule's ID follows it.
	DocsBaseURL string
	// WorkspaceDiagnostics makes clients that do not pull have the findings of closed files; nil leaves it unset.
	WorkspaceDiagnostics *bool
	// InlayHints is false where the user wants none of ours, whatever the editor shows of others'; nil leaves it unset.
	InlayHints *bool
	// FrontmatterFormat is how a frontmatter is formatted: one of the names of frontmatterFormats; empty leaves it unset.
	FrontmatterFormat string
}

func (set settings) workspaceDiagnostics() bool {
	return set.WorkspaceDiagnostics != nil && *set.WorkspaceDiagnostics
}

func (set settings) inlayHints() bool { return set.InlayHints == nil || *set.InlayHints }

// frontmatterFormats are the formats by what they are called in the settings.
var frontmatterFormats = map[string]refactor.Format{"off": refactor.AsWritten, "spaced": refactor.Spaced, "sorted": refactor.Sorted}

func (set settings) format() refactor.Format { return frontmatterFormats[set.FrontmatterFormat] }

// clientKeys are the keys that are no project's affair: those of [settings], and those that editors keep in the same section for
// their own plugins.
var clientKeys = []string{"retriggerCommand", "previewCommand", "referencesCommand", "docsBaseUrl", "skillsDidChange", "workspaceDiagnostics", "inlayHints", "frontmatterFormat", "server", "trace"}

// apply returns the configuration with the settings in it, of which the initial ones give way to a project's file.
func (set settings) apply(initial settings, c workspace.Config) workspace.Config {
	c.Defaults, c.Settings = initial.Project, set.Project
	return c
}

func (set settings) equal(other settings) bool {
	return set.Project.Equal(other.Project) && set.RetriggerCommand == other.RetriggerCommand && set.PreviewCommand == other.PreviewCommand && set.ReferencesCommand == other.ReferencesCommand && set.DocsBaseURL == other.DocsBaseURL &&
		set.workspaceDiagnostics() == other.workspaceDiagnostics() && set.inlayHints() == other.inlayHints() && set.format() == other.format()
}

// over returns the settings with what others say of the client where these say nothing. Those of the project are left apart, since
// the project's file comes between.
func (set settings) over(base settings) settings {
	if set.RetriggerCommand == "" {
		set.RetriggerCommand = base.RetriggerCommand
	}
	if set.PreviewCommand == "" {
		set.PreviewCommand = base.PreviewCommand
	}
	if set.ReferencesCommand == "" {
		set.ReferencesCommand = base.ReferencesCommand
	}
	if set.DocsBaseURL == "" {
		set.DocsBaseURL = base.DocsBaseURL
	}
	if set.FrontmatterFormat == "" {
		set.FrontmatterFormat = base.FrontmatterFormat
	}
	if set.WorkspaceDiagnostics == nil {
		set.WorkspaceDiagnostics = base.WorkspaceDiagnostics
	}
	if set.InlayHints == nil {
		set.InlayHints = base.InlayHints
	}
	return set
}

// didChangeConfiguration takes the settings it is sent, or where the client prefers to be asked, asks for them.
func (s *server) didChangeConfiguration(params []byte) error {
	if s.session.view().client.configuration {
		s.pullConfiguration()
		return nil
	}
	var p protocol.DidChangeConfigurationParams
	if err := decode(params, &p); err != nil {
		return err
	}
	var sections map[string]protocol.LSPAny
	if err := protocol.Unmarshal(p.Settings, &sections); err != nil {
		return err
	}
	own, ok := sections[section]
	if !ok {
		own = p.Settings // some clients send the section's content alone
	}
	s.configure(s.settingsOf(own), func() bool { return true })
	return nil
}

// pullConfiguration asks the client for the settings and applies the answer, unless a later call has asked again by then.
func (s *server) pullConfiguration() {
	turn := s.pulls.Add(1)
	go func() {
		defer s.diagnoser.release()
		params := &protocol.ConfigurationParams{Items: []protocol.ConfigurationItem{{Section: new(section)}}}
		var answer []protocol.LSPAny
		err := s.conn.call(s.ctx, protocol.MethodWorkspaceConfiguration, params, &answer)
		switch {
		case err != nil:
			s.log.Warn("the client did not answer for its settings", "error", err)
		case len(answer) == 1:
			s.configure(s.settingsOf(answer[0]), func() bool { return s.pulls.Load() == turn })
		}
	}()
}

// configure makes settings take effect if they are still the newest, which is asked when nothing newer can come in between. It may
// be called by any goroutine.
func (s *server) configure(set settings, newest func() bool) {
	changed := false
	s.session.update(func(next *view) {
		if !newest() {
			return
		}
		set = set.over(next.initial)
		if changed = !next.settings.equal(set); changed {
			next.settings = set
			next.snapshot = next.snapshot.WithConfig(set.apply(next.initial, next.snapshot.Config()))
		}
	})
	if changed {
		s.watching.configured()
		s.offerFormatting()
		s.diagnoser.all()
		s.scans.start() // other files may be left out
	}
}

// settingsOf reads settings tolerantly: what is wrong with one is logged by its name, and the rest applies.
func (s *server) settingsOf(raw protocol.LSPAny) settings {
	set, problems := parseSettings(raw)
	for _, problem := range problems {
		s.log.Warn("setting ignored", "problem", problem)
	}
	return set
}

func parseSettings(raw protocol.LSPAny) (set settings, problems []string) {
	read := func(name string, to any) {
		value := member(raw, name)
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
		problems = append(problems, fmt.Sprintf("frontmatterFormat: %q is none of %q", set.FrontmatterFormat, slices.Sorted(maps.Keys(frontmatterFormats))))
		set.FrontmatterFormat = ""
	}
	read("inlayHints", &set.InlayHints)

	project, wrong := analysis.ReadEditorSettings(string(raw), clientKeys...)
	set.Project = project
	for _, p := range wrong {
		problems = append(problems, cmp.Or(p.Setting, section)+": "+p.Message)
	}
	return set, problems
}
