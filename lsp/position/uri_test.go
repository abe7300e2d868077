package position

import (
	"strings"
	"testing"

	"go.lsp.dev/uri"

	"skills-ls/skills/vfs"
)

// TestFilePath checks how file URIs are read as editors write them. VS Code encodes the colon of a drive and
// writes its letter in lowercase. Neovim, Emacs, Helix and Zed leave both as they are. All differ in which
// other characters they encode.
func TestFilePath(t *testing.T) {
	const posix, windows = vfs.PosixPaths, vfs.WindowsPaths
	for _, test := range []struct {
		style vfs.PathStyle
		uri   uri.URI
		want  string // empty for none
	}{
		{posix, "file:///a/b.md", "/a/b.md"},
		{posix, "FILE:///a/b.md", "/a/b.md"},
		{posix, "file:/a/b.md", "/a/b.md"},
		{posix, "file://localhost/a/b.md", "/a/b.md"},
		{posix, "file:///a//b/../c/", "/a/c"},
		{posix, "file:////a/b", "/a/b"},
		{posix, "file:///", "/"},
		{posix, "file:///a%20b/c d.md", "/a b/c d.md"},
		{posix, "file:///a%23b%3fc%25d", "/a#b?c%d"},
		{posix, "file:///a%2520b", "/a%20b"},
		{posix, "file:///100%/%zz/%4", "/100%/%zz/%4"},
		{posix, "file:///a?query#fragment", "/a"},
		{posix, "file:///a#L3", "/a"},
		{posix, "file:///%e4%b8%ad/%F0%9F%98%80", "/中/😀"},
		{posix, "file:///中/😀", "/中/😀"},
		{posix, "file:///caf%E9/\xe9", "/caf\xe9/\xe9"}, // Latin-1
		{posix, `file:///a\b`, `/a\b`},
		{posix, "file:///a%5Cb", `/a\b`},
		{posix, "file:///a%2Fb", "/a/b"},
		{posix, "file:///%7Eme/%28x%29%5B1%5D+&=@:;,!", "/~me/(x)[1]+&=@:;,!"},
		{posix, "file://server/share/a", ""},
		{posix, "file:///c%3A/a", ""},
		{posix, "file:///C:/a", ""},
		{posix, "file:a", ""},
		{posix, "file:", ""},
		{posix, "", ""},
		{posix, "/a", ""},
		{posix, "untitled:a", ""},
		{posix, "vscode-vfs://github/a", ""},
		{posix, "git:/a.md?ref", ""},

		{windows, "file:///c%3A/Users/me/a.md", `C:\Users\me\a.md`}, // VS Code
		{windows, "file:///C:/Users/me/a.md", `C:\Users\me\a.md`},   // Neovim, Emacs, Helix, Zed
		{windows, "file:///c:/Users/me/a.md", `C:\Users\me\a.md`},
		{windows, "file:///C%3a/a.md", `C:\a.md`},
		{windows, "file:/C:/a.md", `C:\a.md`},
		{windows, "file:C:/a.md", `C:\a.md`},
		{windows, "file://C:/a.md", `C:\a.md`},
		{windows, "file://c%3A/a.md", `C:\a.md`},
		{windows, `file://C:\Users\a.md`, `C:\Users\a.md`},
		{windows, `file:///C:\Users\a.md`, `C:\Users\a.md`},
		{windows, `file:///C:%5CUsers%5Ca.md`, `C:\Users\a.md`},
		{windows, "file://localhost/C:/a.md", `C:\a.md`},
		{windows, "file:///C:", `C:\`},
		{windows, "file:///c%3A/", `C:\`},
		{windows, "file:///C:/a/../b//c/", `C:\b\c`},
		{windows, "file:///C:/a%20b/%23/%25/é.md", `C:\a b\#\%\é.md`},
		{windows, "file:///c%3A/%E4%B8%AD.md", `C:\中.md`},
		{windows, "file://server/share/a.md", `\\server\share\a.md`},
		{windows, "file://Server/Share%20x/a.md", `\\Server\Share x\a.md`},
		{windows, "file://server/c$/a.md", `\\server\c$\a.md`},
		{windows, "file://server/share", `\\server\share\`},
		{windows, "file:////server/share/a.md", `\\server\share\a.md`},
		{windows, `file:\\server\share\a.md`, `\\server\share\a.md`},
		{windows, "file://wsl.localhost/Ubuntu/home/me/a.md", `\\wsl.localhost\Ubuntu\home\me\a.md`},
		{windows, "file://wsl%24/Ubuntu/a.md", `\\wsl$\Ubuntu\a.md`},
		{windows, "file://%3F/C:/a.md", `C:\a.md`},
		{windows, "file://%3f/UNC/server/share/a.md", `\\server\share\a.md`},
		{windows, "file://server/", ""},
		{windows, "file:///", ""},
		{windows, "file:///home/me/a.md", ""},
		{windows, "file:///CC:/a.md", ""},
		{windows, "untitled:a", ""},
	} {
		got, ok := filePathFor(test.uri, test.style)
		if got != test.want || ok != (test.want != "") {
			t.Errorf("style %d: %s names %q, %t; want %q", test.style, test.uri, got, ok, test.want)
			continue
		}
		if !ok {
			continue
		}
		written := pathURIFor(got, test.style)
		if again, ok := filePathFor(written, test.style); !ok || again != got && !sameServer(got, again) {
			t.Errorf("style %d: %q is written %s, which names %q, %t", test.style, got, written, again, ok)
		}
	}
}

// TestPathURI checks how URIs are written: as VS Code writes them, which the other editors can read.
func TestPathURI(t *testing.T) {
	for _, test := range []struct {
		style vfs.PathStyle
		path  string
		want  uri.URI
	}{
		{vfs.PosixPaths, "/a b/c#d?e%f.md", "file:///a%20b/c%23d%3Fe%25f.md"},
		{vfs.PosixPaths, "/中/é", "file:///%E4%B8%AD/%C3%A9"},
		{vfs.PosixPaths, `/a\b`, "file:///a%5Cb"},
		{vfs.PosixPaths, "/", "file:///"},
		{vfs.PosixPaths, "/caf\xe9", "file:///caf%E9"},
		{vfs.PosixPaths, "untitled:a", "untitled:a"},
		{vfs.WindowsPaths, `C:\Users\me\a b.md`, "file:///c%3A/Users/me/a%20b.md"},
		{vfs.WindowsPaths, `c:\`, "file:///c%3A/"},
		{vfs.WindowsPaths, `\\server\share\a.md`, "file://server/share/a.md"},
		{vfs.WindowsPaths, `\\?\C:\a.md`, "file:///c%3A/a.md"},
		{vfs.WindowsPaths, `\\?\UNC\server\share\a.md`, "file://server/share/a.md"},
		{vfs.WindowsPaths, "untitled:a", "untitled:a"},
	} {
		if got := pathURIFor(test.path, test.style); got != test.want {
			t.Errorf("style %d: %q is written %s, want %s", test.style, test.path, got, test.want)
		}
	}
}

// FuzzFilePath checks that reading a written URI returns the path again, and that no text makes either step
// fail.
func FuzzFilePath(f *testing.F) {
	for _, seed := range []string{"/a b", `C:\a`, `\\server\share\a`, "file:///c%3A/x", "file://h/%", "/\xff%zz", `\\?\C:\x`, `\\?\UNC\a\b`, `//\x`, `\\\`, "file://%5C/x"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, style := range []vfs.PathStyle{vfs.PosixPaths, vfs.WindowsPaths} {
			paths := []string{text}
			if path, ok := filePathFor(uri.URI(text), style); ok {
				paths = append(paths, path)
			}
			for _, path := range paths {
				if !style.IsAbs(path) {
					continue
				}
				clean := style.Clean(path)
				if again := style.Clean(clean); again != clean || !style.IsAbs(clean) {
					t.Errorf("style %d: %q is cleaned to %q and %q", style, path, clean, again)
				}
				u := pathURIFor(path, style)
				if back, ok := filePathFor(u, style); ok && back != clean && !sameServer(clean, back) {
					t.Errorf("style %d: %q is written %s, which names %q", style, clean, u, back)
				}
			}
		}
	})
}

// sameServer reports whether two paths name the same share. A URI does not preserve the case of a server.
func sameServer(a, b string) bool {
	return strings.HasPrefix(a, `\\`) && pathURIFor(a, vfs.WindowsPaths) == pathURIFor(b, vfs.WindowsPaths)
}
