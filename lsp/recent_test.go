package lsp

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"go.lsp.dev/uri"
)

// newTestRecent returns a logger, the entries that it keeps, and the output of the next handler.
func newTestRecent(level slog.Level) (*slog.Logger, *recentEntries, *bytes.Buffer) {
	var out bytes.Buffer
	log := newRecentLog(slog.NewTextHandler(&out, &slog.HandlerOptions{Level: level}), func() mask { return testMask })
	return slog.New(log), log.kept, &out
}

func textsOf(kept *recentEntries) (texts []string) {
	list, _ := kept.read()
	for _, e := range list {
		texts = append(texts, e.text)
	}
	return texts
}

func TestRecentLevels(t *testing.T) {
	log, kept, out := newTestRecent(slog.LevelError)
	log.Debug("one")
	log.Info("two")
	log.Warn("three")
	log.Error("four")
	if got := strings.Join(textsOf(kept), ", "); got != "WARN three, ERROR four" {
		t.Errorf("kept %s", got)
	}
	if got := out.String(); strings.Count(got, "\n") != 1 || !strings.Contains(got, "msg=four") {
		t.Errorf("handed on %s", got)
	}
}

// TestRecentAttributes checks what is kept of attributes.
func TestRecentAttributes(t *testing.T) {
	const secret = "secret words"
	for _, test := range []struct {
		attr slog.Attr
		want string
	}{
		{slog.String("method", "textDocument/hover"), ", method textDocument/hover"},
		{slog.String("method", secret), ", method (12 bytes)"},
		{slog.Any("error", fmt.Errorf("at %q: %w", secret, &fs.PathError{Op: "open", Path: "/u/me/secret/SKILL.md", Err: fs.ErrPermission})), `, error at "…": open ~/*/SKILL.md: permission denied`},
		{slog.Any("uri", uri.URI("file:///u/me/code/secret.md")), ", uri <folder1>/*.md"},
		{slog.String("path", "/srv/x/secret"), ", path <folder2>/*"},
		{slog.String("text", secret), ", text (12 bytes)"},
		{slog.String("problem", secret), ", problem (12 bytes)"},
		{slog.Any("names", []string{"secret"}), ", names (8 bytes)"},
		{slog.Group("group", slog.String("error", secret)), ", group (20 bytes)"},
		{slog.Int("bytes", 7), ", bytes 7"},
		{slog.Duration("after", time.Second), ", after 1s"},
		{slog.Any("panic", secret), ", panic (string of 12 bytes)"},
		{slog.Any("panic", errors.New(secret)), ", panic (*errors.errorString of 12 bytes)"},
		{slog.Any("panic", secret+"\ngoroutine 7 [running]:\nskills-ls/x.f(0x1)\n\t/a/b/c.go:1 +0x2\n"), ", panic (string of 12 bytes)\ngoroutine 7 [running]:\nskills-ls/x.f\n\tb/c.go:1"},
		{slog.Any("panic", indexError()), ", panic runtime error: index out of range [3] with length 2"},
		{slog.String("stack", "goroutine 7 [running]:\nskills-ls/x.f(...)\n\t/a/b/c.go:1 +0x2\n"), "\ngoroutine 7 [running]:\nskills-ls/x.f\n\tb/c.go:1"},
	} {
		log, kept, _ := newTestRecent(slog.LevelInfo)
		log.LogAttrs(t.Context(), slog.LevelWarn, "message", test.attr)
		if got := textsOf(kept)[0]; got != "WARN message"+test.want {
			t.Errorf("%s\ngot  %q\nwant %q", test.attr, got, "WARN message"+test.want)
		}
	}
	log, kept, out := newTestRecent(slog.LevelInfo)
	log.With("method", "x").WithGroup("g").With("bytes", 1).Warn("message", "text", "y")
	if got := textsOf(kept)[0]; got != "WARN message, method x, bytes 1, text (1 bytes)" || !strings.Contains(out.String(), "method=x g.bytes=1 g.text=y") {
		t.Errorf("kept %q, handed on %s", got, out)
	}
}

// indexError returns an error of the Go runtime.
func indexError() (err any) {
	defer func() { err = recover() }()
	list := []int{1, 2}
	return list[len(list)+1]
}

// TestRecentBounds checks that the log of a server that runs for weeks stays small, and that a message that
// is logged again and again does not push out all others.
func TestRecentBounds(t *testing.T) {
	log, kept, _ := newTestRecent(slog.LevelError)
	log.Warn("first")
	for range 10 * maxRecent {
		log.Warn("again")
	}
	list, lost := kept.read()
	if len(list) != 2 || lost != 0 || list[1].times != 10*maxRecent {
		t.Errorf("%d entries, %d lost, the last one %d times", len(list), lost, list[len(list)-1].times)
	}
	for i := range 2 * maxRecent {
		log.Warn("many", "number", i)
	}
	list, lost = kept.read()
	if len(list) != maxRecent || lost != maxRecent+2 || !strings.HasSuffix(list[len(list)-1].text, fmt.Sprint(2*maxRecent-1)) {
		t.Errorf("%d entries, %d lost, the last one %q", len(list), lost, list[len(list)-1].text)
	}
	stack := "goroutine 1 [running]:\n" + strings.Repeat("skills-ls/lsp.function()\n", 1000)
	for i := range maxRecent {
		log.Error("large", "number", i, "stack", stack)
	}
	if list, _ := kept.read(); kept.size > maxRecentBytes || len(list) < 10 {
		t.Errorf("%d entries of %d bytes", len(list), kept.size)
	}

	var writers sync.WaitGroup
	for range 4 {
		writers.Go(func() {
			for i := range 100 {
				log.Warn("many", "number", i)
				kept.read()
			}
		})
	}
	writers.Wait()
}
