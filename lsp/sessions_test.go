package lsp

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.lsp.dev/uri"
	"golang.org/x/tools/txtar"

	"skills-ls/lsp/position"
	"skills-ls/skills/agents"
	"skills-ls/skills/agents/agenttest"
)

// TestSessions replays sessions recorded in real editors, testdata/sessions, with the real program. Every
// answer must be the recorded one.
func TestSessions(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/sessions/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no sessions: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			t.Parallel()
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			p := newPlayedSession(t, archive)
			for line := range bytes.Lines(p.lines) {
				p.play(line)
			}
			golden := &archive.Files[len(archive.Files)-1]
			if *update {
				golden.Data = []byte(p.answers.String())
				if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want := strings.ReplaceAll(string(golden.Data), "\r\n", "\n")
			if diff := cmp.Diff(strings.Split(want, "\n"), strings.Split(p.answers.String(), "\n")); diff != "" {
				t.Errorf("%s, - the golden, + this server; go test -update rewrites it:\n%s", file, diff)
			}
		})
	}
}

// rulePagesVersion matches the program's version in the URL of a rule's page.
var rulePagesVersion = regexp.MustCompile(`(/skills-ls/)[^/"]+(/rules/)`)

// A playedSession is a recorded session that is replayed in another workspace.
type playedSession struct {
	*testClient
	lines               []byte // the messages
	elsewhere, recorded *strings.Replacer
	answers             strings.Builder
	resultIDs           map[string]string // of the last diagnostics, by URI; they depend on the path of the workspace
	texts               map[string]string // of the open documents, by URI
	encoding            position.Encoding
	asks                bool // the editor sends willRenameFiles and renames the files after the answer
}

// homeLength is the length in bytes of the path of the home directory, unless the path of the directory for
// temporary files is longer.
const homeLength = 100

// newPlayedSession writes the files of a session to a workspace and starts a server.
func newPlayedSession(t *testing.T, archive *txtar.Archive) *playedSession {
	t.Helper()
	temp := t.TempDir()
	if resolved, err := filepath.EvalSymlinks(temp); err == nil {
		temp = resolved
	}
	// The number of tokens in a code lens depends on the length of the path.
	home := filepath.Join(temp, strings.Repeat("h", max(1, homeLength-len(temp)-1)))
	root := filepath.Join(home, "project")
	if err := os.MkdirAll(root, 0o755); err != nil {
		t.Fatal(err)
	}
	p := &playedSession{testClient: startBinaryAt(t, home), resultIDs: make(map[string]string), texts: make(map[string]string)}
	p.testClient.answers["workspace/configuration"] = []any{nil}
	for _, f := range archive.Files {
		switch f.Name {
		case "session.jsonl":
			p.lines = f.Data
			p.asks = bytes.Contains(f.Data, []byte(`"workspace/willRenameFiles"`))
		case "golden":
		default:
			path := filepath.Join(root, filepath.FromSlash(f.Name))
			if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, f.Data, 0o644)); err != nil {
				t.Fatal(err)
			}
		}
	}
	quoted := func(path string) string { return strings.Trim(fmt.Sprintf("%q", path), `"`) }
	p.elsewhere = strings.NewReplacer(
		"file://"+recordedRoot, string(position.PathURI(root)), recordedRoot, quoted(root), `"processId": 1234`, fmt.Sprintf(`"processId": %d`, os.Getpid()),
	)
	p.recorded = strings.NewReplacer(
		string(position.PathURI(root)), "file://"+recordedRoot, quoted(root), recordedRoot, string(position.PathURI(home)), "file:///home/user", quoted(home), "/home/user",
	)
	return p
}

