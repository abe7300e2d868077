package vfs_test

import (
	"errors"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"skills-ls/skills/treetest"
	"skills-ls/skills/vfs"
	"skills-ls/skills/vfs/fstest"
)

// A countingDisk counts the calls of ReadDir and Lstat.
type countingDisk struct {
	vfs.Disk
	calls map[string]int // by method and path
}

func (c *countingDisk) ReadDir(name string) ([]fs.DirEntry, error) {
	c.calls["readdir "+name]++
	return c.Disk.ReadDir(name)
}

func (c *countingDisk) Lstat(name string) (fs.FileInfo, error) {
	c.calls["lstat "+name]++
	return c.Disk.Lstat(name)
}

// names returns the names of the entries of a directory, or "error" if it cannot be listed.
func names(fsys vfs.FS, dir string) []string {
	entries, err := fsys.ReadDir(dir)
	if err != nil {
		return []string{"error"}
	}
	var list []string
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

// TestCachedForget checks that a Cached file system returns the same as the disk for every name, after each
// change that was passed to Forget. It also checks that it does not repeat a call of the disk before a
// change.
func TestCachedForget(t *testing.T) {
	t.Run("reported", func(t *testing.T) {
		testForget(t, func(cached *vfs.Cached, changed ...string) { cached.Forget(changed...) })
	})
	t.Run("noticed", func(t *testing.T) {
		testForget(t, func(cached *vfs.Cached, _ ...string) { forgetChanged(t, cached) })
	})
}

// forgetChanged drops what Changed returns, and checks that it then returns nothing.
func forgetChanged(t *testing.T, cached *vfs.Cached) {
	t.Helper()
	names := cached.Changed()
	if len(names) == 0 {
		return
	}
	cached.Forget(names...)
	if names = cached.Changed(); len(names) > 0 {
		t.Errorf("Changed after Forget = %q, want none", names)
	}
}

// TestChangedContents checks that Changed notices a change of a file of which only the content was requested, and
// one that comes.
func TestChangedContents(t *testing.T) {
	root := treetest.Make(t, map[string]string{"a/x": "x"})
	x, y := filepath.Join(root, "a", "x"), filepath.Join(root, "a", "y")
	cached := vfs.NewCached(vfs.Disk{})
	for _, name := range []string{x, y} {
		_, _ = cached.ReadFile(name)
	}
	treetest.Put(t, x, "longer")
	treetest.Put(t, y, "y")
	if got, want := cached.Changed(), []string{x, y}; !slices.Equal(got, want) {
		t.Errorf("Changed = %q, want %q", got, want)
	}
}

func testForget(t *testing.T, forget func(cached *vfs.Cached, changed ...string)) {
	root := treetest.Dir(t)
	disk := &countingDisk{calls: make(map[string]int)}
	cached := vfs.NewCached(disk)
	at := func(rel string) string { return filepath.Join(root, filepath.FromSlash(rel)) }
	treetest.Put(t, at("real/skill/SKILL.md"), "x")
	for link, target := range map[string]string{"hop": "real", "link": "hop", "dangling": "later"} {
		if err := os.Symlink(target, at(link)); err != nil {
			t.Fatal(err)
		}
	}
	compared := []string{
		"real/skill", "real/skill/SKILL.md", "link/skill", "link/skill/SKILL.md", "hop/skill",
		"dangling", "dangling/SKILL.md", "none", "none/below", "link", ".",
	}
	compare := func(when string) {
		t.Helper()
		for _, rel := range compared {
			name := at(rel)
			wantReal, wantErr := vfs.Disk{}.RealPath(name)
			if real, err := cached.RealPath(name); real != wantReal || (err == nil) != (wantErr == nil) {
				t.Errorf("%s: RealPath(%s) = %q, %v, want %q, %v", when, rel, real, err, wantReal, wantErr)
			}
			for _, stat := range []struct {
				method    string
				got, want func(string) (fs.FileInfo, error)
			}{{"Stat", cached.Stat, vfs.Disk{}.Stat}, {"Lstat", cached.Lstat, vfs.Disk{}.Lstat}} {
				want, wantErr := stat.want(name)
				got, err := stat.got(name)
				missing, wantMissing := errors.Is(err, fs.ErrNotExist), errors.Is(wantErr, fs.ErrNotExist)
				if (err == nil) != (wantErr == nil) || missing != wantMissing {
					t.Errorf("%s: %s(%s) error = %v, want %v", when, stat.method, rel, err, wantErr)
				} else if err == nil && !sameInfo(got, want) {
					t.Errorf("%s: %s(%s) = %v, %d bytes, %v, want %v, %d bytes, %v", when, stat.method, rel,
						got.Mode(), got.Size(), got.ModTime(), want.Mode(), want.Size(), want.ModTime())
				}
			}
			if got, want := names(cached, name), names(vfs.Disk{}, name); !slices.Equal(got, want) {
				t.Errorf("%s: ReadDir(%s) = %q, want %q", when, rel, got, want)
			}
		}
	}
	change := func(what string, err error, changed ...string) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		for i := range changed {
			changed[i] = at(changed[i])
		}
		forget(cached, changed...)
		compare(what)
	}
	compare("at first")
	calls := maps.Clone(disk.calls)
	compare("a second time")
	if !maps.Equal(disk.calls, calls) {
		t.Errorf("calls of the disk: %v, and after the second comparison: %v", calls, disk.calls)
	}
	if names := cached.Changed(); len(names) > 0 {
		t.Errorf("Changed before a change = %q, want none", names)
	}

	write := func(name, text string) error { return os.WriteFile(at(name), []byte(text), 0o644) }
	relink := func(link, target string) error {
		return errors.Join(os.Remove(at(link)), os.Symlink(target, at(link)))
	}
	change("file changed", write("real/skill/SKILL.md", "longer"), "real/skill/SKILL.md")
	change("file changed, reported through a link too", write("real/skill/SKILL.md", "longer still"),
		"link/skill/SKILL.md", "real/skill/SKILL.md")
	treetest.Put(t, at("real/skill/more.md"), "x")
	change("file created", nil, "real/skill/more.md")
	change("directory deleted", os.RemoveAll(at("real/skill")), "real/skill")
	treetest.Put(t, at("real/skill/SKILL.md"), "back")
	change("directory created again", nil, "real/skill")
	treetest.Put(t, at("later/SKILL.md"), "x")
	change("target of a link created", nil, "later")
	treetest.Put(t, at("other/skill/SKILL.md"), "other")
	change("link changed", relink("hop", "other"), "other", "hop")
	treetest.Put(t, at("none/below/x"), "x")
	change("missing directory created", nil, "none")
	treetest.Put(t, at("none/new/deep/x"), "x")
	change("file created with its directories", nil, "none/new/deep/x")
	change("links form a cycle", relink("hop", "link"), "hop")
	change("everything deleted",
		errors.Join(os.RemoveAll(at("real")), os.RemoveAll(at("other")), os.Remove(at("hop"))))
}

