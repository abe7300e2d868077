package lsp

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"log/slog"
	"strconv"
	"time"

	"go.lsp.dev/protocol"

	"skills-ls/analysis"
	"skills-ls/analysis/workspace"
	"skills-ls/skills/vfs"
)

// Serve serves LSP on in and out until the client sends exit, disconnects, or breaks the framing, or until
// ctx ends. It returns the exit code of the process: 0 after an orderly shutdown, else 1. Handlers may run
// for a moment longer, with canceled contexts. Serve closes neither in nor out.
func Serve(ctx context.Context, in io.Reader, out io.Writer, opts Options) int {
	if opts.Logger == nil {
		opts.Logger = slog.New(slog.DiscardHandler)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	return newServer(ctx, in, out, opts).run(ctx)
}

func newServer(ctx context.Context, in io.Reader, out io.Writer, opts Options) *server {
	s := &server{ctx: ctx, started: time.Now(), ended: make(chan int, 1)}
	recent := newRecentLog(opts.Logger.Handler(), s.mask)
	opts.Logger = slog.New(recent)
	if opts.FS == nil {
		opts.FS = vfs.Disk{}
	}
	s.opts, s.log, s.recent = opts, opts.Logger, recent.kept
	s.looks.log = s.log
	s.conn = newConn(in, out, s.log)
	disk := vfs.NewTimeoutFS(opts.FS, cmp.Or(opts.DiskTimeout, 3*time.Second), s.stalled, s.answersAgain)
	config := workspace.Config{Home: opts.Home, Cwd: opts.Cwd, Env: opts.Env}
	s.session = newSession(analysis.New(disk, config))
	s.session.refreshed = s.refreshed
	s.scans = newScans(s)
	s.diagnoser = newDiagnoser(ctx, s.session, s.log)
	s.diagnoser.publish = func(p *publishParams) error {
		return s.conn.notify(ctx, protocol.MethodTextDocumentPublishDiagnostics, p)
	}
	s.diagnoser.refresh = func() error {
		return s.conn.call(ctx, protocol.MethodWorkspaceDiagnosticRefresh, nil, nil)
	}
	s.diagnoser.rounded = s.rounded
	s.watching = newWatching(ctx, s.session, s.conn, opts)
	s.watching.began = func() {
		s.session.recheck() // what was read before the watch began may have changed
		s.scans.start()
	}
	s.session.standsIn = s.watching.standsIn
	s.session.found = s.diagnoser.found
	s.session.previewed = s.previewsChanged
	s.diagnoser.recheck = s.watching.recheck
	s.works = works{ctx: ctx, call: s.conn.call, notify: s.conn.notify}
	s.requests, s.told = requests(), notifications()
	s.requests[protocol.MethodWorkspaceExecuteCommand] = s.executeCommand
	s.requests[protocol.MethodWorkspaceWillDeleteFiles] = s.willDeleteFiles
	return s
}

// run serves until the session is over and returns the exit code.
func (s *server) run(ctx context.Context) int {
	defer s.conn.flush()
	defer s.catalog.stop()
	defer s.shown.stop()
	defer s.conn.cancelAll()
	defer s.diagnoser.stop()
	done := s.conn.serve(ctx, s)
	select {
	case <-s.conn.over:
		select {
		case <-done:
		case <-time.After(farewell): // a request is stuck, perhaps in a file system that does not answer
		}
		if err := s.conn.err(); err != nil {
			s.log.Error("connection broken", "error", err)
			return 1
		}
		if s.state == shutDown {
			return 0
		}
		return 1
	case code := <-s.ended:
		return code
	case <-s.conn.framer.broken:
		s.log.Error("connection broken: the client does not read any more")
		return 1
	case <-ctx.Done():
		return 1
	}
}

// refreshed handles a change on disk that was reported to the session. Without paths, anything may have
// changed.
func (s *server) refreshed(paths ...string) {
	if workspace.Scanned(s.session.view().snapshot) {
		s.scans.changed()
	} else {
		s.scans.start() // the change discarded the results of the scan
	}
	s.diagnoser.changed(paths...)
}

func (s *server) stalled(dir string) {
	s.log.Warn("the file system does not answer; what lies there is left out until it does", "directory", dir)
}

func (s *server) answersAgain(dir string) {
	s.log.Info("the file system answers again", "directory", dir)
	s.session.refresh(dir)
}

// requests returns the handlers of the requests that need only a view, which are valid once the server is
// initialized.
func requests() map[string]func(*view) answer {
	return map[string]func(*view) answer{
		protocol.MethodTextDocumentHover:               request((*view).hover),
		protocol.MethodTextDocumentCompletion:          request((*view).completion),
		protocol.MethodCompletionItemResolve:           request((*view).resolveCompletion),
		protocol.MethodTextDocumentDefinition:          request((*view).definition),
		protocol.MethodTextDocumentReferences:          request((*view).references),
		protocol.MethodTextDocumentDocumentHighlight:   request((*view).documentHighlight),
		protocol.MethodTextDocumentPrepareRename:       request((*view).prepareRename),
		protocol.MethodTextDocumentRename:              request((*view).rename),
		protocol.MethodWorkspaceWillRenameFiles:        request((*view).willRenameFiles),
		protocol.MethodTextDocumentDocumentLink:        request((*view).documentLink),
		protocol.MethodDocumentLinkResolve:             request((*view).resolveDocumentLink),
		protocol.MethodTextDocumentDocumentSymbol:      request((*view).documentSymbol),
		protocol.MethodTextDocumentFoldingRange:        request((*view).foldingRange),
		protocol.MethodTextDocumentSelectionRange:      request((*view).selectionRange),
		protocol.MethodTextDocumentInlayHint:           request((*view).inlayHint),
		protocol.MethodTextDocumentSemanticTokensFull:  request((*view).semanticTokens),
		protocol.MethodTextDocumentSemanticTokensRange: request((*view).semanticTokensRange),
		protocol.MethodTextDocumentFormatting:          request((*view).formatting),
		protocol.MethodTextDocumentCodeLens:            request((*view).codeLens),
		protocol.MethodCodeLensResolve:                 request((*view).resolveCodeLens),
		protocol.MethodTextDocumentCodeAction:          request((*view).codeAction),
		protocol.MethodCodeActionResolve:               request((*view).resolveCodeAction),
		methodSkillsList:                               request((*view).skillsList),
		methodSkillsPreview:                            request((*view).skillsPreview),
		methodSkillsSearch:                             request((*view).skillsSearch),
		methodSkillsCatalog:                            request((*view).skillsCatalog),
		methodSkillsCompat:                             request((*view).skillsCompat),
		methodSkillsAgents:                             request((*view).skillsAgents),
		methodSkillsInventory:                          request((*view).skillsInventory),
		methodSkillsRoots:                              request((*view).skillsRoots),
		protocol.MethodWorkspaceTextDocumentContent:    request((*view).textDocumentContent),
		protocol.MethodWorkspaceSymbol:                 request((*view).workspaceSymbol),
		protocol.MethodWorkspaceSymbolResolve:          request((*view).resolveSymbol),
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
		protocol.MethodWorkspaceDidChangeWatchedFiles:     (*server).didChangeWatchedFiles,
		protocol.MethodWorkspaceDidCreateFiles:            (*server).didCreateFiles,
		protocol.MethodWorkspaceDidRenameFiles:            (*server).didRenameFiles,
		protocol.MethodWorkspaceDidDeleteFiles:            (*server).didDeleteFiles,
		protocol.MethodWorkspaceDidChangeWorkspaceFolders: (*server).didChangeWorkspaceFolders,
		protocol.MethodWorkspaceDidChangeConfiguration:    (*server).didChangeConfiguration,
		protocol.MethodWindowWorkDoneProgressCancel:       (*server).cancelProgress,
		protocol.MethodSetTrace:                           (*server).setTrace,
	}
}

// request returns the handler of a method that needs only a view.
func request[P, R any](method func(*view, context.Context, *P) (R, error)) func(*view) answer {
	return func(v *view) answer {
		return func(ctx context.Context, params []byte) (any, error) {
			p := new(P)
			if err := decode(params, p); err != nil {
				return nil, err
			}
			return method(v, ctx, p)
		}
	}
}

func (s *server) asked(method string) (answer, manner, error) {
	switch {
	case method == protocol.MethodInitialize && s.state == created:
		return s.initialize, inline, nil
	case s.state == created:
		return nil, inline, &responseError{code: codeNotInitialized, message: method + " before initialize"}
	case s.state != initialized:
		return nil, inline, &responseError{code: codeInvalidRequest, message: method + " after shutdown"}
	case method == protocol.MethodInitialize:
		return nil, inline, &responseError{code: codeInvalidRequest, message: "initialize a second time"}
	case method == protocol.MethodShutdown:
		return s.shutdown, inline, nil
	}
	pending := s.looks.pending() // before session.view, so that the view includes every finished look
	v := s.session.view()
	if handler, ok := s.requests[method]; ok {
		answer, how := s.afterLooks(pending, v, method, handler)
		return answer, how, nil
	}
	if handler := s.pullHandler(pending, v, method); handler != nil {
		return handler, waiting, nil
	}
	return nil, inline, &responseError{code: codeMethodNotFound, message: "no method " + method}
}

func (s *server) notified(ctx context.Context, method string, params []byte) error {
	if method == protocol.MethodExit {
		s.exit()
		return nil
	}
	if s.state != initialized {
		return fmt.Errorf("it came before initialize or after shutdown")
	}
	if handler, ok := s.told[method]; ok {
		return handler(s, params)
	}
	s.log.Debug("notification ignored", "method", method)
	return nil
}

func (s *server) shutdown(context.Context, []byte) (any, error) {
	s.state = shutDown
	s.works.stop()
	s.diagnoser.end()
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
		return nil, &responseError{code: codeInvalidParams, message: "params: want an object"}
	}
	client := newClient(member(params, "capabilities"))
	client.name, client.version = stringAt(params, "clientInfo", "name"), stringAt(params, "clientInfo", "version")
	if client.codeDescriptions {
		client.rulePages = rulePages(s.opts.Cache, s.opts.Version, s.log)
	}
	config := s.session.view().snapshot.Config()
	config.Folders = foldersOf(params)
	s.session.start(client, config, s.settingsOf(member(params, "initializationOptions")))
	s.catalog.begin(s.session.view().catalogTurn())
	s.shown.begin(s.session.view().shownTurn())
	if pid, err := strconv.Atoi(string(member(params, "processId"))); err == nil && pid > 0 {
		go s.watchParent(pid)
	}
	s.conn.trace.choose(s.ctx, traceLevels[protocol.TraceValue(stringAt(params, "trace"))])
	s.state = initialized
	s.log.Info("initialized", "client", client.name, "version", client.version,
		"folders", config.Folders, "encoding", client.encoding)
	return &protocol.InitializeResult{
		Capabilities: capabilities(client, s.session.view().settings),
		ServerInfo:   protocol.ServerInfo{Name: "skills-ls", Version: protocol.NewOptional(s.opts.Version)},
	}, nil
}

// initialized asks the client for what only an initialized server may request: its settings, and notice of
// changes.
func (s *server) initialized([]byte) error {
	s.conn.trace.begin(s.ctx)
	go s.register()
	s.offerFormatting()
	s.watching.start()
	s.scans.start()
	if s.session.view().client.configuration {
		s.diagnoser.hold() // so that diagnostics that the user has disabled do not appear for a moment
		s.pullConfiguration()
	}
	return nil
}
