package fswatch

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fsnotify/fsnotify"

	"skills-ls/analysis/watchlist"
)

// A fakeSource is a source whose events come from the test.
type fakeSource struct {
	events chan fsnotify.Event
	errors chan error

	mu     sync.Mutex
	added  map[string]int // how often each directory was added
	dirs   map[string]bool
	fail   func(dir string) error // nil means that Add never fails
	strict bool                   // Remove sends an error and blocks until it is received
	closed bool
}

func newFakeSource() *fakeSource {
	return &fakeSource{
		events: make(chan fsnotify.Event), errors: make(chan error),
		added: make(map[string]int), dirs: make(map[string]bool),
	}
}

func (f *fakeSource) open() (*Source, error) {
	return &Source{
		Add: func(dir string) error {
			f.mu.Lock()
			defer f.mu.Unlock()
			if f.fail != nil {
				if err := f.fail(dir); err != nil {
					return err
				}
			}
			f.added[dir]++
			f.dirs[dir] = true
			return nil
		},
		Remove: func(dir string) error {
			f.mu.Lock()
			defer f.mu.Unlock()
			delete(f.dirs, dir)
			if f.strict {
				f.errors <- errors.New("not watched any more")
			}
			return nil
		},
		Close: func() error {
			f.mu.Lock()
			defer f.mu.Unlock()
			f.closed = true
			close(f.events)
			close(f.errors)
			return nil
		},
		Events: f.events, Errors: f.errors,
	}, nil
}

func (f *fakeSource) watched(dir string) (now bool, times int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.dirs[dir], f.added[dir]
}

var quietLog = slog.New(slog.DiscardHandler)

