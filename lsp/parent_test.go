package lsp

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"os/exec"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"skills-ls/lsp/session"
	"skills-ls/lsp/wire"
)

// startSleeper starts a process that only sleeps. end kills the process and waits for its exit.
func startSleeper(t *testing.T) (pid int, end func()) {
	t.Helper()
	sleeper := exec.Command("sleep", "1000")
	if err := sleeper.Start(); err != nil {
		t.Skipf("no process to be the parent: %v", err)
	}
	end = func() {
		_ = sleeper.Process.Kill()
		_ = sleeper.Wait()
	}
	t.Cleanup(end)
	return sleeper.Process.Pid, end
}

// TestAwaitExit checks that wire.AwaitExit returns when the process exits or when the context ends, and not
// before.
func TestAwaitExit(t *testing.T) {
	t.Parallel()
	pid, end := startSleeper(t)
	for _, test := range []struct {
		name string
		ctx  func() (context.Context, func())
	}{
		{"the context ends", func() (context.Context, func()) { return context.WithCancel(t.Context()) }},
		{"the process ends", func() (context.Context, func()) { return t.Context(), end }},
	} {
		ctx, finish := test.ctx()
		var finishing atomic.Bool
		early := make(chan bool, 1)
		var err error
		go func() {
			err = wire.AwaitExit(ctx, pid)
			early <- !finishing.Load()
		}()
		_, endOther := startSleeper(t)
		endOther() // the exit of another process must not end the wait
		finishing.Store(true)
		finish()
		switch isEarly := <-early; {
		case errors.Is(err, errors.ErrUnsupported) || errors.Is(err, fs.ErrPermission):
			t.Skipf("not on this system: %v", err)
		case err != nil:
			t.Fatal(err)
		case isEarly:
			t.Errorf("%s: the wait ended before", test.name)
		}
	}
}

// TestPollExit checks the same for wire.PollExit, the fallback for systems on which wire.AwaitExit fails.
func TestPollExit(t *testing.T) {
	pid, end := startSleeper(t)
	for _, ends := range []string{"the context ends", "the process ends"} {
		synctest.Test(t, func(t *testing.T) {
			ctx, finish := context.WithCancel(t.Context())
			defer finish()
			var ended atomic.Bool
			go func() {
				wire.PollExit(ctx, pid)
				ended.Store(true)
			}()
			time.Sleep(10 * wire.ParentPoll)
			synctest.Wait()
			if ended.Load() {
				t.Fatalf("%s: the wait ended before", ends)
			}
			if ends == "the process ends" {
				finish = end
			}
			finish()
			time.Sleep(wire.ParentPoll)
			synctest.Wait()
			if !ended.Load() {
				t.Errorf("%s: the wait goes on", ends)
			}
		})
	}
}

// TestParentGone checks that the server exits after its editor crashed, even if its input stays open.
func TestParentGone(t *testing.T) {
	t.Parallel()
	pid, end := startSleeper(t)
	c := startBinary(t)
	m := c.call("initialize", map[string]any{"processId": pid, "capabilities": map[string]any{}})
	if m.Error != nil {
		t.Fatal(m.Error.Message)
	}
	wantAlive(t, c)
	end()
	if code := c.exit(); code != 1 {
		t.Errorf("exit code %d, want 1; log:\n%s", code, c.log())
	}
}

// TestParentInvisible checks that the server does not exit if the editor's process ID is unknown, as it is in
// a container.
func TestParentInvisible(t *testing.T) {
	pid, end := startSleeper(t)
	end()
	s := newServer(t.Context(), strings.NewReader(""), io.Discard, session.Options{FS: noFiles, Logger: slog.New(slog.DiscardHandler)})
	watchParent(s, pid) // returns because there is nothing to watch
	select {
	case code := <-s.ended:
		t.Errorf("the server would end with exit code %d", code)
	default:
	}
}
