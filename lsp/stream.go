package lsp

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
)

const (
	maxMessage = 64 << 20 // bytes of a message body
	maxHeader  = 8 << 10  // bytes of a message header
	// promptly is how much of a body is allocated on the header's word alone; a larger one grows as its bytes arrive.
	promptly = 1 << 20
)

// errHeader says that the header of a message could not be understood, so that nothing after it can be either.
var errHeader = errors.New("malformed message header")

// A framer reads and writes the messages of LSP's base protocol: a header with a Content-Length, a blank line, a body.
//
// It stands in for jsonrpc2's own framing, which believes lengths of up to 1 GiB and reuses the body's buffer while handlers
// may still hold it. One goroutine reads at a time; any number may write.
type framer struct {
	in *bufio.Reader

	mu  sync.Mutex // held while a message is written, so that messages never mix
	out io.Writer
	buf []byte // guarded by mu
}

func newFramer(in io.Reader, out io.Writer) *framer {
	return &framer{in: bufio.NewReaderSize(in, 64<<10), out: out}
}

// read returns the body of the next message in memory of its own. The error is io.EOF between messages and
// io.ErrUnexpectedEOF within one; an error that wraps errHeader ends the stream for good.
func (f *framer) read() ([]byte, error) {
	length, err := f.readHeader()
	if err != nil {
		return nil, err
	}
	if length <= promptly {
		body := make([]byte, length)
		_, err := io.ReadFull(f.in, body)
		return body, inMessage(err)
	}
	var body bytes.Buffer
	body.Grow(promptly)
	_, err = io.CopyN(&body, f.in, int64(length))
	return body.Bytes(), inMessage(err)
}

// readHeader reads up to the blank line and returns the Content-Length.
func (f *framer) readHeader() (int, error) {
	length := -1
	for size := 0; ; {
		line, err := f.in.ReadSlice('\n')
		size += len(line)
		switch {
		case size > maxHeader || errors.Is(err, bufio.ErrBufferFull):
			return 0, fmt.Errorf("%w: longer than %d bytes", errHeader, maxHeader)
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
			return 0, fmt.Errorf("%w: no colon in %.80q", errHeader, text)
		}
		if !strings.EqualFold(strings.TrimSpace(name), "Content-Length") {
			continue
		}
		if length, err = strconv.Atoi(strings.TrimSpace(value)); err != nil || length < 0 {
			return 0, fmt.Errorf("%w: Content-Length %.80q", errHeader, value)
		}
		if length > maxMessage {
			return 0, fmt.Errorf("%w: a message of %d bytes, and at most %d are read", errHeader, length, maxMessage)
		}
	}
	if length < 0 {
		return 0, fmt.Errorf("%w: no Content-Length", errHeader)
	}
	return length, nil
}

// inMessage turns the end of the input into the error that it is within a message.
func inMessage(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// write sends one message, its body appended by the function to the buffer it is given, in a single write.
func (f *framer) write(body func([]byte) []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	// The header is written to the left of the body once the body's length is known.
	const room = len("Content-Length: ") + 20 + len("\r\n\r\n")
	var blank [room]byte
	f.buf = body(append(f.buf[:0], blank[:]...))
	header := fmt.Appendf(nil, "Content-Length: %d\r\n\r\n", len(f.buf)-room)
	start := room - len(header)
	copy(f.buf[start:], header)
	n, err := f.out.Write(f.buf[start:])
	if cap(f.buf) > promptly {
		f.buf = nil // one large answer does not hold its memory for ever
	}
	return n, err
}
