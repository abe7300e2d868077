package skills

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
	"unsafe"

	"skills-ls/skills/text"
	"skills-ls/skills/treetest"
	"skills-ls/skills/vfs"
)

func TestBuildCatalog(t *testing.T) {
	root := treetest.Make(t, map[string]string{
		"ws/b/SKILL.md": "B", "ws/a/SKILL.md": "A", "ws/g/a/SKILL.md": "A again", "ws/bad/SKILL.md": "refuse it is bad",
		"ws/silent/SKILL.md": "refuse", "home/.agents/skills/a/SKILL.md": "A of the user", "ws/link": "->a",
	})
	v := Vantage{Cwd: filepath.Join(root, "ws"), Home: filepath.Join(root, "home")}
	c, err := BuildCatalog(t.Context(), vfs.Disk{}, everything, v, nil)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range c.Skills {
		info, err := os.Stat(s.Path)
		if err != nil {
			t.Fatal(err)
		}
		if len(s.ID) != 24 || s.ID != SkillID(s.Path) || s.Dir != filepath.Dir(s.Path) || s.MtimeMs != info.ModTime().UnixMilli() {
			t.Errorf("%+v", s)
		}
		got = append(got, s.Name+"/"+string(s.Scope)+"/"+s.Description)
	}
	if want := "a/repo/A, a/repo/A again, a/user/A of the user, b/repo/B"; strings.Join(got, ", ") != want {
		t.Errorf("skills %v, want %s", got, want)
	}
	if want := []LoadError{{filepath.Join(root, "ws", "bad", "SKILL.md"), "it is bad"}}; !slices.Equal(c.Errors, want) {
		t.Errorf("errors %v, want %v", c.Errors, want)
	}
	if n := len(c.Named("a")); n != 3 {
		t.Errorf("%d skills are named a", n)
	}
	if len(c.Roots) != 2 || c.Truncated {
		t.Errorf("%d roots, truncated %t", len(c.Roots), c.Truncated)
	}
}

// counting records which files are read.
type counting struct {
	vfs.FS
	reads []string
}

func (c *counting) ReadFile(name string) (string, error) {
	c.reads = append(c.reads, filepath.Base(filepath.Dir(name)))
	return c.FS.ReadFile(name)
}

func TestCatalogCache(t *testing.T) {
	root := treetest.Make(t, map[string]string{"old/SKILL.md": "1", "fresh/SKILL.md": "1", "bad/SKILL.md": "refuse it"})
	old, name := time.Now().Add(-time.Hour), func(dir string) string { return filepath.Join(root, dir, "SKILL.md") }
	for _, dir := range []string{"old", "bad"} {
		if err := os.Chtimes(name(dir), old, old); err != nil {
			t.Fatal(err)
		}
	}
	cache := NewCache()
	build := func(fsys vfs.FS, want string) *Catalog {
		t.Helper()
		disk := &counting{FS: fsys}
		c, err := BuildCatalog(t.Context(), disk, everything, Vantage{Cwd: root}, cache)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(disk.reads, " "); got != want {
			t.Errorf("read %q, want %q", got, want)
		}
		return c
	}
	first := build(vfs.Disk{}, "bad fresh old")
	second := build(vfs.Disk{}, "fresh") // changed too recently to be trusted
	if !slices.Equal(first.Skills, second.Skills) || !slices.Equal(first.Errors, second.Errors) {
		t.Errorf("%+v differs from %+v", second, first)
	}
	if err := os.WriteFile(name("old"), []byte("2"), 0o644); err != nil {
		t.Fatal(err)
	}
	if c := build(vfs.Disk{}, "fresh old"); c.Named("old")[0].Description != "2" {
		t.Errorf("%+v", c.Named("old"))
	}
	old = old.Add(time.Minute)
	if err := os.Chtimes(name("old"), old, old); err != nil {
		t.Fatal(err)
	}
	build(vfs.Disk{}, "fresh old")
	build(vfs.Disk{}, "fresh")
	buffer := vfs.NewOverlay(vfs.Disk{}, map[string]vfs.Buffer{name("old"): {Text: "3", ModTime: time.Now()}})
	if c := build(buffer, "fresh old"); c.Named("old")[0].Description != "3" {
		t.Errorf("%+v", c.Named("old"))
	}
	other := *everything
	other.ID = "other"
	disk := &counting{FS: vfs.Disk{}}
	if _, err := BuildCatalog(t.Context(), disk, &other, Vantage{Cwd: root}, cache); err != nil || len(disk.reads) != 3 {
		t.Errorf("another agent read %v, %v", disk.reads, err)
	}
}

