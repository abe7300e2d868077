package skills

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
)

// A Folding says which names a file system takes for one. It is a property of the place and not of the operating system: a
// share, a drive or a single directory may differ from what lies around it.
type Folding uint8

const (
	// FoldsCase takes names for one that differ in letter case alone, as Windows and macOS do by default.
	FoldsCase Folding = 1 << iota
	// FoldsMarks takes names for one that differ in whether letters and their marks are one character or two, Unicode's
	// forms NFC and NFD, as macOS does.
	FoldsMarks
)

// Key returns what a name or path has in common with all that the folding takes for the same, and with nothing else. It is
// made for comparing, not for reading. File systems differ from each other in how they fold rare letters; Key folds them one
// by one, as strings.EqualFold does.
func (f Folding) Key(name string) string {
	start := firstFolded(name)
	if start < 0 {
		return name // as most are
	}
	if f&FoldsMarks != 0 && !isASCII(name[start:]) {
		name = norm.NFD.String(name)
	}
	if f&FoldsCase != 0 {
		name = name[:start] + foldCase(name[start:])
	}
	return name
}

// firstFolded returns the offset of the first byte that is not a small letter, a digit or a sign of ASCII, -1 for none.
func firstFolded(name string) int {
	for i := range len(name) {
		if c := name[i]; c >= utf8.RuneSelf || 'A' <= c && c <= 'Z' {
			return i
		}
	}
	return -1
}

// Same reports whether two names are one.
func (f Folding) Same(a, b string) bool {
	switch {
	case a == b:
		return true
	case f == 0:
		return false
	case isASCII(a) && isASCII(b):
		return f&FoldsCase != 0 && strings.EqualFold(a, b)
	}
	return f.Key(a) == f.Key(b)
}

// foldCase folds every character; bytes that are none stay.
func foldCase(name string) string {
	var out strings.Builder
	out.Grow(len(name))
	for i := 0; i < len(name); {
		r, n := utf8.DecodeRuneInString(name[i:])
		if r == utf8.RuneError && n == 1 {
			out.WriteByte(name[i])
		} else {
			out.WriteRune(foldRune(r))
		}
		i += n
	}
	return out.String()
}

// foldRune returns one of the characters that differ in letter case alone, the same for each of them: a small letter of ASCII
// if there is one.
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

// otherSpelling returns the name in another letter case, or with marks composed the other way; false where there is none.
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

// flipCase changes the case of letters of ASCII, on which all file systems agree.
func flipCase(r rune) rune {
	if r < utf8.RuneSelf && isLetter(byte(r)) {
		return r ^ 0x20
	}
	return r
}

// foldsName looks whether a directory takes a name of it in another spelling for the same, and returns false as the second
// result where that cannot be told.
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
	entries, err := fsys.ReadDir(dir) // one file may have both names
	if err != nil {
		return false, false
	}
	_, isListed := entryNamed(entries, name)
	_, otherIsListed := entryNamed(entries, other)
	return !isListed || !otherIsListed, true
}

// entryNamed finds the entry of that very name in a sorted directory.
func entryNamed(entries []fs.DirEntry, name string) (fs.DirEntry, bool) {
	i, ok := slices.BinarySearchFunc(entries, name, func(e fs.DirEntry, name string) int { return strings.Compare(e.Name(), name) })
	if !ok {
		return nil, false
	}
	return entries[i], true
}

// FoldingAt looks how names are told apart where a path lies, which need not exist. It asks for something that exists by
// another spelling of its name: for the path itself, else for what lies in the nearest directory that exists, else for a
// directory above. What cannot be told is taken not to fold; so are the marks of a path that has none.
func FoldingAt(fsys FS, path string) Folding {
	var found Folding
	if foldsAt(fsys, path, FoldsCase) {
		found |= FoldsCase
	}
	if !isASCII(path) && foldsAt(fsys, path, FoldsMarks) {
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

func isASCII(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
