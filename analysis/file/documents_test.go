package file_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"skills-ls/analysis/file"
)

// TestDocumentsOfClients compares the files to which the clients for VS Code and Neovim attach the server with
// those that it reads.
func TestDocumentsOfClients(t *testing.T) {
	data, err := os.ReadFile("../../editors/test/documents.txt")
	if err != nil {
		t.Fatal(err)
	}
	var attached []string
	for line := range strings.Lines(string(data)) {
		path, ok := strings.CutPrefix(strings.TrimSpace(line), "+ ")
		if !ok {
			continue
		}
		attached = append(attached, path)
		if !file.OursByName(filepath.Join("/ws", path), false) {
			t.Errorf("the clients attach to %s, which the server does not read", path)
		}
	}
	for _, end := range file.ManifestEnds() {
		if !slices.ContainsFunc(attached, func(path string) bool { return strings.HasSuffix("/"+path, "/"+end) }) {
			t.Errorf("%s is a manifest, but no client attaches to it", end)
		}
	}
}