// tempDir returns a directory whose path contains no symbolic link.
func tempDir(t testing.TB) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func mkdir(t testing.TB, elements ...string) string {
	t.Helper()
	dir := filepath.Join(elements...)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

func write(t testing.TB, elements ...string) string {
	t.Helper()
	path := filepath.Join(elements...)
	mkdir(t, filepath.Dir(path))
	if err := os.WriteFile(path, []byte(path), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestBatches checks that changes that arrive together are reported together, soon, and once.
func TestBatches(t *testing.T) {
	many := make(map[int][]string)
	for i := range maxPaths + 1 {
		many[0] = append(many[0], fmt.Sprintf("w/file%d", i))
	}
	steady := make(map[int][]string)
	for at := 0; at <= 2190; at += 30 {
		steady[at] = []string{"c"}
	}
	for _, test := range []struct {
		name string
		// events are names of files, relative to the root, by the millisecond. A name that begins with "+" is
		// created, one that begins with "-" is removed, and others are written.
		events map[int][]string
		want   string // the reports, with their milliseconds
	}{
		{"nothing", nil, ""},
		{"one", map[int][]string{0: {"a"}}, "50: a"},
		{"a file in several steps", map[int][]string{0: {"a"}, 20: {"a"}, 40: {"a"}}, "90: a"},
		{"two together", map[int][]string{0: {"b"}, 30: {"a"}}, "80: a b"},
		{"two apart", map[int][]string{0: {"a"}, 60: {"b"}}, "50: a; 110: b"},
		{"a directory and what is in it", map[int][]string{0: {"d/x/y", "d", "e", "d-e"}}, "50: d d-e e"},
		{"a stream that does not end", steady, "1000: c; 2020: c; 2240: c"},
		{"more than can be named", many, "50: all"},
		{"an overflow", map[int][]string{0: {"a", "overflow"}}, "50: all"},
		{"another error", map[int][]string{0: {"error"}}, ""},
		{"what concerns nothing", map[int][]string{0: {"../other", "node_modules/a", ".git/index", "../tree/main.o", "+../tree/.git/x"}}, ""},
		{"what is ours by name", map[int][]string{0: {"../tree/a.md", "+../tree/.agents"}}, "50: ../tree/.agents ../tree/a.md"},
		{"what may be linked to", map[int][]string{0: {"+../tree/a.o", "-../tree/b", "-../tree/b/c"}}, "50: maybe ../tree/a.o maybe ../tree/b"},
		{"a place", map[int][]string{0: {"../tree/place.txt"}}, "50: ../tree/place.txt"},
		{"a directory on the way to a place", map[int][]string{0: {"+../tree", ".."}}, "50: ../tree"},
	} {
		t.Run(test.name, func(t *testing.T) {
			root := mkdir(t, tempDir(t), "root")
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				source := newFakeSource()
				began := time.Now()
				var told []string
				w := New(ctx, Options{Log: quietLog, Open: source.open, Changed: func(c Changes) {
					told = append(told, fmt.Sprintf("%d: %s", time.Since(began).Milliseconds(), describe(root, c)))
				}})
				tree := filepath.Join(filepath.Dir(root), "tree")
				w.Watch([]watchlist.WatchedRoot{
					{Path: root, Reach: watchlist.Below},
					{Path: tree, Reach: watchlist.Names},
					{Path: filepath.Join(tree, "place.txt"), Reach: watchlist.Itself},
				})
				last := 0
				for at := range 2300 {
					for _, name := range test.events[at] {
						time.Sleep(time.Duration(at-last) * time.Millisecond)
						last = at
						switch name {
						case "overflow":
							source.errors <- fsnotify.ErrEventOverflow
						case "error":
							source.errors <- errors.New("odd")
						default:
							op := fsnotify.Write
							if rest, ok := strings.CutPrefix(name, "+"); ok {
								name, op = rest, fsnotify.Create
							} else if rest, ok := strings.CutPrefix(name, "-"); ok {
								name, op = rest, fsnotify.Remove
							}
							source.events <- fsnotify.Event{Name: filepath.Join(root, filepath.FromSlash(name)), Op: op}
						}
					}
				}
				time.Sleep(2 * time.Second)
				cancel()
				<-w.done
				if got := strings.Join(told, "; "); got != test.want {
					t.Errorf("told %q, want %q", got, test.want)
				}
				if !source.closed {
					t.Error("the notifications go on")
				}
			})
		})
	}
}

// describe formats changes, with their paths relative to root.
func describe(root string, c Changes) string {
	if c.All {
		return "all"
	}
	var names []string
	for _, path := range c.Paths {
		rel, err := filepath.Rel(root, path)
		if err != nil {
			rel = err.Error()
		}
		names = append(names, filepath.ToSlash(rel))
	}
	for _, path := range c.Maybe {
		names = append(names, "maybe "+describe(root, Changes{Paths: []string{path}}))
	}
	return strings.Join(names, " ")
}

// TestOverflow checks that after an overflow every directory is watched again, because it may have been
// replaced.
func TestOverflow(t *testing.T) {
	root := mkdir(t, tempDir(t), "root")
	sub := mkdir(t, root, "sub")
	source := newFakeSource()
	told := make(chan Changes, 1)
	w := New(t.Context(), Options{Log: quietLog, Open: source.open, Changed: func(c Changes) { told <- c }})
	w.Watch([]watchlist.WatchedRoot{{Path: root, Reach: watchlist.Below}})
	source.errors <- fsnotify.ErrEventOverflow
	if c := <-told; !c.All {
		t.Errorf("told of %+v, want everything", c)
	}
	for _, dir := range []string{root, sub} {
		if now, times := source.watched(dir); !now || times != 2 {
			t.Errorf("%s: watched: %t, and added %d times, want 2", dir, now, times)
		}
	}
}

// TestErrorsWhileRemoving checks that the watcher does not deadlock if the notifications report an error
// before they let anything be added or removed, as fsnotify does for a moved directory.
func TestErrorsWhileRemoving(t *testing.T) {
	root := mkdir(t, tempDir(t), "root")
	sub := mkdir(t, root, "sub")
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		source := newFakeSource()
		source.strict = true
		told := make(chan Changes, 1)
		w := New(ctx, Options{Log: quietLog, Open: source.open, Changed: func(c Changes) { told <- c }})
		w.Watch([]watchlist.WatchedRoot{{Path: root, Reach: watchlist.Below}})
		source.events <- fsnotify.Event{Name: sub, Op: fsnotify.Rename}
		if c := <-told; !slices.Equal(c.Paths, []string{sub}) {
			t.Errorf("told of %+v, want %s", c, sub)
		}
		if now, times := source.watched(sub); !now || times != 2 {
			t.Errorf("watched: %t, and added %d times, want 2", now, times)
		}
		w.Watch(nil)
		cancel()
		<-w.done
	})
}

