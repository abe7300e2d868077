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

// TestTypingNewSkill types a new skill from an empty file to the last line. The client is never shown an error, and
// nothing at all before the file has content.
func TestTypingNewSkill(t *testing.T) {
	t.Parallel()
	d := newDisk(t)
	c, s := startMemory(t, session.Options{FS: vfs.Disk{}})
	s.diagnoser.TypingDelay = time.Hour // the typing never pauses
	c.initialize(pulling, fmt.Sprintf(`"rootUri":%q`, position.PathURI(d.path("repo/ws"))))
	uri := string(position.PathURI(d.path("repo/ws/.agents/skills/code-review/SKILL.md")))
	c.open(uri, "")
	if r := pull(c, uri, ""); len(r.Items) > 0 {
		t.Errorf("an empty new file: %s", r.describe())
	}
	const text = "---\nname: code-review\ndescription: Reviews a change. Use when the user asks for a review.\n" +
		"metadata:\n  author: me\n---\n\n# Code review\n\nRead the change.\n"
	version := 1
	for i := range text {
		version++
		typed := text[:i]
		line := strings.Count(typed, "\n")
		column := i - strings.LastIndexByte(typed, '\n') - 1
		c.change(uri, version, edit(line, column, line, column, text[i:i+1]))
		r := pull(c, uri, "")
		for _, problem := range r.Items {
			if problem.Severity == 1 {
				t.Errorf("%q: %s", text[:i+1], problem.Code)
			}
		}
	}
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
