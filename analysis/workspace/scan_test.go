package workspace_test

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"skills-ls/analysis"
	"skills-ls/analysis/affected"
	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/outline"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/workspace"
	"skills-ls/skills/vfs"
)

var seeds = flag.Uint64("seeds", 16, "how many workspaces TestRefresh changes, each in its own way")

// A churn is a workspace on disk, with buffers over it, that changes at random.
type churn struct {
	t       *testing.T
	random  *rand.Rand
	root    string
	clock   time.Time
	buffers map[string]string
}

var churnNames = []string{"alpha", "beta", "gamma", "delta", "grün"}

// newChurn returns a churn with an empty workspace. The same seed always makes the same changes.
func newChurn(t *testing.T, seed uint64) *churn {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return &churn{t: t, random: rand.New(rand.NewPCG(seed, 7)), root: root, clock: time.Unix(1_700_000_000, 0), buffers: make(map[string]string)}
}

func (c *churn) pick(list ...string) string { return list[c.random.IntN(len(list))] }

func (c *churn) dir() string {
	return filepath.Join(c.root, c.pick("", "packages/one", "packages/two"), filepath.FromSlash(c.pick(".agents/skills", ".claude/skills")), c.pick(churnNames...))
}

func (c *churn) text() string {
	name := c.pick(churnNames...)
	if c.random.IntN(4) == 0 { // a copy of another skill, or much like it
		return fmt.Sprintf("---\nname: %s\ndescription: Reviews diffs for bugs, leaks and %s names.\n---\nSee %s and %s.\n",
			name, c.pick("unclear", "long", ""), c.pick("b.md", "a.md", "references/"), c.pick("run.sh", "nothing"))
	}
	nameLine := "name: " + name + "\n"
	if c.random.IntN(4) == 0 {
		nameLine = "" // agents fall back to the directory's name
	}
	return fmt.Sprintf("---\n%s%sdescription: %s %s. Use when asked.\n---\n[a](%s) $%s /%s [$%s](../%s/SKILL.md)\n\n# %s\n",
		nameLine, c.pick("", "", "disable-model-invocation: true\n"), c.pick("Does", "Makes"), c.pick(churnNames...), c.pick("references/a.md", "references/a.md#alpha", "../beta/SKILL.md", "b.md", "../beta/b.md", ".agents/skills/alpha/references/a.md"),
		c.pick("alpha", "alpah", "beta", "gama"), c.pick(churnNames...), c.pick(churnNames...), c.pick(churnNames...), c.pick(churnNames...))
}

// textOf returns a random text that suits a file.
func (c *churn) textOf(file string) string {
	name, word := c.pick(churnNames...), c.pick("off", "name-only", "of")
	switch base := filepath.Base(file); {
	case filepath.Ext(base) == ".yaml":
		return fmt.Sprintf("interface:\n  icon_small: assets/%s\n  default_prompt: Use $%s\npolicy:\n  allow_implicit_invocation: %s\n", c.pick("icon.svg", "Icon.svg", "other.svg"), name, c.pick("true", "false", "no"))
	case filepath.Ext(base) == ".toml":
		return "[app.skills]\nenabled = " + c.pick("true", "false") + "\ndirectories = [\".claude/skills\"" + c.pick("]", "") + "\n"
	case base == "opencode.json":
		return `{"permission": {"skill": {"` + name + `": "` + c.pick("deny", "ask", "no") + `"}}, "skills": {"paths": [".agents/skills/` + name + `"]}` + c.pick("}", "")
	case base == "config.json":
		return `{"skills": {"initial": {"maxEntries": ` + c.pick("1", "2", "0") + "}}" + c.pick("}", "}", "")
	case filepath.Ext(base) == ".json" && base != "hooks.json":
		return `{"env": {"SLASH_COMMAND_TOOL_CHAR_BUDGET": "` + c.pick("1", "60", "90", "200") + `"}, "skillListingMaxDescChars": ` + c.pick("10", "500") + `, "skillOverrides": {"` + name + `": "` + word + `"}, "skills": {"disabled": ["` + name + `"]}` + c.pick("}", "")
	}
	return c.text()
}

