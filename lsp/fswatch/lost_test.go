package fswatch

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/fsnotify/fsnotify"

	"skills-ls/analysis/watchlist"
	"skills-ls/skills/growthtest"
)

// TestRenamedInPass checks that the system watches every directory that a pass counts as watched, if
// directories are renamed during the pass. The system's events are held back until then, so no later pass
// repairs what this one leaves behind.
func TestRenamedInPass(t *testing.T) {
	type step func(tree string) error
	rename := func(from, to string) step {
		return func(tree string) error { return os.Rename(filepath.Join(tree, from), filepath.Join(tree, to)) }
	}
	for _, test := range []struct {
		name    string
		renames map[string]step // by the directory after whose addition they happen
		end     string          // the directory's name after all renames
	}{
		{"renamed", map[string]step{"first": rename("x", "y")}, "y"},
		{"renamed and back", map[string]step{"first": rename("x", "y"), "tree/y": rename("y", "x")}, "x"},
		{"renamed twice", map[string]step{"first": rename("x", "y"), "tree/y": rename("y", "z")}, "z"},
	} {
		t.Run(test.name, func(t *testing.T) {
			root := tempDir(t)
			tree, first := mkdir(t, root, "tree"), mkdir(t, root, "first")
			mkdir(t, tree, "x", "deep")
			ctx, cancel := context.WithCancel(t.Context())
			held, release := make(chan fsnotify.Event), make(chan struct{})
			told := make(chan Changes, 1000)
			tell := func(c Changes) { told <- c }
			w := New(ctx, Options{Log: quietLog, Changed: tell, Open: func() (*Source, error) {
				source, err := openSource()
				if err != nil {
					return nil, err
				}
				add, events := source.Add, source.Events
				source.Add = func(dir string) error {
					err := add(dir)
					after, ok := strings.CutPrefix(filepath.ToSlash(dir), filepath.ToSlash(root)+"/")
					if do := test.renames[after]; ok && do != nil {
						delete(test.renames, after)
						err = errors.Join(err, do(tree))
					}
					return err
				}
				source.Events = held
				go func() {
					defer close(held)
					<-release
					for e := range events {
						held <- e
					}
				}()
				return source, nil
			}})
			defer func() { cancel(); <-w.done }()
			if w.source == nil || w.source.WatchList == nil {
				close(release)
				t.Skip("the system's notifications do not need this")
			}
			below := watchlist.WatchedRoot{Path: tree, Reach: watchlist.Below}
			w.Watch([]watchlist.WatchedRoot{below})
			// Roots inside the workspace are added first, before the tree is read.
			w.Watch([]watchlist.WatchedRoot{{Path: first, Reach: watchlist.Below, Inside: true}, below})
			if len(test.renames) > 0 {
				t.Fatalf("the pass has not come by %v", test.renames)
			}
			list := w.source.WatchList()
			for dir := range w.dirs {
				if !slices.Contains(list, dir) {
					t.Errorf("%s counts as watched, and the system watches only %q", dir, list)
				}
			}
			close(release)
			end := write(t, tree, test.end, "deep", "end.md")
			for c := range told { // until the file in the renamed directory is among the changes
				if c.All || slices.ContainsFunc(c.Paths, func(path string) bool { return under(path, end) }) {
					return
				}
			}
		})
	}
}

// forgetful makes a source lose directories: as many times as given, adding one returns nil without effect.
func forgetful(f *fakeSource, times map[string]int) func() (*Source, error) {
	return func() (*Source, error) {
		source, err := f.open()
		add := source.Add
		source.Add = func(dir string) error {
			err := add(dir)
			if err == nil && times[dir] != 0 {
				times[dir]--
				f.mu.Lock()
				delete(f.dirs, dir)
				f.mu.Unlock()
			}
			return err
		}
		source.WatchList = func() []string {
			f.mu.Lock()
			defer f.mu.Unlock()
			var list []string
			for dir := range f.dirs {
				list = append(list, dir)
			}
			return list
		}
		return source, err
	}
}

