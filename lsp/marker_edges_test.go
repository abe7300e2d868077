package lsp

import (
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
)

// TestMarkerEdges checks that every feature has marker files for the edge cases: several folders, an empty
// file, a file with frontmatter that is not closed or not YAML, a file whose text on disk differs, and a file
// that is not on disk. Line endings and encodings are variants of all marker files.
func TestMarkerEdges(t *testing.T) {
	features, err := filepath.Glob("../testdata/marker/*")
	if err != nil || len(features) == 0 {
		t.Fatalf("no marker files: %v", err)
	}
	for _, feature := range features {
		files, err := filepath.Glob(filepath.Join(feature, "*.txt"))
		if err != nil {
			t.Fatal(err)
		}
		missing := map[string]bool{"several folders": true, "empty": true, "not closed": true, "no YAML": true, "other text on disk": true, "not on disk": true, "CRLF": true}
		for _, file := range files {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			test, err := parseMarkerTest(archive)
			if err != nil {
				t.Fatal(err)
			}
			for edge := range edgesOf(test) {
				delete(missing, edge)
			}
		}
		for edge := range missing {
			t.Errorf("%s: no marker file has the edge: %s", filepath.Base(feature), edge)
		}
	}
}

// edgesOf returns the edge cases of the files with marks in a marker file.
func edgesOf(test *markerTest) map[string]bool {
	edges := map[string]bool{
		"several folders": strings.Contains(test.flags["folders"], ","),
		"CRLF":            test.flags["eol"] != "lf",
	}
	for _, m := range test.marks {
		doc := skills.Parse(test.files[m.file])
		edges["empty"] = edges["empty"] || doc.Source == ""
		edges["not closed"] = edges["not closed"] || doc.Frontmatter.State == frontmatter.Unclosed
		edges["no YAML"] = edges["no YAML"] || doc.Frontmatter.State == frontmatter.Closed && doc.Frontmatter.Err != nil
		saved, other := test.disk[m.file]
		edges["other text on disk"] = edges["other text on disk"] || other && saved != doc.Source
		edges["not on disk"] = edges["not on disk"] || test.unsaved[m.file]
	}
	for edge, has := range edges {
		if !has {
			delete(edges, edge)
		}
	}
	return edges
}
