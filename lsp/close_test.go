package lsp

import (
	"context"
	"sync"
	"testing"

	"skills-ls/lsp/diagnose"
	"skills-ls/lsp/session"
)

// intercepted is a client before whose messages something else happens.
type intercepted struct {
	diagnose.Client
	notify func(params any)
	call   func() // instead of the call
}

func (c intercepted) Notify(ctx context.Context, method string, params any) error {
	if c.notify != nil {
		c.notify(params)
	}
	return c.Client.Notify(ctx, method, params)
}

func (c intercepted) Call(ctx context.Context, method string, params, result any) error {
	if c.call != nil {
		c.call()
		return nil
	}
	return c.Client.Call(ctx, method, params, result)
}

// TestClosedWhilePublishing checks that the diagnostics of a document are cleared if the document is closed
// while they are published. The work on the document has ended when the diagnoser is notified of the close,
// and the diagnoser must still know what the client has.
func TestClosedWhilePublishing(t *testing.T) {
	c, s := startMemory(t, session.Options{FS: noFiles})
	c.initialize(`{}`)
	const uri = "untitled:SKILL.md"
	var once sync.Once
	var closed *session.Document
	s.diagnoser.Client = intercepted{Client: s.conn, notify: func(params any) {
		if p, ok := params.(*diagnose.PublishParams); ok && string(p.Diagnostics) != "[]" {
			once.Do(func() {
				closed = s.session.View().Docs[uri]
				s.session.Update(func(next *session.View) { next.Drop(closed) })
			})
		}
	}}
	c.open(uri, brokenSkill)
	wantPublished(t, settle(t, c, s), "v1 frontmatter/unclosed")
	s.diagnoser.Closed(closed)
	wantPublished(t, settle(t, c, s), "closed")
	if n := len(s.diagnoser.Files); n != 0 {
		t.Errorf("%d closed documents are remembered", n)
	}
}