// play sends a message, and writes the answer with the paths of the recording.
func (p *playedSession) play(line []byte) {
	p.t.Helper()
	var m struct {
		ID     json.RawMessage
		Method string
		Params map[string]any
	}
	if err := json.Unmarshal([]byte(p.elsewhere.Replace(string(line))), &m); err != nil {
		p.t.Fatalf("%s: %v", line, err)
	}
	about := ""
	if document, ok := m.Params["textDocument"].(map[string]any); ok {
		about, _ = document["uri"].(string)
	}
	if m.ID == nil {
		p.edit(m.Method, about, m.Params)
		p.notify(m.Method, m.Params)
		if m.Method == "initialized" { // answers depend on the files that the scan has read
			waitFor(p.t, func() bool { return strings.Contains(p.log(), "workspace scanned") })
		}
		return
	}
	if _, ok := m.Params["previousResultId"]; ok && p.resultIDs[about] != "" {
		m.Params["previousResultId"] = p.resultIDs[about]
	}
	var params any
	if m.Params != nil {
		params = m.Params
	}
	answer := p.await(p.start(m.ID, m.Method, params), m.Method)
	result := string(answer.Result)
	switch {
	case m.Method == "textDocument/rename" && !p.asks:
		p.rename(answer.Result)
	case m.Method == "workspace/willRenameFiles":
		for _, f := range m.Params["files"].([]any) {
			file := f.(map[string]any)
			p.move(file["oldUri"].(string), file["newUri"].(string))
		}
	}
	switch {
	case answer.Error != nil:
		result = fmt.Sprintf("error %d: %s %s", answer.Error.Code, answer.Error.Message, answer.Error.Data)
	case m.Method == "initialize":
		result = "(testdata/clients says what)"
		var chosen struct {
			Capabilities struct{ PositionEncoding string }
		}
		if err := json.Unmarshal(answer.Result, &chosen); err != nil {
			p.t.Fatal(err)
		}
		p.encoding = encodings[slices.IndexFunc(encodings[:], func(e position.Encoding) bool { return e.String() == chosen.Capabilities.PositionEncoding })]
	case m.Method == "textDocument/diagnostic":
		var report struct{ ResultID string }
		if err := json.Unmarshal(answer.Result, &report); err != nil {
			p.t.Fatal(err)
		}
		p.resultIDs[about] = report.ResultID
		result = strings.ReplaceAll(result, report.ResultID, "ID")
	}
	result = rulePagesVersion.ReplaceAllString(p.recorded.Replace(result), "${1}VERSION${2}")
	fmt.Fprintf(&p.answers, "%s %s\n%s\n", m.ID, m.Method, agenttest.GoldenText(agents.All(), result))
}

// edit updates the text of a document as the editor did, and writes it to disk for didSave.
func (p *playedSession) edit(method, document string, params map[string]any) {
	p.t.Helper()
	switch method {
	case "textDocument/didOpen":
		p.texts[document] = params["textDocument"].(map[string]any)["text"].(string)
	case "textDocument/didChange":
		var edits []struct {
			Range *testRange
			Text  string
		}
		encoded, err := json.Marshal(params["contentChanges"])
		if err = errors.Join(err, json.Unmarshal(encoded, &edits)); err != nil {
			p.t.Fatal(err)
		}
		for _, e := range edits {
			if e.Range == nil {
				p.texts[document] = e.Text
				continue
			}
			lines := linesOf(p.texts[document])
			start, err := lines.offset(e.Range.Start, p.encoding)
			end, err2 := lines.offset(e.Range.End, p.encoding)
			if err := errors.Join(err, err2); err != nil {
				p.t.Fatal(err)
			}
			p.texts[document] = p.texts[document][:start] + e.Text + p.texts[document][end:]
		}
	case "textDocument/didSave":
		path, ok := position.FilePath(uri.URI(document))
		text, open := p.texts[document]
		if !ok || !open {
			p.t.Fatalf("%s is saved, and is not open", document)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			p.t.Fatal(err)
		}
	}
}

// rename renames the files that a workspace edit renames, as the editor did.
func (p *playedSession) rename(edit json.RawMessage) {
	p.t.Helper()
	var result struct {
		DocumentChanges []struct{ Kind, OldURI, NewURI string }
	}
	if err := json.Unmarshal(edit, &result); err != nil {
		p.t.Fatalf("%s: %v", edit, err)
	}
	for _, change := range result.DocumentChanges {
		if change.Kind == "rename" {
			p.move(change.OldURI, change.NewURI)
		}
	}
}

// move renames a file or directory.
func (p *playedSession) move(oldURI, newURI string) {
	p.t.Helper()
	from, ok := position.FilePath(uri.URI(oldURI))
	to, okTo := position.FilePath(uri.URI(newURI))
	if !ok || !okTo {
		p.t.Fatalf("%s is renamed to %s", oldURI, newURI)
	}
	if err := os.Rename(from, to); err != nil {
		p.t.Fatal(err)
	}
}
