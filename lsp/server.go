package lsp

import (
	"context"
	"log/slog"
	"sync/atomic"

	"skills-ls/lsp/diagnose"
	"skills-ls/lsp/session"
	"skills-ls/lsp/watch"
	"skills-ls/lsp/wire"
)

// A server is one session with one client.
type server struct {
	ctx           context.Context // ends with the session; for work that outlives a message
	opts          session.Options
	log           *slog.Logger
	conn          *wire.Conn
	session       *session.Session
	diagnoser     *diagnose.Diagnoser
	progress      longWork
	watching      *watch.Watching
	logged        logCounts
	catalog       catalogNotice
	shown         catalogNotice // for what depends on other files and must be refreshed; see [server.rounded]
	requests      map[string]func(*session.View) wire.Answer
	notifications map[string]func(*server, []byte) error // handlers of notifications
	ended         chan int                               // exit code of a session that ends while its input is still open; holds one
	pulls         atomic.Int64                           // number of times that the client was asked for its settings
	scans         scans
	previews      shownPreviews
	formatter     formattingOffer

	state     state // used by the reading goroutine, and by run once that has ended
	diskQueue diskQueue
}

// state is the stage of its life that a server has reached.
type state uint8

const (
	created     state = iota
	initialized       // initialize was answered
	shutDown
)
