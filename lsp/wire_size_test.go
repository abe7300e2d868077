package lsp

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"skills-ls/lsp/wire"
)

// padded returns a message of exactly size bytes.
func padded(size int, before, after string) []byte {
	return slices.Concat([]byte(before), bytes.Repeat([]byte("x"), size-len(before)-len(after)), []byte(after))
}

// TestLargestMessage checks the size limit of a message from below: a message of exactly that size is read,
// as the text of a document and as the parameters of a request.
func TestLargestMessage(t *testing.T) {
	if testing.Short() {
		t.Skip("moves 200 MB")
	}
	t.Parallel()
	p := startProcess(t, nil)
	c := p.client(p.out)
	c.initialize(`{}`)
	c.frame(padded(wire.MaxMessage, `{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"untitled:SKILL.md","languageId":"skill","version":1,"text":"---\nname: demo\n# `, `"}}}`))
	var list publishedList
	if c.nextOf("textDocument/publishDiagnostics", &list); len(list.Diagnostics) == 0 {
		t.Error("nothing is said of a document that is too large to be analysed")
	}
	answer := c.expect(`"large"`)
	c.frame(padded(wire.MaxMessage, `{"jsonrpc":"2.0","id":"large","method":"skills/search","params":{"query":"`, `"}}`))
	if m := c.await(answer, "the largest request"); m.Error != nil {
		t.Errorf("the largest request: %s", m.Error.Message)
	}
	c.change("untitled:SKILL.md", 2, map[string]any{"text": brokenSkill})
	for {
		if c.nextOf("textDocument/publishDiagnostics", &list); *list.Version == 2 {
			break
		}
	}
	wantAlive(t, c)
	t.Logf("at most %s were occupied", mib(p.status("VmHWM")))
}

// TestTooLargeMessage checks the limit from above: a message that is one byte larger ends the session, with a
// failure and the reason in the log.
func TestTooLargeMessage(t *testing.T) {
	t.Parallel()
	p := startProcess(t, nil)
	c := p.client(p.out)
	c.initialize(`{}`)
	c.raw(fmt.Appendf(nil, "Content-Length: %d\r\n\r\n", wire.MaxMessage+1)) // the server reads no more than the header
	if code := c.exit(); code != 1 {
		t.Errorf("exit code %d, want 1", code)
	}
	for _, want := range []string{"level=ERROR", fmt.Sprint(wire.MaxMessage + 1), fmt.Sprint(wire.MaxMessage)} {
		if log := c.log(); !strings.Contains(log, want) {
			t.Errorf("no %s in the log:\n%s", want, log)
		}
	}
}

// TestSplitMessages checks that the framing does not depend on the sizes in which pipes deliver the bytes.
func TestSplitMessages(t *testing.T) {
	t.Parallel()
	for _, size := range []int{1, 7, 4096} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			t.Parallel()
			p := startProcess(t, nil)
			c := p.client(p.out)
			var f frames
			f.ask(`1`, "initialize", startParams)
			f.tell("textDocument/didOpen", openBroken)
			n := min(20*size, 2000)
			for i := range n {
				f.WriteString("content-type: application/vscode-jsonrpc; charset=utf-8\r\n")
				f.ask(fmt.Sprint(i+2), "textDocument/hover", hoverName)
			}
			go func() {
				for chunk := range slices.Chunk(f.Bytes(), size) {
					c.raw(chunk)
				}
			}()
			for id, m := range answersTo(t, c, n+1) {
				if m.Error != nil || string(m.Result) == "null" {
					t.Fatalf("request %s was answered %s, %+v", id, m.Result, m.Error)
				}
			}
		})
	}
}
