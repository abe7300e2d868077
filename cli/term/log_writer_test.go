package term

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// gate is a writer that blocks until it is opened, and that can fail.
type gate struct {
	open  chan struct{}
	fails bool
	bytes.Buffer
}

func (g *gate) Write(p []byte) (int, error) {
	<-g.open
	if g.fails {
		g.fails = false
		return 0, errors.New("no room")
	}
	return g.Buffer.Write(p)
}

func TestLogWriter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		out := &gate{open: make(chan struct{}), fails: true}
		w := NewLogWriter(out)
		const extra = 10
		for i := range maxLogLines + 1 + extra {
			fmt.Fprintf(w, "line %d\n", i)
			if i == 0 {
				synctest.Wait() // the writer holds the first line
			}
		}
		close(out.open)
		synctest.Wait()
		fmt.Fprintln(w, "after")
		if !w.Close() {
			t.Error("not everything was written")
		}
		lines := strings.Split(strings.TrimSpace(out.String()), "\n")
		last := len(lines) - 1
		if lines[0] != "line 1" || lines[last-2] != fmt.Sprint("line ", maxLogLines) || lines[last] != "after" {
			t.Errorf("%d lines: %q to %q, %q", len(lines), lines[0], lines[last-2], lines[last])
		}
		if !strings.HasSuffix(lines[last-1], fmt.Sprint("lines=", extra)) || !strings.Contains(lines[last-1], "level=WARN") {
			t.Errorf("it says of what was dropped: %s", lines[last-1])
		}
		fmt.Fprintln(w, "by somebody who does not know that it is closed")
		w.Close()
	})
}

// TestLogWriterBytes checks that lines of any length use a bounded amount of memory.
func TestLogWriterBytes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		out := &gate{open: make(chan struct{})}
		w := NewLogWriter(out)
		line := bytes.Repeat([]byte("x"), maxLogBytes/4)
		for range 10 {
			if n, err := w.Write(line); n != len(line) || err != nil {
				t.Errorf("wrote %d, %v", n, err)
			}
		}
		start := time.Now()
		if w.Close() || time.Since(start) != logPatience {
			t.Errorf("closed after %s", time.Since(start))
		}
		close(out.open)
		synctest.Wait()
		if got := out.Len(); got < maxLogBytes || got > maxLogBytes+1000 || !strings.HasSuffix(out.String(), "lines=6\n") {
			t.Errorf("wrote %d bytes, ending in %q", got, out.String()[max(0, got-20):])
		}
	})
}

// TestLogWriterTogether checks that lines of several goroutines do not mix.
func TestLogWriterTogether(t *testing.T) {
	out := &gate{open: make(chan struct{})}
	close(out.open)
	w := NewLogWriter(out)
	var writers sync.WaitGroup
	for range 4 {
		writers.Go(func() {
			for range 100 {
				fmt.Fprintln(w, "a line")
			}
		})
	}
	writers.Wait()
	w.Close()
	if got := out.String(); got != strings.Repeat("a line\n", 400) {
		t.Errorf("wrote %q", got)
	}
}
