package lsp

import (
	"fmt"
	"maps"
	"slices"

	"go.lsp.dev/protocol"

	"skills-ls/analysis"
	"skills-ls/skills/runtimes"
)

// section is the name of this server's settings in the client's configuration.
const section = "skills-ls"

// settings are what a user can set in an editor. The zero value sets nothing. It is immutable.
type settings struct {
	Targets []string
	Rules   map[string]analysis.Severity
	// RetriggerCommand is the client's command that asks for completions again, sent along with a completed directory. It
	// comes from the client's own plugin, in initializationOptions.
	RetriggerCommand string
	// SkillsDidChange says that the client wants skills/didChange. It comes from the client's own plugin, too.
	SkillsDidChange bool
	// DocsBaseURL replaces the rules' pages as the place that codes link to; the rule's ID follows it.
	DocsBaseURL string
	// WorkspaceDiagnostics makes clients that do not pull have the findings of closed files; nil leaves it unset.
	WorkspaceDiagnostics *bool
}

func (set settings) workspaceDiagnostics() bool {
	return set.WorkspaceDiagnostics != nil && *set.WorkspaceDiagnostics
}

// apply returns the configuration with the settings in it.
func (set settings) apply(c analysis.Config) analysis.Config {
	c.Targets = set.Targets
	c.Severities = set.Rules
	return c
}

func (set settings) equal(other settings) bool {
	return slices.Equal(set.Targets, other.Targets) && maps.Equal(set.Rules, other.Rules) &&
		set.RetriggerCommand == other.RetriggerCommand && set.DocsBaseURL == other.DocsBaseURL &&
		set.workspaceDiagnostics() == other.workspaceDiagnostics()
}

// over returns the settings laid over others: what they do not set, the others do.
func (set settings) over(base settings) settings {
	if set.Targets == nil {
		set.Targets = base.Targets
	}
	if set.RetriggerCommand == "" {
		set.RetriggerCommand = base.RetriggerCommand
	}
	if set.DocsBaseURL == "" {
		set.DocsBaseURL = base.DocsBaseURL
	}
	if set.WorkspaceDiagnostics == nil {
		set.WorkspaceDiagnostics = base.WorkspaceDiagnostics
	}
	rules := maps.Clone(base.Rules)
	if rules == nil {
		rules = set.Rules
	} else {
		maps.Copy(rules, set.Rules)
	}
	set.Rules = rules
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
	s.configure(s.settingsOf(own))
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
		case len(answer) == 1 && s.pulls.Load() == turn:
			s.configure(s.settingsOf(answer[0]))
		}
	}()
}

// configure makes settings take effect. It may be called by any goroutine.
func (s *server) configure(set settings) {
	changed := false
	s.session.update(func(next *view) {
		set = set.over(next.initial)
		if changed = !next.settings.equal(set); changed {
			next.settings = set
			next.snapshot = next.snapshot.WithConfig(set.apply(next.snapshot.Config()))
		}
	})
	if changed {
		s.diagnoser.all()
	}
}

// settingsOf reads settings tolerantly: a bad one is logged where it stands, and the rest applies.
func (s *server) settingsOf(raw protocol.LSPAny) settings {
	set, problems := parseSettings(raw)
	for _, problem := range problems {
		s.log.Warn("setting ignored", "problem", problem)
	}
	return set
}

func parseSettings(raw protocol.LSPAny) (set settings, problems []string) {
	bad := func(format string, args ...any) { problems = append(problems, fmt.Sprintf(format, args...)) }
	read := func(name string, raw protocol.LSPAny, to any) bool {
		if len(raw) == 0 || raw.Kind() == 'n' {
			return false
		}
		if err := protocol.Unmarshal(raw, to); err != nil {
			bad("%s: %v", name, err)
			return false
		}
		return true
	}
	var fields map[string]protocol.LSPAny
	read(section, raw, &fields)
	read("targets", fields["targets"], &set.Targets)
	set.Targets = slices.DeleteFunc(set.Targets, func(id string) bool {
		_, known := runtimes.ByID(id)
		if !known {
			bad("targets: no runtime is called %q", id)
		}
		return !known
	})
	if len(set.Targets) == 0 {
		set.Targets = nil // nothing is left of them, and the skills' places decide
	}
	read("docsBaseUrl", fields["docsBaseUrl"], &set.DocsBaseURL)
	read("retriggerCommand", fields["retriggerCommand"], &set.RetriggerCommand)
	read("skillsDidChange", fields["skillsDidChange"], &set.SkillsDidChange)
	read("workspaceDiagnostics", fields["workspaceDiagnostics"], &set.WorkspaceDiagnostics)

	var rules map[string]protocol.LSPAny
	read("rules", fields["rules"], &rules)
	for _, id := range slices.Sorted(maps.Keys(rules)) {
		var name string
		if !read("rules."+id, rules[id], &name) {
			continue
		}
		severity, ok := analysis.ParseSeverity(name)
		if _, known := analysis.RuleByID(id); !known {
			bad("rules.%s: no such rule", id)
		} else if !ok {
			bad("rules.%s: %q is no severity: off, hint, information, warning or error", id, name)
		} else {
			if set.Rules == nil {
				set.Rules = make(map[string]analysis.Severity)
			}
			set.Rules[id] = severity
		}
	}
	return set, problems
}
