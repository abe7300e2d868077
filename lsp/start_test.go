package lsp

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"skills-ls/lsp/session"
	"skills-ls/skills/vfs"
)

var buildDir string

func TestMain(m *testing.M) {
	flag.Parse()
	if limit := flag.Lookup("test.timeout").Value.(flag.Getter).Get().(time.Duration); limit > 0 {
		time.AfterFunc(limit/10*9, func() { close(overdue) })
	}
	code := m.Run()
	if buildDir != "" {
		_ = os.RemoveAll(buildDir)
	}
	os.Exit(code)
}

// binary builds the program with the race detector and the tags of the test itself. It returns the path of
// the program.
var binary = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "skills-ls-")
	if err != nil {
		return "", err
	}
	buildDir = dir
	path := filepath.Join(dir, "skills-ls")
	args := []string{"build", "-o", path}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "-race" || s.Key == "-tags" {
				args = append(args, s.Key+"="+s.Value)
			}
		}
	}
	cmd := exec.Command("go", append(args, ".")...)
	cmd.Dir = ".."
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building the program: %w\n%s", err, out)
	}
	return path, nil
})

// startBinary starts the real program and returns a client that is connected to its standard streams.
func startBinary(t testing.TB) *testClient {
	t.Helper()
	return startBinaryAt(t, t.TempDir())
}

// startBinaryAt is startBinary for a user with the home directory.
func startBinaryAt(t testing.TB, home string) *testClient {
	t.Helper()
	p := launch(t, home, nil, "--log-level=info")
	t.Cleanup(p.stop)
	return p.client(p.out)
}

// writeWhole writes a file in a directory that a server watches. It renames a complete file into place, so
// that the server never reads half of it.
func writeWhole(t testing.TB, path, text string) {
	t.Helper()
	written := filepath.Join(t.TempDir(), "written")
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(written, []byte(text), 0o644), os.Rename(written, path)); err != nil {
		t.Fatal(err)
	}
}

// startMemory starts a server in this process.
func startMemory(t testing.TB, opts session.Options) (*testClient, *server) {
	t.Helper()
	var log lockedBuffer
	if opts.Logger == nil {
		opts.Logger = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	}
	inEnd, in := io.Pipe()
	out, outEnd := io.Pipe()
	ctx, cancel := context.WithCancel(context.Background())
	var started atomic.Pointer[server]
	_, isTest := t.(*testing.T)
	if _, onDisk := opts.FS.(vfs.Disk); isTest && opts.FS != nil && !onDisk {
		opts.FS = withoutLocks(opts.FS, started.Load)
	}
	s := newServer(ctx, inEnd, outEnd, opts)
	s.diagnoser.TypingDelay = 0 // TestUnfinishedIsLate sets it
	started.Store(s)
	exited := make(chan int, 1)
	go func() {
		code := s.run(ctx)
		cancel()
		exited <- code
		_ = outEnd.Close()
	}()
	c := newTestClient(t, in, out)
	c.log = log.String
	c.exit = func() int {
		select {
		case code := <-exited:
			exited <- code
			return code
		case <-overdue:
			t.Fatalf("the server does not end")
			return -1
		}
	}
	t.Cleanup(func() {
		_ = in.Close()
		cancel()
		c.exit()
		<-c.ended
		waitFor(t, func() bool { return isAtRest(s) }) // work that is still running would affect the next test
	})
	return c, s
}

// isAtRest reports whether a server that has ended no longer works in the background.
func isAtRest(s *server) bool {
	s.scans.mu.Lock()
	defer s.scans.mu.Unlock()
	d := s.diagnoser
	d.Mu.Lock()
	defer d.Mu.Unlock()
	return !s.scans.running && d.Working == 0 && !d.Round.Running && d.ClosedFiles.Workers == 0
}

// lockedBuffer is a log that may be read while it is written.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// newBlockingPipe returns a pipe whose reader blocks until the writer is used.
func newBlockingPipe() (*io.PipeReader, *io.PipeWriter) { return io.Pipe() }

// feedThenBlock returns its data, and then what it reads from block.
type feedThenBlock struct {
	data  []byte
	block io.Reader
}

func (f *feedThenBlock) Read(p []byte) (int, error) {
	if len(f.data) == 0 {
		return f.block.Read(p)
	}
	n := copy(p, f.data)
	f.data = f.data[n:]
	return n, nil
}

type failingWriter struct{}

func (failingWriter) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }
