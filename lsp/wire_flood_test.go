package lsp

import (
	"bytes"
	"fmt"
	"testing"
	"time"
)

// frames is a buffer of framed messages.
type frames struct{ bytes.Buffer }

func (f *frames) add(body string) { fmt.Fprintf(f, "Content-Length: %d\r\n\r\n%s", len(body), body) }

// ask adds a request. id is encoded as JSON.
func (f *frames) ask(id, method, params string) {
	f.add(`{"jsonrpc":"2.0","id":` + id + `,"method":"` + method + `","params":` + params + `}`)
}

func (f *frames) tell(method, params string) {
	f.add(`{"jsonrpc":"2.0","method":"` + method + `","params":` + params + `}`)
}

const (
	startParams = `{"processId":null,"rootUri":null,"capabilities":{}}`
	openBroken  = `{"textDocument":{"uri":"untitled:SKILL.md","languageId":"skill","version":1,"text":"---\nname: demo\ndescription: Breaks. Use when a test asks for it.\n"}}`
	hoverName   = `{"textDocument":{"uri":"untitled:SKILL.md"},"position":{"line":1,"character":1}}`
)

// write sends the bytes while the test reads none of the program's output. It fails if the program stops
// reading.
func (p *process) write(what []byte) {
	p.t.Helper()
	written := make(chan struct{})
	defer close(written)
	go func() {
		select {
		case <-written:
		case <-overdue:
			_ = p.in.SetWriteDeadline(time.Now())
		}
	}()
	if n, err := p.in.Write(what); err != nil {
		p.t.Fatalf("the server stopped reading after %d of %d bytes: %v; its log:\n%s", n, len(what), err, p.log.String())
	}
}

// answersTo reads until n requests are answered, and returns the answers by ID. It fails if a request is
// answered twice.
func answersTo(t *testing.T, c *testClient, n int) map[string]message {
	t.Helper()
	answers := make(map[string]message, n)
	for len(answers) < n {
		m := c.next()
		if m.ID == nil {
			continue
		}
		if before, twice := answers[string(m.ID)]; twice {
			t.Fatalf("request %s was answered twice: %s %+v, then %s %+v", m.ID, before.Result, before.Error, m.Result, m.Error)
		}
		answers[string(m.ID)] = m
	}
	return answers
}

// TestFlood sends 20,000 requests, valid ones and all kinds of invalid ones, before it reads the first
// answer. The server reads them all: if it waited until its answers are read, it and the client would wait
// for each other. Each request is answered once, and the memory for them is bounded.
func TestFlood(t *testing.T) {
	t.Parallel()
	const n = 20000
	p := startProcess(t, nil)
	var f frames
	f.ask(`"start"`, "initialize", startParams)
	f.tell("initialized", "{}")
	f.tell("textDocument/didOpen", openBroken)
	kinds := []struct {
		method, params string
		code           int // 0 for a result
	}{
		{"textDocument/hover", hoverName, 0},
		{"textDocument/completion", hoverName, 0},
		{"no/such", `{}`, -32601},
		{"textDocument/hover", `[]`, -32602},
		{"initialize", startParams, -32600},
	}
	id := func(i int) string {
		if i%2 == 0 {
			return fmt.Sprintf(`"r%d"`, i)
		}
		return fmt.Sprint(i)
	}
	for i := range n {
		kind := kinds[i%len(kinds)]
		f.ask(id(i), kind.method, kind.params)
	}
	for range n / 10 {
		f.add(`{not json`) // is answered too
	}
	p.write(f.Bytes())
	peak := p.status("VmHWM")

	c := p.client(p.out)
	malformed := 0
	answers := make(map[string]message, n)
	for len(answers) < n+1 || malformed < n/10 {
		switch m := c.next(); {
		case string(m.ID) == "null":
			malformed++
		case m.ID != nil:
			if _, twice := answers[string(m.ID)]; twice {
				t.Fatalf("request %s was answered twice", m.ID)
			}
			answers[string(m.ID)] = m
		}
	}
	for i := range n {
		m, ok := answers[id(i)]
		want := kinds[i%len(kinds)].code
		if !ok || want == 0 && (m.Error != nil || string(m.Result) == "null") || want != 0 && (m.Error == nil || m.Error.Code != want) {
			t.Fatalf("request %s was answered %s, %+v; want %d", id(i), m.Result, m.Error, want)
		}
	}
	wantAlive(t, c)
	t.Logf("at most %s were occupied, %s before anything was read", mib(p.status("VmHWM")), mib(peak))
	const most = 512 << 20
	if peak := p.status("VmHWM"); peak > most && !raceEnabled {
		t.Errorf("%s were occupied, want at most %s", mib(peak), mib(most))
	}
}

