package vfs_test

import (
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"skills-ls/skills/treetest"
	"skills-ls/skills/vfs"
)

// counted counts what is asked of the disk.
type counted struct {
	vfs.Disk
	asked map[string]int
}

func (c *counted) ReadDir(name string) ([]fs.DirEntry, error) {
	c.asked["readdir "+name]++
	return c.Disk.ReadDir(name)
}

func (c *counted) Lstat(name string) (fs.FileInfo, error) {
	c.asked["lstat "+name]++
	return c.Disk.Lstat(name)
}

// names lists a directory; an error is a name of its own.
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

// TestCachedForget guards what is remembered and what is forgotten: after every change that was reported, a
// cached file system answers as the disk does, under every name; before it, it asks nothing twice.
func TestCachedForget(t *testing.T) {
	root := treetest.Dir(t)
	disk := &counted{asked: make(map[string]int)}
	cached := vfs.NewCached(disk)
	at := func(rel string) string { return filepath.Join(root, filepath.FromSlash(rel)) }
	treetest.Put(t, at("real/skill/SKILL.md"), "x")
	for link, target := range map[string]string{"hop": "real", "link": "hop", "dangling": "later"} {
		if err := os.Symlink(target, at(link)); err != nil {
			t.Fatal(err)
		}
	}
	asked := []string{"real/skill", "real/skill/SKILL.md", "link/skill", "link/skill/SKILL.md", "hop/skill", "dangling", "dangling/SKILL.md", "none", "none/below", "link", "."}
	compare := func(when string) {
		t.Helper()
		for _, rel := range asked {
			name := at(rel)
			wantReal, wantErr := vfs.Disk{}.RealPath(name)
			if real, err := cached.RealPath(name); real != wantReal || (err == nil) != (wantErr == nil) {
				t.Errorf("%s: the real path of %s is %q, %v; want %q, %v", when, rel, real, err, wantReal, wantErr)
			}
			for _, stat := range []struct {
				what      string
				got, want func(string) (fs.FileInfo, error)
			}{{"stat", cached.Stat, vfs.Disk{}.Stat}, {"lstat", cached.Lstat, vfs.Disk{}.Lstat}} {
				want, wantErr := stat.want(name)
				got, err := stat.got(name)
				if (err == nil) != (wantErr == nil) || errors.Is(err, fs.ErrNotExist) != errors.Is(wantErr, fs.ErrNotExist) {
					t.Errorf("%s: %s %s: %v, want %v", when, stat.what, rel, err, wantErr)
				} else if err == nil && (got.Mode() != want.Mode() || got.Size() != want.Size() || !got.ModTime().Equal(want.ModTime())) {
					t.Errorf("%s: %s %s: %v %d, want %v %d", when, stat.what, rel, got.Mode(), got.Size(), want.Mode(), want.Size())
				}
			}
			if got, want := names(cached, name), names(vfs.Disk{}, name); !slices.Equal(got, want) {
				t.Errorf("%s: %s holds %q, want %q", when, rel, got, want)
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
		cached.Forget(changed...)
		compare(what)
	}
	compare("at first")
	kinds := len(disk.asked)
	sum := 0
	for _, n := range disk.asked {
		sum += n
	}
	compare("a second time")
	again := 0
	for _, n := range disk.asked {
		again += n
	}
	if len(disk.asked) != kinds || again != sum {
		t.Errorf("the disk was asked %d times, and %d times once everything was known", sum, again)
	}

	change("a file changed", os.WriteFile(at("real/skill/SKILL.md"), []byte("longer"), 0o644), "real/skill/SKILL.md")
	change("a file changed, seen through links", os.WriteFile(at("real/skill/SKILL.md"), []byte("longer still"), 0o644), "link/skill/SKILL.md", "real/skill/SKILL.md")
	treetest.Put(t, at("real/skill/more.md"), "x")
	change("a file appeared", nil, "real/skill/more.md")
	change("a directory went", os.RemoveAll(at("real/skill")), "real/skill")
	treetest.Put(t, at("real/skill/SKILL.md"), "back")
	change("a directory came back", nil, "real/skill")
	treetest.Put(t, at("later/SKILL.md"), "x")
	change("what a link leads to appeared", nil, "later")
	treetest.Put(t, at("other/skill/SKILL.md"), "other")
	change("a link was turned", errors.Join(os.Remove(at("hop")), os.Symlink("other", at("hop"))), "other", "hop")
	treetest.Put(t, at("none/below/x"), "x")
	change("what was not there appeared", nil, "none")
	treetest.Put(t, at("none/new/deep/x"), "x")
	change("a file appeared along with its directories", nil, "none/new/deep/x")
	change("a link began to lead in a circle", errors.Join(os.Remove(at("hop")), os.Symlink("link", at("hop"))), "hop")
	change("everything went", errors.Join(os.RemoveAll(at("real")), os.RemoveAll(at("other")), os.Remove(at("hop"))))
}

// TestCachedForgetLoops changes files at random in directories with links to those above them, to one another
// and to nothing, and compares what is remembered of names that go through several of them with the disk.
func TestCachedForgetLoops(t *testing.T) {
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
		for turn := range 30 {
			for _, name := range names {
				want, wantErr := vfs.Disk{}.RealPath(name)
				if got, err := cached.RealPath(name); got != want || (err == nil) != (wantErr == nil) {
					t.Fatalf("seed %d, turn %d: the real path of %s is %q, %v; want %q, %v", seed, turn, name, got, err, want, wantErr)
				}
				wantInfo, wantErr := vfs.Disk{}.Stat(name)
				if got, err := cached.Stat(name); (err == nil) != (wantErr == nil) || err == nil && got.Size() != wantInfo.Size() {
					t.Fatalf("seed %d, turn %d: %s is %v, %v; want %v, %v", seed, turn, name, got, err, wantInfo, wantErr)
				}
			}
			changed := filepath.Join(root, dirs[random.IntN(len(dirs))], []string{"x", "y", "gone"}[random.IntN(3)])
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
				treetest.Put(t, changed, strings.Repeat("x", turn))
			}
			cached.Forget(changed)
		}
	}
}

