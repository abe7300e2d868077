package lsp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strconv"
	"time"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"skills-ls/analysis"
	"skills-ls/analysis/workspace"
	"skills-ls/lsp/diagnose"
	"skills-ls/lsp/session"
	"skills-ls/lsp/watch"
	"skills-ls/lsp/wire"
	"skills-ls/skills/vfs"
)

// Serve serves LSP on in and out until the client sends exit, disconnects, or breaks the framing, or until
// ctx ends. It returns the exit code of the process: 0 after an orderly shutdown, else 1. Handlers may run
// for a moment longer, with canceled contexts. Serve closes neither in nor out.
func Serve(ctx context.Context, in io.Reader, out io.Writer, opts session.Options) int {
	if opts.Logger == nil {
		opts.Logger = slog.New(slog.DiscardHandler)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	headroom() // allocates it once; it stays allocated
	return newServer(ctx, in, out, opts).run(ctx)
}

func newServer(ctx context.Context, in io.Reader, out io.Writer, opts session.Options) *server {
	s := &server{ctx: ctx, ended: make(chan int, 1)}
	s.logged.Handler = opts.Logger.Handler()
	opts.Logger = slog.New(&s.logged)
	if opts.FS == nil {
		opts.FS = vfs.Disk{}
	}
	s.opts, s.log = opts, opts.Logger
	s.diskQueue.log = s.log
	s.conn = wire.NewConn(in, out, s.log)
	disk := vfs.NewTimeoutFS(opts.FS, cmp.Or(opts.DiskTimeout, 3*time.Second), s.fileSystemStalled, s.fileSystemRecovered)
	config := workspace.Config{Home: opts.Home, Cwd: opts.Cwd, Env: opts.Env, SettingsFile: opts.SettingsFile}
	snapshot := analysis.New(disk, config)
	snapshot.Disk().Tokens.Loaded = s.tokensLoaded
	s.session = session.NewSession(snapshot)
	s.scans.server = s
	s.diagnoser = diagnose.NewDiagnoser(ctx, s.session, s.conn, s.log)
	s.watching = watch.NewWatching(ctx, s.session, s.conn, opts)
	s.progress = longWork{
		ctx: ctx, call: s.conn.Call, notify: s.conn.Notify, running: make(map[string]context.CancelCauseFunc),
	}
	s.progress.active, s.progress.stop = context.WithCancelCause(ctx)
	s.requests, s.notifications = requests(s), notifications()
	go s.rounds()
	go s.readChanges()
	return s
}

// run serves until the session is over and returns the exit code.
func (s *server) run(ctx context.Context) int {
	defer s.conn.Flush()
	defer s.catalog.stop()
	defer s.shown.stop()
	defer s.conn.CancelAll()
	defer s.diagnoser.Stop()
	done := s.conn.Serve(ctx, s)
	select {
	case <-s.conn.Over:
		select {
		case <-done:
		case <-time.After(wire.ShutdownGrace): // a request is stuck, perhaps in a file system that does not answer
		}
		if err := s.conn.Err(); err != nil {
			s.log.Error("connection broken", "error", err)
			return 1
		}
		if s.state == shutDown {
			return 0
		}
		return 1
	case code := <-s.ended:
		return code
	case <-s.conn.Framer.Broken:
		s.log.Error("connection broken: the client no longer reads")
		return 1
	case <-ctx.Done():
		return 1
	}
}

func (s *server) fileSystemStalled(dir string) {
	s.log.Warn("the file system does not respond: skipping the directory until it does", "directory", dir)
}

func (s *server) fileSystemRecovered(dir string) {
	s.log.Info("the file system responds again", "directory", dir)
	s.diskQueue.runTask(func() { s.refresh(dir) })
}

// requests returns the handlers of all requests that are valid once the server is initialized, except those that
// pull diagnostics.
func requests(s *server) map[string]func(*session.View) wire.Answer {
	return map[string]func(*session.View) wire.Answer{
		protocol.MethodTextDocumentHover:                about(showHover),
		protocol.MethodTextDocumentCompletion:           aboutOr(&protocol.CompletionList{Items: []protocol.CompletionItem{}}, completion),
		protocol.MethodCompletionItemResolve:            request(resolveCompletion),
		protocol.MethodTextDocumentDefinition:           aboutOr(protocol.DefinitionResult(protocol.LocationSlice{}), definition),
		protocol.MethodTextDocumentReferences:           about(references),
		protocol.MethodTextDocumentDocumentHighlight:    about(documentHighlight),
		protocol.MethodTextDocumentPrepareCallHierarchy: about(prepareCallHierarchy),
		protocol.MethodCallHierarchyIncomingCalls:       request(incomingCalls),
		protocol.MethodCallHierarchyOutgoingCalls:       request(outgoingCalls),
		protocol.MethodTextDocumentSignatureHelp:        about(signatureHelp),
		protocol.MethodTextDocumentPrepareRename:        about(prepareRename),
		protocol.MethodTextDocumentRename:               fresh(s, rename),
		protocol.MethodWorkspaceWillRenameFiles:         fresh(s, willRenameFiles),
		protocol.MethodTextDocumentDocumentLink:         about(documentLink),
		protocol.MethodDocumentLinkResolve:              request(resolveDocumentLink),
		protocol.MethodTextDocumentDocumentSymbol:       aboutOr(protocol.DocumentSymbolResult(protocol.DocumentSymbolSlice{}), documentSymbol),
		protocol.MethodTextDocumentFoldingRange:         about(foldingRange),
		protocol.MethodTextDocumentSelectionRange:       about(selectionRange),
		protocol.MethodTextDocumentInlayHint:            about(inlayHint),
		protocol.MethodTextDocumentSemanticTokensFull:   aboutOr(&protocol.SemanticTokens{Data: []uint32{}}, semanticTokens),
		protocol.MethodTextDocumentSemanticTokensRange:  aboutOr(&protocol.SemanticTokens{Data: []uint32{}}, semanticTokensRange),
		protocol.MethodTextDocumentFormatting:           about(formatting),
		protocol.MethodTextDocumentCodeLens:             about(codeLens),
		protocol.MethodCodeLensResolve:                  request(resolveCodeLens),
		protocol.MethodTextDocumentCodeAction:           withServer(s, codeAction),
		protocol.MethodCodeActionResolve:                withServer(s, resolveCodeAction),
		methodSkillsList:                                withServer(s, skillsList),
		methodSkillsPreview:                             fresh(s, skillsPreview),
		methodSkillsSearch:                              fresh(s, skillsSearch),
		methodSkillsCatalog:                             fresh(s, skillsCatalog),
		methodSkillsCompat:                              fresh(s, skillsCompat),
		methodSkillsAgents:                              request(skillsAgents),
		methodSkillsInventory:                           fresh(s, skillsInventory),
		methodSkillsRoots:                               fresh(s, skillsRoots),
		methodSkillsLocations:                           fresh(s, skillsLocations),
		protocol.MethodWorkspaceTextDocumentContent:     withServer(s, textDocumentContent),
		protocol.MethodWorkspaceSymbol:                  request(workspaceSymbol),
		protocol.MethodWorkspaceSymbolResolve:           request(resolveSymbol),
		protocol.MethodWorkspaceExecuteCommand:          withServer(s, executeCommand),
		protocol.MethodWorkspaceWillDeleteFiles:         withServer(s, willDeleteFiles),
	}
}

// notifications returns the handlers of all notifications that are valid once the server is initialized,
// except exit.
func notifications() map[string]func(*server, []byte) error {
	return map[string]func(*server, []byte) error{
		protocol.MethodInitialized:                        (*server).initialized,
		protocol.MethodTextDocumentDidOpen:                (*server).didOpen,
		protocol.MethodTextDocumentDidChange:              (*server).didChange,
		protocol.MethodTextDocumentDidClose:               (*server).didClose,
		protocol.MethodTextDocumentDidSave:                (*server).didSave,
		protocol.MethodWorkspaceDidChangeWatchedFiles:     filesChanged(protocol.FileChangeTypeChanged),
		protocol.MethodWorkspaceDidCreateFiles:            filesChanged(protocol.FileChangeTypeCreated),
		protocol.MethodWorkspaceDidRenameFiles:            filesChanged(protocol.FileChangeTypeChanged),
		protocol.MethodWorkspaceDidDeleteFiles:            filesChanged(protocol.FileChangeTypeDeleted),
		protocol.MethodWorkspaceDidChangeWorkspaceFolders: (*server).didChangeWorkspaceFolders,
		protocol.MethodWorkspaceDidChangeConfiguration:    (*server).didChangeConfiguration,
		protocol.MethodWindowWorkDoneProgressCancel:       cancelProgress,
		protocol.MethodSetTrace:                           setTrace,
	}
}

// request returns the handler of a method that needs only a view.
func request[P, R any](method func(context.Context, *session.View, *P) (R, error)) func(*session.View) wire.Answer {
	return func(v *session.View) wire.Answer {
		return func(ctx context.Context, params []byte) (any, error) {
			p := new(P)
			if err := wire.Decode(params, p); err != nil {
				return nil, err
			}
			return method(ctx, v, p)
		}
	}
}

// about returns the handler of a method about a document. The result is empty if the document cannot be read.
func about[P, R any](
	method func(context.Context, *session.View, session.Source, *P) (R, error),
) func(*session.View) wire.Answer {
	return aboutOr(*new(R), method)
}

// aboutOr is like about. The result is none if the document cannot be read.
func aboutOr[P, R any](
	none R, method func(context.Context, *session.View, session.Source, *P) (R, error),
) func(*session.View) wire.Answer {
	return func(v *session.View) wire.Answer {
		return func(ctx context.Context, params []byte) (any, error) {
			var at documentParams
			p := new(P)
			if err := errors.Join(wire.Decode(params, p), wire.Decode(params, &at)); err != nil {
				return nil, err
			}
			src, ok := v.Source(uri.URI(at.TextDocument.URI))
			if !ok {
				return none, nil
			}
			return method(ctx, v, src, p)
		}
	}
}

// fresh returns the handler of a method that must see the current state of the disk.
func fresh[P, R any](s *server, method func(context.Context, *session.View, *P) (R, error)) func(*session.View) wire.Answer {
	return withServer(s, func(ctx context.Context, s *server, v *session.View, p *P) (R, error) {
		cwd := ""
		if p, ok := any(p).(interface{ workingDirectory() string }); ok {
			cwd = p.workingDirectory()
		}
		if err := checkCwd(cwd); err != nil {
			return *new(R), err
		}
		return method(ctx, s.latest(v, cwd), p)
	})
}

// withServer returns the handler of a method that needs more than a view.
func withServer[P, R any](s *server, method func(context.Context, *server, *session.View, *P) (R, error)) func(*session.View) wire.Answer {
	return request(func(ctx context.Context, v *session.View, p *P) (R, error) { return method(ctx, s, v, p) })
}

func (s *server) Asked(method string) (answer wire.Answer, inline bool, err error) {
	switch {
	case method == protocol.MethodInitialize && s.state == created:
		return s.initialize, true, nil
	case s.state == created:
		return nil, false, &wire.ResponseError{Code: wire.CodeNotInitialized, Message: method + " before initialize"}
	case s.state != initialized:
		return nil, false, &wire.ResponseError{Code: wire.CodeInvalidRequest, Message: method + " after shutdown"}
	case method == protocol.MethodInitialize:
		return nil, false, &wire.ResponseError{Code: wire.CodeInvalidRequest, Message: "second initialize request"}
	case method == protocol.MethodShutdown:
		return s.shutdown, true, nil
	}
	pending := s.diskQueue.pending() // before View, so that the view includes every finished task
	v := s.session.View()
	if handler, ok := s.requests[method]; ok {
		switch method {
		case methodSkillsInventory:
			return afterScan(s, pending, v, handler), false, nil
		case methodSkillsPreview:
			return onceScanned(s, pending, v, handler), false, nil
		}
		return afterDiskQueue(s, pending, v, method, handler), false, nil
	}
	if handler := pullHandler(s, pending, v, method); handler != nil {
		return handler, false, nil
	}
	return nil, false, &wire.ResponseError{Code: wire.CodeMethodNotFound, Message: "unknown method " + method}
}

func (s *server) Notified(ctx context.Context, method string, params []byte) error {
	if method == protocol.MethodExit {
		s.exit()
		return nil
	}
	if s.state != initialized {
		return fmt.Errorf("before initialize or after shutdown")
	}
	if handler, ok := s.notifications[method]; ok {
		return handler(s, params)
	}
	s.log.Debug("notification ignored", "method", method)
	return nil
}

func (s *server) shutdown(context.Context, []byte) (any, error) {
	s.state = shutDown
	s.progress.stop(errShutDown)
	s.diagnoser.End()
	return nil, nil
}

// exit ends the session. The client may send it at any time.
func (s *server) exit() {
	if s.state == shutDown {
		s.end(0)
		return
	}
	s.end(1)
}

// end makes run return the exit code. Only the first call counts. Any goroutine may call it.
func (s *server) end(code int) {
	select {
	case s.ended <- code:
	default:
	}
}

func (s *server) initialize(_ context.Context, raw []byte) (any, error) {
	params := protocol.LSPAny(raw)
	if params.Kind() != '{' {
		return nil, &wire.ResponseError{Code: wire.CodeInvalidParams, Message: "params: expected an object"}
	}
	client := session.NewClient(session.Member(params, "capabilities"))
	client.Name, client.Version = session.StringAt(params, "clientInfo", "name"), session.StringAt(params, "clientInfo", "version")
	if client.CodeDescriptions {
		client.RulePages = rulePages(s.opts.Cache, s.opts.Version, s.log)
	}
	config := s.session.View().Snapshot.Config()
	config.Folders = session.FoldersOf(params)
	s.session.Start(client, config, s.settingsOf(session.Member(params, "initializationOptions")))
	s.catalog.begin(s.session.View().CatalogTurn())
	s.shown.begin(shownTurn(s.session.View()))
	if pid, err := strconv.Atoi(string(session.Member(params, "processId"))); err == nil && pid > 0 {
		watchParent(s, pid)
	}
	_ = s.conn.SetTrace(protocol.TraceValue(session.StringAt(params, "trace"))) // an unknown value changes nothing
	s.state = initialized
	s.log.Info("initialized", "client", client.Name, "version", client.Version,
		"folders", config.Folders, "encoding", client.Encoding)
	return &protocol.InitializeResult{
		Capabilities: capabilities(client, s.session.View().Settings),
		ServerInfo:   protocol.ServerInfo{Name: "skills-ls", Version: protocol.NewOptional(s.opts.Version)},
	}, nil
}

// initialized asks the client for what only an initialized server may request: its settings, and notice of
// changes.
func (s *server) initialized([]byte) error {
	go register(s)
	offerFormatting(s)
	s.watching.Start()
	s.scans.start()
	if s.session.View().Client.Configuration {
		s.diagnoser.Hold() // so that diagnostics that the user has disabled do not appear for a moment
		s.pullConfiguration()
	}
	return nil
}
