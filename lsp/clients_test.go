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
)

// A recordedClient is a session of an editor with this server: every message that the editor sent. Where the files come from
// says testdata/clients/README.md.
type recordedClient struct {
	Client   string                     `json:"client"`
	Source   string                     `json:"source"`
	Text     string                     `json:"text"`    // of the document, when the client says shutdown
	Answers  map[string]json.RawMessage `json:"answers"` // of the client to the server's requests, by method
	Errors   map[string]int             `json:"errors"`  // codes of the errors that are the right answers, by request ID
	Messages []message                  `json:"messages"`
}

// recordedRoot is the workspace of the recordings.
const recordedRoot = "/home/user/project"

// TestClients plays recorded editors to the real program: all that they ask is answered, edits end with the text that they
// have, and what they are promised is the golden file next to each.
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
			golden, _ := os.ReadFile(strings.TrimSuffix(file, ".json") + ".golden") // missing, it will be said so
			play.watches = bytes.Contains(golden, []byte(methodWatchedFiles))
			for method, answer := range client.Answers {
				play.answers[method] = answer
			}
			for _, m := range client.Messages {
				play.send(m)
			}
			_ = play.in.Close() // as the end of the editor does that does not say exit
			if code := play.exit(); code != 0 {
				t.Errorf("exit code %d; log:\n%s", code, play.log())
			}
			wantGolden(t, strings.TrimSuffix(file, ".json")+".golden", play.promises(root))
		})
	}
}

// readRecording reads a recording as it would be in a workspace elsewhere, of an editor that is this process.
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
	text = bytes.ReplaceAll(text, []byte("file://"+recordedRoot), []byte(pathURI(root)))
	text = bytes.ReplaceAll(text, []byte(recordedRoot), path[1:len(path)-1])
	text = bytes.ReplaceAll(text, []byte(`"processId": 1234`), fmt.Appendf(nil, `"processId": %d`, os.Getpid()))
	if err := json.Unmarshal(text, &client); err != nil {
		t.Fatal(err)
	}
	return client
}

// writeOpened writes the skill that the editor opens.
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

// playedClient is a recording while it is played.
type playedClient struct {
	recordedClient
	*testClient
	t          *testing.T
	capability json.RawMessage // what initialize answered
	completed  bool            // a completion offered the skill
	hovered    bool
	watches    bool // the server is known to ask for notice of changed files
}

const methodWatchedFiles = "workspace/didChangeWatchedFiles"

// send sends one recorded message, and checks the answer.
func (c *playedClient) send(m message) {
	c.t.Helper()
	switch m.Method {
	case "textDocument/completion": // before, it is as complete as the scan is
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

// wantText fails unless the server has the text that the editor has.
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

// wantAsked waits until the server has asked all that it asked when it was recorded.
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

// promises are what the server says that it does for this editor, and what it wants to be told, with the recording's paths.
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
			continue // it is asked to ask again
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
	return strings.ReplaceAll(string(text), string(pathURI(root)), "file://"+recordedRoot) + "\n"
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
