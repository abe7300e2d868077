package lsp

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"skills-ls/lsp/position"
)

// A recordedClient is a recorded session of an editor with this server: every message that the editor sent.
// testdata/clients/README.md describes the sources of the recordings.
type recordedClient struct {
	Client   string                     `json:"client"`
	Source   string                     `json:"source"`
	Text     string                     `json:"text"`    // of the document when the client sends shutdown
	Answers  map[string]json.RawMessage `json:"answers"` // to requests of the server, by method
	Errors   map[string]int             `json:"errors"`  // codes of the expected errors, by request ID
	Messages []message                  `json:"messages"`
}

// recordedRoot is the workspace folder in the recordings.
const recordedRoot = "/home/user/project"

// TestClients replays recorded sessions of editors with the real binary. It checks that all requests are
// answered, that the server's text after the edits is the editor's, and that the capabilities and
// registrations of the server match the recording's golden file.
func TestClients(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/clients/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no recordings: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".json"), func(t *testing.T) {
			t.Parallel()
			root := t.TempDir()
			if resolved, err := filepath.EvalSymlinks(root); err == nil {
				root = resolved
			}
			client := readRecording(t, file, root)
			writeOpened(t, client, root)
			play := playedClient{recordedClient: client, t: t, testClient: startBinary(t)}
			// wantGolden reports a missing file.
			golden, _ := os.ReadFile(strings.TrimSuffix(file, ".json") + ".golden")
			play.watches = bytes.Contains(golden, []byte(methodWatchedFiles))
			for method, answer := range client.Answers {
				play.answers[method] = answer
			}
			for _, m := range client.Messages {
				play.send(m)
			}
			_ = play.in.Close() // like an editor that ends without sending exit
			if code := play.exit(); code != 0 {
				t.Errorf("exit code %d; log:\n%s", code, play.log())
			}
			wantGolden(t, strings.TrimSuffix(file, ".json")+".golden", play.promises(root))
		})
	}
}

// readRecording reads a recording and replaces its workspace folder by root and its process ID by that of the
// test.
func readRecording(t *testing.T, file, root string) (client recordedClient) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	path, err := json.Marshal(root)
	if err != nil {
		t.Fatal(err)
	}
	text = bytes.ReplaceAll(text, []byte("file://"+recordedRoot), []byte(position.PathURI(root)))
	text = bytes.ReplaceAll(text, []byte(recordedRoot), path[1:len(path)-1])
	text = bytes.ReplaceAll(text, []byte(`"processId": 1234`), fmt.Appendf(nil, `"processId": %d`, os.Getpid()))
	if err := json.Unmarshal(text, &client); err != nil {
		t.Fatal(err)
	}
	return client
}

