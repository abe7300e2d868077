package main

import (
	"bufio"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// A report is the part of check's JSON output that is needed here.
type report struct {
	Files []struct {
		Path        string     `json:"path"`
		Diagnostics []reported `json:"diagnostics"`
	} `json:"files"`
}

type reported struct {
	Rule     string `json:"rule"`
	Severity string `json:"severity"`
	location
	Related []location `json:"related"`
}

type location struct {
	Path    string `json:"path"` // of related places only
	Message string `json:"message"`
	Range   struct {
		Start struct {
			Line   int `json:"line"`
			Column int `json:"column"`
		} `json:"start"`
	} `json:"range"`
}

// unfolded returns the places of a problem in a file. check folds repeated problems of a rule: the first of
// several related places is then the place of the problem itself.
func (d reported) unfolded(file string) []location {
	if len(d.Related) > 1 && d.Related[0].Path == file && d.Related[0].Range == d.Range {
		return d.Related
	}
	return []location{d.location}
}

// A corpus is a tree of skills in which some files are empty: they exist only as targets of links.
type corpus struct {
	dir  string
	kept map[string]bool // slash-separated paths of all files below dir
	full map[string]bool // those of the files that have their text
	cut  map[string]bool // directories of skills that may be incomplete
}

// keptFiles is the maximum number of files of a skill in the corpus, including SKILL.md and excluding the
// targets of links. Further files were left out. A skill with this many files may have had more.
const keptFiles = 150

// openCorpus reads MANIFEST.tsv, which lists the kind of each file of a tree and whether the file has its
// text.
func openCorpus(dir string) (*corpus, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	f, err := os.Open(filepath.Join(dir, "MANIFEST.tsv"))
	if err != nil {
		return nil, fmt.Errorf("reading which files have their text: %w", err)
	}
	defer f.Close()
	c := &corpus{dir: dir, kept: make(map[string]bool), full: make(map[string]bool), cut: make(map[string]bool)}
	var skills []string
	number := make(map[string]int) // of files below each directory, without those that are only targets of links
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

// countable returns the diagnostics of files that have their text, except those that may be wrong because the
// corpus is incomplete: that an empty file has no heading or does not mention another file, or that a file is
// missing that was left out.
func (c *corpus) countable(r report) []finding {
	var list []finding
	for _, f := range r.Files {
		rel, err := filepath.Rel(c.dir, f.Path)
		if err != nil {
			continue // a file of another tree
		}
		file := filepath.ToSlash(rel)
		if !c.full[file] {
			continue
		}
		for _, d := range f.Diagnostics {
			for _, at := range d.unfolded(f.Path) {
				if c.restsOnStandIn(file, d.Rule, at.Message) || c.mayBeLeftOut(file, d.Rule, at.Message) || namesRepository(file, d.Rule) {
					continue
				}
				list = append(list, finding{place{d.Rule, file, at.Range.Start.Line}, d.Severity})
			}
		}
	}
	return list
}

// restsOnStandIn reports whether a diagnostic of a file depends on the text of another file that may be
// empty.
func (c *corpus) restsOnStandIn(file, rule, message string) bool {
	switch rule {
	case "link/fragment":
		return named(message) != "" && !c.full[c.target(file, named(message))]
	case "resource/orphan":
		return c.hasStandIn(filepath.Join(c.dir, filepath.FromSlash(path.Dir(file))))
	}
	return false
}

// target returns the file of the corpus that a link in a file points to, relative to the directory of the
// file or else to the nearest one above it, because links of a skill's files may be relative to the skill
// directory. It returns "" if the manifest has no such file, because the path contains a symbolic link.
func (c *corpus) target(file, link string) string {
	for dir := path.Dir(file); dir != "."; dir = path.Dir(dir) {
		if target := path.Join(dir, link); c.kept[target] {
			return target
		}
	}
	return ""
}

// mayBeLeftOut reports whether a diagnostic of a file is about a missing file that the corpus may have left
// out: the file that it names, or for resource/orphan the one that would mention it.
func (c *corpus) mayBeLeftOut(file, rule, message string) bool {
	if rule != "resource/orphan" && !strings.Contains(message, " not found: ") {
		return false
	}
	return c.isCut(path.Dir(file)) || c.isCut(path.Dir(path.Join(path.Dir(file), named(message))))
}

// namesRepository reports whether a diagnostic is about a directory name that the corpus added,
// "owner+repository".
func namesRepository(file, rule string) bool {
	return rule == "name/directory" && !strings.Contains(path.Dir(file), "/")
}

// isCut reports whether a directory is in a skill that may be incomplete.
func (c *corpus) isCut(dir string) bool {
	for ; dir != "." && dir != "/"; dir = path.Dir(dir) {
		if c.cut[dir] {
			return true
		}
	}
	return false
}

// named returns the path that a message names: of a missing file, of the file without a heading, or the first
// one that nothing mentions. It returns "" if the message names none.
func named(message string) string {
	for _, before := range []string{" not found: ", `" in `, "no text of the skill mentions "} {
		if _, rest, ok := strings.Cut(message, before); ok {
			name, _, _ := strings.Cut(rest, " and ")
			name, _, _ = strings.Cut(name, ", ")
			return name
		}
	}
	return ""
}

// hasStandIn reports whether a Markdown file below a directory is empty.
func (c *corpus) hasStandIn(dir string) bool {
	found := false
	_ = filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error { // an unreadable file counts as empty
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