// TestReach checks which directories are watched for a root.
func TestReach(t *testing.T) {
	root := tempDir(t)
	for _, dir := range []string{"ws/.agents/skills/a/references", "ws/.agents/skills/a/node_modules/b", "ws/.agents/skills/.git/refs", "ws/src/deep", "home"} {
		mkdir(t, root, dir)
	}
	write(t, root, "ws/src/file.md")
	for _, test := range []struct {
		name    string
		place   string
		reach   watchlist.Reach
		watched []string // besides the directories above root
	}{
		{"a file", "ws/src/file.md", watchlist.Itself, []string{".", "ws", "ws/src"}},
		{"a file that is not there", "ws/src/gone/file.md", watchlist.Itself, []string{".", "ws", "ws/src"}},
		{"a directory itself", "ws/src", watchlist.Itself, []string{".", "ws"}},
		{"the entries of a directory", "ws/src", watchlist.Entries, []string{".", "ws", "ws/src"}},
		{"names below a directory", "ws/src", watchlist.Names, []string{".", "ws", "ws/src", "ws/src/deep"}},
		{"below a directory", "ws/src", watchlist.Below, []string{".", "ws", "ws/src", "ws/src/deep"}},
		{"below a root", "ws/.agents/skills", watchlist.Below, []string{
			".", "ws", "ws/.agents", "ws/.agents/skills", "ws/.agents/skills/a", "ws/.agents/skills/a/references",
		}},
		{"a root that is not there", "home/.agents/skills", watchlist.Below, []string{".", "home"}},
		{"below a file", "ws/src/file.md/x", watchlist.Below, []string{".", "ws", "ws/src"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			source := newFakeSource()
			w := New(t.Context(), Options{Log: quietLog, Open: source.open, Changed: func(Changes) {}})
			place := watchlist.WatchedRoot{Path: filepath.Join(root, filepath.FromSlash(test.place)), Reach: test.reach}
			if added := w.Watch([]watchlist.WatchedRoot{place}); !slices.Equal(added, []string{place.Path}) {
				t.Errorf("added %q", added)
			}
			if added := w.Watch([]watchlist.WatchedRoot{place}); added != nil {
				t.Errorf("added %q again", added)
			}
			var got []string
			for dir, times := range source.added {
				if times != 1 {
					t.Errorf("%s was added %d times", dir, times)
				}
				if rel, err := filepath.Rel(root, dir); err == nil && filepath.IsLocal(rel) {
					got = append(got, filepath.ToSlash(rel))
				}
			}
			slices.Sort(got)
			if !slices.Equal(got, test.watched) {
				t.Errorf("watched %q, want %q", got, test.watched)
			}
			w.Watch(nil)
			if len(source.dirs) > 0 {
				t.Errorf("still watched: %v", source.dirs)
			}
			if trouble := w.Trouble(); trouble != nil {
				t.Errorf("trouble: %+v", trouble)
			}
		})
	}
}

