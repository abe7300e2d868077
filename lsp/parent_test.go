package lsp

import (
	"context"
	"errors"
	"io/fs"
	"os/exec"
	"testing"
	"time"
)

// startSleeper starts a process that does nothing, and returns what ends it and waits for its end.
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

// TestAwaitExit guards both ways of waiting for a process: they end with it, at once where it has ended already, and with the
// context.
func TestAwaitExit(t *testing.T) {
	t.Parallel()
	for name, await := range map[string]func(context.Context, int) error{
		"system": awaitExit,
		"poll":   func(ctx context.Context, pid int) error { pollExit(ctx, pid); return nil },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pid, end := startSleeper(t)
			ctx, cancel := context.WithCancel(t.Context())
			start := func() chan error {
				done := make(chan error, 1)
				go func() { done <- await(ctx, pid) }()
				return done
			}
			accept := func(err error) {
				t.Helper()
				if errors.Is(err, errors.ErrUnsupported) || errors.Is(err, fs.ErrPermission) {
					t.Skipf("not on this system: %v", err)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			wantEnd := func(what string, done chan error) {
				t.Helper()
				from := time.Now()
				select {
				case err := <-done:
					accept(err)
					t.Logf("%s: returned after %v", what, time.Since(from).Round(time.Millisecond))
				case <-time.After(patience):
					t.Errorf("%s: still waiting", what)
				}
			}

			waiting := start()
			select {
			case err := <-waiting:
				accept(err)
				t.Fatal("it does not wait for a process that runs")
			case <-time.After(100 * time.Millisecond):
			}
			cancel()
			wantEnd("the context ended", waiting)

			ctx = t.Context()
			waiting = start()
			end()
			wantEnd("the process ended", waiting)
		})
	}
}

// TestParentGone guards that a server whose editor crashed does not stay behind, though the pipe may.
func TestParentGone(t *testing.T) {
	t.Parallel()
	pid, end := startSleeper(t)
	c := startBinary(t)
	m := c.call("initialize", map[string]any{"processId": pid, "capabilities": map[string]any{}})
	if m.Error != nil {
		t.Fatal(m.Error.Message)
	}
	time.Sleep(parentPoll + parentPoll/2)
	wantAlive(t, c)
	end()
	from := time.Now()
	if code := c.exit(); code != 1 {
		t.Errorf("exit code %d, want 1", code)
	}
	t.Logf("the server was gone %v after its parent", time.Since(from).Round(time.Millisecond))
}

// TestParentInvisible guards servers in containers: the editor's process ID means nothing there.
func TestParentInvisible(t *testing.T) {
	t.Parallel()
	pid, end := startSleeper(t)
	end()
	c := startBinary(t)
	c.call("initialize", map[string]any{"processId": pid, "capabilities": map[string]any{}})
	time.Sleep(parentPoll + parentPoll/2)
	wantAlive(t, c)
}
