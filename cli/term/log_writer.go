package term

import (
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"
)

const (
	maxLogLines = 4096                   // queued lines of the log, at most
	maxLogBytes = 1 << 20                // bytes of the queued lines, at most
	logPatience = 500 * time.Millisecond // how long the server waits for its log at the end
)

// A logWriter queues the lines of a log and writes them in its own goroutine. A goroutine that logs never
// waits for the reader of the log, even if it has stopped reading. Lines that do not fit are dropped, and a
// line in their place states their number. Lines that cannot be written are lost, and the next one is tried:
// a full disk may have space again.
type logWriter struct {
	out     io.Writer
	waiting atomic.Int64  // bytes in lines
	written chan struct{} // closed after close, when all queued lines are written

	mu      sync.Mutex
	lines   chan []byte // closed by close; sending is guarded by mu
	dropped int         // lines since the last queued one; guarded by mu
	closed  bool        // guarded by mu
}

func NewLogWriter(out io.Writer) *logWriter {
	w := &logWriter{out: out, written: make(chan struct{}), lines: make(chan []byte, maxLogLines)}
	go w.run()
	return w
}

func (w *logWriter) run() {
	defer close(w.written)
	for line := range w.lines {
		_, _ = w.out.Write(line) // there is no other place to report that the log cannot be written
		w.waiting.Add(-int64(len(line)))
	}
	w.mu.Lock()
	last := w.droppedLine()
	w.mu.Unlock()
	if last != nil {
		_, _ = w.out.Write(last)
	}
}

// Write queues a line or drops it. It never blocks or fails, and is safe for concurrent use.
func (w *logWriter) Write(line []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.closed && !w.take(append(w.droppedLine(), line...)) {
		w.dropped++
	}
	return len(line), nil
}

// take queues a line and reports whether there is room for it. The caller holds mu.
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

// droppedLine returns a line with the number of dropped lines, or nil if no line was dropped. The caller
// holds mu.
func (w *logWriter) droppedLine() []byte {
	if w.dropped == 0 {
		return nil
	}
	const format = "time=%s level=WARN msg=\"log lines dropped: the log is not read fast enough\" lines=%d\n"
	return fmt.Appendf(nil, format, time.Now().Format("2006-01-02T15:04:05.000Z07:00"), w.dropped)
}

// Close stops taking lines and waits up to logPatience until the queued ones are written. It reports whether
// they are.
func (w *logWriter) Close() bool {
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
