package lsp

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"go.lsp.dev/protocol"
)

// commandBugReport is the command that returns a text for a bug report. Editors call their own command by another name, because
// vscode-languageclient registers those of the server as its own.
const commandBugReport = "skills-ls.bugReport"

// A command carries out a workspace/executeCommand on the view of the moment at which it was asked for.
type command func(s *server, v *view, ctx context.Context, arguments []protocol.LSPAny) (any, error)

// commands is the table of everything that can be executed.
func commands() map[string]command {
	return map[string]command{
		commandBugReport: (*server).bugReport,
	}
}

func commandNames() []string { return slices.Sorted(maps.Keys(commands())) }

func (s *server) executeCommand(v *view) answer {
	return func(ctx context.Context, params []byte) (any, error) {
		var p protocol.ExecuteCommandParams
		if err := decode(params, &p); err != nil {
			return nil, err
		}
		execute, ok := commands()[p.Command]
		if !ok {
			known := commandNames()
			return nil, &responseError{codeInvalidParams, fmt.Sprintf("no command is called %q; known are %q", p.Command, known), errorData{"unknown_command", known}}
		}
		return execute(s, v, ctx, p.Arguments)
	}
}