// TestFailures checks that the watcher reports which directory cannot be watched, that it leaves all
// resources to other programs if the system runs out of them, and that it rechecks single names instead.
func TestFailures(t *testing.T) {
	root := tempDir(t)
	deep := mkdir(t, root, "skills", "a")
	skills := filepath.Dir(deep)
	failFor := func(where string, err error) func(string) error {
		return func(dir string) error {
			if dir == where {
				return err
			}
			return nil
		}
	}
	for _, test := range []struct {
		name     string
		open     error
		fail     func(dir string) error
		dir      string // of the trouble, empty without trouble
		closed   bool
		rechecks bool // only Recheck notices a name beside the root
	}{
		{"nothing", nil, nil, "", false, false},
		{"no notifications at all", syscall.EMFILE, nil, skills, false, true},
		{"too many for the user", nil, failFor(deep, syscall.ENOSPC), deep, true, true},
		{"too many files", nil, failFor(skills, syscall.EMFILE), skills, true, true},
		{"one that cannot be watched", nil, failFor(deep, syscall.EOPNOTSUPP), deep, false, false},
		{"one that cannot be read", nil, failFor(deep, syscall.EACCES), "", false, false},
		{"one that has gone meanwhile", nil, failFor(deep, syscall.ENOENT), "", false, false},
		{"one on the way that cannot be read", nil, failFor(root, syscall.EACCES), "", false, true},
		{"one on the way that cannot be watched", nil, failFor(root, syscall.EOPNOTSUPP), "", false, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			source := newFakeSource()
			source.fail = test.fail
			open := source.open
			if test.open != nil {
				open = func() (*Source, error) { return nil, test.open }
			}
			told := make(chan []string, 9)
			w := New(t.Context(), Options{Log: quietLog, Open: open, Changed: func(c Changes) { told <- c.Paths }})
			other := filepath.Join(root, "other")
			w.Watch([]watchlist.WatchedRoot{{Path: skills, Reach: watchlist.Below}, {Path: other, Reach: watchlist.Itself}})
			trouble := w.Trouble()
			switch {
			case test.dir == "" && trouble != nil:
				t.Errorf("trouble %+v, want none", trouble)
			case test.dir != "" && (trouble == nil || trouble.Dir != test.dir || trouble.Err == nil):
				t.Errorf("trouble %+v, want one with %s", trouble, test.dir)
			}
			if source.closed != test.closed {
				t.Errorf("notifications closed: %t, want %t", source.closed, test.closed)
			}
			if changed := w.Recheck(); changed != nil {
				t.Errorf("%q have changed, though nothing has", changed)
			}
			write(t, other)
			defer os.Remove(other)
			changed := w.Recheck()
			if want := []string{other}; test.rechecks && (!slices.Equal(changed, want) || !slices.Equal(<-told, want)) {
				t.Errorf("changed: %q", changed)
			} else if !test.rechecks && changed != nil {
				t.Errorf("looked at %q, which is watched", changed)
			}
		})
	}
}

// TestTooMany checks the limit and the priorities: everything below a root comes before names below other
// roots, and near directories come before deep ones.
func TestTooMany(t *testing.T) {
	root := tempDir(t)
	full, small, tree := mkdir(t, root, "full"), mkdir(t, root, "small"), mkdir(t, root, "another")
	for i := range 50 {
		mkdir(t, full, fmt.Sprint(i), "deep")
		mkdir(t, tree, fmt.Sprint(i))
	}
	mkdir(t, small, "near")
	const limit = 100
	source := newFakeSource()
	w := New(t.Context(), Options{Log: quietLog, Open: source.open, Changed: func(Changes) {}, MaxDirs: limit})
	w.Watch([]watchlist.WatchedRoot{
		{Path: tree, Reach: watchlist.Names, Inside: true},
		{Path: full, Reach: watchlist.Below, Inside: true},
		{Path: small, Reach: watchlist.Below, Inside: true},
	})
	if len(source.dirs) != limit {
		t.Errorf("%d directories are watched, want %d", len(source.dirs), limit)
	}
	if now, _ := source.watched(filepath.Join(small, "near")); !now {
		t.Error("nothing was left for the small place")
	}
	if trouble := w.Trouble(); trouble == nil || !errors.Is(trouble.Err, errTooMany) || filepath.Base(trouble.Dir) != "deep" {
		t.Errorf("trouble: %+v", trouble)
	}
}

