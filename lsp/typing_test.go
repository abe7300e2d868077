package lsp

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"skills-ls/lsp/position"
	"skills-ls/lsp/session"
	"skills-ls/skills/vfs"
)

// typedSkill is what the tests type into an empty file.
const typedSkill = "---\nname: code-review\ndescription: Reviews a change. Use when the user asks for a review.\n" +
	"metadata:\n  author: me\n---\n\n# Code review\n\nRead the change.\n"

// The texts of an empty file: Neovim and Helix send a line end.
var emptyFiles = []string{"", "\n", "\r\n"}

// typeNewSkill opens a file that has the text empty and types typedSkill before that without a pause. It calls shown
// after the file is opened, with an empty string, and after each character and after the file is reported, with the
// text so far.
func typeNewSkill(t *testing.T, capabilities, empty string, shown func(c *testClient, uri, typed string)) (*testClient, *server) {
	t.Helper()
	d := newDisk(t)
	c, s := startMemory(t, session.Options{FS: vfs.Disk{}})
	s.diagnoser.TypingDelay = time.Hour
	c.initialize(capabilities, fmt.Sprintf(`"rootUri":%q`, position.PathURI(d.path("repo/ws"))))
	uri := string(position.PathURI(d.path("repo/ws/.agents/skills/code-review/SKILL.md")))
	c.open(uri, empty)
	shown(c, uri, "")
	for i := range typedSkill {
		if i == len("---\n") { // the event of the file's creation is late, as in VS Code
			d.write("repo/ws/.agents/skills/code-review/SKILL.md", "")
			c.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": uri, "type": 1}}})
			c.result("skills/list", map[string]any{}, new(any)) // is answered after the event was read
			waitForWork(t, c, s)
			shown(c, uri, typedSkill[:i])
		}
		typed := typedSkill[:i]
		line := strings.Count(typed, "\n")
		column := i - strings.LastIndexByte(typed, '\n') - 1
		c.change(uri, i+2, edit(line, column, line, column, typedSkill[i:i+1]))
		shown(c, uri, typedSkill[:i+1])
	}
	return c, s
}

// TestTypingNewSkill checks that a client that pulls diagnostics is never shown an error while it types a new skill, and
// nothing at all before the file has content.
func TestTypingNewSkill(t *testing.T) {
	t.Parallel()
	for _, empty := range emptyFiles {
		typeNewSkill(t, pulling, empty, func(c *testClient, uri, typed string) {
			r := pull(c, uri, "")
			if typed == "" && len(r.Items) > 0 {
				t.Errorf("an empty new file: %s", r.describe())
			}
			for _, problem := range r.Items {
				if problem.Severity == 1 {
					t.Errorf("%q: %s", typed, problem.Code)
				}
			}
		})
	}
}

// TestTypingNewSkillPush checks the same for a client that diagnostics are published to.
func TestTypingNewSkillPush(t *testing.T) {
	t.Parallel()
	for _, empty := range emptyFiles {
		c, s := typeNewSkill(t, `{}`, empty, func(c *testClient, _, _ string) { wantAlive(t, c) })
		for _, p := range settle(t, c, s) {
			if *p.Version == 1 && len(p.Diagnostics) > 0 {
				t.Errorf("an empty new file: %v", p.Diagnostics)
			}
			for _, problem := range p.Diagnostics {
				if problem.Severity == 1 {
					t.Errorf("%q: %s", typedSkill[:*p.Version-1], problem.Code)
				}
			}
		}
	}
}

// TestTypingWhileOpening checks that a new file is not opened with problems when its first characters arrive while the
// server still asks the disk about it, as during the first scan.
func TestTypingWhileOpening(t *testing.T) {
	t.Parallel()
	const path = "/ws/.agents/skills/a/SKILL.md"
	c, s := startMemory(t, session.Options{FS: memoryFiles{"/ws/.git/HEAD": "", path: ""}})
	s.diagnoser.TypingDelay = time.Hour
	c.initialize(`{}`, workspaceFolder("/ws"))
	wantPublished(t, settle(t, c, s))

	s.session.DiskMu.Lock()
	c.open(memoryURI(path), "")
	c.change(memoryURI(path), 2, edit(0, 0, 0, 0, "-"))
	waitFor(t, func() bool {
		d := s.session.View().Opening[path]
		return d != nil && d.Version == 2
	})
	s.session.DiskMu.Unlock()
	waitForWork(t, c, s)
	if n := len(c.inbox); n > 0 {
		t.Errorf("%d messages while the author types", n)
	}
	c.notify("textDocument/didSave", map[string]any{"textDocument": map[string]any{"uri": memoryURI(path)}})
	wantPublished(t, settle(t, c, s), "v2 frontmatter/missing")
}