// TestCacheKeepsNoSource checks that the first verdict on a file, which a catalog keeps, is not a part of its source:
// the sources of 10,000 skills need 100 MB.
func TestCacheKeepsNoSource(t *testing.T) {
	root := treetest.Make(t, map[string]string{"a/SKILL.md": "A", "b/SKILL.md": "B"})
	old := time.Now().Add(-time.Hour)
	for name, changed := range map[string]time.Time{"a": old, "b": time.Now()} {
		path := filepath.Join(root, name, "SKILL.md")
		if err := os.Chtimes(path, changed, changed); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		source := "the description of " + name
		read := func() (File, error) { return File{Path: path, Source: source}, nil }
		v, err := NewCache().Verdict(everything, SkillFile{Path: path, Real: path}, info, read)
		if err != nil || v.Description != source || unsafe.StringData(v.Description) == unsafe.StringData(source) {
			t.Errorf("%s: the description %q is a part of the source, %v", name, v.Description, err)
		}
	}
}

// TestCacheVerdict checks that a cache returns all of a verdict, and that it keeps a message that all reasons
// share only once: one copy per reason would need more memory than any machine has.
func TestCacheVerdict(t *testing.T) {
	root := treetest.Make(t, map[string]string{"a/SKILL.md": "A"})
	path, old := filepath.Join(root, "a", "SKILL.md"), time.Now().Add(-time.Hour)
	if err := os.Chtimes(path, old, old); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	want := Verdict{Name: "a", Description: "D", Exposure: Exposure{Uses: "u"}, Remarks: []Remark{{Severity: "hint", Field: "f", Message: "m"}}, EndsScan: true}
	all := strings.Repeat("all the reasons ", 1<<16)
	for i := range 1000 {
		want.Refusals = append(want.Refusals, Refusal{Code: CodeUnknownField, Field: fmt.Sprint(i), Span: text.At(i), Message: all})
	}
	agent, asked := *everything, 0
	agent.Accept = func(File) Verdict { asked++; return want }
	cache := NewCache()
	for range 2 {
		got, err := cache.Verdict(&agent, SkillFile{Path: path, Real: path}, info, func() (File, error) { return File{Path: path, Source: "A"}, nil })
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("another verdict: %v", err)
		}
	}
	if asked != 1 || cache.bytes > 2*len(all) {
		t.Errorf("asked %d times, %d bytes", asked, cache.bytes)
	}
	for i := range want.Refusals {
		want.Refusals[i].Message = fmt.Sprint(i, all[:1<<17])
	}
	other := filepath.Join(root, "b", "SKILL.md")
	for range 2 {
		if _, err := cache.Verdict(&agent, SkillFile{Path: other, Real: other}, info, func() (File, error) { return File{}, nil }); err != nil {
			t.Fatal(err)
		}
	}
	if asked != 3 {
		t.Errorf("asked %d times, so that more than %d bytes are kept", asked, maxCachedBytes)
	}
	cache.Forget(path, other)
	if len(cache.entries) != 0 || cache.bytes != 0 {
		t.Errorf("verdicts on %d files, %d bytes are left", len(cache.entries), cache.bytes)
	}
}