// writeOpened writes the skill that the editor opens to the disk.
func writeOpened(t *testing.T, client recordedClient, root string) {
	t.Helper()
	path := filepath.Join(root, filepath.FromSlash(".agents/skills/demo/SKILL.md"))
	for _, m := range client.Messages {
		if m.Method != "textDocument/didOpen" {
			continue
		}
		var p didOpenParams
		if err := json.Unmarshal(m.Params, &p); err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(p.TextDocument.Text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
}

// A playedClient is a recording that is being replayed.
type playedClient struct {
	recordedClient
	*testClient
	t          *testing.T
	capability json.RawMessage // result of initialize
	completed  bool            // a completion offered the skill
	hovered    bool
	watches    bool // the server is expected to register for changed files
}

const methodWatchedFiles = "workspace/didChangeWatchedFiles"

// send sends one recorded message, and checks the answer.
func (c *playedClient) send(m message) {
	c.t.Helper()
	switch m.Method {
	case "textDocument/completion": // until then, completions depend on how far the scan is
		waitFor(c.t, func() bool { return strings.Contains(c.log(), "workspace scanned") })
	case "shutdown":
		c.wantText()
		c.wantAsked()
	}
	frame := map[string]any{"jsonrpc": "2.0", "method": m.Method}
	if m.ID != nil {
		frame["id"] = m.ID
	}
	if m.Params != nil {
		frame["params"] = m.Params
	}
	if m.ID == nil {
		c.testClient.send(frame)
		return
	}
	answer := c.expect(string(m.ID))
	c.testClient.send(frame)
	c.answered(m, c.await(answer, m.Method))
}

func (c *playedClient) decode(raw json.RawMessage, into any) {
	c.t.Helper()
	if err := json.Unmarshal(raw, into); err != nil {
		c.t.Fatalf("%s: %v", raw, err)
	}
}

func (c *playedClient) answered(m, answer message) {
	c.t.Helper()
	code := 0
	if answer.Error != nil {
		code = answer.Error.Code
	}
	if code != c.Errors[string(m.ID)] {
		c.t.Errorf("%s %s was answered %s, %+v", m.Method, m.Params, answer.Result, answer.Error)
		return
	}
	switch m.Method {
	case "initialize":
		c.capability = answer.Result
	case "textDocument/hover":
		c.hovered = c.hovered || bytes.Contains(answer.Result, []byte("name"))
	case "textDocument/completion":
		var list struct{ Items []struct{ Label string } }
		c.decode(answer.Result, &list)
		for _, item := range list.Items {
			c.completed = c.completed || strings.Contains(item.Label, "demo")
		}
	}
}

// wantText checks that the server's text is the editor's, and that a hover and a completion have succeeded.
func (c *playedClient) wantText() {
	c.t.Helper()
	var preview struct{ Content string }
	for _, m := range c.Messages {
		if m.Method == "textDocument/didOpen" {
			c.result("skills/preview", m.Params, &preview)
		}
	}
	if !strings.Contains(preview.Content, strings.TrimSuffix(c.Text, "\n")) {
		c.t.Errorf("the server has\n%s\nthe editor\n%s", preview.Content, c.Text)
	}
	if !c.hovered || !c.completed {
		c.t.Errorf("hover %t, completion %t", c.hovered, c.completed)
	}
}

// wantAsked waits until the server has sent all requests that the recording answers.
func (c *playedClient) wantAsked() {
	waitFor(c.t, func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		for method := range c.Answers {
			if !slices.ContainsFunc(c.asked, func(m message) bool { return m.Method == method }) {
				return false
			}
		}
		return !c.watches || slices.ContainsFunc(c.asked, func(m message) bool { return bytes.Contains(m.Params, []byte(methodWatchedFiles)) })
	})
}

// promises returns, as JSON with the recording's paths, the capabilities of the server for this editor, its
// registrations and the settings that it requests.
func (c *playedClient) promises(root string) string {
	c.t.Helper()
	var result struct {
		Capabilities any `json:"capabilities"`
	}
	c.decode(c.capability, &result)
	registrations := make(map[string]any)
	settings := make(map[string]bool)
	for _, m := range c.asked {
		if m.Params == nil {
			continue // a refresh request
		}
		var p struct {
			Registrations []struct {
				Method          string `json:"method"`
				RegisterOptions any    `json:"registerOptions"`
			} `json:"registrations"`
			Items []struct {
				Section string `json:"section"`
			} `json:"items"`
		}
		c.decode(m.Params, &p)
		for _, r := range p.Registrations {
			registrations[r.Method] = r.RegisterOptions
		}
		for _, item := range p.Items {
			settings[item.Section] = true
		}
	}
	text, err := json.MarshalIndent(map[string]any{
		"client": c.Client, "capabilities": result.Capabilities, "registers": registrations, "asks": settings,
	}, "", "  ")
	if err != nil {
		c.t.Fatal(err)
	}
	return strings.ReplaceAll(string(text), string(position.PathURI(root)), "file://"+recordedRoot) + "\n"
}

func wantGolden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.ReplaceAll(string(want), "\r\n", "\n"), got); diff != "" {
		t.Errorf("%s, - the golden file, + this server; go test -update rewrites it:\n%s", file, diff)
	}
}