func (c *churn) must(errs ...error) {
	c.t.Helper()
	if err := errors.Join(errs...); err != nil {
		c.t.Fatal(err)
	}
}

// step makes a random change. It returns the snapshot that was notified of it, the reported paths, and a
// description, which is "nothing" if nothing changed.
func (c *churn) step(s *workspace.Snapshot) (next *workspace.Snapshot, told []string, what string) {
	dir := c.dir()
	file := filepath.Join(dir, filepath.FromSlash(c.pick("SKILL.md", "SKILL.md", "references/a.md", "b.md", "run.sh", "agents/openai.yaml", "assets/icon.svg")))
	if c.random.IntN(8) == 0 { // a file outside the skill that refers to its files
		file = filepath.Join(filepath.Dir(filepath.Dir(dir)), filepath.FromSlash(c.pick("commands/go.md", "hooks.json")))
	}
	if c.random.IntN(8) == 0 {
		file = filepath.Join(c.root, "AGENTS.md")
	}
	if c.random.IntN(6) == 0 { // a configuration file of an agent
		file = filepath.Join(c.root, c.pick("", "packages/one"), filepath.FromSlash(c.pick(".claude/settings.json", ".claude/settings.local.json", "opencode.json", ".gemini/settings.json", "config.toml", ".codelia/config.json")))
	}
	c.clock = c.clock.Add(time.Second)
	switch c.random.IntN(8) {
	case 0, 1: // a file is written
		if c.isDirOrUnderFile(file) {
			return s, nil, "nothing"
		}
		c.must(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(c.textOf(file)), 0o644), os.Chtimes(file, c.clock, c.clock))
		told = c.made(file)
		what = "write " + file
	case 2: // a directory is removed
		c.must(os.RemoveAll(dir))
		told, what = []string{dir}, "remove "+dir
	case 3: // a directory is renamed
		to := c.dir()
		if !c.exists(dir) || dir == to { // checked first: a failed rename would leave new directories that are not reported
			return s, nil, "nothing"
		}
		c.must(os.MkdirAll(filepath.Dir(to), 0o755), os.RemoveAll(to), os.Rename(dir, to))
		told, what = append(c.made(to), dir), "rename "+dir+" to "+to
	case 4: // a link is made to another skill
		if c.exists(dir) {
			return s, nil, "nothing"
		}
		target := c.dir()
		c.must(os.MkdirAll(filepath.Dir(dir), 0o755), os.Symlink(target, dir))
		told, what = c.made(dir), "link "+dir+" to "+target
	case 5: // a root or a marker of the project is added or removed
		path := filepath.Join(c.root, filepath.FromSlash(c.pick(".codelia", "CLAUDE.md", "packages/one/.claude", "packages/two/.agents/skills", "packages/one/.git")))
		if c.exists(path) {
			c.must(os.RemoveAll(path))
		} else if filepath.Ext(path) != ".md" {
			c.must(os.MkdirAll(path, 0o755))
		} else {
			c.must(os.WriteFile(path, nil, 0o644))
		}
		told, what = c.made(path), "toggle "+path
	case 6: // a buffer is opened or edited
		text := c.textOf(file)
		c.buffers[file] = text
		return s.With(workspace.Change{Path: file, Text: &text, Time: c.clock}), []string{file}, "edit " + file
	default: // a buffer is closed
		if len(c.buffers) == 0 {
			return s, nil, "nothing"
		}
		path := c.pick(slices.Sorted(maps.Keys(c.buffers))...) // sorted, so that a seed always makes the same changes
		delete(c.buffers, path)
		return s.With(workspace.Change{Path: path}), []string{path}, "close " + path
	}
	return s.Refresh(told...), told, what
}

