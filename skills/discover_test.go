package skills

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"skills-ls/skills/treetest"
	"skills-ls/skills/vfs"
)

// discover returns the paths that an agent finds below root from cwd, relative to root, and whether a limit
// was hit.
func discover(t *testing.T, fsys vfs.FS, agent *Agent, root, cwd string) ([]string, bool) {
	t.Helper()
	d, err := Discover(t.Context(), fsys, agent, Vantage{Cwd: filepath.Join(root, filepath.FromSlash(cwd)), Home: filepath.Join(root, "home")})
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, f := range d.Files {
		rel, err := filepath.Rel(root, f.Path)
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, filepath.ToSlash(rel))
	}
	return found, d.Truncated
}

var workspace = map[string]string{
	"ws/.git/":                            "",
	"ws/.agents/skills/SKILL.md":          "x",
	"ws/.agents/skills/a/SKILL.md":        "x",
	"ws/.agents/skills/g/b/SKILL.md":      "x",
	"ws/.agents/skills/g/h/c/SKILL.md":    "x",
	"ws/.agents/skills/.dot/SKILL.md":     "x",
	"ws/.agents/skills/low/skill.md":      "x",
	"ws/.agents/skills/both/SKILL.md":     "x",
	"ws/.agents/skills/both/skill.md":     "x",
	"ws/.agents/skills/vendor/v/SKILL.md": "x",
	"ws/.agents/skills/dir/SKILL.md/":     "",
	"ws/.agents/skills/link":              "->../../../store/linked",
	"ws/.agents/skills/file/SKILL.md":     "->../../../../store/linked/SKILL.md",
	"ws/.agents/skills/gone/SKILL.md":     "->nowhere.md",
	"ws/sub/.agents/skills/s/SKILL.md":    "x",
	"store/linked/SKILL.md":               "x",
	"home/.agents/skills/u/SKILL.md":      "x",
}

