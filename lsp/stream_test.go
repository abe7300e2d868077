package lsp

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"skills-ls/lsp/session"
	"skills-ls/lsp/wire"
)

func TestFramerRead(t *testing.T) {
	for _, test := range []struct {
		name, in string
		want     []string
		err      error // after the last message
	}{
		{"nothing", "", nil, io.EOF},
		{"two", "Content-Length: 2\r\n\r\n{}Content-Length: 3\r\n\r\n[1]", []string{"{}", "[1]"}, io.EOF},
		{"other fields", "Content-Type: application/vscode-jsonrpc; charset=utf-8\r\ncontent-length:2\r\n\r\n{}", []string{"{}"}, io.EOF},
		{"bare newlines", "Content-Length: 2\n\n{}", []string{"{}"}, io.EOF},
		{"empty body", "Content-Length: 0\r\n\r\nContent-Length: 1\r\n\r\n1", []string{"", "1"}, io.EOF},
		{"cut header", "Content-Length: 2\r\n", nil, io.ErrUnexpectedEOF},
		{"cut in a field", "Content-Le", nil, io.ErrUnexpectedEOF},
		{"cut body", "Content-Length: 3\r\n\r\n{}", nil, io.ErrUnexpectedEOF},
		{"no length", "Content-Type: x\r\n\r\n{}", nil, wire.ErrHeader},
		{"no header", "{\"jsonrpc\":\"2.0\"}\r\n\r\n", nil, wire.ErrHeader},
		{"blank line", "\r\n\r\n", nil, wire.ErrHeader},
		{"garbage length", "Content-Length: two\r\n\r\n", nil, wire.ErrHeader},
		{"negative length", "Content-Length: -2\r\n\r\n", nil, wire.ErrHeader},
		{"over the limit", fmt.Sprintf("Content-Length: %d\r\n\r\n", wire.MaxMessage+1), nil, wire.ErrHeader},
		{"over any limit", "Content-Length: 99999999999999999999\r\n\r\n", nil, wire.ErrHeader},
		{"endless line", strings.Repeat("x", 1<<20), nil, wire.ErrHeader},
		{"endless header", strings.Repeat("X: y\r\n", 1<<16), nil, wire.ErrHeader},
	} {
		t.Run(test.name, func(t *testing.T) {
			for name, in := range map[string]io.Reader{
				"whole":        strings.NewReader(test.in),
				"byte by byte": iotest.OneByteReader(strings.NewReader(test.in)),
			} {
				f := wire.NewFramer(in, io.Discard)
				for _, want := range test.want {
					if body, err := f.ReadFrame(); err != nil || string(body) != want {
						t.Fatalf("%s: read %q, %v; want %q", name, body, err, want)
					}
				}
				if body, err := f.ReadFrame(); !errors.Is(err, test.err) {
					t.Errorf("%s: ended with %q, %v; want %v", name, body, err, test.err)
				}
			}
		})
	}
}

func TestFramerWrite(t *testing.T) {
	var out bytes.Buffer
	f := wire.NewFramer(&out, &out)
	for _, body := range []string{"{}", strings.Repeat("x", 3*wire.Promptly), ""} {
		if _, err := f.WriteFrame(func(b []byte) []byte { return append(b, body...) }); err != nil {
			t.Fatal(err)
		}
		if err := f.Await(t.Context(), 0); err != nil {
			t.Fatal(err)
		}
		if got, err := f.ReadFrame(); err != nil || string(got) != body {
			t.Errorf("read %d bytes back, %v; want %d", len(got), err, len(body))
		}
	}
}

