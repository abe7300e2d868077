package lsp

import (
	"go.lsp.dev/protocol"

	"skills-ls/lsp/session"
	"skills-ls/lsp/watch"
	"skills-ls/lsp/wire"
)

// didChangeConfiguration applies the settings in the notification. If the client supports it, it requests the
// settings instead.
func (s *server) didChangeConfiguration(params []byte) error {
	if s.session.View().Client.Configuration {
		s.pullConfiguration()
		return nil
	}
	var p protocol.DidChangeConfigurationParams
	if err := wire.Decode(params, &p); err != nil {
		return err
	}
	var sections map[string]protocol.LSPAny
	if err := protocol.Unmarshal(p.Settings, &sections); err != nil {
		return err
	}
	own, ok := sections[session.Section]
	if !ok {
		own = p.Settings // some clients send the section's content alone
	}
	s.configure(s.settingsOf(own), func() bool { return true })
	return nil
}

// pullConfiguration requests the settings from the client and applies the answer, unless a later call has
// requested them again by then.
func (s *server) pullConfiguration() {
	turn := s.pulls.Add(1)
	go func() {
		defer s.diagnoser.Release()
		params := &protocol.ConfigurationParams{Items: []protocol.ConfigurationItem{{Section: new(session.Section)}}}
		var answer []protocol.LSPAny
		err := s.conn.Call(s.ctx, protocol.MethodWorkspaceConfiguration, params, &answer)
		switch {
		case err != nil:
			s.log.Warn("the client did not send its settings", "error", err)
		case len(answer) == 1:
			s.configure(s.settingsOf(answer[0]), func() bool { return s.pulls.Load() == turn })
		}
	}()
}

// configure applies settings if newest reports that they are still the newest. No other settings can be
// applied between that call and the update. Any goroutine may call configure.
func (s *server) configure(set session.Settings, newest func() bool) {
	changed := false
	s.session.Update(func(next *session.View) {
		if !newest() {
			return
		}
		set = set.Over(next.Initial)
		if changed = !next.Settings.Equal(set); changed {
			next.Settings = set
			next.Snapshot = next.Snapshot.WithConfig(set.Apply(next.Initial, next.Snapshot.Config()))
		}
	})
	if changed {
		s.watching.RequestPlan(watch.Ignored)
		offerFormatting(s)
		s.diagnoser.DiagnoseAll()
		s.scans.start() // other files may be ignored now
	}
}

// settingsOf reads settings tolerantly: it logs each invalid setting by its name and applies the others.
func (s *server) settingsOf(raw protocol.LSPAny) session.Settings {
	set, problems := session.ParseSettings(raw)
	for _, problem := range problems {
		s.log.Warn("setting ignored", "problem", problem)
	}
	return set
}
