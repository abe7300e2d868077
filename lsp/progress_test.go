package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"go.lsp.dev/protocol"

	"skills-ls/analysis/workspace"
	"skills-ls/lsp/session"
)

// These tests use the clock of synctest, which advances when all goroutines wait. The client consists of a
// few functions: jsonrpc2 shares channels between connections, which synctest does not allow.

// A progressClient supports progress and records what it is shown.
type progressClient struct {
	*server
	t       *testing.T
	create  func(ctx context.Context) error
	created atomic.Int32
	slow    chan struct{} // unless nil, every notification waits for it

	mu    sync.Mutex
	lines []string // guarded by mu
}

func startProgress(t *testing.T) *progressClient {
	t.Helper()
	c := &progressClient{t: t, create: func(context.Context) error { return nil }}
	c.server = newServer(t.Context(), nil, nil, session.Options{FS: noFiles, Logger: slog.New(slog.DiscardHandler)})
	c.session.Start(&session.Client{Progress: true}, workspace.Config{}, session.Settings{})
	c.progress.call = func(ctx context.Context, method string, params, _ any) error {
		if p, ok := params.(*protocol.WorkDoneProgressCreateParams); !ok || method != "window/workDoneProgress/create" || p.Token == nil {
			t.Errorf("asked for %s %v", method, params)
		}
		c.created.Add(1)
		return c.create(ctx)
	}
	c.progress.notify = func(_ context.Context, method string, params any) error {
		if method != "$/progress" {
			t.Errorf("told of %s", method)
		}
		if c.slow != nil {
			<-c.slow
		}
		c.show(params)
		return nil
	}
	return c
}

func (c *progressClient) show(params any) {
	encoded, err := protocol.Marshal(params)
	if err != nil {
		c.t.Fatal(err)
	}
	var p struct {
		Token string
		Value struct {
			Kind, Title, Message string
			Percentage           *int
			Cancellable          bool
		}
	}
	if err := json.Unmarshal(encoded, &p); err != nil {
		c.t.Fatalf("%s: %v", encoded, err)
	}
	line := []string{p.Token, p.Value.Kind}
	if p.Value.Title != "" {
		line = append(line, fmt.Sprintf("%q cancellable %t", p.Value.Title, p.Value.Cancellable))
	}
	if p.Value.Message != "" {
		line = append(line, p.Value.Message)
	}
	if p.Value.Percentage != nil {
		line = append(line, fmt.Sprint(*p.Value.Percentage, "%"))
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lines = append(c.lines, strings.Join(line, " "))
}

// want waits until all goroutines are idle and compares the lines shown since the last call.
func (c *progressClient) want(lines ...string) {
	c.t.Helper()
	synctest.Wait()
	c.mu.Lock()
	defer c.mu.Unlock()
	if got, want := strings.Join(c.lines, "\n"), strings.Join(lines, "\n"); got != want {
		c.t.Errorf("shown:\n%s\nwant:\n%s", got, want)
	}
	c.lines = nil
}

func TestProgress(t *testing.T) {
	type step = func(done, total int)
	for _, test := range []struct {
		name string
		work func(report step)
		want []string
	}{
		{"work that ends soon is not shown", func(report step) {
			report(1, 2)
			time.Sleep(progressDelay - 1)
		}, nil},
		{"begun with what is known by then", func(report step) {
			report(1, 4)
			time.Sleep(progressDelay + 1)
		}, []string{`skills-ls/1 begin "Scanning" cancellable true 1 of 4 25%`, `skills-ls/1 end`}},
		{"ten reports a second", func(report step) {
			time.Sleep(time.Microsecond) // so that no two timers fire at the same moment
			for i := range 1000 {
				report(i, 1000)
				time.Sleep(time.Millisecond / 2)
			}
		}, []string{
			`skills-ls/1 begin "Scanning" cancellable true 399 of 1000 39%`, `skills-ls/1 report 599 of 1000 59%`,
			`skills-ls/1 report 799 of 1000 79%`, `skills-ls/1 report 999 of 1000 99%`, `skills-ls/1 end`,
		}},
		{"the same is not reported twice", func(report step) {
			report(1, 2)
			time.Sleep(time.Second)
			report(2, 2)
			time.Sleep(time.Second)
		}, []string{
			`skills-ls/1 begin "Scanning" cancellable true 1 of 2 50%`, `skills-ls/1 report 2 of 2 100%`, `skills-ls/1 end`,
		}},
		{"a growing total", func(report step) {
			for _, s := range [][2]int{{5, 10}, {6, 100}, {80, 100}, {7, 100}} {
				report(s[0], s[1])
				time.Sleep(2 * progressDelay)
			}
		}, []string{
			`skills-ls/1 begin "Scanning" cancellable true 5 of 10 50%`, `skills-ls/1 report 6 of 100 50%`,
			`skills-ls/1 report 80 of 100 80%`, `skills-ls/1 end`,
		}},
		{"no total", func(report step) {
			time.Sleep(2 * progressDelay)
			report(5, 0)
			time.Sleep(progressDelay)
			report(6, 12) // too late: progress that began without a percentage must not get one
			time.Sleep(progressDelay)
		}, []string{
			`skills-ls/1 begin "Scanning" cancellable true`, `skills-ls/1 report 5`, `skills-ls/1 report 6 of 12`, `skills-ls/1 end`,
		}},
		{"nonsense", func(report step) {
			report(-7, -1)
			report(30, 10)
			time.Sleep(2 * progressDelay)
		}, []string{`skills-ls/1 begin "Scanning" cancellable true 10 of 10 100%`, `skills-ls/1 end`}},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := startProgress(t)
				withProgress(c.server, "Scanning", func(_ context.Context, report step) { test.work(report) })
				c.want(test.want...)
			})
		})
	}
}

