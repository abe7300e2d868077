package lsp

import (
	"sync"
	"testing"
)

// TestClosedWhilePublishing guards that the findings of a document are taken back which is closed at the moment they are
// published: the work on it has ended when the news comes that it was closed, and what the client has must not be forgotten
// with it.
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
