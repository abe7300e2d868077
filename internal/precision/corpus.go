package main

import (
	"bufio"
	"fmt"
	"os"
	"path"
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
			Message  string `json:"message"`
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
	kept map[string]bool // slash-separated paths below dir of all files
	full map[string]bool // those of the files that have their text
	cut  map[string]bool // directories of the skills of which files may have been left out
}

// keptFiles is how many files the corpus has of a skill at most, its SKILL.md among them and not counting those that its links lead to.
// The rest was left out, and nobody can tell of which skills that have so many there was more.
const keptFiles = 150

// openCorpus reads MANIFEST.tsv, which says what each file of a tree is and whether it has its text.
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
	c := &corpus{dir: dir, kept: make(map[string]bool), full: make(map[string]bool), cut: make(map[string]bool)}
	var skills []string
	number := make(map[string]int) // by directory, of the files that lie below it and were not taken for the sake of links
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		cells := strings.Split(lines.Text(), "\t")
		if len(cells) != 3 {
			continue
		}
		file, kind, content := cells[0], cells[1], cells[2]
		c.kept[file], c.full[file] = true, content == "full"
		if kind == "skill" || kind == "nb" {
			for dir := path.Dir(file); dir != "."; dir = path.Dir(dir) {
				number[dir]++
			}
		}
		if kind == "skill" {
			skills = append(skills, path.Dir(file))
		}
	}
	for _, dir := range skills {
		c.cut[dir] = number[dir] >= keptFiles
	}
	return c, lines.Err()
}

// countable returns the findings in files that have their text, but for those that say of the corpus what they would not have said of
// the skills as they are: that an empty file lacks a heading or mentions no other, or that a file is missing that was left out.
func (c *corpus) countable(r report) []finding {
	var list []finding
	for _, f := range r.Files {
		rel, err := filepath.Rel(c.dir, f.Path)
		if err != nil {
			continue // another tree
		}
		file := filepath.ToSlash(rel)
		if !c.full[file] {
			continue
		}
		for _, d := range f.Diagnostics {
			if c.restsOnStandIn(file, d.Rule, d.Message) || c.mayBeLeftOut(file, d.Rule, d.Message) || namesRepository(file, d.Rule) {
				continue
			}
			list = append(list, finding{place{d.Rule, file, d.Range.Start.Line}, d.Severity})
		}
	}
	return list
}

// restsOnStandIn reports whether a finding of a file goes by the text of another that may be empty.
func (c *corpus) restsOnStandIn(file, rule, message string) bool {
	switch rule {
	case "link/fragment":
		return strings.HasPrefix(message, "no heading of ") && !c.full[c.target(file, named(message))]
	case "resource/orphan":
		return c.hasStandIn(filepath.Join(c.dir, filepath.FromSlash(path.Dir(file))))
	}
	return false
}

// target returns the file of the corpus that a link of a file leads to: from the directory of the file, else from the nearest one above
// it, since the links of a skill's files may be counted from the skill's directory. It is empty where the manifest has none: a symbolic
// link lies on the way there.
func (c *corpus) target(file, link string) string {
	for dir := path.Dir(file); dir != "."; dir = path.Dir(dir) {
		if target := path.Join(dir, link); c.kept[target] {
			return target
		}
	}
	return ""
}

// mayBeLeftOut reports whether a finding of a file says that some file is missing which the corpus may have left out: the file that it
// names, or for resource/orphan the one that would mention it.
func (c *corpus) mayBeLeftOut(file, rule, message string) bool {
	if rule != "resource/orphan" && !strings.Contains(message, "does not exist") {
		return false
	}
	return c.isCut(path.Dir(file)) || c.isCut(path.Dir(path.Join(path.Dir(file), named(message))))
}

// namesRepository reports whether a finding is about the name of a directory that is the corpus's own, "owner+repository".
func namesRepository(file, rule string) bool {
	return rule == "name/directory" && !strings.Contains(path.Dir(file), "/")
}

// isCut reports whether a directory lies in a skill of which files may have been left out.
func (c *corpus) isCut(dir string) bool {
	for ; dir != "." && dir != "/"; dir = path.Dir(dir) {
		if c.cut[dir] {
			return true
		}
	}
	return false
}

// named returns what a message names first, in backticks: the path of a link or of a mention. It is empty where it names nothing.
func named(message string) string {
	_, rest, _ := strings.Cut(message, "`")
	name, _, _ := strings.Cut(rest, "`")
	return name
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
