package workspace_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"skills-ls/analysis"
	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/render"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/workspace"
	"skills-ls/skills/vfs"
	"skills-ls/skills/vfs/fstest"
)

// TestFolderPath checks that files are known by paths in the workspace folder, however a client or an agent
// reaches them.
func TestFolderPath(t *testing.T) {
	_, root := analysistest.Workspace(t, `
-- real/a/x.md --
-- other/y.md --
-- link->real --
-- real/inner->a --
`)
	at := func(name string) string { return filepath.Join(root, filepath.FromSlash(name)) }
	s := analysis.New(vfs.Disk{}, workspace.Config{Folders: []string{at("link"), at("other")}})
	for _, test := range []struct {
		path, want string
		inside     bool
	}{
		{"link/a/x.md", "link/a/x.md", true},
		{"real/a/x.md", "link/a/x.md", true},
		{"real/new/z.md", "link/new/z.md", true},
		{"real", "link", true},
		{"real/inner/x.md", "link/inner/x.md", true}, // links within a folder are not resolved
		{"realm/a", "realm/a", false},
		{"other/y.md", "other/y.md", true},
		{"elsewhere/z.md", "elsewhere/z.md", false},
	} {
		if got := s.FolderPath(at(test.path)); got != at(test.want) {
			t.Errorf("%s is known as %s, want %s", test.path, got, at(test.want))
		}
		if got := s.InFolders(at(test.path)); got != test.inside {
			t.Errorf("%s is inside: %t", test.path, got)
		}
	}
	if got := s.FolderPath("untitled:x"); got != "untitled:x" {
		t.Errorf("a buffer without a file is known as %s", got)
	}
}

// TestRefreshedLink checks that the snapshot notices a symbolic link that is added and removed in a folder
// that is itself known by a link, under all names of its directory.
func TestRefreshedLink(t *testing.T) {
	_, root := analysistest.Workspace(t, "-- real/skills/a/SKILL.md --\n-- link->real --\n-- elsewhere/b/SKILL.md --\n")
	at := func(name string) string { return filepath.Join(root, filepath.FromSlash(name)) }
	s := analysis.New(vfs.Disk{}, workspace.Config{Folders: []string{at("link")}})
	list := func() string {
		var listed []string
		for _, dir := range []string{"link/skills", "real/skills"} {
			entries, err := s.FS().ReadDir(at(dir))
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range entries {
				listed = append(listed, dir+"/"+e.Name())
			}
		}
		return strings.Join(listed, " ")
	}
	const without, with = "link/skills/a real/skills/a", "link/skills/a link/skills/b real/skills/a real/skills/b"
	if got := list(); got != without {
		t.Fatalf("listed %s", got)
	}
	for _, told := range []string{"link/skills/b", "real/skills/b"} {
		if err := os.Symlink(at("elsewhere/b"), at("real/skills/b")); err != nil {
			t.Fatal(err)
		}
		if s = s.Refresh(at(told)); list() != with {
			t.Errorf("told of the new %s, listed %s", told, list())
		}
		if err := os.Remove(at("real/skills/b")); err != nil {
			t.Fatal(err)
		}
		if s = s.Refresh(at(told)); list() != without {
			t.Errorf("told that %s has gone, listed %s", told, list())
		}
	}
}

