package lsp

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"go.lsp.dev/protocol"

	"skills-ls/lsp/wire"
)

const (
	progressDelay = 200 * time.Millisecond // shorter work is not shown
	progressPause = 100 * time.Millisecond // minimum time between two reports
)

// Reasons other than the end of the session for which the context of work ends.
var (
	errUserCancelled = errors.New("cancelled by the user")
	errShutDown      = errors.New("the session has ended")
)

// withProgress runs work, which may take long, in the calling goroutine. If the client supports it, the user
// sees the progress and may cancel the work. A slow or silent client does not delay the work.
//
// The context of the work ends when the user cancels (with errUserCancelled as the cause), at shutdown, and
// with the session. report records that done of total units are done. A total of 0 or less means that it is
// unknown. Any goroutine may call report, at any rate.
//
// withProgress must not be called before the client has sent initialized.
func withProgress(s *server, title string, work func(ctx context.Context, report func(done, total int))) {
	ctx, cancel := context.WithCancelCause(s.progress.active)
	defer cancel(nil)
	w := s.progress.start(title, cancel, s.session.View().Client.Progress)
	defer s.progress.finish(w)
	work(ctx, w.report)
}

// cancelProgress handles window/workDoneProgress/cancel. An unknown token is no error: the work may just have
// ended.
func cancelProgress(s *server, params []byte) error {
	var p struct {
		Token protocol.LSPAny `json:"token"`
	}
	if err := wire.Decode(params, &p); err != nil {
		return err
	}
	var token string
	if p.Token.Kind() != '"' || protocol.Unmarshal(p.Token, &token) != nil || !s.progress.cancel(token) {
		s.log.Debug("no work in progress to cancel")
	}
	return nil
}

// longWork is the long-running work of a session.
type longWork struct {
	ctx    context.Context         // of the session
	active context.Context         // of all work
	stop   context.CancelCauseFunc // of active
	call   func(ctx context.Context, method string, params, result any) error
	notify func(ctx context.Context, method string, params any) error

	mu      sync.Mutex
	last    int                                // number of the last work; guarded by mu
	running map[string]context.CancelCauseFunc // by token; guarded by mu
}

// A work is one call of withProgress.
type work struct {
	token, title string
	over         context.Context    // ends when no more progress may be sent
	end          context.CancelFunc // of over

	mu          sync.Mutex
	done, total int // maximum of the reported values, total 0 if unknown; guarded by mu
}

// start registers work and, if shown is set, starts to send its progress.
func (b *longWork) start(title string, cancel context.CancelCauseFunc, shown bool) *work {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.last++
	w := &work{token: fmt.Sprintf("skills-ls/%d", b.last), title: title}
	w.over, w.end = context.WithCancel(b.active)
	b.running[w.token] = cancel
	if shown {
		go b.show(w)
	}
	return w
}

// finish removes work that has ended.
func (b *longWork) finish(w *work) {
	w.end()
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.running, w.token)
}

// cancel ends the context of the work with the token. It reports whether there is such work.
func (b *longWork) cancel(token string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	cancel, ok := b.running[token]
	if ok {
		cancel(errUserCancelled)
	}
	return ok
}

// report records the progress of the work. Concurrent reports may arrive in any order, so the maximum counts.
func (w *work) report(done, total int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.done = max(w.done, done)
	w.total = max(w.total, total)
}

// state returns the progress as a message, empty if there is nothing to report, and as a percentage, nil if
// it is unknown.
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

// show sends the progress of the work to the client until the work is over. Every begin is followed by an
// end, even if the work panics.
func (b *longWork) show(w *work) {
	select {
	case <-w.over.Done():
		return
	case <-time.After(progressDelay):
	}
	token := protocol.String(w.token)
	create := &protocol.WorkDoneProgressCreateParams{Token: token}
	if err := b.call(w.over, protocol.MethodWindowWorkDoneProgressCreate, create, nil); err != nil {
		return // the client refused, or the work ended first
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

// follow sends changes of the progress until the work is over. shown and percentage are what the begin
// notification had. A client may treat progress that begins without a percentage as one that never has any,
// so none is added later. A growing total must not lower the percentage.
func (b *longWork) follow(w *work, shown string, percentage *uint32, send func(*protocol.WorkDoneProgressReport)) {
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

// send sends one progress notification. An error means that the client is gone, which other code notices and
// logs.
func (b *longWork) send(token protocol.ProgressToken, value any) {
	encoded, err := protocol.Marshal(value)
	if err != nil {
		panic(fmt.Sprintf("encoding progress: %v", err)) // the progress types have no field that cannot be encoded
	}
	_ = b.notify(b.ctx, protocol.MethodProgress, &protocol.ProgressParams{Token: token, Value: encoded})
}

// nonempty returns nil for an empty string, so that the field is left out.
func nonempty(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}
