package lsp

import (
	"encoding/json"
	"fmt"
	"io"
	"testing"
)

// A slowReader reads some bytes one at a time, then nothing until resume is closed, then as much as there is.
type slowReader struct {
	from    io.Reader
	trickle int // bytes
	resume  <-chan struct{}
}

func (r *slowReader) Read(p []byte) (int, error) {
	if r.trickle > 0 {
		r.trickle--
		return r.from.Read(p[:1])
	}
	<-r.resume
	return r.from.Read(p)
}

// TestSlowReader plays an editor that reads a few bytes and then nothing while it sends edits and requests.
// When it reads again, every answer is about the text at the time of its request, versions are published in
// order, and the last version comes last.
func TestSlowReader(t *testing.T) {
	t.Parallel()
	const edits = 2000
	p := startProcess(t, nil)
	resume := make(chan struct{})
	c := p.client(&slowReader{from: p.out, trickle: 500, resume: resume})
	var answers []chan message
	sent := make(chan struct{})
	go func() {
		defer close(sent)
		c.start("start", "initialize", json.RawMessage(startParams))
		c.notify("initialized", struct{}{})
		c.open("untitled:SKILL.md", "---\nname: demo\n---\n")
		for i := range edits {
			c.change("untitled:SKILL.md", i+2, edit(1, 0, 1, 0, "#\n")) // moves the key one line down
			answers = append(answers, c.start(fmt.Sprint("hover-", i), "textDocument/hover", at("untitled:SKILL.md", i+2, 2)))
		}
	}()
	select {
	case <-sent:
		close(resume)
	case <-overdue:
		close(resume)
		t.Fatal("the server stopped reading")
	}
	for i, answer := range answers {
		m := c.await(answer, fmt.Sprint("hover ", i))
		var hover *struct{ Range testRange }
		if err := json.Unmarshal(m.Result, &hover); m.Error != nil || err != nil || hover == nil || hover.Range.Start.Line != i+2 {
			t.Fatalf("hover %d saw the text of another moment: %s %+v", i, m.Result, m.Error)
		}
	}
	for last := 0; last < edits+1; {
		var list publishedList
		c.nextOf("textDocument/publishDiagnostics", &list)
		if *list.Version < last {
			t.Fatalf("version %d was published after version %d", *list.Version, last)
		}
		last = *list.Version
		for _, d := range list.Diagnostics {
			if d.Code == "description/missing" && d.Range.Start.Line != 0 {
				t.Fatalf("version %d: %+v", last, d)
			}
		}
	}
}