// exists reports whether a path exists, even as a broken symbolic link.
func (c *churn) exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// files returns the paths of everything on disk.
func (c *churn) files() (paths []string) {
	c.t.Helper()
	c.must(filepath.WalkDir(c.root, func(path string, _ fs.DirEntry, err error) error {
		paths = append(paths, path)
		return err
	}))
	return paths
}

// isDirOrUnderFile reports whether file cannot be written because it is a directory, or because a parent is a
// file or a broken link.
func (c *churn) isDirOrUnderFile(file string) bool {
	if info, err := os.Stat(file); err == nil && info.IsDir() {
		return true
	}
	for dir := filepath.Dir(file); dir != c.root; dir = filepath.Dir(dir) {
		if info, err := os.Lstat(dir); err == nil {
			_, err := os.Stat(dir)
			return !info.IsDir() && info.Mode()&fs.ModeSymlink == 0 || err != nil
		}
	}
	return false
}

// made returns the paths that a file watcher reports when path appears: path itself and the directories above
// it, which may be new, too.
func (c *churn) made(path string) []string {
	paths := []string{path}
	for dir := filepath.Dir(path); len(dir) > len(c.root); dir = filepath.Dir(dir) {
		paths = append(paths, dir)
	}
	return paths
}

// TestChurn checks that a churn reports what it does: if step returns "nothing", nothing has changed on disk.
func TestChurn(t *testing.T) {
	for seed := range uint64(4) {
		c := newChurn(t, seed)
		s := analysis.New(vfs.Disk{}, workspace.Config{Folders: []string{c.root}})
		for range 80 {
			before := c.files()
			next, _, what := c.step(s)
			if after := c.files(); what == "nothing" && !slices.Equal(before, after) {
				t.Fatalf("seed %d: nothing was done, and yet there are %q where %q were", seed, after, before)
			}
			s = next
		}
	}
}

// TestRefresh checks all caches: the index, the catalogs, the places and the disk. After any reported
// changes, a snapshot gives the same answers as a new snapshot.
func TestRefresh(t *testing.T) {
	n := *seeds
	if testing.Short() {
		n = min(n, 4)
	}
	for seed := range n {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			c := newChurn(t, seed)
			s := analysis.New(vfs.Disk{}, workspace.Config{Folders: []string{c.root}})
			if _, err := workspace.Scan(t.Context(), s, nil); err != nil {
				t.Fatal(err)
			}
			var steps []string
			var change affected.Change
			before, found := s, c.findings(s)
			for range 80 {
				next, paths, what := c.step(s)
				if what == "nothing" {
					continue
				}
				s, steps = next, append(steps, what)
				if strings.HasPrefix(what, "edit ") || strings.HasPrefix(what, "close ") {
					change.Edited = append(change.Edited, paths...)
				} else {
					change.OnDisk = append(change.OnDisk, paths...)
				}
				if c.random.IntN(3) > 0 {
					continue // let several changes accumulate
				}
				if !c.agrees(s) || !c.unaffected(before, s, change, found) {
					for _, what := range steps[max(0, len(steps)-6):] {
						t.Log(what)
					}
					t.FailNow()
				}
				before, found, change = s, c.findings(s), affected.Change{}
			}
		})
	}
}

// findings returns the diagnostics of every file.
func (c *churn) findings(s *workspace.Snapshot) map[string][]diagnostic.Diagnostic {
	found := make(map[string][]diagnostic.Diagnostic)
	for _, path := range s.Files() {
		found[path] = rules.Diagnose(c.t.Context(), s, path)
	}
	return found
}

