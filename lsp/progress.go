package lsp

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"go.lsp.dev/protocol"
)

const (
	progressDelay = 200 * time.Millisecond // work that ends sooner is not shown
	progressPause = 100 * time.Millisecond // the least time between two reports
)

// The causes for which the context of work may end, besides that of the session.
var (
	errUserCancelled = errors.New("cancelled by the user")
	errShutDown      = errors.New("the session is shut down")
)

// withProgress runs work that may take long in the calling goroutine. Where the client can show it, its user sees how far it
// has come and may cancel it. No client, however slow or silent, holds the work up.
//
// The work's context ends when the user cancels, with errUserCancelled as its cause, at shutdown, and with the session. report
// may be called at any rate by any goroutine, and says that done of total units are done; a total of 0 or less is not known.
//
// It must not be called before the client has said initialized.
func (s *server) withProgress(title string, work func(ctx context.Context, report func(done, total int))) {
	ctx, cancel := context.WithCancelCause(s.ctx)
	defer cancel(nil)
	w := s.works.start(title, cancel, s.session.view().client.progress)
	defer s.works.finish(w)
	work(ctx, w.report)
}

// cancelProgress acts on window/workDoneProgress/cancel. A token that is not known is no error: the work may just have ended.
func (s *server) cancelProgress(params []byte) error {
	var p struct {
		Token protocol.LSPAny `json:"token"`
	}
	if err := decode(params, &p); err != nil {
		return err
	}
	var token string
	if p.Token.Kind() != '"' || protocol.Unmarshal(p.Token, &token) != nil || !s.works.cancel(token) {
		s.log.Debug("there is no such work to cancel")
	}
	return nil
}

// works are the long works of a session that are under way.
type works struct {
	ctx    context.Context // of the session
	call   func(ctx context.Context, method string, params, result any) error
	notify func(ctx context.Context, method string, params any) error

	mu      sync.Mutex
	last    int              // number of the last work; guarded by mu
	running map[string]*work // by token; guarded by mu
	stopped bool             // there is to be no more work; guarded by mu
}

// A work is one of them.
type work struct {
	token, title string
	cancel       context.CancelCauseFunc // of the work's context
	over         context.Context         // ends when nothing of the work is to be shown any more
	end          context.CancelFunc      // of over

	mu          sync.Mutex
	done, total int // the most that was reported, the total 0 where it is not known; guarded by mu
}

// start registers work, and where it is to be shown, starts showing it.
func (b *works) start(title string, cancel context.CancelCauseFunc, shown bool) *work {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.last++
	w := &work{token: fmt.Sprintf("skills-ls/%d", b.last), title: title, cancel: cancel}
	w.over, w.end = context.WithCancel(b.ctx)
	if b.stopped {
		w.stop(errShutDown)
		return w
	}
	if b.running == nil {
		b.running = make(map[string]*work)
	}
	b.running[w.token] = w
	if shown {
		go b.show(w)
	}
	return w
}

// finish forgets work that has ended.
func (b *works) finish(w *work) {
	w.end()
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.running, w.token)
}

// cancel ends the context of the work, and reports whether there is such work.
func (b *works) cancel(token string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	w := b.running[token]
	if w != nil {
		w.cancel(errUserCancelled)
	}
	return w != nil
}

// stop ends all work, and lets no more begin.
func (b *works) stop() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.stopped = true
	for _, w := range b.running {
		w.stop(errShutDown)
	}
}

func (w *work) stop(cause error) {
	w.cancel(cause)
	w.end()
}

// report says how far the work has come. Reports of several goroutines may come in another order than they were made in.
func (w *work) report(done, total int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.done = max(w.done, done)
	w.total = max(w.total, total)
}

// state returns how far the work has come: a message, empty where there is nothing to say, and the percentage, nil where it is
// not known.
func (w *work) state() (message string, percentage *uint32) {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case w.total > 0:
		done := min(w.done, w.total)
		return fmt.Sprintf("%d of %d", done, w.total), new(uint32(100 * int64(done) / int64(w.total)))
	case w.done > 0:
		return fmt.Sprint(w.done), nil
	}
	return "", nil
}

// show tells the client of work until it is over. What was begun is always ended, even by work that panics.
func (b *works) show(w *work) {
	select {
	case <-w.over.Done():
		return
	case <-time.After(progressDelay):
	}
	token := protocol.String(w.token)
	create := &protocol.WorkDoneProgressCreateParams{Token: token}
	if err := b.call(w.over, protocol.MethodWindowWorkDoneProgressCreate, create, nil); err != nil {
		return // the client has its reasons, or the work ended first
	}
	if w.over.Err() != nil {
		return
	}
	message, percentage := w.state()
	b.send(token, &protocol.WorkDoneProgressBegin{
		Kind: "begin", Title: w.title, Cancellable: new(true), Message: nonempty(message), Percentage: percentage,
	})
	defer b.send(token, &protocol.WorkDoneProgressEnd{Kind: "end"})
	b.follow(w, message, percentage, func(report *protocol.WorkDoneProgressReport) { b.send(token, report) })
}

// follow reports what is new about work until it is over, beginning with what was shown first. A client may show work that
// begins without a percentage as one that never has any, and a growing total must not make one fall.
func (b *works) follow(w *work, shown string, percentage *uint32, send func(*protocol.WorkDoneProgressReport)) {
	tick := time.NewTicker(progressPause)
	defer tick.Stop()
	for {
		select {
		case <-w.over.Done():
			return
		case <-tick.C:
		}
		message, now := w.state()
		if message == shown {
			continue
		}
		if percentage != nil && now != nil {
			percentage = new(max(*percentage, *now))
		}
		shown = message
		send(&protocol.WorkDoneProgressReport{Kind: "report", Message: &message, Percentage: percentage})
	}
}

// send sends the value of a progress. A failure means that the client is gone, which others notice and log.
func (b *works) send(token protocol.ProgressToken, value any) {
	encoded, err := protocol.Marshal(value)
	if err != nil {
		panic(fmt.Sprintf("encoding progress: %v", err)) // it has nothing that cannot be encoded
	}
	_ = b.notify(b.ctx, protocol.MethodProgress, &protocol.ProgressParams{Token: token, Value: encoded})
}

// nonempty returns a string that is left out where it is empty.
func nonempty(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}