// TestLostWatch checks that a directory is added again if it is not watched after a pass, and that a pass
// ends if that does not help.
func TestLostWatch(t *testing.T) {
	for _, test := range []struct {
		name    string
		lost    int   // additions without effect, of both directories
		fail    error // of every addition of the second directory but the first
		watched bool  // the second directory, in the end
		closed  bool  // the notifications, in the end
		trouble bool
	}{
		{"once", 1, nil, true, false, false},
		{"always", -1, nil, false, false, true},
		{"the limit is reached", 1, syscall.ENOSPC, false, true, true},
		{"permission was taken away", 1, syscall.EACCES, false, false, false},
		{"the directory has gone", 1, syscall.ENOENT, false, false, false},
		{"another error", 1, errors.New("odd"), false, false, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			root := tempDir(t)
			first, second := mkdir(t, root, "a"), mkdir(t, root, "b")
			source := newFakeSource()
			source.fail = func(dir string) error {
				if dir == second && source.added[dir] > 0 {
					return test.fail
				}
				return nil
			}
			told := make(chan Changes, 9)
			open := forgetful(source, map[string]int{first: test.lost, second: test.lost})
			w := New(t.Context(), Options{Log: quietLog, Open: open, Changed: func(c Changes) { told <- c }})
			w.Watch([]watchlist.WatchedRoot{{Path: root, Reach: watchlist.Below}})
			if now, times := source.watched(second); now != test.watched || times > 4 {
				t.Errorf("watched: %t, want %t; added %d times", now, test.watched, times)
			}
			if source.closed != test.closed {
				t.Errorf("notifications closed: %t, want %t", source.closed, test.closed)
			}
			if trouble := w.Trouble(); (trouble != nil) != test.trouble {
				t.Errorf("trouble: %+v, want some: %t", trouble, test.trouble)
			}
			if _, counted := w.dirs[second]; counted != test.watched {
				t.Errorf("counts as watched: %t, want %t", counted, test.watched)
			}
		})
	}
	t.Run("after an event", func(t *testing.T) {
		root := tempDir(t)
		other := mkdir(t, root, "other")
		source := newFakeSource()
		told := make(chan Changes, 9)
		tell := func(c Changes) { told <- c }
		w := New(t.Context(), Options{Log: quietLog, Open: forgetful(source, nil), Changed: tell})
		w.Watch([]watchlist.WatchedRoot{{Path: root, Reach: watchlist.Below}})
		source.mu.Lock()
		delete(source.dirs, other)
		source.mu.Unlock()
		source.events <- fsnotify.Event{Name: mkdir(t, root, "new"), Op: fsnotify.Create}
		<-told
		if now, _ := source.watched(other); !now {
			t.Error("the directory that lost its watch is not watched")
		}
	})
}

// watchTree returns a watcher of a tree with about the given number of directories, and one directory in it.
func watchTree(t testing.TB, dirs int) (w *Watcher, dir string) {
	root := tempDir(t)
	for i := range dirs / 10 {
		for j := range 9 {
			dir = mkdir(t, root, fmt.Sprint(i), fmt.Sprint(j))
		}
	}
	w = New(t.Context(), Options{Log: quietLog, Changed: func(Changes) {}})
	if w.source == nil || w.source.WatchList == nil {
		t.Skip("the system's notifications do not need this")
	}
	w.Watch([]watchlist.WatchedRoot{{Path: root, Reach: watchlist.Below}})
	if len(w.dirs) < dirs/10*10 {
		t.Skipf("the system watches only %d directories: %v", len(w.dirs), w.Trouble())
	}
	return w, dir
}

// TestLostGrowth checks that finding lost watches and adding them again takes time linear in the number of
// directories.
func TestLostGrowth(t *testing.T) {
	growthtest.Linear(t, 500, func(dirs int) time.Duration {
		w, _ := watchTree(t, dirs)
		return growthtest.Take(t, func() {
			for range 20 {
				for dir := range w.dirs {
					_ = w.source.Remove(dir) // the watcher does not know
				}
				w.follow(Changes{})
			}
		})
	})
}

// BenchmarkFollow measures the work of the watcher after one directory among thousands was created or
// deleted.
func BenchmarkFollow(b *testing.B) {
	for _, dirs := range []int{2_000, 8_000} {
		b.Run(fmt.Sprint(dirs), func(b *testing.B) {
			w, dir := watchTree(b, dirs)
			for b.Loop() {
				w.follow(Changes{Paths: []string{dir}})
			}
		})
	}
}

// BenchmarkLost measures the search for lost watches alone.
func BenchmarkLost(b *testing.B) {
	for _, dirs := range []int{2_000, 8_000} {
		b.Run(fmt.Sprint(dirs), func(b *testing.B) {
			w, _ := watchTree(b, dirs)
			for b.Loop() {
				if lost := w.lostDirs(); lost != nil {
					b.Fatal(lost)
				}
			}
		})
	}
}
