package lsp

import (
	"sync"
	"testing"

	"skills-ls/lsp/diagnose"
	"skills-ls/lsp/session"
)

// TestClosedWhilePublishing checks that the diagnostics of a document are cleared if the document is closed
// while they are published. The work on the document has ended when the diagnoser is notified of the close,
// and the diagnoser must still know what the client has.
func TestClosedWhilePublishing(t *testing.T) {
	c, s := startMemory(t, session.Options{FS: noFiles})
	c.initialize(`{}`)
	const uri = "untitled:SKILL.md"
	publish := s.diagnoser.Publish
	var once sync.Once
	var closed *session.Document
	s.diagnoser.Publish = func(p *diagnose.PublishParams) error {
		if string(p.Diagnostics) != "[]" {
			once.Do(func() {
				closed = s.session.View().Docs[uri]
				s.session.Drop(closed)
			})
		}
		return publish(p)
	}
	c.open(uri, brokenSkill)
	wantPublished(t, settle(t, c, s), "v1 frontmatter/unclosed")
	s.diagnoser.Closed(closed)
	wantPublished(t, settle(t, c, s), "closed")
	if n := len(s.diagnoser.Files); n != 0 {
		t.Errorf("%d closed documents are remembered", n)
	}
}
