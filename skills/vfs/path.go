package vfs

import (
	"iter"
	"math"
	"path"
	"path/filepath"
	"runtime"
	"strings"

	"skills-ls/skills/text"
)

// A PathStyle is the path syntax of an operating system. Its methods do not use the file system, so the rules
// of one system can be tested on another.
type PathStyle uint8

const (
	// PosixPaths begin with "/", which is the only separator. A name may contain any other byte, including a
	// backslash.
	PosixPaths PathStyle = iota
	// WindowsPaths begin with a drive, "C:\", or with a share, "\\server\share\". The separator is a
	// backslash, but a slash is accepted too. Drives ignore case.
	WindowsPaths
)

// NativePaths returns the style of this system.
func NativePaths() PathStyle {
	if runtime.GOOS == "windows" {
		return WindowsPaths
	}
	return PosixPaths
}

// CleanPath is [PathStyle.Clean] of this system.
func CleanPath(path string) string { return NativePaths().Clean(path) }

// Within reports whether a path is the directory dir or is below it. Both must be clean. It does not resolve
// links. Case matters, except in a drive.
func Within(dir, path string) bool {
	_, ok := CutDir(path, dir)
	return ok
}

// CutDir returns the part of a path below the directory dir, without separators at either end. For dir itself
// it returns "". It returns false for a path outside dir. Both must be clean.
func CutDir(path, dir string) (rest string, ok bool) { return NativePaths().CutDir(path, dir, 0) }

// Child returns the path of a name in a clean directory. Unlike filepath.Join it does not clean the path
// again, which took a twentieth of the processor time of a check.
func Child(dir, name string) string {
	const separator = string(filepath.Separator)
	return strings.TrimSuffix(dir, separator) + separator + name
}

// Parent is filepath.Dir for a clean path, and does not clean it again.
func Parent(path string) string {
	if i := strings.LastIndexByte(path, filepath.Separator); i > len(filepath.VolumeName(path)) {
		return path[:i]
	}
	return filepath.Dir(path)
}

// Up returns a path and the directories above it, up to the root.
func Up(path string) iter.Seq[string] { return UpAtMost(path, math.MaxInt) }

// UpAtMost returns the first n paths of [Up].
func UpAtMost(path string, n int) iter.Seq[string] {
	return func(yield func(string) bool) {
		for range n {
			if !yield(path) {
				return
			}
			parent := filepath.Dir(path)
			if parent == path {
				return
			}
			path = parent
		}
	}
}

// Clean returns the shortest equivalent path, as filepath.Clean does, in the form that other functions of
// this package expect. On Windows this form has backslashes, the drive in uppercase, no "\\?\" or "\??\"
// before a drive or share, and a separator after a drive or share that is the whole path.
func (s PathStyle) Clean(name string) string {
	if s == PosixPaths {
		return path.Clean(name)
	}
	name = withoutVerbatim(strings.ReplaceAll(name, "/", `\`))
	volume, rest := cutVolume(name)
	if isDrive(volume) {
		volume = strings.ToUpper(volume)
	}
	rest = strings.ReplaceAll(rest, `\`, "/")
	if strings.HasPrefix(volume, `\\`) {
		rest = "/" + rest // every path in a share is absolute
	}
	if rest == "" && volume != "" {
		return volume + "." // the current directory of a drive
	}
	return volume + strings.ReplaceAll(path.Clean(rest), "/", `\`)
}

// IsAbs reports whether a path is absolute.
func (s PathStyle) IsAbs(name string) bool {
	if s == PosixPaths {
		return path.IsAbs(name)
	}
	volume, rest := cutVolume(withoutVerbatim(strings.ReplaceAll(name, "/", `\`)))
	return strings.HasPrefix(volume, `\\`) || volume != "" && strings.HasPrefix(rest, `\`)
}

// CutDir is the function [CutDir] for paths of the style in directories that fold names. The result is
// spelled as in name.
func (s PathStyle) CutDir(name, dir string, f Folding) (rest string, ok bool) {
	separator := "/"
	if s == WindowsPaths {
		separator = `\`
		nameVolume, nameRest := cutVolume(name)
		dirVolume, dirRest := cutVolume(dir)
		if !strings.EqualFold(nameVolume, dirVolume) { // servers and shares ignore case too
			return "", false
		}
		name, dir = nameRest, dirRest
	}
	dir = strings.TrimSuffix(dir, separator)
	if f != 0 {
		rest, ok = cutNames(name, dir, separator, f)
		return strings.Trim(rest, separator), ok
	}
	rest, ok = strings.CutPrefix(name, dir)
	if !ok || rest != "" && rest[:1] != separator {
		return "", false
	}
	return strings.Trim(rest, separator), true
}

// cutNames is strings.CutPrefix but compares the names between the separators with a folding.
func cutNames(path, dir, separator string, f Folding) (rest string, ok bool) {
	for dir != "" {
		var name, want string
		want, dir, _ = strings.Cut(dir, separator)
		name, path, _ = strings.Cut(path, separator)
		if !f.Same(name, want) {
			return "", false
		}
	}
	return path, true
}

// withoutVerbatim removes the prefix that makes Windows take a path literally. Programs add it to paths over
// 260 characters, and when they resolve links. Without the prefix the path names the same file.
func withoutVerbatim(name string) string {
	rest, ok := strings.CutPrefix(name, `\\?\`)
	if !ok {
		rest, ok = strings.CutPrefix(name, `\??\`)
	}
	switch {
	case !ok:
	case len(rest) > 4 && strings.EqualFold(rest[:4], `UNC\`):
		return withoutVerbatim(`\\` + rest[4:])
	case isDrive(rest):
		return rest + `\`
	case len(rest) > 2 && isDrive(rest[:2]) && rest[2] == '\\':
		return rest
	}
	return name
}

// cutVolume splits a Windows path with backslashes into its drive or share, or "", and the rest.
func cutVolume(name string) (volume, rest string) {
	if len(name) >= 2 && isDrive(name[:2]) {
		return name[:2], name[2:]
	}
	server, ok := strings.CutPrefix(name, `\\`)
	if !ok {
		return "", name
	}
	i := strings.IndexByte(server, '\\')
	if i <= 0 || i+1 == len(server) || server[i+1] == '\\' || strings.Contains(server[:i], ":") {
		return "", name // the server or the share is missing
	}
	end := len(name)
	if share := strings.IndexByte(server[i+1:], '\\'); share >= 0 {
		end = 2 + i + 1 + share
	}
	return name[:end], name[end:]
}

// isDrive reports whether the name is a drive, such as "C:".
func isDrive(name string) bool {
	return len(name) == 2 && text.IsLetter(name[0]) && name[1] == ':'
}