// TestProgressUnshown checks that the work completes even if the client shows no progress, for any reason.
func TestProgressUnshown(t *testing.T) {
	for _, test := range []struct {
		name    string
		prepare func(c *progressClient)
		created int32
		want    []string
	}{
		{"cannot", func(c *progressClient) { c.session.Start(&session.Client{}, workspace.Config{}, session.Settings{}) }, 0, nil},
		{"refuses", func(c *progressClient) {
			c.create = func(context.Context) error { return errors.New("no") }
		}, 1, nil},
		{"never answers", func(c *progressClient) {
			c.create = func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }
		}, 1, nil},
		{"answers when the work has ended", func(c *progressClient) {
			c.create = func(context.Context) error { time.Sleep(time.Hour); return nil }
		}, 1, nil},
		{"answers late", func(c *progressClient) {
			c.create = func(context.Context) error { time.Sleep(time.Second); return nil }
		}, 1, []string{`skills-ls/1 begin "Scanning" cancellable true 1 of 2 50%`, `skills-ls/1 end`}},
		{"reads late", func(c *progressClient) { c.slow = make(chan struct{}, 10) }, 1, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := startProgress(t)
				test.prepare(c)
				start, worked := time.Now(), false
				withProgress(c.server, "Scanning", func(ctx context.Context, report func(int, int)) {
					report(1, 2)
					time.Sleep(2 * time.Second)
					worked = ctx.Err() == nil
				})
				if took := time.Since(start); !worked || took != 2*time.Second {
					t.Errorf("worked: %t, for %s", worked, took)
				}
				time.Sleep(2 * time.Hour)
				c.want(test.want...)
				if n := c.created.Load(); n != test.created {
					t.Errorf("asked %d times for a progress", n)
				}
				if c.slow != nil {
					close(c.slow)
					c.want(`skills-ls/1 begin "Scanning" cancellable true 1 of 2 50%`, `skills-ls/1 end`)
				}
			})
		})
	}
}

