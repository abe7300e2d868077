package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestList checks that the paths in the list are relative to the directory of the list, in which
// docs/scale.md runs the check, and not to the working directory.
func TestList(t *testing.T) {
	for _, flat := range []bool{false, true} {
		t.Chdir(t.TempDir())
		if err := run("registry", perOwner+1, flat); err != nil {
			t.Fatal(err)
		}
		list, err := os.ReadFile(filepath.Join("registry", "files"))
		if err != nil {
			t.Fatal(err)
		}
		paths := strings.Fields(string(list))
		if len(paths) != perOwner+1 {
			t.Errorf("%d skills are listed", len(paths))
		}
		for _, path := range paths {
			if _, err := os.Stat(filepath.Join("registry", filepath.FromSlash(path))); err != nil {
				t.Error(err)
			}
		}
	}
}
