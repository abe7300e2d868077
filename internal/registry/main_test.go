package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestList checks that the list names the skills from its own directory, in which docs/scale.md has the check stand, wherever the skills
// were made from.
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
