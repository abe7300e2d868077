package lsp

import (
	"encoding/json"
	"fmt"
	"io"
	"testing"
	"time"
)

// A slowReader takes some bytes one at a time, then pauses, then reads as fast as it can.
type slowReader struct {
	from     io.Reader
	trickle  int // bytes
	interval time.Duration
	pause    time.Duration
}

func (r *slowReader) Read(p []byte) (int, error) {
	switch {
	case r.trickle > 0:
		r.trickle--
		time.Sleep(r.interval)
		return r.from.Read(p[:1])
	case r.pause > 0:
		time.Sleep(r.pause)
		r.pause = 0
	}
	return r.from.Read(p)
}

// TestSlowReader plays an editor that hardly reads what it is told, and then not at all for a while, as one does that is busy
// with something else, and that goes on editing and asking. When it reads again, everything is there, in order, and right: every
// answer is about the text of its moment, and what was published last is about the last version.
func TestSlowReader(t *testing.T) {
	t.Parallel()
	for name, slow := range map[string]slowReader{
		"trickle": {trickle: 2000, interval: time.Millisecond},
		"stop":    {trickle: 500, interval: time.Millisecond, pause: 3 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			const edits = 2000
			p := startProcess(t, nil)
			slow.from = p.out
			c := p.client(&slow)
			from := time.Now()
			send := make(chan []chan message, 1)
			go func() {
				c.start("start", "initialize", json.RawMessage(startParams)) // the answer trickles in
				c.notify("initialized", struct{}{})
				c.open("untitled:SKILL.md", "---\nname: demo\n---\n")
				var answers []chan message
				for i := range edits {
					c.change("untitled:SKILL.md", i+2, edit(1, 0, 1, 0, "#\n")) // moves the key one line down
					answers = append(answers, c.start(fmt.Sprint("hover-", i), "textDocument/hover", at("untitled:SKILL.md", i+2, 2)))
				}
				send <- answers
			}()
			var answers []chan message
			select {
			case answers = <-send:
				t.Logf("%d edits and requests were taken in %v", edits, time.Since(from).Round(time.Millisecond))
			case <-time.After(patience):
				t.Fatal("the server reads no faster than its client")
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
			t.Logf("all was read after %v", time.Since(from).Round(time.Millisecond))
		})
	}
}
