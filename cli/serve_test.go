package cli

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"skills-ls/cli/report"
	"skills-ls/cli/term"
)

func request(id int, method string, params any) string {
	m := map[string]any{"jsonrpc": "2.0", "id": id, "method": method}
	if params != nil {
		m["params"] = params
	}
	return string(report.Marshal(m))
}

const (
	initialized = `{"jsonrpc":"2.0","method":"initialized","params":{}}`
	exit        = `{"jsonrpc":"2.0","method":"exit"}`
)

func TestServe(t *testing.T) {
	dir := t.TempDir()
	initialize := request(1, "initialize", map[string]any{"processId": nil, "rootUri": nil, "capabilities": map[string]any{}})
	input := wire(initialize, initialized, request(2, "shutdown", nil), exit)
	for _, args := range [][]string{{"serve"}, {"serve", "--stdio"}, {"--stdio"}, {"serve", "--log-level", "debug", "--log-file", filepath.Join(dir, "log")}} {
		t.Run(strings.Join(args, " "), func(t *testing.T) {
			r := commandIn(t, term.System{Cwd: dir}, input, args...)
			if r.code != 0 {
				t.Fatalf("exit %d\n%s", r.code, r.stderr)
			}
			if got := answersIn(t, []byte(r.stdout)); !bytes.Contains(got[1], []byte(`"skills-ls"`)) || got[2] == nil {
				t.Errorf("answers: %v", got)
			}
		})
	}
	sub := filepath.Join(dir, "sub")
	if err := os.Mkdir(sub, 0o755); err != nil {
		t.Fatal(err)
	}
	r := commandIn(t, term.System{Cwd: dir}, input, "serve", "--cwd", "sub", "--log-file", "relative.log")
	if _, err := os.Stat(filepath.Join(sub, "relative.log")); err != nil || r.code != 0 {
		t.Errorf("a log file in the working directory: exit %d, %v", r.code, err)
	}
	if r := commandIn(t, term.System{Cwd: dir}, "", "serve", "--log-file", dir); r.code != exitFailure {
		t.Errorf("a directory as log file: exit %d", r.code)
	}
	if r := commandIn(t, term.System{Cwd: dir}, "no message\r\n\r\n", "serve"); r.code != 1 {
		t.Errorf("a client that speaks something else: exit %d", r.code)
	}
}

// TestSameAsServer checks that commands print the same JSON as the custom methods with the same names.
func TestSameAsServer(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, ".codelia", "config"), "")
	write(t, filepath.Join(dir, ".agents", "skills", "good", "SKILL.md"), goodSkill)
	write(t, filepath.Join(dir, ".agents", "skills", "good", "notes <&> 🦊.md"), "Notes.\n")
	write(t, filepath.Join(dir, ".agents", "skills", "bad", "SKILL.md"), "---\nname: Bad\n---\n")
	sys := term.System{Cwd: dir, Home: filepath.Join(dir, "home")}
	commands := [][]string{
		{"list", "--agent", "codelia"},
		{"search", "good", "--agent", "codelia"},
		{"preview", "good"},
		{"preview", ".agents/skills/bad/SKILL.md", "--args", "x y"},
	}
	messages := []string{
		request(1, "initialize", map[string]any{"processId": nil, "rootUri": "file://" + filepath.ToSlash(dir), "capabilities": map[string]any{}}),
		initialized,
		request(10, "skills/list", map[string]any{"agent": "codelia"}),
		request(11, "skills/search", map[string]any{"query": "good", "agent": "codelia"}),
		request(12, "skills/preview", map[string]any{"name": "good"}),
		request(13, "skills/preview", map[string]any{"path": filepath.Join(dir, ".agents", "skills", "bad", "SKILL.md"), "arguments": "x y"}),
	}
	in, out := io.Pipe() // a pipe, so that the input does not end before the answers arrive
	sys.Stdin = in
	var stdout, stderr lockedBuffer
	sys.Stdout, sys.Stderr = &stdout, &stderr
	done := make(chan int)
	go func() { done <- Run(t.Context(), sys, []string{"serve"}) }()
	send := func(messages ...string) {
		if _, err := io.WriteString(out, wire(messages...)); err != nil {
			t.Error(err)
		}
	}
	send(messages...)
	answers := stdout.await(t, len(messages)-1) // initialized has no answer
	send(request(99, "shutdown", nil), exit)
	if code := <-done; code != 0 {
		t.Fatalf("the server's exit code is %d\n%s", code, stderr.String())
	}

	for i, args := range commands {
		r := commandIn(t, term.System{Cwd: dir, Home: sys.Home}, "", append(args, "--format", "json")...)
		var got, want any
		if err := json.Unmarshal([]byte(r.stdout), &got); err != nil {
			t.Fatalf("%s: %v\n%s%s", args, err, r.stdout, r.stderr)
		}
		if err := json.Unmarshal(answers[10+i], &want); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s prints\n%s\nand the server answers\n%s", args, r.stdout, answers[10+i])
		}
	}
}
