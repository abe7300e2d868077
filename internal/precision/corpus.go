package main

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// A report is what check prints as JSON, as far as it is needed here.
type report struct {
	Files []struct {
		Path        string `json:"path"`
		Diagnostics []struct {
			Rule     string `json:"rule"`
			Severity string `json:"severity"`
			Range    struct {
				Start struct {
					Line int `json:"line"`
				} `json:"start"`
			} `json:"range"`
			Related []struct {
				Path string `json:"path"`
			} `json:"related"`
		} `json:"diagnostics"`
	} `json:"files"`
}

// A corpus is a tree of skills of which some files are empty: they are there so that links to them lead somewhere.
type corpus struct {
	dir  string
	full map[string]bool // slash-separated paths below dir of the files that have their text
}

// openCorpus reads which files of a tree have their text: those that MANIFEST.tsv calls full.
func openCorpus(dir string) (*corpus, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	f, err := os.Open(filepath.Join(dir, "MANIFEST.tsv"))
	if err != nil {
		return nil, fmt.Errorf("the tree must say which files have their text: %w", err)
	}
	defer f.Close()
	c := &corpus{dir: dir, full: make(map[string]bool)}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if cells := strings.Split(lines.Text(), "\t"); len(cells) == 3 && cells[2] == "full" {
			c.full[cells[0]] = true
		}
	}
	return c, nil
}

// countable returns the findings in files that have their text, but for those that say of an empty file what it would not have said
// of the real one: that it lacks a heading, or mentions no other file.
func (c *corpus) countable(r report) []finding {
	var list []finding
	for _, f := range r.Files {
		rel, err := filepath.Rel(c.dir, f.Path)
		if err != nil {
			continue // another tree
		}
		path := filepath.ToSlash(rel)
		if !c.full[path] {
			continue
		}
		for _, d := range f.Diagnostics {
			if (d.Rule == "link/fragment" || d.Rule == "resource/orphan") && c.hasStandIn(filepath.Dir(f.Path)) {
				continue
			}
			list = append(list, finding{place{d.Rule, path, d.Range.Start.Line}, d.Severity})
		}
	}
	return list
}

// hasStandIn reports whether some Markdown file below a directory is empty.
func (c *corpus) hasStandIn(dir string) bool {
	found := false
	_ = filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error { // what cannot be read is as good as empty
		if err != nil {
			found = true
			return filepath.SkipAll
		}
		if info, err := e.Info(); err == nil && !e.IsDir() && info.Size() == 0 && strings.HasSuffix(path, ".md") {
			found = true
			return filepath.SkipAll
		}
		return nil
	})
	return found
}
