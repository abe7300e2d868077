package lsp

import (
	"path/filepath"
	"runtime"
	"strings"

	"go.lsp.dev/uri"
)

// foldCase says that two paths which differ in letter case alone are one file to this system's usual file systems.
const foldCase = runtime.GOOS == "windows" || runtime.GOOS == "darwin"

// key returns what identifies a document however its URI is spelled. Clients differ from each other, and from themselves,
// in what they percent-encode and in the case of a drive's letter.
func key(u uri.URI) string { return keyFor(u, foldCase) }

func keyFor(u uri.URI, fold bool) string {
	canonical, err := uri.ParseStrict(string(u))
	if err != nil {
		return string(u)
	}
	if fold && canonical.IsFile() {
		return strings.ToLower(string(canonical))
	}
	return string(canonical)
}

// filePath returns the clean path that a file URI names, and false for other URIs.
func filePath(u uri.URI) (string, bool) {
	canonical, err := uri.ParseStrict(string(u)) // the lenient one takes "" for the root directory
	if err != nil || !canonical.IsFile() {
		return "", false
	}
	path := filepath.Clean(canonical.FsPath())
	return path, filepath.IsAbs(path)
}

// pathURI is the inverse of [filePath]. What is no absolute path is a URI already, that of a buffer without a file.
func pathURI(path string) uri.URI {
	if !filepath.IsAbs(path) {
		return uri.URI(path)
	}
	return uri.File(path)
}