func TestDiscover(t *testing.T) {
	root := treetest.Make(t, workspace)
	repo := Root{Base: FromChain, Dir: ".agents/skills", Scope: ScopeRepo}
	with := func(change func(*Agent)) *Agent {
		agent := &Agent{Locations: Locations{Roots: []Root{repo}, Project: Project{Markers: []string{".git"}}}}
		change(agent)
		return agent
	}
	const all = ".dot/SKILL.md a/SKILL.md both/SKILL.md g/b/SKILL.md g/h/c/SKILL.md vendor/v/SKILL.md"
	for _, tt := range []struct {
		name  string
		agent *Agent
		want  string // below ws/.agents/skills
	}{
		{"plain", with(func(*Agent) {}), all},
		{"at the root", with(func(agent *Agent) { agent.Walk.AtRoot = true }), strings.Replace(all, " a/", " SKILL.md a/", 1)},
		{"one level", with(func(agent *Agent) { agent.Roots[0].Depth = 1 }), ".dot/SKILL.md a/SKILL.md both/SKILL.md"},
		{"two levels", with(func(agent *Agent) { agent.Roots[0].Depth = 2 }), strings.Replace(all, " g/h/c/SKILL.md", "", 1)},
		{
			"the last first", with(func(agent *Agent) { agent.Walk.AtRoot, agent.Walk.LastFirst = true, true }),
			"SKILL.md vendor/v/SKILL.md g/h/c/SKILL.md g/b/SKILL.md both/SKILL.md a/SKILL.md .dot/SKILL.md",
		},
		{"hidden", with(func(agent *Agent) { agent.Walk.SkipHidden = true }), strings.TrimPrefix(all, ".dot/SKILL.md ")},
		{"skipped", with(func(agent *Agent) { agent.Walk.Skip = []string{"vendor", "g"} }), ".dot/SKILL.md a/SKILL.md both/SKILL.md"},
		{"other names", with(func(agent *Agent) { agent.Files = []string{"SKILL.md", "skill.md"} }), strings.Replace(all, "vendor", "low/skill.md vendor", 1)},
		{"linked directories", with(func(agent *Agent) { agent.Walk.FollowDirs = true }), strings.Replace(all, "vendor", "link/SKILL.md vendor", 1)},
		{"but not here", with(func(agent *Agent) { agent.Walk.FollowDirs, agent.Roots[0].NoLinks = true, true }), all},
		{"linked files", with(func(agent *Agent) { agent.Walk.FollowFiles = true }), strings.Replace(all, "g/b", "file/SKILL.md g/b", 1)},
		{"both, one file", with(func(agent *Agent) { agent.Walk.FollowFiles, agent.Walk.FollowDirs = true, true }), strings.Replace(all, "g/b", "file/SKILL.md g/b", 1)},
		{"both, each way", with(func(agent *Agent) {
			agent.Walk.FollowFiles, agent.Walk.FollowDirs, agent.Walk.EachWay = true, true, true
		}), strings.NewReplacer("g/b", "file/SKILL.md g/b", "vendor", "link/SKILL.md vendor").Replace(all)},
		{"links last", with(func(agent *Agent) { agent.Walk.FollowDirs, agent.Walk.LinksLast = true, true }), all + " link/SKILL.md"},
		{"real paths", with(func(agent *Agent) { agent.Walk.FollowDirs, agent.Walk.RealPaths = true, true }), strings.Replace(all, "vendor", "../../../store/linked/SKILL.md vendor", 1)},
		{"broad", with(func(agent *Agent) { agent.Walk.Broad, agent.Walk.AtRoot = true, true }), "SKILL.md .dot/SKILL.md a/SKILL.md both/SKILL.md g/b/SKILL.md vendor/v/SKILL.md g/h/c/SKILL.md"},
		{"nothing configured", with(func(agent *Agent) { agent.Roots[0].Base = FromConfig }), ""},
		{"disabled", with(func(*Agent) {}).Disabled("", ""), ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, truncated := discover(t, vfs.Disk{}, tt.agent, root, "ws")
			want := strings.Fields(tt.want)
			for i := range want {
				want[i] = filepath.ToSlash(filepath.Join("ws/.agents/skills", want[i]))
			}
			if !slices.Equal(got, want) || truncated {
				t.Errorf("found\n%v\nwant\n%v\ntruncated %t", got, want, truncated)
			}
		})
	}
}

func TestFindRoots(t *testing.T) {
	root := treetest.Make(t, map[string]string{"o/.hg/": "", "o/ws/.git/": "", "o/ws/a/b/": "", "home/": "", "o/package.json": "{}"})
	join := func(name string) string { return filepath.Join(root, filepath.FromSlash(name)) }
	agent := &Agent{
		Locations: Locations{
			Roots: []Root{
				{Base: FromCwd, Dir: "cwd"},
				{Base: FromProject, Dir: "project"},
				{Base: FromChain, Dir: "chain"},
				{Base: FromHome, Dir: "home", Env: []EnvDir{{Name: "X_FIRST", Dir: "first", Absolute: true}, {Name: "X_HOME", Dir: "below"}}},
				{Base: FromHome, Dir: "home"},
				{Base: FromSystem, Dir: filepath.ToSlash(join("system"))},
				{Base: FromConfig, Dir: "config"},
			},
			Project: Project{Markers: []string{".git"}, RootEnv: "X_ROOT", MarkEnv: "X_MARKERS"},
		},
	}
	for _, tt := range []struct {
		name    string
		cwd     string
		home    string
		env     map[string]string
		project string
		want    string
	}{
		{"marker", "o/ws/a", "home", nil, "o/ws", "o/ws/a/cwd o/ws/project o/ws/chain o/ws/a/chain home/home system"},
		{"at the marker", "o/ws", "", nil, "o/ws", "o/ws/cwd o/ws/project o/ws/chain system"},
		{"no marker", "o", "", nil, "o", "o/cwd o/project o/chain system"},
		{"listed markers", "o/ws/a", "", map[string]string{"X_MARKERS": " package.json ,, .hg"}, "o", "o/ws/a/cwd o/project o/chain o/ws/chain o/ws/a/chain system"},
		{"no markers listed", "o/ws/a", "", map[string]string{"X_MARKERS": " , "}, "o/ws", "o/ws/a/cwd o/ws/project o/ws/chain o/ws/a/chain system"},
		{"named root", "o/ws", "", map[string]string{"X_ROOT": " " + join("o") + " "}, "o", "o/ws/cwd o/project o/chain o/ws/chain system"},
		{"named root elsewhere", "o/ws", "", map[string]string{"X_ROOT": "../else"}, "o/else", "o/ws/cwd o/else/project system"},
		{"named home", "o", "home", map[string]string{"X_HOME": join("x")}, "o", "o/cwd o/project o/chain x/below home/home system"},
		{"home named relatively", "o", "home", map[string]string{"X_HOME": "x"}, "o", "o/cwd o/project o/chain o/x/below home/home system"},
		{"home named twice", "o", "home", map[string]string{"X_FIRST": join("y"), "X_HOME": join("x")}, "o", "o/cwd o/project o/chain y/first home/home system"},
		{"home named in vain", "o", "home", map[string]string{"X_FIRST": "y", "X_HOME": " "}, "o", "o/cwd o/project o/chain home/home system"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := Vantage{Cwd: join(tt.cwd), Env: tt.env}
			if tt.home != "" {
				v.Home = join(tt.home)
			}
			project, roots := FindRoots(vfs.Disk{}, agent, v)
			var got []string
			for _, r := range roots {
				rel, _ := filepath.Rel(root, r.Dir)
				got = append(got, filepath.ToSlash(rel))
			}
			if project != join(tt.project) || strings.Join(got, " ") != tt.want {
				t.Errorf("project %s, roots %v; want %s, %s", project, got, tt.project, tt.want)
			}
		})
	}
}