func sameInfo(a, b fs.FileInfo) bool {
	return a.Mode() == b.Mode() && a.Size() == b.Size() && a.ModTime().Equal(b.ModTime())
}

// TestCachedForgetLoops checks that a Cached file system returns the same as the disk for paths through
// several links. It changes files and links at random. The links lead to directories above them, to one
// another, and to missing files. The size of a directory, which some file systems count by its entries, does not
// matter.
func TestCachedForgetLoops(t *testing.T) {
	t.Run("reported", func(t *testing.T) {
		testForgetLoops(t, func(cached *vfs.Cached, changed string) { cached.Forget(changed) })
	})
	t.Run("noticed", func(t *testing.T) {
		testForgetLoops(t, func(cached *vfs.Cached, _ string) { forgetChanged(t, cached) })
	})
}

func testForgetLoops(t *testing.T, forget func(cached *vfs.Cached, changed string)) {
	for seed := range uint64(20) {
		root := treetest.Dir(t)
		random := rand.New(rand.NewPCG(seed, 1))
		cached := vfs.NewCached(vfs.Disk{})
		dirs := []string{"a", "a/b", "a/b/c", "d"}
		targets := []string{".", "..", "../..", "../a", "b", "c", "../d", "up", "gone", "../b/c"}
		var links []string
		for _, dir := range dirs {
			treetest.Put(t, filepath.Join(root, dir, "x"), "x")
			for range 1 + random.IntN(3) {
				link := filepath.Join(root, dir, []string{"up", "to", "l"}[random.IntN(3)])
				if err := os.Symlink(targets[random.IntN(len(targets))], link); err == nil {
					links = append(links, link)
				}
			}
		}
		name := func() string {
			parts := []string{root}
			for range 1 + random.IntN(5) {
				parts = append(parts, []string{"a", "b", "c", "d", "up", "to", "l", "gone"}[random.IntN(8)])
			}
			return filepath.Join(append(parts, []string{"x", "y", ""}[random.IntN(3)])...)
		}
		names := make([]string, 60)
		for i := range names {
			names[i] = name()
		}
		for round := range 30 {
			for _, name := range names {
				want, wantErr := vfs.Disk{}.RealPath(name)
				if got, err := cached.RealPath(name); got != want || (err == nil) != (wantErr == nil) {
					t.Fatalf("seed %d, round %d: RealPath(%s) = %q, %v, want %q, %v",
						seed, round, name, got, err, want, wantErr)
				}
				wantInfo, wantErr := vfs.Disk{}.Stat(name)
				got, err := cached.Stat(name)
				isOther := err == nil && wantErr == nil && (got.IsDir() != wantInfo.IsDir() || !got.IsDir() && got.Size() != wantInfo.Size())
				if (err == nil) != (wantErr == nil) || isOther {
					t.Fatalf("seed %d, round %d: Stat(%s) = %v, %v, want %v, %v",
						seed, round, name, got, err, wantInfo, wantErr)
				}
			}
			dir := filepath.Join(root, dirs[random.IntN(len(dirs))])
			changed := filepath.Join(dir, []string{"x", "y", "gone"}[random.IntN(3)])
			switch {
			case random.IntN(4) == 0:
				changed = links[random.IntN(len(links))]
				_ = os.Remove(changed)
				_ = os.Symlink(targets[random.IntN(len(targets))], changed)
			case filepath.Base(changed) == "gone":
				if os.Mkdir(changed, 0o755) != nil {
					_ = os.Remove(changed)
				}
			case random.IntN(3) == 0:
				_ = os.Remove(changed)
			default:
				treetest.Put(t, changed, strings.Repeat("x", round))
			}
			forget(cached, changed)
		}
	}
}

