package lsp

import (
	"context"
	"fmt"
	"log/slog"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"skills-ls/lsp/wire"
)

const (
	maxRecent      = 50       // entries of a recentLog
	maxRecentBytes = 64 << 10 // of all entries of a recentLog
	maxRecentText  = 300      // bytes of a message or an attribute
	maxRecentStack = 4 << 10  // bytes of a stack
)

// A recentLog is a log handler that keeps the last warnings and errors for a bug report and passes all
// records to another handler.
//
// What it keeps can be made public. It keeps the values of attributes that contain no text of a document, as
// the current [mask] leaves them, and only the size of all others. An error may contain text of a document if
// it quotes it.
type recentLog struct {
	slog.Handler
	mask  func() mask
	attrs []slog.Attr // of [slog.Logger.With]
	kept  *recentEntries
}

// recentEntries are the entries of a recentLog and of all handlers derived from it.
type recentEntries struct {
	mu   sync.Mutex
	list []recentEntry // oldest first; guarded by mu
	size int           // bytes of the texts in list; guarded by mu
	lost int           // number of entries dropped for newer ones; guarded by mu
}

// A recentEntry is a warning or an error, with the number of times that it was logged in a row.
type recentEntry struct {
	time  time.Time // when it was last logged
	text  string    // level, message and attributes; a stack in further lines
	times int
}

func newRecentLog(next slog.Handler, mask func() mask) *recentLog {
	return &recentLog{Handler: next, mask: mask, kept: new(recentEntries)}
}

func (l *recentLog) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelWarn || l.Handler.Enabled(ctx, level)
}

func (l *recentLog) Handle(ctx context.Context, r slog.Record) error {
	if r.Level >= slog.LevelWarn {
		l.kept.add(r.Time, l.describe(r))
	}
	if !l.Handler.Enabled(ctx, r.Level) {
		return nil
	}
	return l.Handler.Handle(ctx, r)
}

func (l *recentLog) WithAttrs(attrs []slog.Attr) slog.Handler {
	next := *l
	next.Handler = l.Handler.WithAttrs(attrs)
	next.attrs = slices.Concat(l.attrs, attrs)
	return &next
}

func (l *recentLog) WithGroup(name string) slog.Handler {
	next := *l
	next.Handler = l.Handler.WithGroup(name)
	return &next
}

// describe returns the text that is kept of a record.
func (l *recentLog) describe(r slog.Record) string {
	m := l.mask()
	var b, stack strings.Builder
	fmt.Fprintf(&b, "%s %s", r.Level, m.text(r.Message))
	add := func(a slog.Attr) bool {
		text, frames := m.attr(a.Key, a.Value.Resolve())
		if text != "" {
			fmt.Fprintf(&b, ", %s %s", a.Key, text)
		}
		stack.WriteString(frames)
		return true
	}
	for _, a := range l.attrs {
		add(a)
	}
	r.Attrs(add)
	if stack.Len() > 0 {
		b.WriteString("\n" + strings.TrimRight(stack.String(), "\n"))
	}
	return b.String()
}

// methodName matches the names of methods.
var methodName = regexp.MustCompile(`^[$A-Za-z/]{1,60}$`)

// attr returns what is kept of an attribute: a text, empty if there is none, and the lines of a stack.
func (m mask) attr(key string, value slog.Value) (text, stack string) {
	switch value.Kind() {
	case slog.KindBool, slog.KindInt64, slog.KindUint64, slog.KindFloat64, slog.KindDuration, slog.KindTime:
		return value.String(), ""
	}
	written := value.String()
	switch key {
	case "stack":
		return "", m.stack(written)
	case "panic":
		return m.panicked(value.Any())
	case "method":
		if methodName.MatchString(written) {
			return written, ""
		}
	case "uri", "before", "path", "dir", "directory", "file", "folder", "root", "real":
		return m.path(written), ""
	case "error", "op", "rule", "agent", "encoding", "client", "version":
		return m.text(written), ""
	}
	return fmt.Sprintf("(%d bytes)", len(written)), ""
}

// panicked describes the value of a panic. Only the Go runtime's own errors can be shown. A value may carry
// the stack of another goroutine after its first line.
func (m mask) panicked(value any) (text, stack string) {
	if err, ok := value.(runtime.Error); ok {
		return wire.Cut(err.Error(), maxRecentText), ""
	}
	written := fmt.Sprint(value)
	if at := strings.Index(written, "\ngoroutine "); at >= 0 {
		written, stack = written[:at], m.stack(written[at+1:])
	}
	return fmt.Sprintf("(%T of %d bytes)", value, len(written)), stack
}

// add adds an entry and drops old ones if there are too many. A repeated text updates the last entry.
func (e *recentEntries) add(at time.Time, text string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if n := len(e.list); n > 0 && e.list[n-1].text == text {
		e.list[n-1].time = at
		e.list[n-1].times++
		return
	}
	e.list = append(e.list, recentEntry{at, text, 1})
	e.size += len(text)
	for len(e.list) > maxRecent || e.size > maxRecentBytes && len(e.list) > 1 {
		e.size -= len(e.list[0].text)
		e.list = slices.Delete(e.list, 0, 1)
		e.lost++
	}
}

// read returns the entries, oldest first, and the number of older entries that were dropped.
func (e *recentEntries) read() (list []recentEntry, lost int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Clone(e.list), e.lost
}