func TestShownPath(t *testing.T) {
	_, root := analysistest.Workspace(t, "-- home/ws/a.md --\n-- home/b.md --\n-- link->home --\n")
	at := func(name string) string { return filepath.Join(root, filepath.FromSlash(name)) }
	for _, test := range []struct{ folder, home, path, want string }{
		{at("home/ws"), at("home"), at("home/ws/a.md"), "a.md"},
		{at("home/ws"), at("home"), at("home/b.md"), "~/b.md"},
		{at("home/ws"), at("home"), at("home"), "~"},
		{at("home/ws"), at("home"), at("home2/b.md"), filepath.ToSlash(at("home2/b.md"))},
		{at("link/ws"), at("link"), at("home/ws/a.md"), "a.md"},
		{at("link/ws"), at("link"), at("home/b.md"), "~/b.md"},
		{at("home/ws"), filepath.FromSlash("/"), at("home/b.md"), "~" + strings.TrimPrefix(filepath.ToSlash(at("home/b.md")), filepath.VolumeName(root))},
		{at("home/ws"), "", at("home/b.md"), filepath.ToSlash(at("home/b.md"))},
	} {
		s := analysis.New(vfs.Disk{}, workspace.Config{Folders: []string{test.folder}, Home: test.home})
		if got := vantage.ShownPath(s, test.path); got != test.want {
			t.Errorf("with the folder %s and the home %s, %s is shown as %s, want %s", test.folder, test.home, test.path, got, test.want)
		}
	}
}

func TestFileURL(t *testing.T) {
	for _, test := range []struct {
		style      vfs.PathStyle
		path, want string
	}{
		{vfs.PosixPaths, "/a b/c#d?e%f.md", "file:///a%20b/c%23d%3Fe%25f.md"},
		{vfs.PosixPaths, `/a\b`, "file:///a%5Cb"},
		{vfs.WindowsPaths, `C:\a b\c.md`, "file:///C:/a%20b/c.md"},
		{vfs.WindowsPaths, `\\server\share x\c.md`, "file://server/share%20x/c.md"},
	} {
		if got := render.FileURLFor(test.path, test.style); got != test.want {
			t.Errorf("style %d: %s has the URL %s, want %s", test.style, test.path, got, test.want)
		}
	}
}