// TestCachedAsksOnce checks that reading a file and finding its real path takes one Lstat of it, that no other spelling
// of its name is looked up if its directory has been listed, and that Changed asks again only once.
func TestCachedAsksOnce(t *testing.T) {
	root := treetest.Dir(t)
	fstest.FoldingDisk(t, 0) // skips where the disk ignores case
	disk := &countingDisk{calls: make(map[string]int)}
	cached := vfs.NewCached(disk)
	fsys := vfs.NewOverlay(cached, nil)
	dir := filepath.Join(root, "dir")
	file := filepath.Join(dir, "SKILL.md")
	treetest.Put(t, file, "x")
	names(fsys, root)
	names(fsys, dir)
	if _, err := fsys.ReadFile(file); err != nil {
		t.Fatal(err)
	}
	if real, err := fsys.RealPath(file); err != nil || real != file {
		t.Errorf("RealPath = %s, %v, want %s", real, err, file)
	}
	check := func(when string) {
		t.Helper()
		for call, want := range map[string]int{
			"readdir " + root: 1, "readdir " + dir: 1, "lstat " + file: 1, "lstat " + filepath.Join(dir, "skill.MD"): 0,
		} {
			if n := disk.calls[call]; n != want {
				t.Errorf("%s, %s: %d calls, want %d", when, call, n, want)
			}
		}
	}
	check("at first")
	clear(disk.calls)
	if changed := cached.Changed(); len(changed) > 0 {
		t.Errorf("Changed = %q, want none", changed)
	}
	check("again")
}

// TestCachedReplacedUnnoticed checks that a file that became a link out of the skill is not read, although the listing
// of its directory is older and Forget was not called.
func TestCachedReplacedUnnoticed(t *testing.T) {
	root := treetest.Make(t, map[string]string{"skill/SKILL.md": "x", "skill/a": "a", "skill/dir/a": "a", "outside/a": "secret"})
	at := func(rel string) string { return filepath.Join(root, filepath.FromSlash(rel)) }
	cached := vfs.NewCached(vfs.Disk{})
	cached.Confine(vfs.Confinement{Folders: []string{at("skill")}})
	names(cached, at("skill"))
	for link, target := range map[string]string{"skill/a": "../outside/a", "skill/dir": "../outside"} {
		if err := errors.Join(os.RemoveAll(at(link)), os.Symlink(filepath.FromSlash(target), at(link))); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"skill/a", "skill/dir/a"} {
		if text, err := cached.ReadFile(at(name)); !errors.Is(err, vfs.ErrConfined) {
			t.Errorf("ReadFile(%s) = %q, %v, want %v", name, text, err, vfs.ErrConfined)
		}
	}
}