// vanishing makes Stat fail for skill files, as if they were removed or locked after the walk.
type vanishing struct {
	vfs.FS
	err error
}

func (v vanishing) Stat(name string) (os.FileInfo, error) {
	if strings.HasSuffix(name, "SKILL.md") {
		return nil, &os.PathError{Op: "stat", Path: name, Err: v.err}
	}
	return v.FS.Stat(name)
}

func TestCatalogVanishing(t *testing.T) {
	root := treetest.Make(t, map[string]string{"a/SKILL.md": "A"})
	for _, tt := range []struct {
		err    error
		errors int
	}{{os.ErrNotExist, 0}, {os.ErrPermission, 1}} {
		c, err := BuildCatalog(t.Context(), vanishing{vfs.Disk{}, tt.err}, everything, Vantage{Cwd: root}, nil)
		if err != nil || len(c.Skills) != 0 || len(c.Errors) != tt.errors {
			t.Errorf("%v: %+v, %v", tt.err, c, err)
		}
	}
}

func TestCatalogTooLarge(t *testing.T) {
	root := treetest.Make(t, map[string]string{"a/SKILL.md": strings.Repeat("x", vfs.MaxFile+1)})
	c, err := BuildCatalog(t.Context(), vfs.Disk{}, everything, Vantage{Cwd: root}, nil)
	if err != nil || len(c.Skills) != 0 || len(c.Errors) != 1 || !strings.HasPrefix(c.Errors[0].Message, "read failed: ") {
		t.Errorf("%+v, %v", c, err)
	}
}

// TestCatalogPanic checks that a panic in an agent's code reaches the caller, who can recover from it, from
// any goroutine.
func TestCatalogPanic(t *testing.T) {
	files := make(map[string]string)
	for i := range 200 {
		files[fmt.Sprintf("s%d/SKILL.md", i)] = "x"
	}
	agent := *everything
	agent.Accept = func(File) Verdict { panic("oh") }
	defer func() {
		if p := fmt.Sprint(recover()); !strings.Contains(p, "oh") {
			t.Errorf("recovered %s", p)
		}
	}()
	_, _ = BuildCatalog(t.Context(), vfs.Disk{}, &agent, Vantage{Cwd: treetest.Make(t, files)}, nil)
	t.Error("no panic")
}

func TestMtimeMs(t *testing.T) {
	for _, tt := range []struct {
		sec, nsec int64
		want      int64 // Math.trunc(mtimeMs) in Node 20
	}{
		{1700000000, 0, 1700000000000},
		{1700000000, 123456789, 1700000000123},
		{1700000000, 123999999, 1700000000124},
		{1700000000, 123999000, 1700000000123},
		{-5, 0, 0},
	} {
		if got := mtimeMs(time.Unix(tt.sec, tt.nsec)); got != tt.want {
			t.Errorf("%d.%09d: %d, want %d", tt.sec, tt.nsec, got, tt.want)
		}
	}
}