// A late disk changes while it is being read.
type late struct {
	vfs.Disk
	meanwhile func()
}

func (l *late) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := l.Disk.ReadDir(name)
	if do := l.meanwhile; do != nil {
		l.meanwhile = nil
		do()
	}
	return entries, err
}

// TestCachedLateAnswer guards against remembering what the disk said before a change that was reported while
// it said so.
func TestCachedLateAnswer(t *testing.T) {
	root := treetest.Dir(t)
	disk := new(late)
	cached := vfs.NewCached(disk)
	disk.meanwhile = func() {
		treetest.Put(t, filepath.Join(root, "new"), "x")
		cached.Forget(filepath.Join(root, "new"))
	}
	names(cached, root)
	if got := names(cached, root); !slices.Equal(got, []string{"new"}) {
		t.Errorf("the directory holds %q", got)
	}
}

// TestCachedSeenComing guards that a directory which was missing for one question and there for the next is
// forgotten with what lies in it: somebody asked while it came.
func TestCachedSeenComing(t *testing.T) {
	for _, before := range []string{"above", "above/dir", "above/dir/file"} {
		root := treetest.Dir(t)
		cached := vfs.NewCached(vfs.Disk{})
		at := func(rel string) string { return filepath.Join(root, filepath.FromSlash(rel)) }
		if _, err := cached.RealPath(at(before)); err == nil {
			t.Fatalf("%s is there", before)
		}
		treetest.Put(t, at("above/dir/file"), "x")
		for _, seen := range []string{"above", "above/dir"} {
			if _, err := cached.Lstat(at(seen)); err != nil {
				t.Fatal(err)
			}
		}
		cached.Forget(at("above/dir/file"))
		if _, err := cached.RealPath(at("above/dir/file")); err != nil {
			t.Errorf("%s was asked for before: %v", before, err)
		}
	}
}

// TestCachedListedBefore guards that a listing from before a directory came is forgotten when something in
// that is told of, though somebody has seen the directory meanwhile.
func TestCachedListedBefore(t *testing.T) {
	root := treetest.Dir(t)
	cached := vfs.NewCached(vfs.Disk{})
	at := func(rel string) string { return filepath.Join(root, filepath.FromSlash(rel)) }
	treetest.Put(t, at("other"), "x")
	if got := names(cached, root); !slices.Equal(got, []string{"other"}) {
		t.Fatalf("the directory holds %q", got)
	}
	treetest.Put(t, at("above/dir/file"), "x")
	for _, seen := range []string{"above", "above/dir"} {
		if _, err := cached.Stat(at(seen)); err != nil {
			t.Fatal(err)
		}
	}
	if _, exists, known := cached.Remembered(at("above")); exists || !known {
		t.Errorf("what is missing in a listing: exists %t, known %t", exists, known)
	}
	cached.Forget(at("above/dir/file"))
	if got := names(cached, root); !slices.Equal(got, []string{"above", "other"}) {
		t.Errorf("the directory holds %q", got)
	}
}

// TestCachedOtherSpelling guards that a name which is not there in another spelling does not make all below
// it be forgotten with every change: most file systems tell spellings apart.
func TestCachedOtherSpelling(t *testing.T) {
	root := treetest.Dir(t)
	disk := &counted{asked: make(map[string]int)}
	cached := vfs.NewCached(disk)
	at := func(rel string) string { return filepath.Join(root, filepath.FromSlash(rel)) }
	treetest.Put(t, at("dir/a/file"), "x")
	treetest.Put(t, at("dir/b/file"), "x")
	if _, err := cached.Lstat(at("DIR")); err == nil {
		t.Skip("this file system does not tell spellings apart")
	}
	names(cached, at("dir/a"))
	names(cached, at("dir/b"))
	cached.Forget(at("dir/a/file"))
	names(cached, at("dir/b"))
	if n := disk.asked["readdir "+at("dir/b")]; n != 1 {
		t.Errorf("a directory was read %d times, want once", n)
	}
}