// TestProgressCancel checks that the user can cancel the work that is shown, and that no other token cancels
// it.
func TestProgressCancel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := startProgress(t)
		cancel := func(params string) {
			t.Helper()
			if err := c.Notified(t.Context(), "window/workDoneProgress/cancel", []byte(params)); err != nil {
				t.Errorf("%s: %v", params, err)
			}
		}
		c.state = initialized
		withProgress(c.server, "Scanning", func(ctx context.Context, _ func(int, int)) {
			time.Sleep(time.Second)
			for _, params := range []string{`{"token":"skills-ls/2"}`, `{"token":""}`, `{"token":1}`, `{"token":-7}`, `{"token":null}`, `{"token":[1]}`, `{}`} {
				if cancel(params); ctx.Err() != nil {
					t.Errorf("%s cancelled the work", params)
				}
			}
			cancel(`{"token":"skills-ls/1"}`)
			if !errors.Is(context.Cause(ctx), errUserCancelled) {
				t.Errorf("the context says %v", context.Cause(ctx))
			}
			c.want(`skills-ls/1 begin "Scanning" cancellable true`)
		})
		c.want(`skills-ls/1 end`)
		cancel(`{"token":"skills-ls/1"}`) // the work has ended
	})
}

// TestProgressPanic checks that the progress ends even if the work panics.
func TestProgressPanic(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := startProgress(t)
		func() {
			defer func() {
				if recover() == nil {
					t.Error("the panic was lost")
				}
			}()
			withProgress(c.server, "Scanning", func(context.Context, func(int, int)) {
				time.Sleep(time.Second)
				panic("at the disco")
			})
		}()
		c.want(`skills-ls/1 begin "Scanning" cancellable true`, `skills-ls/1 end`)
	})
}

// TestProgressShutdown checks that shutdown ends the work, and that work that starts later is not run to its
// end or shown.
func TestProgressShutdown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := startProgress(t)
		withProgress(c.server, "Scanning", func(ctx context.Context, _ func(int, int)) {
			time.Sleep(time.Second)
			if _, err := c.shutdown(ctx, nil); err != nil {
				t.Error(err)
			}
			if !errors.Is(context.Cause(ctx), errShutDown) {
				t.Errorf("the context says %v", context.Cause(ctx))
			}
			c.want(`skills-ls/1 begin "Scanning" cancellable true`, `skills-ls/1 end`)
			time.Sleep(time.Second) // work that is slow to notice
		})
		withProgress(c.server, "Scanning again", func(ctx context.Context, _ func(int, int)) {
			if ctx.Err() == nil {
				t.Error("work began after shutdown")
			}
			time.Sleep(time.Second)
		})
		c.want()
	})
}

// TestProgressOnTheWire checks progress and its cancellation over a connection.
func TestProgressOnTheWire(t *testing.T) {
	c, s := startMemory(t, session.Options{FS: noFiles})
	c.initialize(`{"window":{"workDoneProgress":true}}`)
	wantAlive(t, c)
	cause := make(chan error, 1)
	go withProgress(s, "Scanning", func(ctx context.Context, _ func(int, int)) {
		<-ctx.Done()
		cause <- context.Cause(ctx)
	})
	var p struct {
		Token string
		Value struct{ Kind string }
	}
	if c.nextOf("$/progress", &p); p.Value.Kind != "begin" {
		t.Fatalf("first came %+v", p)
	}
	c.notify("window/workDoneProgress/cancel", map[string]any{"token": p.Token})
	if c.nextOf("$/progress", &p); p.Value.Kind != "end" {
		t.Fatalf("then came %+v", p)
	}
	if err := <-cause; !errors.Is(err, errUserCancelled) {
		t.Errorf("the work ended because %v", err)
	}
}

// TestProgressTogether checks that works that run at the same time have different tokens.
func TestProgressTogether(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := startProgress(t)
		withProgress(c.server, "Outer", func(context.Context, func(int, int)) {
			time.Sleep(progressDelay + 1)
			withProgress(c.server, "Inner", func(context.Context, func(int, int)) { time.Sleep(progressDelay + 1) })
			time.Sleep(time.Millisecond)
		})
		c.want(`skills-ls/1 begin "Outer" cancellable true`, `skills-ls/2 begin "Inner" cancellable true`, `skills-ls/2 end`, `skills-ls/1 end`)
	})
}
