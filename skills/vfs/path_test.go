package vfs_test

import (
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"skills-ls/skills/vfs"
)

const (
	posix   = vfs.PosixPaths
	windows = vfs.WindowsPaths
)

func TestPathClean(t *testing.T) {
	for _, test := range []struct {
		style      vfs.PathStyle
		path, want string
		abs        bool
	}{
		{posix, "/a/b", "/a/b", true},
		{posix, "/a//b/", "/a/b", true},
		{posix, "/a/./b/../c", "/a/c", true},
		{posix, "/..", "/", true},
		{posix, "/", "/", true},
		{posix, "", ".", false},
		{posix, "a/../b", "b", false},
		{posix, `/a\b`, `/a\b`, true},
		{posix, `C:\a`, `C:\a`, false},
		{posix, "/C:/a", "/C:/a", true},
		{posix, `\\?\C:\a`, `\\?\C:\a`, false},

		{windows, `C:\a\b`, `C:\a\b`, true},
		{windows, `c:\A\b`, `C:\A\b`, true},
		{windows, `c:/a/b/`, `C:\a\b`, true},
		{windows, `C:\a\\b/./c\..`, `C:\a\b`, true},
		{windows, `C:\..\a`, `C:\a`, true},
		{windows, `c:\`, `C:\`, true},
		{windows, `c:/`, `C:\`, true},
		{windows, `C:`, `C:.`, false},
		{windows, `c:a\..\b`, `C:b`, false},
		{windows, `\a`, `\a`, false},
		{windows, `/a`, `\a`, false},
		{windows, `a/b`, `a\b`, false},
		{windows, ``, `.`, false},
		{windows, `\\server\share\a`, `\\server\share\a`, true},
		{windows, `//server/share/a/../b/`, `\\server\share\b`, true},
		{windows, `\\server\share`, `\\server\share\`, true},
		{windows, `\\server\share\`, `\\server\share\`, true},
		{windows, `\\server\share\..\..\x`, `\\server\share\x`, true},
		{windows, `\\server`, `\server`, false},
		{windows, `\\server\`, `\server`, false},
		{windows, `\\wsl.localhost\Ubuntu\home\x`, `\\wsl.localhost\Ubuntu\home\x`, true},
		{windows, `\\?\c:\a`, `C:\a`, true},
		{windows, `//?/c:/a`, `C:\a`, true},
		{windows, `\\?\c:`, `C:\`, true},
		{windows, `\??\c:\a`, `C:\a`, true},
		{windows, `\\?\UNC\server\share\a`, `\\server\share\a`, true},
		{windows, `\\?\unc\server\share`, `\\server\share\`, true},
		{
			windows, `\\?\Volume{01234567-89ab-cdef-0123-456789abcdef}\a`,
			`\\?\Volume{01234567-89ab-cdef-0123-456789abcdef}\a`, true,
		},
		{windows, `\\.\pipe\a`, `\\.\pipe\a`, true},
		{windows, `é:\a`, `é:\a`, false},
	} {
		if got := test.style.Clean(test.path); got != test.want {
			t.Errorf("Clean(%q) = %q, want %q", test.path, got, test.want)
		}
		if again := test.style.Clean(test.want); again != test.want {
			t.Errorf("Clean(%q) = %q, want it unchanged", test.want, again)
		}
		if got := test.style.IsAbs(test.path); got != test.abs {
			t.Errorf("IsAbs(%q) = %t", test.path, got)
		}
	}
}

// TestNativePathClean checks that CleanPath and IsAbs return the same as package filepath on this system. On
// Windows the case of a drive may differ.
func TestNativePathClean(t *testing.T) {
	for _, path := range []string{
		"/a/b", "a/../..", "/", "", ".", "a//b", `c:\x\..\y`, `C:\`, `\\s\h\x`, `x\y`, "/é/./ü",
	} {
		got, want := vfs.CleanPath(path), filepath.Clean(path)
		if got != want && (runtime.GOOS != "windows" || !strings.EqualFold(got, want)) {
			t.Errorf("CleanPath(%q) = %q, want %q", path, got, want)
		}
		if got, want := vfs.NativePaths().IsAbs(path), filepath.IsAbs(path); got != want {
			t.Errorf("IsAbs(%q) = %t, want %t", path, got, want)
		}
	}
}

func TestCutDir(t *testing.T) {
	const both = vfs.FoldsCase | vfs.FoldsMarks
	for _, test := range []struct {
		style     vfs.PathStyle
		folding   vfs.Folding
		dir, path string
		rest      string // "-" if the path is outside dir
	}{
		{posix, 0, "/a", "/a", ""},
		{posix, 0, "/a", "/a/b/c", "b/c"},
		{posix, 0, "/a", "/ab", "-"},
		{posix, 0, "/a/b", "/a", "-"},
		{posix, 0, "/", "/a", "a"},
		{posix, 0, "/", "/", ""},
		{posix, 0, "/a", "/A/b", "-"},
		{posix, 0, "/a", `/a\b`, "-"},
		{posix, 0, "/Ωa", "/Ωa/b", "b"},
		{posix, vfs.FoldsCase, "/a", "/A/B", "B"},
		{posix, vfs.FoldsCase, "/a", "/AB", "-"},
		{posix, vfs.FoldsCase, "/a/b", "/A", "-"},
		{posix, vfs.FoldsCase, "/A/b/", "/a/B", ""},
		{posix, vfs.FoldsCase, "/", "/a", "a"},
		{posix, vfs.FoldsCase, "/stra\u00dfe", "/STRASSE/x", "-"}, // letters fold one by one
		{posix, vfs.FoldsCase, "/\u03c3", "/\u03c2/x", "x"},       // two lowercase sigmas
		{posix, vfs.FoldsCase, "/\u00e9", "/\u00c9/x", "x"},
		{posix, vfs.FoldsCase, "/\u00e9", "/e\u0301/x", "-"},
		{posix, vfs.FoldsMarks, "/\u00e9", "/e\u0301/x", "x"},
		{posix, vfs.FoldsMarks, "/\u00e9", "/E\u0301/x", "-"},
		{posix, both, "/\u00e9", "/E\u0301/x", "x"},
		{posix, both, "/e\u0301/\u00e9", "/\u00c9/E\u0301/\u00e9.md", "\u00e9.md"},

		{windows, 0, `C:\a`, `C:\a\b`, "b"},
		{windows, 0, `c:\a`, `C:\a\b`, "b"},
		{windows, 0, `C:\a`, `C:\A\b`, "-"},
		{windows, 0, `C:\a`, `D:\a\b`, "-"},
		{windows, 0, `C:\a`, `C:\ab`, "-"},
		{windows, 0, `C:\`, `c:\a\b`, `a\b`},
		{windows, 0, `C:\`, `C:\`, ""},
		{windows, 0, `\\s\h\`, `\\S\H\a`, "a"},
		{windows, 0, `\\s\h`, `\\s\h\a`, "a"},
		{windows, 0, `\\s\h`, `\\s\h2\a`, "-"},
		{windows, 0, `\\s\h\a`, `C:\a`, "-"},
		{windows, vfs.FoldsCase, `c:\Users\ME`, `C:\users\me\Ws\SKILL.md`, `Ws\SKILL.md`},
		{windows, vfs.FoldsCase, `\\s\h\A`, `\\S\h\a\B`, "B"},
	} {
		rest, ok := test.style.CutDir(test.path, test.dir, test.folding)
		if !ok {
			rest = "-"
		}
		if rest != test.rest {
			t.Errorf("CutDir(%q, %q, %d) = %q, want %q", test.path, test.dir, test.folding, rest, test.rest)
		}
	}
}

func TestWithin(t *testing.T) {
	for _, test := range []struct {
		dir, path string
		want      bool
	}{
		{"/a", "/a", true},
		{"/a", "/a/b", true},
		{"/a", "/ab", false},
		{"/", "/a", true},
		{"/a/b", "/a", false},
	} {
		got := vfs.Within(filepath.FromSlash(test.dir), filepath.FromSlash(test.path))
		if got != test.want {
			t.Errorf("Within(%s, %s) = %t", test.dir, test.path, got)
		}
	}
}

func TestUp(t *testing.T) {
	for _, test := range []struct {
		path string
		want []string
	}{
		{"/a/b/c", []string{"/a/b/c", "/a/b", "/a", "/"}},
		{"/", []string{"/"}},
		{"a/b", []string{"a/b", "a", "."}},
		{".", []string{"."}},
		{"", []string{"", "."}},
	} {
		var want []string
		for _, dir := range test.want {
			want = append(want, filepath.FromSlash(dir))
		}
		got := slices.Collect(vfs.Up(filepath.FromSlash(test.path)))
		if !slices.Equal(got, want) {
			t.Errorf("Up(%q) = %q, want %q", test.path, got, want)
		}
		first := slices.Collect(vfs.UpAtMost(filepath.FromSlash(test.path), 2))
		if !slices.Equal(first, want[:min(len(want), 2)]) {
			t.Errorf("the first two of Up(%q) are %q, want those of %q", test.path, first, want)
		}
	}
	for dir := range vfs.Up(filepath.FromSlash("/a/b")) {
		if dir != filepath.FromSlash("/a/b") {
			t.Errorf("Up goes on to %q after a break", dir)
		}
		break
	}
}

func TestFoldingKey(t *testing.T) {
	const both = vfs.FoldsCase | vfs.FoldsMarks
	for _, test := range []struct {
		a, b string
		want []vfs.Folding // the foldings that treat a and b as the same
	}{
		{"SKILL.md", "skill.MD", []vfs.Folding{vfs.FoldsCase, both}},
		{"r\u00e9sum\u00e9.md", "re\u0301sume\u0301.md", []vfs.Folding{vfs.FoldsMarks, both}},
		{"R\u00e9sum\u00e9.md", "re\u0301sume\u0301.md", []vfs.Folding{both}},
		{"K", "\u212a", []vfs.Folding{vfs.FoldsCase, vfs.FoldsMarks, both}}, // NFC of the Kelvin sign
		{"\u01c5", "\u01c4", []vfs.Folding{vfs.FoldsCase, both}},            // title case
		{"a", "b", nil},
		{"\xff", "\xfe", nil},
		{"same", "same", []vfs.Folding{0, vfs.FoldsCase, vfs.FoldsMarks, both}},
	} {
		for _, f := range []vfs.Folding{0, vfs.FoldsCase, vfs.FoldsMarks, both} {
			want := false
			for _, w := range test.want {
				want = want || w == f
			}
			if got := f.Key(test.a) == f.Key(test.b); got != want || f.Same(test.a, test.b) != want {
				t.Errorf("folding %d: %q and %q have equal keys: %t, want %t", f, test.a, test.b, got, want)
			}
		}
	}
}
