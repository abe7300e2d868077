package lsp

import (
	"fmt"
	"io"
	"log/slog"
	"math"
	"runtime"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fsnotify/fsnotify"

	"skills-ls/lsp/fswatch"
	"skills-ls/lsp/position"
	"skills-ls/lsp/session"
	"skills-ls/lsp/wire"
	"skills-ls/skills/vfs"
)

// TestIdle checks that a watching server does no work in an idle hour, and then reports the next change. It
// counts allocations, because any work allocates. The clock is synctest's.
func TestIdle(t *testing.T) {
	d := newDisk(t)
	for i := range 50 {
		d.write(fmt.Sprintf("repo/ws/.agents/skills/skill-%d/SKILL.md", i), skillText(fmt.Sprintf("skill-%d", i)))
	}
	synctest.Test(t, func(t *testing.T) {
		ins, in := io.Pipe()
		out, outs := io.Pipe()
		s := newServer(t.Context(), ins, outs, session.Options{FS: vfs.Disk{}, Home: d.path("home"), Logger: slog.New(slog.DiscardHandler)})
		events, errs := make(chan fsnotify.Event), make(chan error)
		s.watching.Open = func() (*fswatch.Source, error) {
			return &fswatch.Source{
				Add:    func(string) error { return nil },
				Remove: func(string) error { return nil },
				Close:  func() error { close(events); close(errs); return nil },
				Events: events,
				Errors: errs,
			}, nil
		}
		ended := make(chan struct{})
		go func() {
			s.run(t.Context())
			_ = outs.Close()
			close(ended)
		}()
		var said atomic.Int32
		go func() {
			for client := wire.NewFramer(out, io.Discard); ; said.Add(1) {
				if _, err := client.ReadFrame(); err != nil {
					return
				}
			}
		}()
		var f frames
		f.ask("1", "initialize", fmt.Sprintf(`{"processId":null,"capabilities":{},"rootUri":%q}`, position.PathURI(d.path("repo/ws"))))
		f.tell("initialized", "{}")
		f.tell("textDocument/didOpen", fmt.Sprintf(`{"textDocument":{"uri":%q,"languageId":"markdown","version":1,"text":%q}}`,
			position.PathURI(d.path("repo/ws/AGENTS.md")), instructions))
		if _, err := in.Write(f.Bytes()); err != nil {
			t.Fatal(err)
		}

		time.Sleep(time.Minute)
		turn, sent := s.session.View().Turn, said.Load()
		if least := allocatedPerHour(); least > 1000 {
			t.Errorf("the idle server allocated at least %d times an hour", least)
		}
		if now := s.session.View().Turn; now != turn {
			t.Errorf("the view was replaced %d times", now-turn)
		}
		if now := said.Load(); now != sent || sent == 0 {
			t.Errorf("the server had sent %d messages, and sent %d more", sent, now-sent)
		}

		d.write("repo/ws/docs/guide.md", "# Guide\n")
		events <- fsnotify.Event{Name: d.path("repo/ws/docs"), Op: fsnotify.Create}
		time.Sleep(time.Minute)
		if said.Load() == sent {
			t.Error("the server sent nothing after the linked file was created")
		}
		if err := in.Close(); err != nil {
			t.Fatal(err)
		}
		<-ended
	})
}

// allocatedPerHour returns the number of allocations in the quietest of several hours. Goroutines that
// earlier tests left may allocate too, but not in every hour. A collection between the hours gives them real
// time to end.
func allocatedPerHour() uint64 {
	least := uint64(math.MaxUint64)
	for range 100 {
		before := allocated()
		time.Sleep(time.Hour)
		if least = min(least, allocated()-before); least <= 1000 {
			break
		}
		runtime.GC()
	}
	return least
}

// allocated returns the number of allocations so far.
func allocated() uint64 {
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.Mallocs
}
