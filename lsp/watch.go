package lsp

import (
	"fmt"

	"go.lsp.dev/protocol"
)

// watchedPatterns are the files on disk that findings may depend on: Markdown anywhere, everything below a directory of
// skills, and the directories themselves, since some clients tell of a deleted directory and not of what was in it.
var watchedPatterns = []protocol.Pattern{
	"**/*.md",
	"**/{skills,.skills}",
	"**/{skills,.skills}/**",
	"**/{.agents,.claude,.codex,.opencode,.github,.gemini,.cursor,.goose,.otto,.agi,.openoxide}",
}

// register asks for notice of changed files and settings, from clients that let servers ask. It waits for the client.
func (s *server) register() {
	client := s.session.view().client
	var list []protocol.Registration
	if client.registerWatchers {
		var watchers protocol.DidChangeWatchedFilesRegistrationOptions
		for _, pattern := range watchedPatterns {
			watchers.Watchers = append(watchers.Watchers, protocol.FileSystemWatcher{GlobPattern: pattern})
		}
		list = append(list, registration(protocol.MethodWorkspaceDidChangeWatchedFiles, &watchers))
	}
	if client.registerConfigChange {
		list = append(list, registration(protocol.MethodWorkspaceDidChangeConfiguration,
			&protocol.DidChangeConfigurationRegistrationOptions{Section: protocol.String(section)}))
	}
	if len(list) == 0 {
		return
	}
	err := s.conn.call(s.ctx, protocol.MethodClientRegisterCapability, &protocol.RegistrationParams{Registrations: list}, nil)
	if err != nil && s.ctx.Err() == nil {
		s.log.Warn("the client refused a registration", "error", err)
	}
}

func registration(method string, options any) protocol.Registration {
	encoded, err := protocol.Marshal(options)
	if err != nil {
		panic(fmt.Sprintf("encoding the options of %s: %v", method, err)) // they are literals
	}
	return protocol.Registration{ID: section + ":" + method, Method: method, RegisterOptions: encoded}
}