// TestPromisedMessage checks that the framer allocates little for a body of which only the length has
// arrived.
func TestPromisedMessage(t *testing.T) {
	for name, sent := range map[string]string{"nothing": "", "a part": strings.Repeat("x", 100<<10)} {
		t.Run(name, func(t *testing.T) {
			f := wire.NewFramer(strings.NewReader(fmt.Sprintf("Content-Length: %d\r\n\r\n%s", wire.MaxMessage, sent)), io.Discard)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err := f.ReadFrame()
			runtime.ReadMemStats(&after)
			if !errors.Is(err, io.ErrUnexpectedEOF) {
				t.Errorf("read ended with %v", err)
			}
			if got := after.TotalAlloc - before.TotalAlloc; got > 8<<20 {
				t.Errorf("%s were allocated", mib(int64(got)))
			}
		})
	}
}

// FuzzStream sends arbitrary bytes to a server, which must neither panic nor hang.
func FuzzStream(f *testing.F) {
	frame := func(body string) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body) }
	const start = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}`
	f.Add([]byte(frame(start)))
	f.Add([]byte(frame(start) + frame(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"untitled:x","version":1,"text":"a"}}}`) +
		frame(`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"untitled:x","version":2},"contentChanges":[{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":1}},"text":"b"}]}}`) +
		frame(`{"jsonrpc":"2.0","id":"h","method":"textDocument/hover","params":{"textDocument":{"uri":"untitled:x"},"position":{"line":0,"character":0}}}`)))
	f.Add([]byte(frame(`{not json`) + frame(`{}`) + frame(`[]`) + frame(`[{"jsonrpc":"2.0","id":1,"method":"x"}]`) + frame(`{"jsonrpc":"2.0","id":1.5,"method":"x"}`)))
	f.Add([]byte(frame(start) + frame(`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":null}}`) + frame(`{"jsonrpc":"2.0","id":2,"method":"shutdown"}`) + frame(`{"jsonrpc":"2.0","method":"exit"}`)))
	f.Add([]byte("Content-Length: 99999999\r\n\r\n"))
	f.Add([]byte(frame(start) + frame(`{"jsonrpc":"2.0","id":2,"method":"skills/preview","params":{"path":"/x"}}`)))
	f.Fuzz(func(t *testing.T, data []byte) {
		opts := session.Options{Logger: slog.New(crashOnPanic{}), FS: noFiles}
		// go test's -timeout does not apply to fuzzing, and a hang would not say which input caused it.
		watchdog := time.AfterFunc(30*time.Minute, func() { panic(fmt.Sprintf("the server hangs on %q", data)) })
		defer watchdog.Stop()
		Serve(t.Context(), bytes.NewReader(data), io.Discard, opts)
	})
}

// crashOnPanic is a log handler that turns a recovered panic into a crash that the fuzzer detects.
type crashOnPanic struct{ slog.Handler }

func (crashOnPanic) Enabled(context.Context, slog.Level) bool { return true }

func (crashOnPanic) Handle(_ context.Context, r slog.Record) error {
	if strings.Contains(r.Message, "panicked") {
		r.Attrs(func(a slog.Attr) bool { fmt.Fprintln(os.Stderr, a); return true })
		os.Exit(2)
	}
	return nil
}

// A slowWriter pauses before each write.
type slowWriter struct {
	pause time.Duration
	bytes.Buffer
}

func (w *slowWriter) Write(p []byte) (int, error) {
	time.Sleep(w.pause)
	return w.Buffer.Write(p)
}

// TestFlushWhileRead checks that the last messages reach a client that reads slowly but does not stop.
func TestFlushWhileRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		out := &slowWriter{pause: wire.ShutdownGrace * 2 / 3}
		c := &wire.Conn{Framer: wire.NewFramer(strings.NewReader(""), out), Log: slog.New(slog.DiscardHandler)}
		body := strings.Repeat("x", 3*wire.PieceSize)
		if _, err := c.Framer.WriteFrame(func(b []byte) []byte { return append(b, body...) }); err != nil {
			t.Fatal(err)
		}
		c.Flush()
		if got := c.Framer.Queued(); got != 0 || !strings.HasSuffix(out.String(), body) {
			t.Errorf("%d bytes are left", got)
		}
	})
}