// TestCatalogUpdate checks that an updated catalog equals a new one.
func TestCatalogUpdate(t *testing.T) {
	files := make(map[string]string)
	for i := range 30 {
		files[fmt.Sprintf("ws/s%02d/SKILL.md", i)] = fmt.Sprint(i % 7)
	}
	root := treetest.Make(t, files)
	v := Vantage{Cwd: filepath.Join(root, "ws")}
	c, err := BuildCatalog(t.Context(), vfs.Disk{}, everything, v, nil)
	if err != nil {
		t.Fatal(err)
	}
	if same := c.Update(vfs.Disk{}, everything, nil, filepath.Join(root, "ws", "none", "SKILL.md")); same != c {
		t.Error("a file of which the catalogue does not know changed it")
	}
	for i, text := range []string{"new", "refuse with words", "refuse", "back", "a", "refuse again"} {
		before := slices.Clone(c.Skills)
		changed := []string{filepath.Join(root, "ws", fmt.Sprintf("s%02d", i%3), "SKILL.md"), filepath.Join(root, "ws", fmt.Sprintf("s%02d", 9+i), "SKILL.md")}
		for _, path := range changed {
			if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		old := c
		c = c.Update(vfs.Disk{}, everything, nil, changed...)
		fresh, err := BuildCatalog(t.Context(), vfs.Disk{}, everything, v, nil)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(c.Skills, fresh.Skills) || !slices.Equal(c.Errors, fresh.Errors) {
			t.Errorf("%s: %v %v, want %v %v", text, c.Skills, c.Errors, fresh.Skills, fresh.Errors)
		}
		if !slices.Equal(old.Skills, before) {
			t.Error("the older catalogue changed")
		}
	}
}

// TestCatalogEachWay checks that all skills of one file change with it if links give it several names, and
// that a cycle of links ends.
func TestCatalogEachWay(t *testing.T) {
	root := treetest.Make(t, map[string]string{"ws/a/SKILL.md": "first", "ws/b": "->a", "ws/c/b": "->../a", "ws/a/circle": "->../c"})
	agent := *everything
	agent.Walk.FollowDirs, agent.Walk.EachWay = true, true
	agent.Accept = func(f File) Verdict {
		return Verdict{Accepted: true, Name: filepath.Base(filepath.Dir(f.Path)), Description: f.Source}
	}
	v := Vantage{Cwd: filepath.Join(root, "ws")}
	c, err := BuildCatalog(t.Context(), vfs.Disk{}, &agent, v, nil)
	if err != nil || len(c.Skills) < 2 {
		t.Fatalf("%+v, %v", c, err)
	}
	path := filepath.Join(root, "ws", "a", "SKILL.md")
	if i, ok := c.Place(path); !ok || c.Files()[i].Path != path {
		t.Errorf("the file is at %d", i)
	}
	if err := os.WriteFile(path, []byte("second"), 0o644); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range c.Update(vfs.Disk{}, &agent, nil, path).Offered() {
		got = append(got, s.Name+" "+s.Description)
	}
	if slices.Sort(got); !slices.Equal(got, []string{"a second", "b second"}) {
		t.Errorf("%q", got)
	}
}

// TestCatalogOff checks that a catalog lists what is switched off, and by which ruling, also after a change
// of contents.
func TestCatalogOff(t *testing.T) {
	root := treetest.Make(t, map[string]string{"b/SKILL.md": "off", "a/SKILL.md": "off", "c/SKILL.md": "on", "bad/SKILL.md": "refuse off"})
	agent := *everything
	hides, off := Ruling{Effect: "hides", Setting: "h"}, Ruling{Off: true, Effect: "switches off", Setting: "o"}
	agent.AddRuling(func(*Skill) (Ruling, bool) { return hides, true })
	agent.AddRuling(func(s *Skill) (Ruling, bool) { return off, s.Description == "off" })
	build := func() *Catalog {
		c, err := BuildCatalog(t.Context(), vfs.Disk{}, &agent, Vantage{Cwd: root}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	said := func(c *Catalog) string {
		var words []string
		for _, o := range c.Off {
			words = append(words, fmt.Sprint(filepath.Base(filepath.Dir(o.Path)), o.By))
		}
		for _, s := range c.Skills {
			words = append(words, s.Name)
		}
		return strings.Join(words, " ")
	}
	c := build()
	if got, want := said(c), fmt.Sprintf("a%v b%[1]v c", []Ruling{off}); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	for name, text := range map[string]string{"a": "on", "c": "off", "bad": "off"} {
		path := filepath.Join(root, name, "SKILL.md")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		next := c.Update(vfs.Disk{}, &agent, nil, path)
		if got, want := said(next), said(build()); got != want {
			t.Errorf("%s, want %s", got, want)
		}
		c = next
	}
}
