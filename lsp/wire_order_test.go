package lsp

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// TestEveryRequestSeesItsMoment sends edits and requests in turn, as fast as the pipe takes them. Each answer
// is about the text at the time of the request, even while other requests wait for the disk.
func TestEveryRequestSeesItsMoment(t *testing.T) {
	t.Parallel()
	const edits = 300
	c := startBinary(t)
	c.initialize(`{}`)
	c.open("untitled:SKILL.md", "---\nname: demo\n---\n")
	methods := []string{"skills/preview", "textDocument/hover", "skills/preview", "textDocument/documentLink"}
	answers := make([]chan message, edits)
	for i := range edits {
		c.change("untitled:SKILL.md", i+2, edit(1, 0, 1, 0, "#\n")) // moves the key one line down
		answers[i] = c.start(fmt.Sprint("r", i), methods[i%len(methods)], at("untitled:SKILL.md", i+2, 2))
		if i%7 == 0 {
			c.start(fmt.Sprint("list", i), "skills/list", map[string]any{})
		}
	}
	for i, answer := range answers {
		m := c.await(answer, methods[i%len(methods)])
		if m.Error != nil {
			t.Fatalf("request %d: %s", i, m.Error.Message)
		}
		switch methods[i%len(methods)] {
		case "skills/preview":
			var preview struct{ Content string }
			if err := json.Unmarshal(m.Result, &preview); err != nil {
				t.Fatal(err)
			}
			if n := strings.Count(preview.Content, "#\n"); n != i+1 {
				t.Fatalf("preview %d saw the text after %d edits", i+1, n)
			}
		case "textDocument/hover":
			var hover *struct{ Range testRange }
			if err := json.Unmarshal(m.Result, &hover); err != nil || hover == nil || hover.Range.Start.Line != i+2 {
				t.Fatalf("hover %d saw the text of another moment: %s", i, m.Result)
			}
		}
	}
}
