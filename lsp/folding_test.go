package lsp

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"skills-ls/analysis/vantage"
	"skills-ls/lsp/session"
	"skills-ls/skills/vfs"
	"skills-ls/skills/vfs/fstest"
)

const macOS = vfs.FoldsCase | vfs.FoldsMarks

// spelledTree has two skills, one of them with a file whose name has composed marks.
var spelledTree = map[string]string{
	"ws/.agents/skills/demo/SKILL.md":             described("demo", "On disk. Use when asked."),
	"ws/.agents/skills/other/SKILL.md":            "",
	"ws/.agents/skills/other/r\u00e9sum\u00e9.md": "# On disk\n",
}

// TestSpellings checks that two URIs whose paths differ only in case, or in the composition of marks, are one
// document if the file system treats them as equal. The client may use either of them. Diagnostics are
// published under the one that it opened last.
func TestSpellings(t *testing.T) {
	t.Parallel()
	root := diskTree(t, spelledTree)
	dir := filepath.Join(root, "ws", ".agents", "skills")
	c, s := startMemory(t, session.Options{FS: fstest.FoldingDisk(t, macOS)})
	c.openFolder(filepath.Join(root, "ws"))
	wantAlive(t, c)
	wait(s, t)
	first, second := uriIn(dir, "demo/SKILL.md"), uriIn(dir, "Demo/skill.MD")
	c.open(first, brokenSkill)
	wantPublished(t, settle(t, c, s), "v1 frontmatter/unclosed")
	if m := c.call("textDocument/hover", at(second, 1, 1)); string(m.Result) == "null" {
		t.Error("no hover in the open document under another spelling")
	}
	c.change(second, 2, map[string]any{"text": described("demo", "Open. Use when asked.")})
	if got := settle(t, c, s); len(got) == 0 || got[0].URI != first || *got[0].Version != 2 {
		t.Errorf("changed in another spelling, published %+v", got)
	}
	c.notify("textDocument/didSave", at(second, 0, 0))
	settle(t, c, s)
	var list vantage.List
	c.result("skills/list", map[string]any{}, &list)
	if len(list.Skills) != 1 || list.Skills[0].Description != "Open. Use when asked." || list.Skills[0].Path != filepath.Join(dir, "demo", "SKILL.md") {
		t.Errorf("listed %+v, %+v", list.Skills, list.Errors)
	}
	c.open(uriIn(dir, "OTHER/re\u0301sume\u0301.md"), "# Buffer\n")
	if got := c.hover(uriIn(dir, "other/r\u00e9sum\u00e9.md"), 0, 3); !strings.Contains(got, "#buffer") {
		t.Errorf("hover where the marks are composed otherwise says %q", got)
	}
	c.change(first, 3, map[string]any{"text": brokenSkill})
	settle(t, c, s)

	c.open(second, brokenSkill) // like an editor that renamed the file
	var cleared []string
	for _, p := range settle(t, c, s) {
		if len(p.Diagnostics) == 0 {
			cleared = append(cleared, p.URI)
		} else if p.URI != second {
			t.Errorf("opened in another spelling, published %+v", p)
		}
	}
	if !slices.Equal(cleared, []string{first}) {
		t.Errorf("opened in another spelling, cleared %q", cleared)
	}
	c.close(first)
	if got := settle(t, c, s); len(got) != 1 || got[0].URI != second || len(got[0].Diagnostics) > 0 {
		t.Errorf("closed in another spelling, published %+v", got)
	}
}

// TestSpellingsApart checks that such URIs are two documents if the file system distinguishes them.
func TestSpellingsApart(t *testing.T) {
	t.Parallel()
	root := diskTree(t, spelledTree)
	dir := filepath.Join(root, "ws", ".agents", "skills")
	c, s := startMemory(t, session.Options{FS: fstest.FoldingDisk(t, 0)})
	c.openFolder(filepath.Join(root, "ws"))
	wantAlive(t, c)
	wait(s, t)
	c.open(uriIn(dir, "demo/SKILL.md"), brokenSkill)
	wantPublished(t, settle(t, c, s), "v1 frontmatter/unclosed")
	other := uriIn(dir, "Demo/skill.MD")
	c.open(other, brokenSkill)
	got := settle(t, c, s) // its own diagnostics, then the one for the file's name
	if len(got) == 0 {
		t.Error("nothing published for another document")
	}
	for _, p := range got {
		if p.URI != other {
			t.Errorf("published %+v for another document", p)
		}
	}
	c.close(other)
	if got := settle(t, c, s); len(got) != 1 || got[0].URI != other || len(got[0].Diagnostics) > 0 {
		t.Errorf("published %+v for another document closed", got)
	}
	c.open(uriIn(dir, "other/re\u0301sume\u0301.md"), "# Buffer\n")
	if got := c.hover(uriIn(dir, "other/r\u00e9sum\u00e9.md"), 0, 3); !strings.Contains(got, "#on-disk") {
		t.Errorf("hover in another document says %q", got)
	}
}

