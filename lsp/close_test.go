package lsp

import (
	"sync"
	"testing"
)

// TestClosedWhilePublishing checks that the diagnostics of a document are cleared if the document is closed
// while they are published. The work on the document has ended when the diagnoser is notified of the close,
// and the diagnoser must still know what the client has.
func TestClosedWhilePublishing(t *testing.T) {
	c, s := startMemory(t, Options{FS: noFiles})
	c.initialize(`{}`)
	const uri = "untitled:SKILL.md"
	publish := s.diagnoser.publish
	var once sync.Once
	var closed *document
	s.diagnoser.publish = func(p *publishParams) error {
		if string(p.Diagnostics) != "[]" {
			once.Do(func() {
				closed = s.session.view().docs[uri]
				s.session.drop(closed)
			})
		}
		return publish(p)
	}
	c.open(uri, brokenSkill)
	wantPublished(t, settle(t, c, s), "v1 frontmatter/unclosed")
	s.diagnoser.closed(closed)
	wantPublished(t, settle(t, c, s), "closed")
	if n := len(s.diagnoser.files); n != 0 {
		t.Errorf("%d closed documents are remembered", n)
	}
}
