package skills

import (
	"path"
	"runtime"
	"strings"
)

// A PathStyle is how an operating system writes paths. Its methods look at nothing but the text, so that what one system needs
// can be tested on another.
type PathStyle uint8

const (
	// PosixPaths begin at "/", which is the one separator. Any other byte may stand in a name, a backslash too.
	PosixPaths PathStyle = iota
	// WindowsPaths begin at a drive, "C:\", or at the share of a server, "\\server\share\". The separator is a backslash,
	// for which a slash may be written, and the letter case of a drive means nothing.
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

// Within reports whether a path is the directory dir or lies below it, going by what is written: no link is resolved, and
// letter case counts but for that of a drive. Both must be clean.
func Within(dir, path string) bool {
	_, ok := CutDir(path, dir)
	return ok
}

// CutDir returns what is left of a path behind the directory dir, without a separator at either end: nothing for dir itself.
// It returns false for a path outside. Both must be clean.
func CutDir(path, dir string) (rest string, ok bool) { return NativePaths().CutDir(path, dir, 0) }

// Clean returns the shortest path that names the same, as filepath.Clean does, in the one form in which paths are compared.
// For Windows that is: backslashes, the drive in upper case, as the system's own functions return it, no "\\?\" or "\??\"
// before a drive or a share, and a separator after a drive or share that stands alone.
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
		rest = "/" + rest // below a share everything is absolute
	}
	if rest == "" && volume != "" {
		return volume + "." // the current directory of a drive
	}
	return volume + strings.ReplaceAll(path.Clean(rest), "/", `\`)
}

// IsAbs reports whether a path names the same thing wherever the process stands.
func (s PathStyle) IsAbs(name string) bool {
	if s == PosixPaths {
		return path.IsAbs(name)
	}
	volume, rest := cutVolume(withoutVerbatim(strings.ReplaceAll(name, "/", `\`)))
	return strings.HasPrefix(volume, `\\`) || volume != "" && strings.HasPrefix(rest, `\`)
}

// CutDir is the function [CutDir] for paths of the style, in a place that folds names. The rest is as the path has it.
func (s PathStyle) CutDir(name, dir string, f Folding) (rest string, ok bool) {
	separator := "/"
	if s == WindowsPaths {
		separator = `\`
		nameVolume, nameRest := cutVolume(name)
		dirVolume, dirRest := cutVolume(dir)
		if !strings.EqualFold(nameVolume, dirVolume) { // servers and their shares fold letter case too
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

// cutNames is strings.CutPrefix for the names between the separators.
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

// withoutVerbatim drops the prefix that makes Windows take a path as it is written. Programs add it to go beyond 260 characters
// and when they resolve links, and everybody means the same file without it.
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

// cutVolume splits a Windows path with backslashes behind its drive or share, which may be missing.
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
		return "", name // no server, or no share
	}
	end := len(name)
	if share := strings.IndexByte(server[i+1:], '\\'); share >= 0 {
		end = 2 + i + 1 + share
	}
	return name[:end], name[end:]
}

// isDrive reports whether a text is a drive, like "C:".
func isDrive(text string) bool { return len(text) == 2 && isLetter(text[0]) && text[1] == ':' }
