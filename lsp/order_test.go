package lsp

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"skills-ls/lsp/session"
)

// TestOrder sends edits, requests and cancellations as fast as the pipe takes them. Every hover must see
// exactly the edits that were sent before it. The test showed that protocol.NewServer runs notifications out
// of order (357 of 2,998 edits), and that jsonrpc2.CancelHandler crashes the process.
func TestOrder(t *testing.T) {
	t.Parallel()
	const edits, cancels = 1500, 300
	c := startBinary(t)
	c.initialize(`{}`)
	c.open("untitled:SKILL.md", "---\nname: demo\n---\n")
	answers := make([]chan message, edits)
	for i := range edits {
		// Each edit moves the key one line down.
		c.change("untitled:SKILL.md", i+2, edit(1, 0, 1, 0, "#\n"))
		answers[i] = c.start(fmt.Sprintf("hover-%d", i), "textDocument/hover", at("untitled:SKILL.md", i+2, 2))
		if i%(edits/cancels) == 0 {
			c.notify("$/cancelRequest", map[string]any{"id": fmt.Sprintf("hover-%d", i)})
		}
	}
	cancelled := 0
	for i, answer := range answers {
		m := c.await(answer, fmt.Sprintf("hover %d", i))
		if m.Error != nil {
			if m.Error.Code != -32800 || i%(edits/cancels) != 0 {
				t.Fatalf("hover %d: %d %s", i, m.Error.Code, m.Error.Message)
			}
			cancelled++
			continue
		}
		var hover *struct{ Range testRange }
		if err := json.Unmarshal(m.Result, &hover); err != nil {
			t.Fatal(err)
		}
		if hover == nil || hover.Range.Start.Line != i+2 {
			t.Fatalf("hover %d saw the text of another moment: %s", i, m.Result)
		}
	}
	t.Logf("%d of %d cancellations came in time", cancelled, cancels)
	c.call("shutdown", nil)
	c.notify("exit", nil)
	if code := c.exit(); code != 0 {
		t.Errorf("exit code %d; log:\n%s", code, c.log())
	}
}

// TestEditScript sends random edits to the real program and compares its text, as a preview shows it, with
// the editor's. With every position encoding, no edit is lost or misplaced.
func TestEditScript(t *testing.T) {
	for _, encoding := range encodings {
		t.Run(encoding.String(), func(t *testing.T) {
			t.Parallel()
			const head, tail = "---\nname: demo\ndescription: Is edited. Use when a test asks for it.\n---\nFIRST\n", "LAST\n"
			c := startBinary(t)
			c.initialize(fmt.Sprintf(`{"general":{"positionEncodings":[%q]}}`, encoding))
			c.open("untitled:SKILL.md", head+"é😀\r\nx\r"+tail)
			random := rand.New(rand.NewPCG(1, uint64(encoding)))
			client := newModel(head+"é😀\r\nx\r"+tail, encoding)
			first, last := len(client.split(head)), len(client.split(tail))
			for version := 2; version < 1000; version++ {
				var changes []session.ContentChange
				for range random.IntN(3) + 1 {
					size := len(client.units) - first - last + 1
					i := first + random.IntN(size)
					j := min(i+random.IntN(3), len(client.units)-last)
					text := snippets[random.IntN(len(snippets))]
					changes = append(changes, client.replace(client.boundary(i), client.boundary(j), text))
				}
				c.notify("textDocument/didChange", map[string]any{
					"textDocument":   map[string]any{"uri": "untitled:SKILL.md", "version": version},
					"contentChanges": changes,
				})
			}
			var preview struct{ Content string }
			c.result("skills/preview", at("untitled:SKILL.md", 0, 0), &preview)
			t.Logf("%d bytes", len(client.text()))
			if want := strings.TrimSuffix(client.text(), "\n"); !strings.Contains(preview.Content, want) {
				t.Errorf("the server has\n%q\nthe client\n%q", preview.Content, want)
			}
		})
	}
}
