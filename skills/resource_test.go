package skills

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"skills-ls/skills/text"
	"skills-ls/skills/treetest"
	"skills-ls/skills/vfs"
)

func TestListResources(t *testing.T) {
	root := treetest.Make(t, map[string]string{
		"s/SKILL.md": "12345", "s/b/x.md": "123", "s/a.md": "12", "s/b/c/y.md": "1", "s/.hidden": "1", "s/link.md": "->a.md", "s/loop": "->.", "s/empty/": "",
		"s/out": "->../else", "else/z.md": "1", "alias": "->s",
	})
	for _, tt := range []struct {
		dir       string
		files     int
		bytes     int64
		want      string
		truncated bool
	}{
		{"s", 0, 0, ".hidden:1 SKILL.md:5 a.md:2 b/c/y.md:1 b/x.md:3", false},
		{"alias", 0, 0, ".hidden:1 SKILL.md:5 a.md:2 b/c/y.md:1 b/x.md:3", false},
		{"s", 5, 12, ".hidden:1 SKILL.md:5 a.md:2 b/c/y.md:1 b/x.md:3", false},
		{"s", 4, 0, ".hidden:1 SKILL.md:5 a.md:2 b/c/y.md:1", true},
		{"s", 0, 6, ".hidden:1 SKILL.md:5", true},
		{"s", 0, 4, ".hidden:1", true},
		{"nowhere", 0, 0, "", false},
	} {
		got := ListResources(vfs.Disk{}, filepath.Join(root, tt.dir), tt.files, tt.bytes)
		if list := describe(t, root, got); list != tt.want || got.Truncated != tt.truncated {
			t.Errorf("%s with %d files, %d bytes: %s, truncated %t; want %s", tt.dir, tt.files, tt.bytes, list, got.Truncated, tt.want)
		}
	}
	o := vfs.NewOverlay(vfs.Disk{}, map[string]vfs.Buffer{
		filepath.Join(root, "s", "a.md"): {Text: "buffer"}, filepath.Join(root, "s", "new", "n.md"): {Text: ""},
	})
	want := ".hidden:1 SKILL.md:5 a.md:6 b/c/y.md:1 b/x.md:3 new/n.md:0"
	if list := describe(t, root, ListResources(o, filepath.Join(root, "alias"), 0, 0)); list != want {
		t.Errorf("with buffers: %s, want %s", list, want)
	}
}

func describe(t *testing.T, root string, l Listing) string {
	t.Helper()
	var parts []string
	for _, f := range l.Files {
		if f.Path != filepath.Join(root, "s", filepath.FromSlash(f.Rel)) {
			t.Errorf("%s lies at %s", f.Rel, f.Path)
		}
		parts = append(parts, f.Rel+":"+string('0'+rune(f.Size)))
	}
	return strings.Join(parts, " ")
}

func TestFindResource(t *testing.T) {
	root := treetest.Make(t, map[string]string{
		"s/a/x.md": "x", "s/in": "->a", "s/out": "->../else", "s/dangling": "->nowhere", "else/z.md": "z", "alias": "->s", "sibling/x.md": "x",
	})
	for _, tt := range []struct {
		rel  string
		want string // relative to the skill directory, or empty
		err  error
	}{
		{"a/x.md", "a/x.md", nil},
		{"./a//x.md", "a/x.md", nil},
		{"a/../a/x.md", "a/x.md", nil},
		{"in/x.md", "a/x.md", nil},
		{"a", "a", nil},
		{".", ".", nil},
		{"", ".", nil},
		{"out/z.md", "", vfs.ErrOutside},
		{"out", "", vfs.ErrOutside},
		{"..", "", vfs.ErrOutside},
		{"../s/a/x.md", "", vfs.ErrOutside},
		{"../sibling/x.md", "", vfs.ErrOutside},
		{"a/../../s/a/x.md", "", vfs.ErrOutside},
		{"/etc/passwd", "", ErrAbsolute},
		{`\\host\x`, "", ErrAbsolute},
		{`C:\x`, "", ErrAbsolute},
		{"c:/x", "", ErrAbsolute},
		{"FILE:///x", "", ErrAbsolute},
		{"dangling", "", fs.ErrNotExist},
		{"missing.md", "", fs.ErrNotExist},
	} {
		for _, dir := range []string{"s", "alias"} {
			got, err := FindResource(vfs.Disk{}, filepath.Join(root, dir), tt.rel)
			want := ""
			if tt.want != "" {
				want = filepath.Join(root, "s", filepath.FromSlash(tt.want))
			}
			if got != want || !errors.Is(err, tt.err) || tt.err == nil && err != nil {
				t.Errorf("%q: %s, %v; want %s, %v", tt.rel, got, err, want, tt.err)
			}
		}
	}
	o := vfs.NewOverlay(vfs.Disk{}, map[string]vfs.Buffer{filepath.Join(root, "alias", "new", "n.md"): {}})
	if got, err := FindResource(o, filepath.Join(root, "s"), "new/n.md"); err != nil || got != filepath.Join(root, "s", "new", "n.md") {
		t.Errorf("a buffer: %s, %v", got, err)
	}
}

func TestComposition(t *testing.T) {
	const source = "---\nname\n---\nbody \xff"
	var c Composition
	c.Add(SegmentEnvelope, "<a>")
	c.Add(SegmentEnvelope, "")
	c.Add(SegmentEnvelope, "\n")
	c.Copy(SegmentFrontmatter, source, text.Span{Start: 0, End: 13})
	c.Copy(SegmentBody, source, text.Span{Start: 13, End: 13})
	c.Copy(SegmentBody, source, text.Span{Start: 13, End: len(source)})
	c.Add(SegmentFiles, "f")
	c.Add(SegmentEnvelope, "</a>")
	got := c.Injection()
	if want := "<a>\n---\nname\n---\nbody \ufffdf</a>"; got.Content != want {
		t.Errorf("content %q, want %q", got.Content, want)
	}
	end := 0
	for _, s := range got.Segments {
		if s.Start != end || s.IsEmpty() {
			t.Errorf("segment %+v begins at %d, want %d", s, s.Start, end)
		}
		end = s.End
	}
	if len(got.Segments) != 5 || end != len(got.Content) {
		t.Errorf("%d segments to %d of %d", len(got.Segments), end, len(got.Content))
	}
	if s := got.Segments[2]; s.Source == nil || *s.Source != (text.Span{Start: 13, End: len(source)}) || s.Note == "" {
		t.Errorf("body %+v", s)
	}
}

// TestManySegments checks that a text of very many segments has no more than the limit, still covers all of the text,
// and ends with its last segment.
func TestManySegments(t *testing.T) {
	var c Composition
	for range maxSegments {
		c.Remark(SegmentUnexecuted, "!`a`", "the agent runs this")
		c.Remark(SegmentUnexecuted, "!`b`", "the agent runs this")
	}
	c.Add(SegmentEnvelope, "</a>")
	got := c.Injection()
	n := len(got.Segments)
	if n != maxSegments {
		t.Fatalf("%d segments", n)
	}
	rest, last := got.Segments[n-2], got.Segments[n-1]
	if last.Kind != SegmentEnvelope || rest.End != last.Start || rest.Start != got.Segments[n-3].End || last.End != len(got.Content) {
		t.Errorf("the last segments are %+v and %+v", rest, last)
	}
	if want := "20002 parts of this text are not shown one by one"; rest.Note != want {
		t.Errorf("note %q, want %q", rest.Note, want)
	}
}