func TestRootFor(t *testing.T) {
	for _, test := range []struct {
		style             vfs.PathStyle
		dir, root, holder string
	}{
		{vfs.PosixPaths, "/ws/.agents/skills/a", ".agents/skills", "/ws"},
		{vfs.PosixPaths, "/.agents/skills/a", ".agents/skills", "/"},
		{vfs.PosixPaths, "/ws/x.agents/skills/a", "", ""},
		{vfs.PosixPaths, `/ws\.agents\skills\a`, "", ""},
		{vfs.WindowsPaths, `C:\ws\.agents\skills\a`, ".agents/skills", `C:\ws`},
		{vfs.WindowsPaths, `C:\.agents\skills\a`, ".agents/skills", `C:\`},
		{vfs.WindowsPaths, `\\server\share\.agents\skills\a`, ".agents/skills", `\\server\share\`},
	} {
		root, holder := workspace.RootFor(test.dir, test.style)
		if root != test.root || holder != test.holder {
			t.Errorf("style %d: %s lies in %q of %q, want %q of %q", test.style, test.dir, root, holder, test.root, test.holder)
		}
	}
}

// TestRelativeCwd checks that a relative directory is relative to the default of the request, and not to that
// of the process.
func TestRelativeCwd(t *testing.T) {
	s, root := analysistest.Workspace(t, "-- sub/.agents/skills/a/SKILL.md --\n---\nname: a\ndescription: Does a. Use when asked.\n---\n")
	for cwd, want := range map[string]int{"sub": 1, "./sub/": 1, "other": 0, filepath.Join(root, "sub"): 1} {
		list, err := vantage.ListSkills(t.Context(), s, vantage.ListQuery{Cwd: cwd})
		if err != nil || len(list.Skills) != want {
			t.Errorf("from %q: %+v, %v; want %d skills", cwd, list, err, want)
		}
	}
}

// TestRenameThroughLink checks that the fix for a name offers to rename the directory if that makes name and
// directory agree, but not if the directory's path is that of a link.
func TestRenameThroughLink(t *testing.T) {
	s, root := analysistest.Workspace(t, `
-- .agents/skills/deploy/SKILL.md --
---
name: ship
description: Does it. Use when asked.
---
Body.
-- .claude/skills->../.agents/skills --
-- linked->.agents/skills/deploy --
`)
	for name, want := range map[string]bool{".agents/skills/deploy": true, ".claude/skills/deploy": true, "linked": false} {
		found := analysistest.Diagnose(s, root, name+"/SKILL.md")
		var renames []string
		for _, d := range found {
			for _, fix := range d.Fixes {
				if d.Rule == "name/directory" && fix.Rename != nil {
					renames = append(renames, fix.Rename.From)
				}
			}
		}
		if dir := filepath.Join(root, filepath.FromSlash(name)); want != slices.Equal(renames, []string{dir}) || !want && renames != nil {
			t.Errorf("%s: the fixes rename %q, want a rename of it: %t", name, renames, want)
		}
	}
}

// TestNeighbourInOtherLetters checks that a skill.md, which most agents do not find, is not a neighbor,
// whether or not the file system ignores case.
func TestNeighbourInOtherLetters(t *testing.T) {
	_, root := analysistest.Workspace(t, "-- skills/a/SKILL.md --\n---\nname: a\n---\n-- skills/b/skill.md --\n---\nname: b\n---\n-- skills/c/SKILL.md->../a/SKILL.md --\n")
	for _, f := range []vfs.Folding{0, vfs.FoldsCase} {
		t.Run(fmt.Sprint(f), func(t *testing.T) {
			s := analysis.New(fstest.FoldingDisk(t, f), workspace.Config{Folders: []string{root}})
			var names []string
			for _, n := range vantage.Neighbours(s, filepath.Join(root, "skills")).Skills {
				names = append(names, n.Dir[len(root):])
			}
			if want := []string{filepath.FromSlash("/skills/a"), filepath.FromSlash("/skills/c")}; !slices.Equal(names, want) {
				t.Errorf("the neighbours are %q, want %q", names, want)
			}
		})
	}
}

// TestOneFileManyNames checks that a skill is not another skill to itself, under whichever of its names it is
// open: it has the same diagnostics as when it is closed.
func TestOneFileManyNames(t *testing.T) {
	s, root := analysistest.Workspace(t, `
-- .agents/skills/deploy/SKILL.md --
---
name: deploy
description: Ships the release to production with checks. Use when someone asks to bring out the newest version.
---
Read [more](references/more.md) and run $deploy.
-- .agents/skills/deploy/references/more.md --
# More
-- .claude/skills->../.agents/skills --
-- linked->.agents/skills/deploy --
-- link->. --
-- .claude/settings.json --
{}
`)
	if _, err := workspace.Scan(t.Context(), s, nil); err != nil {
		t.Fatal(err)
	}
	names := []string{".agents/skills/deploy/SKILL.md", ".claude/skills/deploy/SKILL.md", "linked/SKILL.md", "link/.agents/skills/deploy/SKILL.md"}
	for _, name := range names {
		if found := analysistest.Diagnose(s, root, name); len(found) > 0 {
			t.Errorf("closed, of %s is said:\n%s", name, analysistest.Describe(s, filepath.Join(root, name), found))
		}
	}
	for name, want := range map[string]string{"deploy": "", "release-train": "name/directory"} {
		text := "---\nname: " + name + "\ndescription: Ships the release to production with checks. Use when someone wants to bring out the newest version.\n---\nRead [more](references/more.md) and run $deploy.\n"
		for _, opened := range [][]string{names[:1], names[1:2], names[2:3], names[3:], names[:2], names} {
			var changes []workspace.Change
			for _, name := range opened {
				changes = append(changes, workspace.Change{Path: filepath.Join(root, filepath.FromSlash(name)), Text: &text, Time: time.Now()})
			}
			open := s.With(changes...)
			for _, name := range names {
				var rules []string
				found := analysistest.Diagnose(open, root, name)
				for _, d := range found {
					rules = append(rules, d.Rule)
				}
				if strings.Join(rules, " ") != want {
					t.Errorf("open as %q, of %s is said:\n%s", opened, name, analysistest.Describe(open, filepath.Join(root, name), found))
				}
			}
		}
	}
}
