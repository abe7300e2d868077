package cli

import (
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"
)

const (
	maxLogLines = 4096                   // lines of the log that wait to be written
	maxLogBytes = 1 << 20                // bytes of these lines
	logPatience = 500 * time.Millisecond // how long the end of the server waits for its log to be written
)

// A logWriter takes the lines of a log and writes them by a goroutine of its own: who logs never waits for who reads the log, not
// even for one that has stopped reading. Lines for which there is no room are dropped, and where they are missing a line says
// how many. Lines that cannot be written are lost, and the next is tried: a full disk may have room again.
type logWriter struct {
	out     io.Writer
	waiting atomic.Int64  // bytes in lines
	written chan struct{} // closed when the writer was closed and nothing is left to write

	mu      sync.Mutex
	lines   chan []byte // closed by close; sending is guarded by mu
	dropped int         // lines since the last one that was taken; guarded by mu
	closed  bool        // guarded by mu
}

func newLogWriter(out io.Writer) *logWriter {
	w := &logWriter{out: out, written: make(chan struct{}), lines: make(chan []byte, maxLogLines)}
	go w.run()
	return w
}

func (w *logWriter) run() {
	defer close(w.written)
	for line := range w.lines {
		_, _ = w.out.Write(line) // there is no other place to say that the log cannot be written
		w.waiting.Add(-int64(len(line)))
	}
	w.mu.Lock()
	last := w.droppedLine()
	w.mu.Unlock()
	if last != nil {
		_, _ = w.out.Write(last)
	}
}

// Write takes a line. It neither blocks nor fails. It may be called by any goroutine.
func (w *logWriter) Write(line []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.closed && !w.take(append(w.droppedLine(), line...)) {
		w.dropped++
	}
	return len(line), nil
}

// take queues a line if there is room. The caller holds mu.
func (w *logWriter) take(line []byte) bool {
	if w.waiting.Load()+int64(len(line)) > maxLogBytes {
		return false
	}
	select {
	case w.lines <- line:
		w.waiting.Add(int64(len(line)))
		w.dropped = 0
		return true
	default:
		return false
	}
}

// droppedLine returns a line of the log that says how many are missing before the next one, nil where none are. The caller holds
// mu.
func (w *logWriter) droppedLine() []byte {
	if w.dropped == 0 {
		return nil
	}
	const format = "time=%s level=WARN msg=\"lines of the log were dropped, which nobody read\" lines=%d\n"
	return fmt.Appendf(nil, format, time.Now().Format("2006-01-02T15:04:05.000Z07:00"), w.dropped)
}

// close takes no more lines, and waits until those that were taken are written, but not long. It reports whether they were.
func (w *logWriter) close() bool {
	w.mu.Lock()
	if !w.closed {
		w.closed = true
		close(w.lines)
	}
	w.mu.Unlock()
	select {
	case <-w.written:
		return true
	case <-time.After(logPatience):
		return false
	}
}
