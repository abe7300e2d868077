package lsp

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"skills-ls/lsp/position"
	"skills-ls/lsp/session"
)

// cameUp and wentAway return entries of workspace/didChangeWatchedFiles for a created and a deleted file.
func cameUp(uri string) any   { return map[string]any{"uri": uri, "type": 1} }
func wentAway(uri string) any { return map[string]any{"uri": uri, "type": 3} }

func (c *testClient) changed(entries ...any) {
	c.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": entries})
}

// TestRenamedDirectory checks an open skill whose directory is renamed outside the editor. The buffer keeps
// the path that the client knows. When the client opens it under the new path, the old diagnostics are
// cleared, once.
func TestRenamedDirectory(t *testing.T) {
	t.Parallel()
	root := diskTree(t, map[string]string{
		"ws/.agents/skills/deploy/SKILL.md": described("deploy", "On disk. Use when asked."),
		"ws/.agents/skills/deploy/more.md":  "# More\n",
	})
	c, s := startMemory(t, session.Options{})
	c.openFolder(filepath.Join(root, "ws"))
	wantAlive(t, c)
	wait(s, t)
	before, after := uriIn(root, "ws/.agents/skills/deploy"), uriIn(root, "ws/.agents/skills/ship")
	text := described("ship", "Open. Use when asked.") + "[more](more.md)\n"
	c.open(before+"/SKILL.md", text)
	wantPublished(t, settle(t, c, s), "v1 name/directory")

	if err := os.Rename(filepath.Join(root, "ws/.agents/skills/deploy"), filepath.Join(root, "ws/.agents/skills/ship")); err != nil {
		t.Fatal(err)
	}
	c.changed(wentAway(before), cameUp(after))
	wantPublished(t, settle(t, c, s), "v1 name/directory link/broken") // the client still has the document under the old path
	if got := c.preview(map[string]any{"textDocument": map[string]any{"uri": before + "/SKILL.md"}}); !strings.Contains(got, "Open. Use when asked.") {
		t.Errorf("the preview of the open file is %q", got)
	}
	c.change(before+"/SKILL.md", 2, edit(4, 0, 4, 4, "Text"))
	wantPublished(t, settle(t, c, s), "v2 name/directory link/broken")
	if m := c.call("textDocument/hover", at(before+"/SKILL.md", 1, 1)); string(m.Result) == "null" {
		t.Error("no hover in the open file")
	}

	c.close(before + "/SKILL.md")
	c.open(after+"/SKILL.md", text)
	got := settle(t, c, s)
	wantPublished(t, got, "closed")
	if len(got) == 1 && got[0].URI != before+"/SKILL.md" {
		t.Errorf("the findings of %s were cleared", got[0].URI)
	}
	if list := c.list(); len(list) != 1 || list["ship"] != "Open. Use when asked." {
		t.Errorf("listed %q", list)
	}
	c.close(after + "/SKILL.md")
	wantPublished(t, settle(t, c, s))
}

// TestDeletedFolder checks that open documents can still be used after their workspace folder was deleted.
func TestDeletedFolder(t *testing.T) {
	t.Parallel()
	root := diskTree(t, map[string]string{
		"ws/.agents/skills/deploy/SKILL.md": described("deploy", "On disk. Use when asked."),
		"ws/AGENTS.md":                      "Run $deploy.\n",
	})
	folder := filepath.Join(root, "ws")
	c := startBinary(t)
	c.openFolder(folder)
	skill, instructions := uriIn(folder, ".agents/skills/deploy/SKILL.md"), uriIn(folder, "AGENTS.md")
	c.open(skill, described("deploy", "Open. Use when asked."))
	c.open(instructions, "Run $deploy.\n")
	if err := os.RemoveAll(folder); err != nil {
		t.Fatal(err)
	}
	c.changed(wentAway(string(position.PathURI(folder))))
	if list := c.list(); len(list) != 1 || list["deploy"] != "Open. Use when asked." {
		t.Errorf("listed %q", list)
	}
	waitFor(t, func() bool { return len(c.targets(instructions, 0, 6)) == 1 })
	c.change(skill, 2, map[string]any{"text": brokenSkill})
	for {
		if p := c.nextPublished(skill); p.Version != nil && *p.Version == 2 && len(p.Diagnostics) > 0 {
			break
		}
	}
	c.notify("workspace/didChangeWorkspaceFolders", map[string]any{"event": map[string]any{
		"added": []any{}, "removed": []any{map[string]any{"uri": position.PathURI(folder), "name": "ws"}},
	}})
	c.hover(skill, 1, 1)
	c.close(skill)
	for c.nextPublished(skill).Version != nil {
	}
	c.close(instructions)
	if list := c.list(); len(list) != 0 {
		t.Errorf("all closed: listed %q", list)
	}
	wantAlive(t, c)
}

// TestNeverSaved checks a file that is open in a directory that does not exist. It is a skill like any other,
// in the directory where it will be saved.
func TestNeverSaved(t *testing.T) {
	t.Parallel()
	root := diskTree(t, map[string]string{"ws/AGENTS.md": "Run $fresh.\n"})
	c := startBinary(t)
	c.openFolder(filepath.Join(root, "ws"))
	fresh := uriIn(root, "ws/.agents/skills/fresh/SKILL.md")
	c.open(fresh, described("stale", "Never saved. Use when asked.")+"[more](more.md)\n")
	var codes []string
	waitFor(t, func() bool {
		codes = codes[:0]
		for _, d := range c.nextPublished(fresh).Diagnostics {
			codes = append(codes, d.Code)
		}
		return strings.Join(codes, " ") == "name/directory link/broken"
	})
	c.change(fresh, 2, map[string]any{"text": described("fresh", "Never saved. Use when asked.")})
	if list := c.list(); len(list) != 1 || list["fresh"] != "Never saved. Use when asked." {
		t.Errorf("listed %q", list)
	}
	if got := c.preview(map[string]any{"name": "fresh"}); !strings.Contains(got, "Never saved") {
		t.Errorf("previewed %q", got)
	}
	path := filepath.Join(root, "ws/.agents/skills/fresh/SKILL.md")
	err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(described("fresh", "Saved. Use when asked.")), 0o644))
	if err != nil {
		t.Fatal(err)
	}
	c.notify("textDocument/didSave", at(fresh, 0, 0))
	c.close(fresh)
	if list := c.list(); len(list) != 1 || list["fresh"] != "Saved. Use when asked." {
		t.Errorf("saved and closed: listed %q", list)
	}
}
