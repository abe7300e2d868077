package lsp

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"skills-ls/skills"
	"skills-ls/skills/fstest"
)

const macOS = skills.FoldsCase | skills.FoldsMarks

// TestSpellings guards that two URIs whose paths differ in letter case, or in how marks are composed, are one document where
// the file system says so, and two elsewhere.
func TestSpellings(t *testing.T) {
	const opened, other, composed = "demo/SKILL.md", "Demo/skill.MD", "OTHER/re\u0301sume\u0301.md"
	root := diskTree(t, map[string]string{
		"ws/.agents/skills/demo/SKILL.md":             described("demo", "On disk. Use when asked."),
		"ws/.agents/skills/other/SKILL.md":            "",
		"ws/.agents/skills/other/r\u00e9sum\u00e9.md": "# On disk\n",
	})
	skillsDir := filepath.Join(root, "ws", ".agents", "skills")
	for _, test := range []struct {
		fsys skills.FS
		one  bool
	}{{fstest.FoldingDisk(t, macOS), true}, {fstest.Folding{Folds: 0}, false}} {
		if _, isDisk := test.fsys.(skills.Disk); isDisk && !test.one {
			continue
		}
		c, s := startMemory(t, Options{FS: test.fsys})
		c.openFolder(filepath.Join(root, "ws"))
		wantAlive(t, c)
		s.scans.wait()
		first, second := uriIn(skillsDir, opened), uriIn(skillsDir, other)
		c.open(first, brokenSkill)
		wantPublished(t, settle(t, c, s), "v1 frontmatter/unclosed")
		if !test.one {
			c.open(second, brokenSkill)
			if got := settle(t, c, s); len(got) != 1 || got[0].URI != second {
				t.Errorf("where letter case counts, published %+v for another document", got)
			}
			c.close(second)
			if got := settle(t, c, s); len(got) != 1 || got[0].URI != second || len(got[0].Diagnostics) > 0 {
				t.Errorf("where letter case counts, published %+v for another document closed", got)
			}
			c.open(uriIn(skillsDir, composed), "# Buffer\n")
			if got := c.hover(uriIn(skillsDir, "other/r\u00e9sum\u00e9.md"), 0, 3); !strings.Contains(got, "#on-disk") {
				t.Errorf("where marks count, hover in another document says %q", got)
			}
			continue
		}
		if m := c.call("textDocument/hover", at(second, 1, 1)); string(m.Result) == "null" {
			t.Error("no hover in the open document under another spelling")
		}
		c.change(second, 2, map[string]any{"text": described("demo", "Open. Use when asked.")})
		if got := settle(t, c, s); len(got) == 0 || got[0].URI != first || *got[0].Version != 2 {
			t.Errorf("changed in another spelling, published %+v", got)
		}
		c.notify("textDocument/didSave", at(second, 0, 0))
		settle(t, c, s)
		var list ListResult
		c.result("skills/list", map[string]any{}, &list)
		if len(list.Skills) != 1 || list.Skills[0].Description != "Open. Use when asked." || list.Skills[0].Path != filepath.Join(skillsDir, "demo", "SKILL.md") {
			t.Errorf("listed %+v, %+v", list.Skills, list.Errors)
		}
		c.open(uriIn(skillsDir, composed), "# Buffer\n")
		if got := c.hover(uriIn(skillsDir, "other/r\u00e9sum\u00e9.md"), 0, 3); !strings.Contains(got, "#buffer") {
			t.Errorf("hover where the marks are composed otherwise says %q", got)
		}
		c.change(first, 3, map[string]any{"text": brokenSkill})
		settle(t, c, s)

		c.open(second, brokenSkill) // an editor that renamed it
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
}

// TestLinksWhereNamesFold guards that a link in other letters is reported though it leads somewhere here, and that one whose
// marks are composed otherwise is not: git composes them alike for everybody.
func TestLinksWhereNamesFold(t *testing.T) {
	root := diskTree(t, map[string]string{
		"ws/.agents/skills/deploy/SKILL.md":              "",
		"ws/.agents/skills/deploy/Re\u0301sume\u0301.md": "# On disk\n",
	})
	c, s := startMemory(t, Options{FS: fstest.FoldingDisk(t, macOS)})
	c.openFolder(filepath.Join(root, "ws"))
	c.open(uriIn(root, "ws/.agents/skills/deploy/SKILL.md"), skillText("deploy", "[same](R\u00e9sum\u00e9.md) [case](r\u00e9sum\u00e9.md) [none](r\u00e8sum\u00e9.md)"))
	got := settle(t, c, s)
	wantPublished(t, got, "v1 link/case link/broken")

	c, s = startMemory(t, Options{FS: fstest.Folding{}})
	c.openFolder(filepath.Join(root, "ws"))
	c.open(uriIn(root, "ws/.agents/skills/deploy/SKILL.md"), skillText("deploy", "[other](R\u00e9sum\u00e9.md)"))
	wantPublished(t, settle(t, c, s), "v1 link/broken") // and not that nothing mentions the file: somebody meant to
}

// TestFolderInOtherLetters guards that a folder that the client spells otherwise than its files, as a terminal may, holds them.
func TestFolderInOtherLetters(t *testing.T) {
	root := diskTree(t, map[string]string{
		"Work/ws/.agents/skills/deploy/SKILL.md": described("deploy", "On disk. Use when asked."),
		"Work/ws/AGENTS.md":                      "Run $deploy.\n",
	})
	for _, test := range []struct{ folder, opened string }{{"Work/ws", "work/WS"}, {"work/WS", "Work/ws"}, {"work/WS", "WORK/Ws"}} {
		c, s := startMemory(t, Options{FS: fstest.FoldingDisk(t, macOS)})
		c.openFolder(filepath.Join(root, filepath.FromSlash(test.folder)))
		wantAlive(t, c)
		s.scans.wait()
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