// TestCancelStorm cancels every one of thousands of requests: before it was sent, at once, twice, much later,
// and after it was answered. Each is answered exactly once, with a result, with -32800, or with -32601 if the
// method is unknown.
func TestCancelStorm(t *testing.T) {
	t.Parallel()
	const n = 2000
	p := startProcess(t, nil)
	c := p.client(p.out)
	c.initialize(`{}`)
	c.open("untitled:SKILL.md", brokenSkill)
	id := func(i int) string {
		if i%2 == 0 {
			return fmt.Sprintf(`"r%d"`, i)
		}
		return fmt.Sprint(1_000_000 + i)
	}
	methods := []string{"textDocument/hover", "textDocument/completion", "skills/preview", "no/such", "textDocument/codeAction"}
	var f frames
	cancel := func(i int) { f.tell("$/cancelRequest", `{"id":`+id(i)+`}`) }
	for i := range n {
		if i%5 == 0 {
			cancel(i) // of a request that does not exist yet
		}
		f.ask(id(i), methods[i%len(methods)], hoverName)
		if i%5 != 1 {
			cancel(i)
		}
		if i%5 == 2 {
			cancel(i)
		}
		if i%5 == 1 && i >= 100 {
			cancel(i - 100)
		}
	}
	go p.write(f.Bytes())
	answers := answersTo(t, c, n)
	f.Reset()
	for i := range n {
		cancel(i) // of a request that was answered
	}
	p.write(f.Bytes())
	cancelled := 0
	for i := range n {
		m, ok := answers[id(i)]
		want := -32800
		if methods[i%len(methods)] == "no/such" {
			want = -32601
		}
		if !ok || m.Error != nil && m.Error.Code != want {
			t.Fatalf("request %s was answered %s, %+v", id(i), m.Result, m.Error)
		}
		if m.Error != nil && want == -32800 {
			cancelled++
		}
	}
	t.Logf("%d of %d were cancelled in time", cancelled, n)
	wantAlive(t, c)
	select {
	case m := <-c.inbox:
		if m.ID != nil {
			t.Errorf("something was answered twice: %s", m.ID)
		}
	default:
	}
	c.call("shutdown", nil)
	c.notify("exit", nil)
	if code := c.exit(); code != 0 {
		t.Errorf("exit code %d; log:\n%s", code, c.log())
	}
}

// TestIDReuseInFlight checks requests that share an ID while none of them is answered, as from a client that
// restarts its numbering. There are as many answers as requests, and a number and a string are different IDs.
func TestIDReuseInFlight(t *testing.T) {
	t.Parallel()
	p := startProcess(t, nil)
	var f frames
	f.ask(`0`, "initialize", startParams)
	f.tell("textDocument/didOpen", openBroken)
	const n = 200
	ids := []string{`0`, `"0"`, `-1`, `9007199254740993`, `""`, `"é\n"`}
	for range n {
		for _, id := range ids {
			f.ask(id, "textDocument/hover", hoverName)
		}
	}
	p.write(f.Bytes())
	c := p.client(p.out)
	got := make(map[string]int)
	for total := 0; total < n*len(ids)+1; {
		m := c.next()
		if m.ID == nil {
			continue
		}
		if m.Error != nil {
			t.Fatalf("request %s: %s", m.ID, m.Error.Message)
		}
		total++
		got[string(m.ID)]++
	}
	for i, id := range ids {
		want := n
		if i == 0 {
			want++ // initialize
		}
		if got[id] != want {
			t.Errorf("%d answers to %s, want %d", got[id], id, want)
		}
	}
	wantAlive(t, c)
}
