package wire

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
)

const (
	MaxMessage = 64 << 20 // bytes of a message body
	maxHeader  = 8 << 10  // bytes of a message header
	// Promptly is how many bytes of a body are allocated before they arrive. The buffer of a larger body
	// grows with its bytes.
	Promptly = 1 << 20
	// PieceSize is how many bytes are written at once: as many as a pipe holds, so that each write shows
	// whether the client still reads.
	PieceSize = 64 << 10
	// MaxUnwritten is how many bytes may wait for the client before no more answers are computed for it, and
	// maxUntaken how many before no more messages are read.
	MaxUnwritten = 4 << 20
	maxUntaken   = MaxMessage
)

// ErrHeader means that the header of a message could not be parsed, so that nothing after it can be either.
var ErrHeader = errors.New("malformed message header")

// A Framer reads and writes the messages of LSP's base protocol: a header with a Content-Length, a blank
// line, a body.
//
// It replaces jsonrpc2's own framing, which believes lengths of up to 1 GiB, reuses the body's buffer while
// handlers may still hold it, and writes on the calling goroutine, which may be the one that reads. One
// goroutine reads at a time. Any number of goroutines may queue messages, and none of them waits for the client.
type Framer struct {
	in  *bufio.Reader
	out io.Writer

	mu        sync.Mutex
	queue     []byte        // messages to be written, in order; guarded by mu, as are the fields below
	spare     []byte        // an empty buffer for the next queue
	writing   bool          // a goroutine is in drain
	unwritten int           // bytes in the queue, and those that drain has taken from it
	progress  chan struct{} // closed when unwritten decreases; nil if no goroutine waits for that
	err       error         // why out can no longer be written
	Broken    chan struct{} // closed when err is set
}

func NewFramer(in io.Reader, out io.Writer) *Framer {
	return &Framer{in: bufio.NewReaderSize(in, 64<<10), out: out, Broken: make(chan struct{})}
}

// ReadFrame returns the body of the next message in memory that is not reused. The error is io.EOF between
// messages and io.ErrUnexpectedEOF within one. After an error that wraps ErrHeader, nothing more can be read.
func (f *Framer) ReadFrame() ([]byte, error) {
	if f.in.Buffered() == 0 {
		// A goroutine that waits in read(2) keeps its processor until the runtime takes it away, up to 20 ms later. Let
		// the goroutines that it has started run first (BenchmarkAfterList/10000skills/typing: a quarter less p99).
		runtime.Gosched()
	}
	length, err := f.readHeader()
	if err != nil {
		return nil, err
	}
	if length <= Promptly {
		body := make([]byte, length)
		_, err := io.ReadFull(f.in, body)
		return body, inMessage(err)
	}
	var body bytes.Buffer
	body.Grow(Promptly)
	_, err = io.CopyN(&body, f.in, int64(length))
	return body.Bytes(), inMessage(err)
}

// readHeader reads up to the blank line and returns the Content-Length.
func (f *Framer) readHeader() (int, error) {
	length := -1
	for size := 0; ; {
		line, err := f.in.ReadSlice('\n')
		size += len(line)
		switch {
		case size > maxHeader || errors.Is(err, bufio.ErrBufferFull):
			return 0, fmt.Errorf("%w: longer than %d bytes", ErrHeader, maxHeader)
		case err != nil && size > 0:
			return 0, inMessage(err)
		case err != nil:
			return 0, err
		}
		text := strings.TrimRight(string(line), "\r\n")
		if text == "" {
			break
		}
		name, value, found := strings.Cut(text, ":")
		if !found {
			return 0, fmt.Errorf("%w: no colon in %.80q", ErrHeader, text)
		}
		if !strings.EqualFold(strings.TrimSpace(name), "Content-Length") {
			continue
		}
		if length, err = strconv.Atoi(strings.TrimSpace(value)); err != nil || length < 0 {
			return 0, fmt.Errorf("%w: Content-Length %.80q", ErrHeader, value)
		}
		if length > MaxMessage {
			return 0, fmt.Errorf("%w: message has %d bytes: the limit is %d", ErrHeader, length, MaxMessage)
		}
	}
	if length < 0 {
		return 0, fmt.Errorf("%w: no Content-Length", ErrHeader)
	}
	return length, nil
}

// inMessage converts io.EOF to io.ErrUnexpectedEOF, because the input must not end within a message.
func inMessage(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// WriteFrame queues one message. body appends the message's body to the buffer that it is given. write does not
// wait until the message is written, so the error is that of an earlier one.
func (f *Framer) WriteFrame(body func([]byte) []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.err != nil {
		return 0, f.err
	}
	// The header is written to the left of the body once the body's length is known.
	const room = len("Content-Length: ") + 20 + len("\r\n\r\n")
	var blank [room]byte
	start := len(f.queue)
	f.queue = body(append(f.queue, blank[:]...))
	text := f.queue[start+room:]
	end := start + copy(f.queue[start:], fmt.Appendf(nil, "Content-Length: %d\r\n\r\n", len(text)))
	end += copy(f.queue[end:], text)
	f.queue = f.queue[:end]
	f.unwritten += end - start
	if !f.writing {
		f.writing = true
		go f.drain()
	}
	return end - start, nil
}

// drainAfter reserves the output for the caller, who queues messages and then calls drain to write them. If another
// goroutine is writing, that one writes them, and drain does nothing.
//
// During a garbage collection on two processors, a runnable goroutine waits for the collector, for up to four
// milliseconds. So the goroutine that has found diagnostics also writes them (BenchmarkKeystroke: 15 % less time).
func (f *Framer) drainAfter() (drain func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.writing {
		return func() {}
	}
	f.writing = true
	return f.drain
}

// drain writes until the queue is empty.
func (f *Framer) drain() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for len(f.queue) > 0 && f.err == nil {
		batch := f.queue
		f.queue, f.spare = f.spare[:0], nil
		for piece := range slices.Chunk(batch, PieceSize) {
			f.mu.Unlock()
			_, err := f.out.Write(piece)
			f.mu.Lock()
			f.noteWrite(len(piece), err)
			if err != nil {
				break
			}
		}
		if cap(batch) <= Promptly { // one large answer does not keep its memory forever
			f.spare = batch
		}
	}
	f.writing = false
}

// noteWrite records that n bytes were written, or the error after which no more can be. The caller holds mu.
func (f *Framer) noteWrite(n int, err error) {
	f.unwritten -= n
	if err != nil {
		f.err, f.queue, f.unwritten = err, nil, 0
		close(f.Broken)
	}
	if f.progress != nil {
		close(f.progress)
		f.progress = nil
	}
}

// Queued returns how many bytes are still to be written.
func (f *Framer) Queued() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.unwritten
}

// Await returns when at most this many bytes are left to be written. The error is the context's, or why out
// can no longer be written.
func (f *Framer) Await(ctx context.Context, most int) error {
	for {
		f.mu.Lock()
		if f.err != nil || f.unwritten <= most {
			defer f.mu.Unlock()
			return f.err
		}
		if f.progress == nil {
			f.progress = make(chan struct{})
		}
		progress := f.progress
		f.mu.Unlock()
		select {
		case <-progress:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
