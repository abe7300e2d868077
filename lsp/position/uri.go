package position

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path"
	"regexp"
	"strings"

	"go.lsp.dev/uri"

	"skills-ls/skills/vfs"
)

// DocumentName returns a name that identifies a document regardless of how its URI is spelled, except for
// what the file system folds: the path of a file URI, or else the URI, as [shallow] returns it. Clients
// differ from each other, and from one message to the next, in what they percent-encode and in the case of a
// drive letter.
func DocumentName(u uri.URI) string {
	if path, ok := FilePath(u); ok {
		return path
	}
	if canonical, err := uri.ParseStrict(string(u)); err == nil {
		return shallow(string(canonical))
	}
	return shallow(string(u))
}

// DeepScheme is the prefix of the names that [shallow] makes.
const DeepScheme = "deep:"

// shallow returns the URI, unless it has more than [vfs.MaxPathDepth] slashes. It then returns a hash and the
// base name, so that walks up the name stay short.
func shallow(u string) string {
	if strings.Count(u, "/") <= vfs.MaxPathDepth {
		return u
	}
	return fmt.Sprintf("%s%x/%s", DeepScheme, sha256.Sum256([]byte(u)), path.Base(u))
}

// FilePath returns the clean path of a file URI. It returns false for a URI that names no file of this
// system, and for a file deeper than [vfs.MaxPathDepth], whose document the server treats like one that was
// never saved.
func FilePath(u uri.URI) (string, bool) { return filePathFor(u, vfs.NativePaths()) }

// filePathFor is [FilePath] for a style of paths. In addition to the standard it accepts what editors write:
// backslashes, "file://C:/x", and "file:////server/share" for "file://server/share". Unlike uri.FsPath it
// returns the encoded bytes even if they are not UTF-8, and a drive in uppercase, as the system's functions
// do.
func filePathFor(u uri.URI, style vfs.PathStyle) (string, bool) {
	scheme, rest, ok := strings.Cut(string(u), ":")
	if !ok || !strings.EqualFold(scheme, "file") {
		return "", false
	}
	if end := strings.IndexAny(rest, "?#"); end >= 0 {
		rest = rest[:end]
	}
	if style == vfs.WindowsPaths {
		rest = strings.ReplaceAll(rest, `\`, "/")
	}
	authority := ""
	if after, ok := strings.CutPrefix(rest, "//"); ok {
		slash := strings.IndexByte(after, '/')
		if slash < 0 {
			slash = len(after)
		}
		authority, rest = PercentDecoded(after[:slash]), after[slash:]
	}
	if strings.EqualFold(authority, "localhost") {
		authority = ""
	}
	path := PercentDecoded(rest)
	if style == vfs.WindowsPaths {
		path = windowsPath(authority, path)
	} else if authority != "" || isDrivePath(path) {
		return "", false // on another machine
	}
	if !style.IsAbs(path) {
		return "", false
	}
	path = style.Clean(path)
	return path, !vfs.IsTooDeep(path)
}

// windowsPath joins the decoded parts of a file URI.
func windowsPath(authority, path string) string {
	switch {
	case isDrivePath("/" + authority): // the drive belongs to the path
		path = "/" + authority + path
	case authority != "":
		return "//" + authority + path
	}
	if !isDrivePath(path) {
		return path
	}
	if path = path[1:]; len(path) == 2 {
		path += "/"
	}
	return path
}

// isDrivePath reports whether the path of a URI begins with a drive, like "/C:/x".
func isDrivePath(path string) bool {
	return len(path) >= 3 && path[0] == '/' && 'a' <= path[1]|0x20 && path[1]|0x20 <= 'z' && path[2] == ':'
}

var percentEncoded = regexp.MustCompile("%[0-9A-Fa-f]{2}")

// PercentDecoded decodes every "%" that is followed by two hexadecimal digits. It leaves any other "%" as it
// is, because careless clients do not encode them.
func PercentDecoded(text string) string {
	return percentEncoded.ReplaceAllStringFunc(text, func(encoded string) string {
		decoded, _ := hex.DecodeString(encoded[1:]) // the expression matches nothing else
		return string(decoded)
	})
}

// PathURI is the inverse of [FilePath]. It returns a path that is not absolute unchanged: that is the name of
// a document without a file, see [DocumentName].
func PathURI(path string) uri.URI { return pathURIFor(path, vfs.NativePaths()) }

// FileURI returns the URI of the file at an absolute path, as it is sent to clients.
func FileURI(path string) string { return string(PathURI(path)) }

func pathURIFor(path string, style vfs.PathStyle) uri.URI {
	if !style.IsAbs(path) {
		return uri.URI(path)
	}
	platform := uri.PlatformPOSIX
	if style == vfs.WindowsPaths {
		platform = uri.PlatformWindows
	}
	return uri.FileFor(platform, style.Clean(path))
}
