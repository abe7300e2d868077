package lsp

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"go.lsp.dev/protocol"

	"skills-ls/lsp/session"
)

// The names of the commands. Editor plugins use other names for their own commands, because
// vscode-languageclient registers those of the server itself.
const (
	commandBaseline    = "skills-ls.baseline"
	commandBugReport   = "skills-ls.bugReport"
	commandNewSkill    = "skills-ls.newSkill"
	commandReload      = "skills-ls.reload"
	commandShowPreview = "skills-ls.showPreview"
	commandSwitchSkill = "skills-ls.switchSkill"
)

// A command handles a workspace/executeCommand request, with the view that was current when the request came
// in.
type command func(ctx context.Context, s *server, v *session.View, arguments []protocol.LSPAny) (any, error)

// commands returns all commands by name.
func commands() map[string]command {
	return map[string]command{
		commandBaseline:    baselineProblems,
		commandBugReport:   bugReport,
		commandNewSkill:    newSkill,
		commandReload:      reload,
		commandShowPreview: showPreview,
		commandSwitchSkill: switchSkill,
	}
}

func commandNames() []string { return slices.Sorted(maps.Keys(commands())) }

// commandsFor returns the names of the commands that the client can use.
func commandsFor(c *session.Client) []string {
	writing := []string{commandBaseline, commandNewSkill, commandSwitchSkill}
	return slices.DeleteFunc(commandNames(), func(name string) bool { return slices.Contains(writing, name) && !(c.CreateFiles && c.AppliesEdits) })
}

func executeCommand(ctx context.Context, s *server, v *session.View, p *protocol.ExecuteCommandParams) (any, error) {
	execute, ok := commands()[p.Command]
	if !ok {
		known := commandNames()
		return nil, invalidParams("unknown_command", fmt.Sprintf("unknown command %q: expected one of %q", p.Command, known), known)
	}
	return execute(ctx, s, v, p.Arguments)
}

// decodeArgument decodes the only argument of a command, which is an object. If text is not nil, it may also
// be a string.
func decodeArgument(arguments []protocol.LSPAny, object any, text *string) error {
	var err error
	switch {
	case len(arguments) != 1:
		err = fmt.Errorf("got %d, want one", len(arguments))
	case arguments[0].Kind() == '"' && text != nil:
		if err = protocol.Unmarshal(arguments[0], text); err == nil && *text == "" {
			err = errors.New("empty URI")
		}
	case arguments[0].Kind() != '{':
		err = fmt.Errorf("expected an object, got %.40s", string(arguments[0]))
	default:
		err = protocol.Unmarshal(arguments[0], object)
	}
	if err != nil {
		return invalidParams("invalid_arguments", "arguments: "+err.Error(), nil)
	}
	return nil
}

// clientPatience is how long a client may take to do what a command asks for. The client may have to ask the
// user.
const clientPatience = 30 * time.Second

// reload forgets everything that is cached from the disk.
func reload(_ context.Context, s *server, _ *session.View, _ []protocol.LSPAny) (any, error) {
	s.refresh()
	return nil, nil
}

// show asks the client to show a document, with a selection if it is not nil, and reports whether the client did.
func show(ctx context.Context, s *server, at string, selection *protocol.Range) bool {
	ctx, cancel := context.WithTimeout(ctx, clientPatience)
	defer cancel()
	var answer struct {
		Success bool `json:"success"`
	}
	params := map[string]any{"uri": at, "takeFocus": true}
	if selection != nil {
		params["selection"] = *selection
	}
	if err := s.conn.Call(ctx, protocol.MethodWindowShowDocument, params, &answer); err != nil {
		s.log.Debug("the client did not show a document", "error", err)
	}
	return answer.Success
}