func TestFindRootsOrder(t *testing.T) {
	root := treetest.Make(t, map[string]string{"ws/.git/": "", "ws/a/": ""})
	agent := &Agent{
		Locations: Locations{
			Roots: []Root{
				{Base: FromChain, Dir: ".x", Upward: true, Yields: true, Scope: ScopeRepo},
				{Base: FromHome, Dir: ".x", Scope: ScopeUser},
			},
			Project: Project{Markers: []string{".git"}},
		},
	}
	for home, want := range map[string]string{"home": "repo ws/a/.x, repo ws/.x, user home/.x", "ws": "repo ws/a/.x, user ws/.x"} {
		_, roots := FindRoots(vfs.Disk{}, agent, Vantage{Cwd: filepath.Join(root, "ws", "a"), Home: filepath.Join(root, home)})
		var got []string
		for _, r := range roots {
			rel, _ := filepath.Rel(root, r.Dir)
			got = append(got, string(r.Root.Scope)+" "+filepath.ToSlash(rel))
		}
		if got := strings.Join(got, ", "); got != want {
			t.Errorf("with the home %s %s, want %s", home, got, want)
		}
	}
}

// everything is an agent that follows every link and searches every directory.
var everything = &Agent{
	ID: "everything",

	Locations: Locations{
		Roots: []Root{{Base: FromCwd, Dir: ".", Scope: ScopeRepo}, {Base: FromHome, Dir: ".agents/skills", Scope: ScopeUser}},
		Walk:  Walk{FollowDirs: true, FollowFiles: true, AtRoot: true},
	},

	Decisions: Decisions{
		Accept: func(f File) Verdict {
			if strings.Contains(f.Source, "refuse") {
				return Verdict{Refusals: []Refusal{{Code: CodeYAML, Message: strings.TrimSpace(strings.TrimPrefix(f.Source, "refuse"))}}}
			}
			return Verdict{Accepted: true, Name: filepath.Base(filepath.Dir(f.Path)), Description: strings.TrimSpace(f.Source)}
		},
	},
}

