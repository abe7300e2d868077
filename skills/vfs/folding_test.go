package vfs_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"skills-ls/skills/treetest"
	"skills-ls/skills/vfs"
	"skills-ls/skills/vfs/fstest"
)

const macOS = vfs.FoldsCase | vfs.FoldsMarks

func TestFoldingAt(t *testing.T) {
	root := treetest.Dir(t)
	treetest.Put(t, filepath.Join(root, "ws", "SKILL.md"), "x")
	treetest.Put(t, filepath.Join(root, "ws", "r\u00e9sum\u00e9", "1.md"), "x")
	treetest.Put(t, filepath.Join(root, "ws", "123", "456"), "x")
	if err := os.Mkdir(filepath.Join(root, "ws", "empty"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, f := range []vfs.Folding{0, vfs.FoldsCase, vfs.FoldsMarks, macOS} {
		t.Run(fmt.Sprint(f), func(t *testing.T) {
			fsys := fstest.FoldingDisk(t, f)
			// The values are those on macOS. FoldingAt does not check FoldsMarks for an ASCII path.
			for path, want := range map[string]vfs.Folding{
				"ws/SKILL.md":                  vfs.FoldsCase,
				"ws/skill.md":                  vfs.FoldsCase,
				"ws/new.md":                    vfs.FoldsCase,
				"ws/123/456":                   vfs.FoldsCase, // by the nearest name with letters
				"ws/123/new":                   vfs.FoldsCase,
				"ws/empty/new/newer.md":        vfs.FoldsCase,
				"ws/r\u00e9sum\u00e9/1.md":     macOS,
				"ws/r\u00e9sum\u00e9/new.md":   macOS,
				"ws/re\u0301sume\u0301/new.md": macOS,
				"ws/n\u00e9w.md":               macOS, // by the other entries of ws
			} {
				got := vfs.FoldingAt(fsys, filepath.Join(root, filepath.FromSlash(path)))
				if got != f&want {
					t.Errorf("FoldingAt(%s) = %d, want %d", path, got, f&want)
				}
			}
		})
	}
	got, want := vfs.FoldingAt(vfs.Disk{}, filepath.Join(root, "nowhere")), vfs.FoldingAt(vfs.Disk{}, root)
	if got&vfs.FoldsCase != want&vfs.FoldsCase {
		t.Errorf("FoldingAt of a missing file = %d, want %d", got, want)
	}
}

// TestFoldingOfTwins checks that FoldingAt returns 0 in a directory with two names that differ only in case,
// whether they are two files, hard links to one file, or a file and a symbolic link to it.
func TestFoldingOfTwins(t *testing.T) {
	root := treetest.Dir(t)
	fstest.FoldingDisk(t, 0)
	treetest.Put(t, filepath.Join(root, "two", "SKILL.md"), "upper")
	treetest.Put(t, filepath.Join(root, "two", "skill.MD"), "lower")
	treetest.Put(t, filepath.Join(root, "one", "SKILL.md"), "x")
	err := os.Link(filepath.Join(root, "one", "SKILL.md"), filepath.Join(root, "one", "skill.MD"))
	if err != nil {
		t.Skip(err)
	}
	treetest.Put(t, filepath.Join(root, "link", "SKILL.md"), "x")
	if err := os.Symlink("SKILL.md", filepath.Join(root, "link", "skill.MD")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{
		"two/SKILL.md", "two/skill.MD", "one/SKILL.md", "one/skill.MD", "link/SKILL.md",
	} {
		if got := vfs.FoldingAt(vfs.Disk{}, filepath.Join(root, filepath.FromSlash(name))); got != 0 {
			t.Errorf("FoldingAt(%s) = %d, want 0", name, got)
		}
	}
	o := vfs.NewOverlay(vfs.Disk{}, map[string]vfs.Buffer{
		filepath.Join(root, "two", "SKILL.md"): {Text: "buffer"},
	})
	if text, err := o.ReadFile(filepath.Join(root, "two", "skill.MD")); text != "lower" {
		t.Errorf("ReadFile of the file without a buffer = %q, %v", text, err)
	}
}

// TestOverlayFolds checks an overlay on a file system that folds names. It must return a buffer for every
// spelling of its path, list it once, in the spelling of the directory, and return one real path for all
// spellings.
func TestOverlayFolds(t *testing.T) {
	root := treetest.Dir(t)
	treetest.Put(t, filepath.Join(root, "Skills", "Deploy", "SKILL.md"), "disk")
	treetest.Put(t, filepath.Join(root, "Skills", "r\u00e9sum\u00e9", "SKILL.md"), "disk")
	treetest.Put(t, filepath.Join(root, "Skills", "Deploy", "other.md"), "other")
	for link, target := range map[string]string{"link": "SKILLS/DEPLOY", "hop": "LINK"} {
		if err := os.Symlink(target, filepath.Join(root, link)); err != nil {
			t.Fatal(err)
		}
	}
	at := func(name string) string { return filepath.Join(root, filepath.FromSlash(name)) }
	for _, cache := range []bool{false, true} {
		fsys := fstest.FoldingDisk(t, macOS)
		if cache {
			fsys = vfs.NewCached(fsys)
		}
		spellings := []string{
			"Skills/Deploy/SKILL.md", "skills/deploy/skill.md", "SKILLS/DEPLOY/SKILL.MD",
			"link/skill.md", "Hop/SKILL.md",
		}
		for _, opened := range spellings {
			o := vfs.NewOverlay(fsys, map[string]vfs.Buffer{
				at(opened): {Text: "buffer", ModTime: time.Unix(1, 0)},
			})
			for _, name := range spellings {
				when := fmt.Sprintf("opened as %s, cached %t: %s", opened, cache, name)
				if text, err := o.ReadFile(at(name)); err != nil || text != "buffer" {
					t.Errorf("%s: ReadFile = %q, %v, want the buffer", when, text, err)
				}
				if real, err := o.RealPath(at(name)); err != nil || real != at("Skills/Deploy/SKILL.md") {
					t.Errorf("%s: RealPath = %s, %v", when, real, err)
				}
				for _, stat := range []func(string) (fs.FileInfo, error){o.Stat, o.Lstat} {
					if info, err := stat(at(name)); err != nil || info.Size() != 6 {
						t.Errorf("%s: Stat or Lstat = %+v, %v, want the buffer", when, info, err)
					}
				}
				got := names(o, filepath.Dir(at(name)))
				if !slices.Equal(got, []string{"SKILL.md", "other.md"}) {
					t.Errorf("%s: ReadDir of its directory = %q", when, got)
				}
				if as, ok := o.OpenAs(at(name)); !ok || as != at(opened) {
					t.Errorf("%s: OpenAs = %s, %t, want %s", when, as, ok, at(opened))
				}
			}
			closed := o.Without(at(opened))
			if got := names(closed, at("skills/DEPLOY")); got[0] != "SKILL.md" {
				t.Errorf("opened as %s and closed: ReadDir = %q, want SKILL.md first", opened, got)
			}
		}
		o := vfs.NewOverlay(fsys, nil)
		o = o.With(at("skills/re\u0301sume\u0301/Skill.md"), vfs.Buffer{Text: "marks"})
		if text, err := o.ReadFile(at("Skills/R\u00e9sum\u00e9/SKILL.md")); err != nil || text != "marks" {
			t.Errorf("opened in NFD: ReadFile in NFC = %q, %v, want the buffer", text, err)
		}
		real, err := o.RealPath(at("skills/re\u0301sume\u0301"))
		if err != nil || real != at("Skills/r\u00e9sum\u00e9") {
			t.Errorf("RealPath of a name in NFD = %q, %v, want the name in NFC", real, err)
		}
		o = o.With(at("skills/NEW/skill.md"), vfs.Buffer{Text: "never saved"})
		if got := names(o, at("Skills")); !slices.Equal(got, []string{"Deploy", "NEW", "r\u00e9sum\u00e9"}) {
			t.Errorf("with a buffer that was never saved: ReadDir = %q", got)
		}
	}
}

// TestCachedForgetsSpellings checks that Forget with one spelling of a name drops the answers for all
// spellings.
func TestCachedForgetsSpellings(t *testing.T) {
	root := treetest.Dir(t)
	treetest.Put(t, filepath.Join(root, "Dir", "r\u00e9sum\u00e9", "SKILL.md"), "x")
	cached := vfs.NewCached(fstest.FoldingDisk(t, macOS))
	at := func(name string) string { return filepath.Join(root, filepath.FromSlash(name)) }
	spellings := []string{
		"Dir/r\u00e9sum\u00e9/SKILL.md", "DIR/R\u00e9SUM\u00e9/skill.MD", "dir/re\u0301sume\u0301/Skill.md",
	}
	size := func(name string) int64 {
		info, err := cached.Stat(at(name))
		if err != nil {
			return -1
		}
		return info.Size()
	}
	for i, spelling := range spellings {
		for _, name := range spellings {
			if got := size(name); got != int64(i+1) {
				t.Errorf("size of %s = %d, want %d", name, got, i+1)
			}
		}
		treetest.Put(t, at(spellings[0]), "xxxxxxx"[:i+2])
		cached.Forget(at(spelling))
	}
	for i, spelling := range spellings {
		if err := os.RemoveAll(at("Dir")); err != nil {
			t.Fatal(err)
		}
		cached.Forget(at(filepath.ToSlash(filepath.Dir(filepath.Dir(spelling)))))
		for _, name := range spellings {
			if got := size(name); got != -1 {
				t.Errorf("after it was deleted: size of %s = %d, want an error", name, got)
			}
		}
		treetest.Put(t, at(spellings[0]), "back")
		cached.Forget(at(spellings[len(spellings)-1-i]))
		for _, name := range spellings {
			if got := size(name); got != 4 {
				t.Errorf("after it was created again: size of %s = %d, want 4", name, got)
			}
		}
	}
}
