package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/textproto"
	"os"
	"os/exec"
	"strconv"
	"time"
)

// A client is the editor's end of a session with a language server that runs as a child process.
//
// A message is a header with its length, an empty line, and JSON. The transport of the protocol is so simple
// that the client needs no library.
type client struct {
	process *exec.Cmd
	in      io.WriteCloser
	lastID  int
	inbox   chan message // closed when the server closes its output
	// diagnostics are the diagnostics that the server last published, by URI.
	diagnostics map[string][]diagnostic
}

// A message is a request, a response or a notification.
type message struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id,omitempty"`
	Method  string          `json:"method,omitempty"`
	Params  json.RawMessage `json:"params,omitempty"`
	Result  json.RawMessage `json:"result,omitempty"`
	Error   *struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error,omitempty"`
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
	c := &client{process: process, in: in, inbox: make(chan message), diagnostics: make(map[string][]diagnostic)}
	go c.read(bufio.NewReader(out))
	return c, nil
}

// read reads messages from the server until its output ends.
func (c *client) read(out *bufio.Reader) {
	defer close(c.inbox)
	for {
		header, err := textproto.NewReader(out).ReadMIMEHeader()
		if err != nil {
			return
		}
		length, err := strconv.Atoi(header.Get("Content-Length"))
		if err != nil {
			return
		}
		body := make([]byte, length)
		if _, err := io.ReadFull(out, body); err != nil {
			return
		}
		var m message
		if json.Unmarshal(body, &m) != nil {
			return
		}
		c.inbox <- m
	}
}

func (c *client) send(m message) error {
	m.Version = "2.0"
	body, err := json.Marshal(m)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.in, "Content-Length: %d\r\n\r\n%s", len(body), body)
	return err
}

// notify sends a notification to the server.
func (c *client) notify(method string, params any) error {
	encoded, err := json.Marshal(params)
	if err != nil {
		return err
	}
	return c.send(message{Method: method, Params: encoded})
}

// ask sends a request and decodes the result of the response into result.
func (c *client) ask(method string, params, result any) error {
	encoded, err := json.Marshal(params)
	if err != nil {
		return err
	}
	c.lastID++
	id := strconv.Itoa(c.lastID)
	if err := c.send(message{ID: json.RawMessage(id), Method: method, Params: encoded}); err != nil {
		return err
	}
	timeout := time.After(patience)
	for {
		select {
		case m, open := <-c.inbox:
			switch {
			case !open:
				return fmt.Errorf("%s: the server closed the connection", method)
			case m.Method != "":
				if err := c.take(m); err != nil {
					return err
				}
			case string(m.ID) != id:
			case m.Error != nil:
				return fmt.Errorf("%s: %s (%d)", method, m.Error.Message, m.Error.Code)
			case result == nil:
				return nil
			default:
				return json.Unmarshal(m.Result, result)
			}
		case <-timeout:
			return fmt.Errorf("%s: no response within %s", method, patience)
		}
	}
}

// take handles a message that the server sends on its own: it keeps diagnostics, and answers requests with
// null.
func (c *client) take(m message) error {
	switch {
	case m.Method == "textDocument/publishDiagnostics":
		var p struct {
			URI         string
			Diagnostics []diagnostic
		}
		if err := json.Unmarshal(m.Params, &p); err != nil {
			return err
		}
		c.diagnostics[p.URI] = p.Diagnostics
	case m.ID != nil:
		return c.send(message{ID: m.ID, Result: json.RawMessage("null")})
	}
	return nil
}

// settle handles messages until none arrives for the duration quiet.
func (c *client) settle(quiet time.Duration) error {
	for {
		select {
		case m, open := <-c.inbox:
			if !open {
				return fmt.Errorf("the server closed the connection")
			}
			if err := c.take(m); err != nil {
				return err
			}
		case <-time.After(quiet):
			return nil
		}
	}
}

// stop ends the session and waits until the server exits.
func (c *client) stop() error {
	if err := c.ask("shutdown", nil, nil); err != nil {
		return err
	}
	if err := c.notify("exit", nil); err != nil {
		return err
	}
	for range c.inbox { // until the server has closed its output
	}
	return c.process.Wait()
}