func TestDiscoverLoops(t *testing.T) {
	root := treetest.Make(t, map[string]string{
		"ws/a/SKILL.md": "x", "ws/a/self": "->.", "ws/a/up": "->..", "ws/b/to-c": "->../c", "ws/c/to-b": "->../b", "ws/c/SKILL.md": "x",
		"ws/me": "->me", "ws/d/SKILL.md": "->SKILL.md", "home/.agents/skills": "->../../ws",
	})
	got, truncated := discover(t, vfs.Disk{}, everything, root, "ws")
	if want := []string{"ws/a/SKILL.md", "ws/b/to-c/SKILL.md"}; !slices.Equal(got, want) || truncated {
		t.Errorf("found %v, truncated %t; want %v", got, truncated, want)
	}
}

func TestDiscoverDeep(t *testing.T) {
	root := treetest.Make(t, nil)
	deep := filepath.Join(root, strings.Repeat("d/", 1500))
	if err := os.MkdirAll(deep, 0o755); err != nil {
		t.Skip(err)
	}
	if err := os.WriteFile(filepath.Join(deep, "SKILL.md"), []byte("x"), 0o644); err != nil {
		t.Skip(err)
	}
	if got, truncated := discover(t, vfs.Disk{}, everything, root, "."); len(got) != 1 || truncated {
		t.Errorf("found %d files, truncated %t", len(got), truncated)
	}
}

func TestDiscoverLimits(t *testing.T) {
	files := make(map[string]string)
	for i := range 20 {
		files[fmt.Sprintf("ws/s%02d/SKILL.md", i)] = "x"
	}
	root := treetest.Make(t, files)
	for _, tt := range []struct {
		name string
		walk Walk
		want int
	}{
		{"directories", Walk{MaxDirs: 11}, 10}, // the root is one
		{"all directories", Walk{MaxDirs: 21}, 20},
		{"entries", Walk{MaxEntries: 10}, 5}, // each skill is two
		{"all entries", Walk{MaxEntries: 40}, 20},
		{"directories, broad", Walk{Broad: true, MaxDirs: 11}, 10},
		{"all directories, broad", Walk{Broad: true, MaxDirs: 21}, 20},
		{"entries, broad", Walk{Broad: true, MaxEntries: 25}, 5}, // all directories come first
	} {
		agent := *everything
		agent.Walk = tt.walk
		got, truncated := discover(t, vfs.Disk{}, &agent, root, "ws")
		if len(got) != tt.want || truncated != (tt.want < 20) {
			t.Errorf("%s: found %d, truncated %t; want %d", tt.name, len(got), truncated, tt.want)
		}
	}
}

// manyEntries is a file system whose directories have no end, except that paths have a maximum length.
type manyEntries struct{ vfs.FS }

func (m manyEntries) ReadDir(name string) ([]os.DirEntry, error) {
	if len(name) > 600 {
		return nil, &os.PathError{Op: "open", Path: name, Err: errors.ErrUnsupported}
	}
	entries := make([]os.DirEntry, 1000)
	for i := range entries {
		entries[i] = fakeDir(fmt.Sprintf("d%03d", i))
	}
	return entries, nil
}

func TestDiscoverEnds(t *testing.T) {
	root := treetest.Make(t, map[string]string{"ws/": ""})
	_, truncated := discover(t, manyEntries{vfs.Disk{}}, &Agent{Locations: Locations{Roots: everything.Roots}}, root, "ws")
	if !truncated {
		t.Error("an endless tree was not cut")
	}
}

type fakeDir string

func (d fakeDir) Name() string               { return string(d) }
func (d fakeDir) IsDir() bool                { return true }
func (d fakeDir) Type() os.FileMode          { return os.ModeDir }
func (d fakeDir) Info() (os.FileInfo, error) { return os.Stat(os.TempDir()) }

func TestDiscoverUnreadable(t *testing.T) {
	root := treetest.Make(t, map[string]string{"ws/a/SKILL.md": "x", "ws/locked/SKILL.md": "x", "ws/z/SKILL.md": "x"})
	got, truncated := discover(t, failing{vfs.Disk{}, "locked"}, everything, root, "ws")
	if want := []string{"ws/a/SKILL.md", "ws/z/SKILL.md"}; !slices.Equal(got, want) || truncated {
		t.Errorf("found %v, want %v", got, want)
	}
}