// TestTroubleEnds checks that everything is looked at when everything is watched again: what was not watched may have
// changed.
func TestTroubleEnds(t *testing.T) {
	root := tempDir(t)
	tree, missing := mkdir(t, root, "tree"), filepath.Join(root, "missing")
	for i := range 50 {
		mkdir(t, tree, fmt.Sprint(i))
	}
	source := newFakeSource()
	told := make(chan Changes, 10)
	w := New(t.Context(), Options{Log: quietLog, Open: source.open, Changed: func(c Changes) { told <- c }, MaxDirs: 40})
	w.Watch([]watchlist.WatchedRoot{{Path: tree, Reach: watchlist.Below, Inside: true}, {Path: missing, Reach: watchlist.Below}})
	if w.Trouble() == nil {
		t.Fatal("there is no trouble with too many directories")
	}
	for i := range 20 {
		if err := os.Remove(filepath.Join(tree, fmt.Sprint(i))); err != nil {
			t.Fatal(err)
		}
	}
	source.events <- fsnotify.Event{Name: mkdir(t, missing), Op: fsnotify.Create}
	for late := time.After(10 * time.Second); ; {
		select {
		case c := <-told:
			if !c.All {
				continue
			}
		case <-late:
			t.Error("not everything was looked at")
		}
		break
	}
	if trouble := w.Trouble(); trouble != nil {
		t.Errorf("trouble: %+v", trouble)
	}
}

// TestIgnored checks that ignored directories are skipped where only names matter, but not where everything
// matters.
func TestIgnored(t *testing.T) {
	root := tempDir(t)
	tree := mkdir(t, root, "tree")
	for _, dir := range []string{"target/deep", "src/target", ".agents/skills/target"} {
		mkdir(t, tree, dir)
	}
	source := newFakeSource()
	told := make(chan Changes, 9)
	w := New(t.Context(), Options{
		Log: quietLog, Open: source.open, Changed: func(c Changes) { told <- c },
		Ignored: func(dir string) bool { return filepath.Base(dir) == "target" },
	})
	w.Watch([]watchlist.WatchedRoot{
		{Path: tree, Reach: watchlist.Names, Inside: true},
		{Path: filepath.Join(tree, ".agents", "skills"), Reach: watchlist.Below, Inside: true},
	})
	want := func(dir string, wanted bool) {
		t.Helper()
		if now, _ := source.watched(filepath.Join(tree, dir)); now != wanted {
			t.Errorf("%s: watched: %t", dir, now)
		}
	}
	want("target", false)
	want("target/deep", false)
	want("src", true)
	want("src/target", false)
	want(".agents/skills/target", true)
	source.events <- fsnotify.Event{Name: mkdir(t, tree, "lib"), Op: fsnotify.Create}
	source.events <- fsnotify.Event{Name: mkdir(t, tree, "src", "lib", "target"), Op: fsnotify.Create}
	source.events <- fsnotify.Event{Name: filepath.Join(tree, "src", "lib"), Op: fsnotify.Create}
	for _, dir := range []string{"lib", "src/lib"} {
		for {
			if now, _ := source.watched(filepath.Join(tree, dir)); now {
				break
			}
			<-told // the events may be reported one by one
		}
	}
	want("src/lib/target", false)
}