// TestUnfinishedIsLate checks that problems that may only mean that the author is typing are published when the
// document is opened or saved or the typing pauses, and that they disappear at once. Others are published at once.
func TestUnfinishedIsLate(t *testing.T) {
	t.Parallel()
	c, s := startMemory(t, session.Options{FS: noFiles})
	s.diagnoser.TypingDelay = time.Hour
	c.initialize(`{}`)
	const uri = "untitled:SKILL.md"
	const head = "---\nname: a\ndescription: A. Use when asked.\n---\n"
	c.open(uri, "---\nname: a\n---\nGo.\n")
	wantPublished(t, settle(t, c, s), "v1 description/missing")
	c.change(uri, 2, map[string]any{"text": head + "Go.\n"})
	wantPublished(t, settle(t, c, s), "v2")
	c.change(uri, 3, edit(2, 0, 3, 0, ""), edit(3, 0, 3, 0, "```\n"))
	c.nextOf("textDocument/publishDiagnostics", new(publishedList)) // body/fence, but not description/missing
	c.notify("textDocument/didSave", map[string]any{"textDocument": map[string]any{"uri": uri}})
	wantPublished(t, settle(t, c, s), "v3 description/missing body/fence")
}

// TestUnfinishedSettingsAreLate is TestUnfinishedIsLate for a configuration file and for hooks.
func TestUnfinishedSettingsAreLate(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, wrong, right, rule string }{
		{".skills-ls.yaml", "targets: [codex]\nlim\n", "targets: [codex]\n", "config/syntax"},
		{".skills-ls.yaml", "lim", "", "config/value"},
		{".skills-ls.yaml", "limits:\n  li: 5\n", "limits:\n  lines: 5\n", "config/unknown"},
		{
			".claude/skills/a/SKILL.md",
			"---\nname: a\ndescription: A. Use when asked.\nhooks:\n  Stop: x\n---\nGo.\n",
			"---\nname: a\ndescription: A. Use when asked.\n---\nGo.\n", "frontmatter/unknown-key hooks/schema",
		},
	} {
		t.Run(test.rule, func(t *testing.T) {
			c, s := startMemory(t, session.Options{FS: memoryFiles{"/ws/.git/HEAD": "", "/ws/" + test.name: test.wrong}})
			s.diagnoser.TypingDelay = time.Hour
			c.initialize(`{}`, workspaceFolder("/ws"))
			uri := memoryURI("/ws/" + test.name)
			c.open(uri, test.wrong)
			wantPublished(t, settle(t, c, s), "v1 "+test.rule)
			c.change(uri, 2, map[string]any{"text": test.right})
			wantPublished(t, settle(t, c, s), "v2")
			c.change(uri, 3, map[string]any{"text": test.wrong})
			c.notify("textDocument/didSave", map[string]any{"textDocument": map[string]any{"uri": uri}})
			wantPublished(t, settle(t, c, s), "v3 "+test.rule)
		})
	}
}

// TestTypingLink checks that a link and a mention that are typed show no problem before they are whole, and that the
// broken link that the line had already stays.
func TestTypingLink(t *testing.T) {
	t.Parallel()
	const skill = "/ws/.claude/skills/a/SKILL.md"
	const text = "---\nname: a\ndescription: A. Use when asked.\n---\nRead [gone](gone.md) and [guide]().\n"
	c, s := startMemory(t, session.Options{FS: memoryFiles{
		"/ws/.git/HEAD": "", skill: text, "/ws/.claude/skills/a/guide.md": "# Guide\n",
		"/ws/.claude-plugin/plugin.json": `{"name":"tools"}`, "/ws/skills/b/SKILL.md": "---\nname: b\ndescription: B.\n---\nGo.\n",
	}})
	s.diagnoser.TypingDelay = time.Hour
	c.initialize(`{}`, workspaceFolder("/ws"))
	c.open(memoryURI(skill), text)
	wantPublished(t, settle(t, c, s), "v1 link/broken")

	typeText := func(line, column int, typed string) {
		for i := range typed {
			c.change(memoryURI(skill), 2, edit(line, column+i, line, column+i, typed[i:i+1]))
			waitForWork(t, c, s)
		}
	}
	typeText(4, 33, "guide.md#guide")
	typeText(4, 49, " Then $tools:b")
	for len(c.inbox) > 0 {
		var p publishedList
		c.nextOf("textDocument/publishDiagnostics", &p)
		if len(p.Diagnostics) != 1 {
			t.Errorf("while the author types: %v", p.Diagnostics)
		}
	}
	typeText(5, 0, "See [x](y.md)")
	c.notify("textDocument/didSave", map[string]any{"textDocument": map[string]any{"uri": memoryURI(skill)}})
	wantPublished(t, settle(t, c, s), "v2 link/broken link/broken")
}

// TestTypingKeepsShown checks that a problem that the client shows stays when the author begins to edit its line.
func TestTypingKeepsShown(t *testing.T) {
	t.Parallel()
	c, s := startMemory(t, session.Options{FS: noFiles})
	s.diagnoser.TypingDelay = time.Hour
	c.initialize(`{}`)
	const uri = "untitled:SKILL.md"
	c.open(uri, "---\nname: A B\ndescription: A. Use when asked.\n---\nGo.\n")
	wantPublished(t, settle(t, c, s), "v1 name/format")
	c.change(uri, 2, edit(1, 9, 1, 9, "c"))
	wantPublished(t, settle(t, c, s), "v2 name/format")
}