// failing cannot list directories whose names contain a text.
type failing struct {
	vfs.FS
	text string
}

func (f failing) ReadDir(name string) ([]os.DirEntry, error) {
	if strings.Contains(name, f.text) {
		return nil, &os.PathError{Op: "open", Path: name, Err: os.ErrPermission}
	}
	return f.FS.ReadDir(name)
}

func TestDiscoverCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	v := Vantage{Cwd: treetest.Make(t, workspace)}
	if _, err := Discover(ctx, vfs.Disk{}, everything, v); !errors.Is(err, context.Canceled) {
		t.Errorf("Discover: %v", err)
	}
	if _, err := BuildCatalog(ctx, vfs.Disk{}, everything, v, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("BuildCatalog: %v", err)
	}
}

func TestDiscoverBuffers(t *testing.T) {
	root := treetest.Make(t, map[string]string{"ws/a/SKILL.md": "x", "link": "->ws"})
	o := vfs.NewOverlay(vfs.Disk{}, map[string]vfs.Buffer{filepath.Join(root, "link", "new", "group", "n", "SKILL.md"): {Text: "x", ModTime: time.Now()}})
	got, _ := discover(t, o, everything, root, "ws")
	if want := []string{"ws/a/SKILL.md", "ws/new/group/n/SKILL.md"}; !slices.Equal(got, want) {
		t.Errorf("found %v, want %v", got, want)
	}
	o = vfs.NewOverlay(vfs.Disk{}, map[string]vfs.Buffer{filepath.Join(root, "home", ".agents", "skills", "u", "SKILL.md"): {Text: "x", ModTime: time.Now()}})
	got, _ = discover(t, o, everything, root, "ws")
	if want := []string{"ws/a/SKILL.md", "home/.agents/skills/u/SKILL.md"}; !slices.Equal(got, want) {
		t.Errorf("found %v, want %v", got, want)
	}
}