// A changingDisk calls afterRead once, between the first listing and the return of ReadDir.
type changingDisk struct {
	vfs.Disk
	afterRead func()
}

func (d *changingDisk) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := d.Disk.ReadDir(name)
	if f := d.afterRead; f != nil {
		d.afterRead = nil
		f()
	}
	return entries, err
}

// TestCachedLateAnswer checks that the cache does not keep a listing if Forget is called for the directory
// while the disk is reading it.
func TestCachedLateAnswer(t *testing.T) {
	root := treetest.Dir(t)
	disk := new(changingDisk)
	cached := vfs.NewCached(disk)
	disk.afterRead = func() {
		treetest.Put(t, filepath.Join(root, "new"), "x")
		cached.Forget(filepath.Join(root, "new"))
	}
	names(cached, root)
	if got := names(cached, root); !slices.Equal(got, []string{"new"}) {
		t.Errorf("ReadDir = %q, want the new file", got)
	}
}

// TestCachedNewDirSeenEarly checks that Forget for a file finds the file's new directories, although the
// cache asked the disk about them between their creation and the call of Forget.
func TestCachedNewDirSeenEarly(t *testing.T) {
	for _, before := range []string{"above", "above/dir", "above/dir/file"} {
		root := treetest.Dir(t)
		cached := vfs.NewCached(vfs.Disk{})
		at := func(rel string) string { return filepath.Join(root, filepath.FromSlash(rel)) }
		if _, err := cached.RealPath(at(before)); err == nil {
			t.Fatalf("%s exists before it was created", before)
		}
		treetest.Put(t, at("above/dir/file"), "x")
		for _, seen := range []string{"above", "above/dir"} {
			if _, err := cached.Lstat(at(seen)); err != nil {
				t.Fatal(err)
			}
		}
		cached.Forget(at("above/dir/file"))
		if _, err := cached.RealPath(at("above/dir/file")); err != nil {
			t.Errorf("after RealPath(%s) before the creation: %v", before, err)
		}
	}
}

// TestCachedListedBefore checks that Forget for a file in a new directory drops an older listing without this
// directory, although the cache has an answer that the directory exists.
func TestCachedListedBefore(t *testing.T) {
	root := treetest.Dir(t)
	cached := vfs.NewCached(vfs.Disk{})
	at := func(rel string) string { return filepath.Join(root, filepath.FromSlash(rel)) }
	treetest.Put(t, at("other"), "x")
	if got := names(cached, root); !slices.Equal(got, []string{"other"}) {
		t.Fatalf("ReadDir = %q before the change", got)
	}
	treetest.Put(t, at("above/dir/file"), "x")
	for _, seen := range []string{"above", "above/dir"} {
		if _, err := cached.Stat(at(seen)); err != nil {
			t.Fatal(err)
		}
	}
	if _, exists, known := cached.Peek(at("above")); exists || !known {
		t.Errorf("Peek of a name that is missing in a listing: exists %t, known %t", exists, known)
	}
	cached.Forget(at("above/dir/file"))
	if got := names(cached, root); !slices.Equal(got, []string{"above", "other"}) {
		t.Errorf("ReadDir = %q after the change", got)
	}
}

// TestCachedOtherSpelling checks that Forget for a file in dir keeps the other answers about dir if the cache
// knows that DIR is missing: most file systems are case-sensitive.
func TestCachedOtherSpelling(t *testing.T) {
	root := treetest.Dir(t)
	disk := &countingDisk{calls: make(map[string]int)}
	cached := vfs.NewCached(disk)
	at := func(rel string) string { return filepath.Join(root, filepath.FromSlash(rel)) }
	treetest.Put(t, at("dir/a/file"), "x")
	treetest.Put(t, at("dir/b/file"), "x")
	if _, err := cached.Lstat(at("DIR")); err == nil {
		t.Skip("this file system ignores case")
	}
	names(cached, at("dir/a"))
	names(cached, at("dir/b"))
	cached.Forget(at("dir/a/file"))
	names(cached, at("dir/b"))
	if n := disk.calls["readdir "+at("dir/b")]; n != 1 {
		t.Errorf("dir/b was read %d times, want 1", n)
	}
}