// TestPlaceInIgnored checks that an ignored directory is watched if it contains a root, even if the directory
// is created later.
func TestPlaceInIgnored(t *testing.T) {
	root := tempDir(t)
	tree := mkdir(t, root, "tree")
	source := newFakeSource()
	told := make(chan Changes, 9)
	w := New(t.Context(), Options{
		Log: quietLog, Open: source.open, Changed: func(c Changes) { told <- c },
		Ignored: func(dir string) bool { return filepath.Base(dir) == "target" },
	})
	w.Watch([]watchlist.WatchedRoot{
		{Path: tree, Reach: watchlist.Names, Inside: true},
		{Path: filepath.Join(tree, "target", "settings.json"), Reach: watchlist.Itself, Inside: true},
	})
	source.events <- fsnotify.Event{Name: mkdir(t, tree, "target"), Op: fsnotify.Create}
	<-told
	if now, _ := source.watched(filepath.Join(tree, "target")); !now {
		t.Error("the directory of the place is not watched")
	}
}

// TestOpenFiles checks systems on which watching a directory keeps its files open: the files count toward the
// limit, and a home directory, which has very many, is rechecked instead of watched.
func TestOpenFiles(t *testing.T) {
	before := opensFiles
	opensFiles = true
	root := tempDir(t)
	home, ws := mkdir(t, root, "home"), mkdir(t, root, "ws")
	for i := range 30 {
		write(t, ws, "a", fmt.Sprint(i))
		write(t, ws, "b", fmt.Sprint(i))
	}
	source := newFakeSource()
	ctx, cancel := context.WithCancel(t.Context())
	w := New(ctx, Options{Log: quietLog, Open: source.open, Changed: func(Changes) {}, MaxDirs: 50})
	defer func() { // the watcher reads opensFiles until it ends
		cancel()
		<-w.done
		opensFiles = before
	}()
	w.Watch([]watchlist.WatchedRoot{
		{Path: ws, Reach: watchlist.Below, Inside: true},
		{Path: filepath.Join(home, ".agents", "skills"), Reach: watchlist.Below},
	})
	if len(source.dirs) != 2 {
		t.Errorf("watched: %v", source.dirs)
	}
	if trouble := w.Trouble(); trouble == nil || !errors.Is(trouble.Err, errTooMany) || filepath.Dir(trouble.Dir) != ws {
		t.Errorf("trouble: %+v", trouble)
	}
	agents := mkdir(t, home, ".agents")
	if changed := w.Recheck(); !slices.Equal(changed, []string{agents}) {
		t.Errorf("changed: %q", changed)
	}
	for _, dir := range []string{filepath.Join(ws, "a"), filepath.Join(ws, "b")} {
		if err := os.RemoveAll(dir); err != nil {
			t.Fatal(err)
		}
	}
	w.Watch([]watchlist.WatchedRoot{{Path: ws, Reach: watchlist.Below, Inside: true}})
	w.mu.Lock()
	defer w.mu.Unlock()
	if trouble := w.Trouble(); trouble != nil || w.weight < 1 {
		t.Errorf("trouble: %+v, weight %d", trouble, w.weight)
	}
}

// TestCreatedInPass checks that a directory becomes known that is created during a pass, after the pass has missed
// it for one root and before it looks for it for another, if nothing reports what is created there.
func TestCreatedInPass(t *testing.T) {
	root := tempDir(t)
	agent := filepath.Join(root, "agent")
	source := newFakeSource()
	looked := 0
	source.fail = func(dir string) error {
		if dir != root {
			return nil
		}
		if looked++; looked == 2 {
			if err := os.Mkdir(agent, 0o755); err != nil {
				t.Error(err)
			}
		}
		return fs.ErrPermission
	}
	w := New(t.Context(), Options{Log: quietLog, Open: source.open, Changed: func(Changes) {}})
	w.Watch([]watchlist.WatchedRoot{
		{Path: filepath.Join(agent, "commands"), Reach: watchlist.Below},
		{Path: filepath.Join(agent, "skills"), Reach: watchlist.Below},
	})
	if looked < 2 {
		t.Fatalf("the directory was added %d times, want one time for each root", looked)
	}
	if changed := w.Recheck(); !slices.Contains(changed, agent) {
		t.Errorf("%q have changed, want %q", changed, agent)
	}
}
