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

// A Folding tells which names a file system treats as the same. It belongs to a directory and not to the
// operating system: a share, a drive or a single directory may differ from those around it.
type Folding uint8

const (
	// FoldsCase ignores case, as Windows and macOS do by default.
	FoldsCase Folding = 1 << iota
	// FoldsMarks ignores whether a letter and its marks are one character or two, Unicode's forms NFC and
	// NFD, as macOS does.
	FoldsMarks
)

// Key returns a text that is the same for all names, or paths, that the folding treats as the same, and
// different for all others. It is for comparison, not for display. File systems differ in how they fold rare
// letters. Key folds letters one by one, as strings.EqualFold does.
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

// firstFolded returns the offset of the first byte that is not a lowercase letter, a digit or another ASCII
// sign, -1 if the name has no such byte.
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
	case isASCII(a) && isASCII(b):
		return f&FoldsCase != 0 && strings.EqualFold(a, b)
	}
	return f.Key(a) == f.Key(b)
}

// foldCase folds every character. Bytes that are not UTF-8 stay.
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

// foldRune returns the same character for all that differ in case alone: a lowercase ASCII letter if one of
// them is.
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

// otherSpelling returns the name in another case, or with marks composed the other way. It returns false if
// there is no other spelling.
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

// foldsName asks whether a directory treats another spelling of one of its names as the same. The second
// result is false if the directory cannot tell.
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

// entryNamed finds the entry with exactly that name in a sorted directory.
func entryNamed(entries []fs.DirEntry, name string) (fs.DirEntry, bool) {
	i, ok := slices.BinarySearchFunc(entries, name, func(e fs.DirEntry, name string) int { return strings.Compare(e.Name(), name) })
	if !ok {
		return nil, false
	}
	return entries[i], true
}

// FoldingAt finds out how names fold at a path, which need not exist. It asks for an existing file by another
// spelling of its name: the path itself, otherwise an entry of the nearest existing directory, otherwise a
// directory above. If nothing can tell, names do not fold. Marks fold only for a path that has some.
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
