package lsp

import (
	"fmt"
	"strings"
	"testing"

	"skills-ls/lsp/position"
	"skills-ls/lsp/session"
)

// TestClosedPipes closes the program's streams while it runs. In each case the program ends, with a failure
// unless the client has sent shutdown.
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
		log  string // part of the log, empty for any log
	}{
		{"output, before anything was said", func(p *process) {
			_ = p.out.Close()
			start(p)
		}, 1, "no longer reads"},
		{"output, while it has things to say", func(p *process) {
			start(p)
			ask(p, 100)
			_ = p.out.Close()
			ask(p, 100)
		}, 1, "no longer reads"},
		{"output, while it writes", func(p *process) {
			start(p)
			ask(p, 5000)                       // more than a pipe holds
			_, _ = p.out.Read(make([]byte, 1)) // returns when the program has started to write
			_ = p.out.Close()
		}, 1, "no longer reads"},
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

// TestLastWords checks that the server sends its last messages before it ends: the answer to shutdown, even
// if exit follows at once.
func TestLastWords(t *testing.T) {
	t.Parallel()
	p := startProcess(t, nil)
	var f frames
	f.ask(`"start"`, "initialize", startParams)
	f.tell("textDocument/didOpen", openBroken)
	for i := range 2000 {
		f.ask(fmt.Sprint(i), "no/such", hoverName)
	}
	f.tell("textDocument/didClose", `{"textDocument":{"uri":"untitled:never-opened"}}`)
	f.ask(`"stop"`, "shutdown", `null`)
	f.tell("exit", `null`)
	written := make(chan error, 1)
	go func() {
		_, err := p.in.Write(f.Bytes())
		written <- err
	}()
	c := p.client(p.out)
	answers := answersTo(t, c, 2002)
	if err := <-written; err != nil {
		t.Errorf("the server stopped reading: %v", err)
	}
	if m := answers[`"stop"`]; m.Error != nil || string(m.Result) != "null" {
		t.Errorf("shutdown was answered %s, %+v", m.Result, m.Error)
	}
	if code := c.exit(); code != 0 {
		t.Errorf("exit code %d", code)
	}
}

// TestStuckFileSystem checks that a file system that does not answer, such as that of a file server that is
// down, does not keep a session running after its client has left.
func TestStuckFileSystem(t *testing.T) {
	t.Parallel()
	files := &stuckFiles{memoryFiles: memoryFiles{"/ws/.agents/skills/a/SKILL.md": skillText("a")}, stuck: make(chan struct{})}
	c, _ := startMemory(t, session.Options{FS: files})
	t.Cleanup(func() { close(files.stuck) })
	c.initialize(`{}`, fmt.Sprintf(`"rootUri":%q`, position.PathURI(nativePath("/ws"))))
	files.on.Store(true)
	c.start("x", "textDocument/hover", at(string(position.PathURI(nativePath("/ws/.agents/skills/a/SKILL.md"))), 1, 1))
	wantError(t, c.call("no/such", nil), -32601) // the server still reads
	_ = c.in.Close()
	if code := c.exit(); code != 1 {
		t.Errorf("exit code %d, want 1", code)
	}
}

// TestLogOfTheEnd checks that the server logs why it ended, although that is the last thing it does.
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
