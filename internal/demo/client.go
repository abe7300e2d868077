package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"time"

	"go.lsp.dev/jsonrpc2"
)

// A client is the editor's end of a session with a language server that runs as a child process.
type client struct {
	rpc     jsonrpc2.Conn
	process *exec.Cmd

	mu          sync.Mutex
	last        time.Time               // when the last message arrived; guarded by mu
	diagnostics map[string][]diagnostic // last published by the server, by URI; guarded by mu
}

type position struct {
	Line      int `json:"line"` // from 0
	Character int `json:"character"`
}

type diagnostic struct {
	Range    struct{ Start, End position }
	Severity int
	Code     string
	Message  string
}

// patience is how long the client waits for a response.
const patience = 20 * time.Second

// start starts a server.
func start(command ...string) (*client, error) {
	process := exec.Command(command[0], command[1:]...)
	process.Stderr = os.Stderr
	in, err := process.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := process.Start(); err != nil {
		return nil, err
	}
	stream := struct {
		io.Reader
		io.WriteCloser
	}{out, in}
	c := &client{rpc: jsonrpc2.NewConn(jsonrpc2.NewStream(stream)), process: process, diagnostics: make(map[string][]diagnostic)}
	c.rpc.Go(context.Background(), c.take)
	return c, nil
}

// take handles a message that the server sends on its own: it keeps diagnostics, and answers requests with
// null.
func (c *client) take(_ context.Context, m *jsonrpc2.Request) (any, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.last = time.Now()
	if m.Method() != "textDocument/publishDiagnostics" {
		return nil, nil
	}
	var p struct {
		URI         string
		Diagnostics []diagnostic
	}
	if err := json.Unmarshal(m.Params(), &p); err != nil {
		return nil, err
	}
	c.diagnostics[p.URI] = p.Diagnostics
	return nil, nil
}

// notify sends a notification to the server.
func (c *client) notify(method string, params any) error {
	return c.rpc.Notify(context.Background(), method, params)
}

// ask sends a request and decodes the result of the response into result.
func (c *client) ask(method string, params, result any) error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	var answer jsonrpc2.RawMessage
	if _, err := c.rpc.Call(ctx, method, params, &answer); err != nil {
		return fmt.Errorf("%s: %w", method, err)
	}
	return json.Unmarshal(answer, result)
}

// settle waits until no message arrives for the duration quiet, and returns the diagnostics.
func (c *client) settle(quiet time.Duration) map[string][]diagnostic {
	for began := time.Now(); ; time.Sleep(quiet / 10) {
		c.mu.Lock()
		if time.Since(began) > quiet && time.Since(c.last) > quiet {
			defer c.mu.Unlock()
			return c.diagnostics
		}
		c.mu.Unlock()
	}
}

// stop ends the session and waits until the server exits.
func (c *client) stop() error {
	if err := c.ask("shutdown", nil, new(any)); err != nil {
		return err
	}
	if err := c.notify("exit", nil); err != nil {
		return err
	}
	<-c.rpc.Done() // the server has closed its output
	return c.process.Wait()
}