// agrees reports whether a snapshot gives the same answers as a new one, and reports the differences.
func (c *churn) agrees(s *workspace.Snapshot) bool {
	c.t.Helper()
	fresh := analysis.New(vfs.Disk{}, workspace.Config{Folders: []string{c.root}})
	if _, err := workspace.Scan(c.t.Context(), fresh, nil); err != nil {
		c.t.Fatal(err)
	}
	open := slices.SortedFunc(maps.Keys(c.buffers), func(a, b string) int { return s.Buffers()[a].Time.Compare(s.Buffers()[b].Time) })
	for _, path := range open {
		text := c.buffers[path]
		fresh = fresh.With(workspace.Change{Path: path, Text: &text, Time: s.Buffers()[path].Time})
	}
	same := true
	if got, want := s.Files(), fresh.Files(); !slices.Equal(got, want) {
		c.t.Errorf("files %q, want %q", got, want)
		same = false
	}
	for _, query := range []string{"", "e"} {
		if got, want := outline.WorkspaceSymbols(c.t.Context(), s, query), outline.WorkspaceSymbols(c.t.Context(), fresh, query); !slices.Equal(got, want) {
			c.t.Errorf("symbols %q:\n%v, want\n%v", query, got, want)
			same = false
		}
	}
	for _, cwd := range []string{c.root, filepath.Join(c.root, "packages", "one")} {
		for _, agent := range []string{"", "claude-code", "opencode", "gemini-cli", "remcochat"} {
			got, err := vantage.ListSkills(c.t.Context(), s, vantage.ListQuery{Cwd: cwd, Agent: agent})
			want, err2 := vantage.ListSkills(c.t.Context(), fresh, vantage.ListQuery{Cwd: cwd, Agent: agent})
			if err != nil || err2 != nil || !reflect.DeepEqual(got, want) {
				c.t.Errorf("from %s, of %q: %+v %v, want %+v %v", cwd, agent, got, err, want, err2)
				same = false
			}
		}
	}
	for _, name := range churnNames {
		var got, want []string
		for _, sum := range s.SkillsNamed(name) {
			got = append(got, sum.Path)
		}
		for _, sum := range fresh.SkillsNamed(name) {
			want = append(want, sum.Path)
		}
		if !slices.Equal(got, want) {
			c.t.Errorf("called %s are %q, want %q", name, got, want)
			same = false
		}
	}
	for _, path := range fresh.Files() {
		got, want := rules.Diagnose(c.t.Context(), s, path), rules.Diagnose(c.t.Context(), fresh, path)
		if !reflect.DeepEqual(got, want) {
			c.t.Errorf("%s: %+v, want %+v", path, got, want)
			same = false
		}
	}
	return same
}

// unaffected reports whether the files that [affected.Paths] omits still have the same diagnostics.
func (c *churn) unaffected(last, s *workspace.Snapshot, change affected.Change, before map[string][]diagnostic.Diagnostic) bool {
	c.t.Helper()
	affected := analysistest.Affected(last, s, change)
	same := true
	for path, after := range c.findings(s) {
		if found, known := before[path]; !slices.Contains(affected, path) && (!known || !reflect.DeepEqual(found, after)) {
			c.t.Errorf("%s is not affected, and yet: %+v before, %+v after", path, found, after)
			same = false
		}
	}
	return same
}

// TestScanGoesOn checks that a scan reports the directories that it could not list and scans the rest.
func TestScanGoesOn(t *testing.T) {
	s, root := analysistest.Workspace(t, `
-- .agents/skills/a/SKILL.md --
---
name: a
---
-- locked/.agents/skills/b/SKILL.md --
---
name: b
---
`)
	locked := filepath.Join(root, "locked")
	s = analysis.New(lockedDir{dir: locked}, s.Config())
	report, err := workspace.Scan(t.Context(), s, nil)
	if err != nil || report.Files != 1 || !slices.Equal(report.Unreadable, []string{locked}) || !workspace.Scanned(s) {
		t.Errorf("report %+v, %v", report, err)
	}
}

// A lockedDir is a disk on which one directory cannot be listed.
type lockedDir struct {
	vfs.Disk
	dir string
}

func (l lockedDir) ReadDir(name string) ([]fs.DirEntry, error) {
	if name == l.dir {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
	}
	return l.Disk.ReadDir(name)
}
