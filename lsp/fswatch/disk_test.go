package fswatch

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"skills-ls/analysis/watchlist"
)

// TestOnDisk checks that every change on a real disk is reported, either as the path itself or as a directory
// that contains it.
func TestOnDisk(t *testing.T) {
	root := tempDir(t)
	at := func(name string) string { return filepath.Join(root, filepath.FromSlash(name)) }
	do := func(t *testing.T, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	mkdir(t, at("ws"))
	mkdir(t, at("home"))
	mkdir(t, at("tree/src"))
	told := make(chan []string, 1000)
	w := New(t.Context(), Options{Log: quietLog, Changed: func(c Changes) { told <- slices.Concat(c.Paths, c.Maybe) }})
	if w.source == nil {
		t.Skipf("the system has no notifications: %v", w.opening)
	}
	w.Watch([]watchlist.WatchedRoot{
		{Path: at("ws"), Reach: watchlist.Entries, Inside: true},
		{Path: at("ws/.agents/skills"), Reach: watchlist.Below, Inside: true},
		{Path: at("ws/docs/guide.txt"), Reach: watchlist.Itself, Inside: true},
		{Path: at("home/.agents/skills"), Reach: watchlist.Below},
		{Path: at("tree"), Reach: watchlist.Names, Inside: true},
	})
	// drain waits for the reports of earlier changes. Notifications arrive in order, so that of the new file
	// is the last.
	last := 0
	drain := func() {
		last++
		path := at(fmt.Sprintf("tree/%d.md", last))
		write(t, path)
		for !slices.Contains(<-told, path) {
		}
	}
	for _, step := range []struct {
		name string
		do   func(t *testing.T)
		want []string
	}{
		{"a linked file, with its directory", func(t *testing.T) { write(t, at("ws/docs/guide.txt")) }, []string{"ws/docs"}},
		{"it is written to", func(t *testing.T) { do(t, os.WriteFile(at("ws/docs/guide.txt"), []byte("x"), 0o644)) }, []string{"ws/docs/guide.txt"}},
		{"instructions", func(t *testing.T) { write(t, at("ws/AGENTS.md")) }, []string{"ws/AGENTS.md"}},
		{"a root", func(t *testing.T) { write(t, at("ws/.agents/skills/a/SKILL.md")) }, []string{"ws/.agents"}},
		{"a skill", func(t *testing.T) { write(t, at("ws/.agents/skills/b/references/x.md")) }, []string{"ws/.agents/skills/b"}},
		{"a file in a new directory", func(t *testing.T) { write(t, at("ws/.agents/skills/b/references/y.md")) }, []string{"ws/.agents/skills/b/references/y.md"}},
		{"a renamed skill", func(t *testing.T) { do(t, os.Rename(at("ws/.agents/skills/b"), at("ws/.agents/skills/c"))) }, []string{"ws/.agents/skills/b", "ws/.agents/skills/c"}},
		{"a file in it", func(t *testing.T) { write(t, at("ws/.agents/skills/c/references/z.md")) }, []string{"ws/.agents/skills/c/references/z.md"}},
		{"two skills that change places", func(t *testing.T) {
			write(t, at("ws/.agents/skills/a/references/a.md"))
			do(t, os.Rename(at("ws/.agents/skills/a"), at("ws/.agents/skills/tmp")))
			do(t, os.Rename(at("ws/.agents/skills/c"), at("ws/.agents/skills/a")))
			do(t, os.Rename(at("ws/.agents/skills/tmp"), at("ws/.agents/skills/c")))
		}, []string{"ws/.agents/skills/a", "ws/.agents/skills/c"}},
		{"files in both", func(t *testing.T) {
			write(t, at("ws/.agents/skills/a/references/new.md"))
			write(t, at("ws/.agents/skills/c/references/new.md"))
		}, []string{"ws/.agents/skills/a/references/new.md", "ws/.agents/skills/c/references/new.md"}},
		{"a skill deleted and created at once", func(t *testing.T) {
			do(t, os.RemoveAll(at("ws/.agents/skills/a")))
			write(t, at("ws/.agents/skills/a/references/new.md"))
		}, []string{"ws/.agents/skills/a"}},
		{"a file in it", func(t *testing.T) { write(t, at("ws/.agents/skills/a/references/more.md")) }, []string{"ws/.agents/skills/a/references/more.md"}},
		{"the root moved away", func(t *testing.T) { do(t, os.Rename(at("ws/.agents"), at("ws/away"))) }, []string{"ws/.agents"}},
		{"and back", func(t *testing.T) { do(t, os.Rename(at("ws/away"), at("ws/.agents"))) }, []string{"ws/.agents"}},
		{"a file in it", func(t *testing.T) { write(t, at("ws/.agents/skills/a/references/last.md")) }, []string{"ws/.agents/skills/a/references/last.md"}},
		{"half a root at home", func(t *testing.T) { mkdir(t, at("home/.agents")) }, []string{"home/.agents"}},
		{"the other half", func(t *testing.T) { mkdir(t, at("home/.agents/skills")) }, []string{"home/.agents/skills"}},
		{"a skill in it", func(t *testing.T) { write(t, at("home/.agents/skills/h/SKILL.md")) }, []string{"home/.agents/skills/h"}},
		{"a file in that", func(t *testing.T) { write(t, at("home/.agents/skills/h/x.md")) }, []string{"home/.agents/skills/h/x.md"}},
		{"a directory made unreadable", func(t *testing.T) { do(t, os.Chmod(at("home/.agents/skills/h"), 0)) }, []string{"home/.agents/skills/h"}},
		{"and readable", func(t *testing.T) { do(t, os.Chmod(at("home/.agents/skills/h"), 0o755)) }, []string{"home/.agents/skills/h"}},
		{"Markdown deep in a tree", func(t *testing.T) { write(t, at("tree/src/deep/er/README.md")) }, []string{"tree/src/deep"}},
		{"Markdown in its new directory", func(t *testing.T) { write(t, at("tree/src/deep/er/NOTES.md")) }, []string{"tree/src/deep/er/NOTES.md"}},
		{"a directory moved in a tree", func(t *testing.T) { do(t, os.Rename(at("tree/src"), at("tree/lib"))) }, []string{"tree/src", "tree/lib"}},
		{"Markdown in it", func(t *testing.T) { do(t, os.Remove(at("tree/lib/deep/er/NOTES.md"))) }, []string{"tree/lib/deep/er/NOTES.md"}},
		{"a file in it", func(t *testing.T) { write(t, at("tree/lib/main.c")) }, []string{"tree/lib/main.c"}},
		{"a directory in it that goes", func(t *testing.T) { do(t, os.RemoveAll(at("tree/lib/deep"))) }, []string{"tree/lib/deep"}},
		{"everything deleted", func(t *testing.T) { do(t, os.RemoveAll(at("ws"))) }, []string{"ws"}},
		{"and created", func(t *testing.T) { write(t, at("ws/.agents/skills/a/SKILL.md")) }, []string{"ws"}},
		{"a file in it", func(t *testing.T) { write(t, at("ws/.agents/skills/a/x.md")) }, []string{"ws/.agents/skills/a/x.md"}},
	} {
		t.Run(step.name, func(t *testing.T) {
			drain()
			step.do(t)
			missing := slices.Clone(step.want)
			for len(missing) > 0 {
				paths := <-told
				missing = slices.DeleteFunc(missing, func(name string) bool {
					return slices.ContainsFunc(paths, func(path string) bool { return under(path, at(name)) })
				})
			}
		})
	}
	// Changes that matter to no root must not be reported; the one after them is.
	drain()
	write(t, at("ws/build.log"))
	write(t, at("home/notes.txt"))
	mkdir(t, at("ws/.agents/skills/node_modules/x"))
	write(t, at("ws/.agents/skills/end.md"))
	for {
		paths := <-told
		for _, path := range paths {
			if filepath.Base(path) != "end.md" {
				t.Errorf("told of %s", path)
			}
		}
		if slices.Contains(paths, at("ws/.agents/skills/end.md")) {
			return
		}
	}
}

// TestStormOnDisk checks that the watcher still reports changes after directories were created, moved away
// and deleted as fast as the disk allows.
func TestStormOnDisk(t *testing.T) {
	root, away := tempDir(t), filepath.Join(tempDir(t), "away")
	end := filepath.Join(root, "end.md")
	told := make(chan struct{}, 1)
	w := New(t.Context(), Options{Log: quietLog, Changed: func(c Changes) {
		if slices.Contains(c.Paths, end) {
			told <- struct{}{}
		}
	}})
	if w.source == nil {
		t.Skipf("the system has no notifications: %v", w.opening)
	}
	for range 100 {
		var dirs []string
		for i := range 50 {
			dirs = append(dirs, mkdir(t, root, strconv.Itoa(i)))
		}
		w.Watch([]watchlist.WatchedRoot{{Path: root, Reach: watchlist.Below}})
		for _, dir := range dirs {
			if err := os.Rename(dir, away); err != nil {
				t.Fatal(err)
			}
			if err := os.Remove(away); err != nil {
				t.Fatal(err)
			}
		}
	}
	write(t, end)
	<-told
}
