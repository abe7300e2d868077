package lsp

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestClosedPipes closes the program's streams under it. Whatever is closed and whatever it is doing, it ends, with a failure
// unless the client had said shutdown.
func TestClosedPipes(t *testing.T) {
	t.Parallel()
	ask := func(p *process, n int) {
		var f frames
		for i := range n {
			f.ask(fmt.Sprint(i), "textDocument/hover", hoverName)
		}
		p.write(f.Bytes())
	}
	start := func(p *process) {
		var f frames
		f.ask(`"start"`, "initialize", startParams)
		f.tell("textDocument/didOpen", openBroken)
		p.write(f.Bytes())
	}
	for _, test := range []struct {
		name string
		play func(p *process)
		exit int
		log  string // what the log says, empty for nothing
	}{
		{"output, before anything was said", func(p *process) {
			_ = p.out.Close()
			start(p)
		}, 1, "does not read"},
		{"output, while it has things to say", func(p *process) {
			start(p)
			ask(p, 100)
			_ = p.out.Close()
			ask(p, 100)
		}, 1, "does not read"},
		{"output, while it writes", func(p *process) {
			start(p)
			ask(p, 5000) // more than a pipe takes
			time.Sleep(50 * time.Millisecond)
			_ = p.out.Close()
		}, 1, "does not read"},
		{"input, within a message", func(p *process) {
			start(p)
			ask(p, 100)
			p.write([]byte("Content-Length: 1000\r\n\r\n{"))
			_ = p.in.Close()
		}, 1, "unexpected EOF"},
		{"input, within a header", func(p *process) {
			start(p)
			p.write([]byte("Content-Len"))
			_ = p.in.Close()
		}, 1, "unexpected EOF"},
		{"input, while nobody reads the output", func(p *process) {
			start(p)
			ask(p, 5000)
			_ = p.in.Close()
		}, 1, ""},
		{"input, after shutdown, while nobody reads the output", func(p *process) {
			start(p)
			ask(p, 5000)
			var f frames
			f.ask(`"stop"`, "shutdown", `null`)
			p.write(f.Bytes())
			_ = p.in.Close()
		}, 0, ""},
		{"none, exit while nobody reads the output", func(p *process) {
			start(p)
			ask(p, 5000)
			var f frames
			f.ask(`"stop"`, "shutdown", `null`)
			f.tell("exit", `null`)
			p.write(f.Bytes())
		}, 0, ""},
		{"both", func(p *process) {
			start(p)
			ask(p, 5000)
			_ = p.out.Close()
			_ = p.in.Close()
		}, 1, ""},
		{"both, at once", func(p *process) {
			_ = p.out.Close()
			_ = p.in.Close()
		}, 1, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p := startProcess(t, nil)
			test.play(p)
			if code := p.exit(); code != test.exit {
				t.Errorf("exit code %d, want %d; log:\n%s", code, test.exit, p.log.String())
			}
			if log := p.log.String(); !strings.Contains(log, test.log) || strings.Contains(log, "panic") {
				t.Errorf("want %q in the log:\n%s", test.log, log)
			}
		})
	}
}

// TestLastWords guards that what the server says last is said before it ends: the answer to shutdown, though exit follows at
// once.
func TestLastWords(t *testing.T) {
	t.Parallel()
	p := startProcess(t, nil)
	var f frames
	f.ask(`"start"`, "initialize", startParams)
	f.tell("textDocument/didOpen", openBroken)
	for i := range 2000 {
		f.ask(fmt.Sprint(i), "no/such", hoverName)
	}
	f.ask(`"stop"`, "shutdown", `null`)
	f.tell("exit", `null`)
	p.write(f.Bytes())
	time.Sleep(100 * time.Millisecond) // the pipe is full, and the server wants to go
	c := p.client(p.out)
	answers := answersTo(t, c, 2002)
	if m := answers[`"stop"`]; m.Error != nil || string(m.Result) != "null" {
		t.Errorf("shutdown was answered %s, %+v", m.Result, m.Error)
	}
	if code := c.exit(); code != 0 {
		t.Errorf("exit code %d", code)
	}
}

// TestStuckFileSystem guards that a file system which does not answer, such as that of a server that is gone, keeps no session
// alive whose client has left.
func TestStuckFileSystem(t *testing.T) {
	t.Parallel()
	files := &stuckFiles{memoryFiles: memoryFiles{"/ws/.agents/skills/a/SKILL.md": skillText("a")}, stuck: make(chan struct{})}
	c, _ := startMemory(t, Options{FS: files})
	t.Cleanup(func() { close(files.stuck) })
	c.initialize(`{}`, fmt.Sprintf(`"rootUri":%q`, pathURI(nativePath("/ws"))))
	files.on.Store(true)
	c.start("x", "textDocument/hover", at(string(pathURI(nativePath("/ws/.agents/skills/a/SKILL.md"))), 1, 1))
	wantError(t, c.call("no/such", nil), -32601) // it goes on reading
	_ = c.in.Close()
	if code := c.exit(); code != 1 {
		t.Errorf("exit code %d, want 1", code)
	}
}

// noisy sends what the server logs a warning of, without an answer.
func noisy(c *testClient, n int) {
	var f frames
	for range n {
		f.tell("textDocument/didClose", `{"textDocument":{"uri":"untitled:`+strings.Repeat("never-opened-", 20)+`"}}`)
	}
	c.raw(f.Bytes())
}

// TestUnreadLog guards that logging neither blocks nor ends the server: editors that start it with a pipe for its log need not
// read that pipe, and may close it.
func TestUnreadLog(t *testing.T) {
	t.Parallel()
	for _, state := range []string{"full", "closed"} {
		t.Run(state, func(t *testing.T) {
			t.Parallel()
			read, write := newPipe(t)
			p := startProcess(t, write)
			_ = write.Close()
			if state == "closed" {
				_ = read.Close()
			}
			c := p.client(p.out)
			c.initialize(`{}`)
			noisy(c, 20000) // several megabytes, and a pipe takes 64 KiB
			wantAlive(t, c)
			c.open("untitled:SKILL.md", brokenSkill)
			var list publishedList
			c.nextOf("textDocument/publishDiagnostics", &list)
			if state == "full" { // somebody looks at last: the log goes on, and says what is missing
				text := make([]byte, 1<<20)
				n, err := read.Read(text)
				if err != nil || !strings.Contains(string(text[:n]), "never-opened") {
					t.Errorf("the log says %q, %v", text[:n], err)
				}
			}
			c.call("shutdown", nil)
			c.notify("exit", nil)
			if code := c.exit(); code != 0 {
				t.Errorf("exit code %d", code)
			}
		})
	}
}

// TestLogOfTheEnd guards that the line which says why the server ended is written, though it is the last thing done.
func TestLogOfTheEnd(t *testing.T) {
	t.Parallel()
	for range 20 {
		p := startProcess(t, nil)
		p.write([]byte("no header\r\n\r\n"))
		if code := p.exit(); code != 1 {
			t.Errorf("exit code %d, want 1", code)
		}
		if log := p.log.String(); !strings.Contains(log, "malformed message header") {
			t.Fatalf("the log says %q", log)
		}
	}
}
