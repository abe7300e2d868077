package lsp

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"skills-ls/lsp/position"
	"skills-ls/lsp/session"
)

// untoldClient holds the capabilities of an editor that supports everything, including file operations that
// the server requests.
var untoldClient = strings.Replace(fullCapabilities, `"workspaceEdit"`, `"applyEdit": true, "workspaceEdit"`, 1)

// startUntold starts a server in a workspace with the skills deploy, tidy and, in the directory show, demo.
// The server relies on the client to report changes on disk, and the client never does.
func startUntold(t *testing.T) (*disk, *testClient) {
	t.Helper()
	d := newDisk(t)
	d.write(untoldSkill("deploy"), skillText("deploy", "Text.", "## Steps", "Run `scripts/run.sh`.", "See [it](references/it.md).", "## More", "Text.", "[gone](references/gone.md)"))
	d.write(untoldSkill("show"), skillText("demo"))
	d.write("repo/ws/.agents/skills/deploy/references/it.md", "# It\n")
	d.write("repo/ws/.agents/skills/deploy/scripts/other.sh", "")
	d.write("repo/ws/.claude/skills/tidy/SKILL.md", skillText("tidy"))
	c, s := startMemory(t, session.Options{FS: ownFiles{}, Home: d.path("home"), Cwd: d.path("repo/ws")})
	c.answers["workspace/applyEdit"] = map[string]any{"applied": true}
	c.initialize(untoldClient, fmt.Sprintf(`"workspaceFolders":[{"uri":%q,"name":"ws"}]`, position.PathURI(d.path("repo/ws"))))
	for _, name := range []string{"deploy", "show"} {
		text, err := os.ReadFile(d.path(untoldSkill(name)))
		d.do(err)
		c.open(string(position.PathURI(d.path(untoldSkill(name)))), string(text))
	}
	wait(s, t)
	s.watching.Distrust.Store(nil)
	return d, c
}

func untoldSkill(name string) string { return "repo/ws/.agents/skills/" + name + "/SKILL.md" }

// take returns the answer to choosing the action on a line whose title begins with the given text: the action
// itself if it already has an edit, else the resolved action. The answer is empty if there is no such action.
func (c *testClient) take(uri string, line int, title string) message {
	c.t.Helper()
	here := testPosition{line, 7}
	var list []json.RawMessage
	c.result("textDocument/codeAction", map[string]any{
		"textDocument": map[string]any{"uri": uri}, "range": map[string]any{"start": here, "end": here}, "context": map[string]any{"diagnostics": []any{}},
	}, &list)
	for _, raw := range list {
		var action struct {
			Title string
			Edit  json.RawMessage
		}
		if err := json.Unmarshal(raw, &action); err != nil {
			c.t.Fatal(err)
		}
		switch {
		case !strings.HasPrefix(action.Title, title):
		case action.Edit != nil:
			return message{Result: raw}
		default:
			return c.call("codeAction/resolve", raw)
		}
	}
	return message{}
}

// TestTakenUntold creates files in the way of renames and creations, which the client has not reported yet.
// If the server let the editor try, the editor would do nothing and report nothing.
func TestTakenUntold(t *testing.T) {
	const none = "not offered"
	d, c := startUntold(t)
	deploy, show := string(position.PathURI(d.path(untoldSkill("deploy")))), string(position.PathURI(d.path(untoldSkill("show"))))
	rename := func(line int, name string) func() message {
		return func() message {
			params := at(deploy, line, 12)
			params["newName"] = name
			return c.call("textDocument/rename", params)
		}
	}
	take := func(uri string, line int, title string) func() message {
		return func() message { return c.take(uri, line, title) }
	}
	command := func(name string, arguments map[string]any) func() message {
		return func() message {
			return c.call("workspace/executeCommand", map[string]any{"command": name, "arguments": []any{arguments}})
		}
	}
	for _, test := range []struct {
		name   string
		ask    func() message
		inWay  string // below the workspace
		isDir  bool
		answer string // reason in the error, or none
	}{
		{"a skill is renamed", rename(1, "ship"), ".agents/skills/ship", true, "exists"},
		{"a file is renamed", rename(7, "references/that.md"), ".agents/skills/deploy/references/that.md", false, "exists"},
		{"a fix renames a directory", take(show, 1, "Rename directory"), ".agents/skills/demo", true, "exists"},
		{"a linked file is created", take(deploy, 10, "Create `references/gone.md`"), ".agents/skills/deploy/references/gone.md", false, none},
		{"a named file is created", take(deploy, 6, "Create `scripts/run.sh`"), ".agents/skills/deploy/scripts/run.sh", false, none},
		{"a section moves to a file", take(deploy, 8, "Move section"), ".agents/skills/deploy/references/more.md", false, none},
		{"a skill is created", command(commandNewSkill, map[string]any{"name": "fresh"}), ".claude/skills/fresh", true, "exists"},
		{"settings are created", command(commandSwitchSkill, map[string]any{
			"path": d.path("repo/ws/.claude/skills/tidy/SKILL.md"), "agent": "claude-code", "on": false,
		}), ".claude/settings.local.json", false, "unwritten"},
	} {
		if m := test.ask(); m.Error != nil || m.Result == nil {
			t.Errorf("%s, and nothing is in the way: %s, %+v", test.name, m.Result, m.Error)
			continue
		}
		inWay := "repo/ws/" + test.inWay
		if test.isDir {
			d.do(os.Mkdir(d.path(inWay), 0o755))
		} else {
			d.write(inWay, "{}\n")
		}
		m, got := test.ask(), none
		switch {
		case m.Error != nil:
			var data errorData
			if err := json.Unmarshal(m.Error.Data, &data); err != nil {
				t.Errorf("%s: %+v", test.name, m.Error)
			}
			got = data.Reason
		case m.Result != nil:
			got = string(m.Result)
		}
		if got != test.answer {
			t.Errorf("%s, and `%s` is in the way: got %s, want %s", test.name, test.inWay, got, test.answer)
		}
		d.remove(inWay)
		if m := test.ask(); m.Error != nil || m.Result == nil {
			t.Errorf("%s, and nothing is in the way any more: %s, %+v", test.name, m.Result, m.Error)
		}
	}
}

// TestTakenByBuffer checks that a file that is only open is in the way like one on disk.
func TestTakenByBuffer(t *testing.T) {
	d, c := startUntold(t)
	c.open(string(position.PathURI(d.path(untoldSkill("ship")))), skillText("shipping"))
	params := at(string(position.PathURI(d.path(untoldSkill("deploy")))), 1, 8)
	params["newName"] = "ship"
	if m := c.call("textDocument/rename", params); m.Error == nil || !strings.Contains(string(m.Error.Data), "exists") {
		t.Errorf("got %s, %+v", m.Result, m.Error)
	}
}