// linkedTree has a skill with a file whose name has decomposed marks, as on macOS.
var linkedTree = map[string]string{
	"ws/.agents/skills/deploy/SKILL.md":              "",
	"ws/.agents/skills/deploy/Re\u0301sume\u0301.md": "# On disk\n",
}

// TestLinksWhereNamesFold checks that on a file system that folds names, a link with different case is
// reported although it works there, and that a link whose marks are composed differently is not reported,
// because git composes them in the same way for all users.
func TestLinksWhereNamesFold(t *testing.T) {
	t.Parallel()
	root := diskTree(t, linkedTree)
	c, s := startMemory(t, session.Options{FS: fstest.FoldingDisk(t, macOS)})
	c.openFolder(filepath.Join(root, "ws"))
	c.open(uriIn(root, "ws/.agents/skills/deploy/SKILL.md"), skillText("deploy", "[same](R\u00e9sum\u00e9.md) [case](r\u00e9sum\u00e9.md) [none](r\u00e8sum\u00e9.md)"))
	wantPublished(t, settle(t, c, s), "v1 link/case link/broken")
}

// TestLinksWhereNamesDiffer checks that on other file systems a link with different marks is broken, and that
// the file is not also reported as unmentioned.
func TestLinksWhereNamesDiffer(t *testing.T) {
	root := diskTree(t, linkedTree)
	c, s := startMemory(t, session.Options{FS: fstest.FoldingDisk(t, 0)})
	c.openFolder(filepath.Join(root, "ws"))
	c.open(uriIn(root, "ws/.agents/skills/deploy/SKILL.md"), skillText("deploy", "[other](R\u00e9sum\u00e9.md)"))
	wantPublished(t, settle(t, c, s), "v1 link/broken")
}

// TestFolderInOtherLetters checks that a workspace folder contains its files even if the client spells its
// path with different case than theirs, as a terminal may.
func TestFolderInOtherLetters(t *testing.T) {
	t.Parallel()
	root := diskTree(t, map[string]string{
		"Work/ws/.agents/skills/deploy/SKILL.md": described("deploy", "On disk. Use when asked."),
		"Work/ws/AGENTS.md":                      "Run $deploy.\n",
	})
	for _, test := range []struct{ folder, opened string }{{"Work/ws", "work/WS"}, {"work/WS", "Work/ws"}, {"work/WS", "WORK/Ws"}} {
		c, s := startMemory(t, session.Options{FS: fstest.FoldingDisk(t, macOS)})
		c.openFolder(filepath.Join(root, filepath.FromSlash(test.folder)))
		wantAlive(t, c)
		wait(s, t)
		instructions := uriIn(root, test.opened+"/AGENTS.md")
		c.open(instructions, "Run $deploy.\n")
		if got, want := c.targets(instructions, 0, 6), uriIn(root, test.folder+"/.agents/skills/deploy/SKILL.md"); !slices.Equal(got, []string{want}) {
			t.Errorf("folder %s: the mention in %s leads to %q, want %s", test.folder, test.opened, got, want)
		}
		if list := c.list(); len(list) != 1 {
			t.Errorf("folder %s: listed %q", test.folder, list)
		}
		skill := uriIn(root, test.opened+"/.agents/skills/deploy/SKILL.md")
		c.open(skill, described("deploy", "Open. Use when asked."))
		if got := c.targets(instructions, 0, 6); !slices.Equal(got, []string{skill}) {
			t.Errorf("folder %s: the mention of the open skill leads to %q, want %s", test.folder, got, skill)
		}
		if list := c.list(); list["deploy"] != "Open. Use when asked." {
			t.Errorf("folder %s: listed %q", test.folder, list)
		}
	}
}
