package vfs

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"skills-ls/skills/text"
)

// A Folding is a set of differences between names that a file system ignores. It belongs to a directory and
// not to the operating system: a share, a drive or a single directory may fold names in another way than its
// parent.
type Folding uint8

const (
	// FoldsCase ignores case, as Windows and macOS do by default.
	FoldsCase Folding = 1 << iota
	// FoldsMarks ignores whether an accented letter is one character (Unicode's NFC) or several (NFD), as
	// macOS does.
	FoldsMarks
)

// Key returns a string to compare names or paths by. Two names have equal keys if and only if the folding
// treats them as the same. Key folds letters one by one, as strings.EqualFold does. For rare letters a file
// system may differ.
func (f Folding) Key(name string) string {
	start := firstFolded(name)
	if start < 0 {
		return name // the usual case
	}
	if f&FoldsMarks != 0 && !text.IsASCII(name[start:]) {
		name = norm.NFD.String(name)
	}
	if f&FoldsCase != 0 && utf8.ValidString(name) { // Linux compares other names byte by byte
		name = strings.Map(foldRune, name)
	}
	return name
}

// firstFolded returns the offset of the first byte that is an uppercase letter or not ASCII, or -1 if the
// name has no such byte.
func firstFolded(name string) int {
	for i := range len(name) {
		if c := name[i]; c >= utf8.RuneSelf || 'A' <= c && c <= 'Z' {
			return i
		}
	}
	return -1
}

// Same reports whether the folding treats two names as the same.
func (f Folding) Same(a, b string) bool {
	switch {
	case a == b:
		return true
	case f == 0:
		return false
	case text.IsASCII(a) && text.IsASCII(b):
		return f&FoldsCase != 0 && strings.EqualFold(a, b)
	}
	return f.Key(a) == f.Key(b)
}

// foldRune returns the same character for all characters that differ only in case. If an ASCII letter is
// among them, it returns the lowercase one.
func foldRune(r rune) rune {
	if r < utf8.RuneSelf {
		return unicode.ToLower(r)
	}
	first := r
	for other := unicode.SimpleFold(r); other != r; other = unicode.SimpleFold(other) {
		first = min(first, other)
	}
	if 'A' <= first && first <= 'Z' {
		return first + 'a' - 'A'
	}
	return first
}

// otherSpelling returns a name that differs only as f ignores: in another case for FoldsCase, in NFC or NFD
// for FoldsMarks. It returns false if there is no such name.
func otherSpelling(name string, f Folding) (string, bool) {
	other := name
	switch f {
	case FoldsCase:
		other = strings.Map(flipCase, name)
	case FoldsMarks:
		if other = norm.NFC.String(name); other == name {
			other = norm.NFD.String(name)
		}
	}
	return other, other != name && utf8.ValidString(name)
}

// flipCase changes the case of ASCII letters, on which all file systems agree.
func flipCase(r rune) rune {
	if r < utf8.RuneSelf && text.IsLetter(byte(r)) {
		return r ^ 0x20
	}
	return r
}

// foldsName reports whether a directory treats another spelling of the name as the same name. It returns
// false for ok if it cannot tell, for instance because the name does not exist.
func foldsName(fsys FS, dir, name string, f Folding) (folds, ok bool) {
	other, ok := otherSpelling(name, f)
	if !ok {
		return false, false
	}
	info, err := fsys.Lstat(filepath.Join(dir, name))
	if err != nil {
		return false, false
	}
	otherInfo, err := fsys.Lstat(filepath.Join(dir, other))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, true
	case err != nil:
		return false, false
	case !os.SameFile(info, otherInfo):
		return false, true
	}
	entries, err := fsys.ReadDir(dir) // the names may be hard links to one file
	if err != nil {
		return false, false
	}
	_, isListed := entryNamed(entries, name)
	_, otherIsListed := entryNamed(entries, other)
	return !isListed || !otherIsListed, true
}

// entryNamed returns the entry with exactly that name from a sorted listing.
func entryNamed(entries []fs.DirEntry, name string) (fs.DirEntry, bool) {
	i, ok := searchEntry(entries, name)
	if !ok {
		return nil, false
	}
	return entries[i], true
}

// searchEntry is slices.BinarySearch for the name of an entry.
func searchEntry(entries []fs.DirEntry, name string) (int, bool) {
	return slices.BinarySearchFunc(entries, name, func(e fs.DirEntry, name string) int {
		return strings.Compare(e.Name(), name)
	})
}

// FoldingAt returns how the file system folds names at a path, which need not exist. It looks up an existing
// file in another spelling: the path itself, else an entry of the nearest existing directory, else a
// directory above. If none of these can be spelled differently, FoldingAt returns 0. It checks for FoldsMarks
// only if the path is not ASCII.
func FoldingAt(fsys FS, path string) Folding {
	var found Folding
	if foldsAt(fsys, path, FoldsCase) {
		found |= FoldsCase
	}
	if !text.IsASCII(path) && foldsAt(fsys, path, FoldsMarks) {
		found |= FoldsMarks
	}
	return found
}

func foldsAt(fsys FS, path string, f Folding) bool {
	listed := false
	for dir := filepath.Dir(path); dir != path; path, dir = dir, filepath.Dir(dir) {
		if folds, ok := foldsName(fsys, dir, filepath.Base(path), f); ok {
			return folds
		}
		if listed {
			continue
		}
		entries, err := fsys.ReadDir(dir)
		listed = err == nil
		for _, e := range entries {
			if folds, ok := foldsName(fsys, dir, e.Name(), f); ok {
				return folds
			}
		}
	}
	return false
}