// TestDiscoverRootFiles checks that files with any name are found once in a root itself, if the agent loads
// them there.
func TestDiscoverRootFiles(t *testing.T) {
	root := treetest.Make(t, map[string]string{
		"ws/b.md": "x", "ws/SKILL.md": "x", "ws/a.txt": "x", "ws/c.MD": "x", "ws/d/e.md": "x", "ws/d/SKILL.md": "x", "ws/f.md/g": "x", "ws/d-e/SKILL.md": "x",
		"ws/l.md": "->d/e.md", "ws/dead.md": "->nowhere", "ws/dir.md": "->d",
	})
	agent := *everything
	agent.Walk.RootFiles = ".md"
	for _, tt := range []struct {
		change func(*Walk)
		want   string
	}{
		{func(*Walk) {}, "ws/SKILL.md ws/b.md ws/d/SKILL.md ws/d-e/SKILL.md ws/l.md"},
		{func(w *Walk) { w.ByPath = true }, "ws/SKILL.md ws/b.md ws/d-e/SKILL.md ws/d/SKILL.md ws/l.md"},
		{func(w *Walk) { w.FollowFiles = false }, "ws/SKILL.md ws/b.md ws/d/SKILL.md ws/d-e/SKILL.md"},
		{func(w *Walk) { w.AtRoot = false }, "ws/b.md ws/d/SKILL.md ws/d-e/SKILL.md ws/l.md"},
		{func(w *Walk) { w.RootFiles = "" }, "ws/SKILL.md ws/d/SKILL.md ws/d-e/SKILL.md"},
	} {
		agent := agent
		tt.change(&agent.Walk)
		d, err := Discover(t.Context(), vfs.Disk{}, &agent, Vantage{Cwd: filepath.Join(root, "ws")})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range d.Files {
			rel, _ := filepath.Rel(root, f.Path)
			got = append(got, filepath.ToSlash(rel))
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%+v: %s, want %s", agent.Walk, got, tt.want)
		}
	}
	c, err := BuildCatalog(t.Context(), vfs.Disk{}, &agent, Vantage{Cwd: filepath.Join(root, "ws")}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{"new.md": true, "new.txt": false, "d/new.md": false} {
		if got := c.Takes(filepath.Join(root, "ws", filepath.FromSlash(name))); got != want {
			t.Errorf("%s would be taken: %t", name, got)
		}
	}
}

// TestFindRootsPaired checks the order of two roots that alternate.
func TestFindRootsPaired(t *testing.T) {
	root := treetest.Make(t, map[string]string{"ws/.git/": "", "ws/a/": ""})
	agent := &Agent{
		Locations: Locations{
			Roots: []Root{
				{Base: FromChain, Dir: ".x/one"}, {Base: FromChain, Dir: ".x/two", Paired: true}, {Base: FromHome, Dir: "h"}, {Base: FromHome, Dir: "i", Paired: true},
			},
			Project: Project{Markers: []string{".git"}},
		},
	}
	_, roots := FindRoots(vfs.Disk{}, agent, Vantage{Cwd: filepath.Join(root, "ws", "a"), Home: root})
	var got []string
	for _, r := range roots {
		rel, _ := filepath.Rel(root, r.Dir)
		got = append(got, filepath.ToSlash(rel))
	}
	if want := "ws/.x/one ws/.x/two ws/a/.x/one ws/a/.x/two h i"; strings.Join(got, " ") != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestFindRootsWorktree checks which .git makes a directory a project root for an agent that asks Git.
func TestFindRootsWorktree(t *testing.T) {
	root := treetest.Make(t, map[string]string{
		"repo/.git/HEAD":             "ref: refs/heads/main\n",
		"repo/.git/objects/":         "",
		"repo/.git/refs/":            "",
		"repo/.git/worktrees/w/HEAD": "ref: refs/heads/w\n",
		"repo/empty/.git/":           "",
		"repo/empty/d/":              "",
		"repo/gone/.git":             "gitdir: ../nowhere\n",
		"repo/gone/d/":               "",
		"repo/text/.git":             "../.git\n",
		"repo/text/d/":               "",
		"repo/tree/.git":             "gitdir: ../.git/worktrees/w\n",
		"repo/tree/d/":               "",
	})
	agent := &Agent{Locations: Locations{Project: Project{Markers: []string{".git"}, Worktree: true}}}
	for cwd, want := range map[string]string{
		"repo": "repo", "repo/empty/d": "repo", "repo/tree/d": "repo/tree",
		"repo/gone/d": "repo/gone/d", "repo/text/d": "repo/text/d", // Git fails
	} {
		project, _ := FindRoots(vfs.Disk{}, agent, Vantage{Cwd: filepath.Join(root, filepath.FromSlash(cwd))})
		if got, _ := filepath.Rel(root, project); filepath.ToSlash(got) != want {
			t.Errorf("from %s, the project is %s, want %s", cwd, got, want)
		}
	}
}

// TestDiscoverWays checks an agent that follows every path to a file and sorts the files of all roots
// together.
func TestDiscoverWays(t *testing.T) {
	root := treetest.Make(t, map[string]string{
		"ws/b/skills/real/SKILL.md": "x",
		"ws/b/skills/Alias":         "->real",
		"ws/b/skills/loop":          "->..",
		"ws/b/skills/up":            "->../..",
		"ws/a/skills/real":          "->../../b/skills/real",
		"ws/C/skills/c/SKILL.md":    "x",
	})
	agent := &Agent{Locations: Locations{
		Walk: Walk{FollowDirs: true, FollowFiles: true, EachWay: true, ByDir: true}, Duplicates: LastWins,
	}}
	for _, dir := range []string{"C", "b", "a"} {
		agent.Roots = append(agent.Roots, Root{Base: FromCwd, Dir: dir + "/skills", Scope: ScopeRepo})
	}
	got, _ := discover(t, vfs.Disk{}, agent, root, "ws")
	want := []string{"ws/b/skills/Alias/SKILL.md", "ws/b/skills/real/SKILL.md", "ws/C/skills/c/SKILL.md"}
	if !slices.Equal(got, want) {
		t.Errorf("found %q, want %q", got, want)
	}
}
