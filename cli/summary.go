package cli

import (
	"fmt"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
	"skills-ls/analysis/workspace"
)

// A fixCount is the number of fixed diagnostics and of the files that contained them.
type fixCount struct {
	Findings int `json:"findings"`
	Files    int `json:"files"`
}

func (n fixCount) String() string {
	if n.Findings == 0 {
		return "nothing fixed"
	}
	return fmt.Sprintf("%s fixed in %s", count(n.Findings, "finding", "findings"), count(n.Files, "file", "files"))
}

// A checked is a file with its diagnostics.
type checked struct {
	path  string
	kind  file.Kind
	text  string // what the spans of found refer to; empty if the file could not be read
	found []diagnostic.Diagnostic
	// prints are the fingerprints of found, and known is the number of other diagnostics that are in the
	// baseline.
	prints []fingerprint
	known  int
	// unread is true if reading the file failed. One of the diagnostics says why.
	unread bool
}

// A summary counts the files that were checked and their diagnostics.
type summary struct {
	Files       int `json:"files"`
	Skills      int `json:"skills"`
	Errors      int `json:"errors"`
	Warnings    int `json:"warnings"`
	Information int `json:"information"`
	Hints       int `json:"hints"`
	// Baselined counts the diagnostics that were left out because they are in the baseline. No other count
	// includes them.
	Baselined int `json:"baselined,omitempty"`

	Fixed *fixCount `json:"fixed,omitempty"` // nil without --fix

	worst   diagnostic.Severity
	unread  int  // number of files that could not be read
	missed  int  // number of other paths that could not be checked
	barren  int  // number of directories with nothing to check
	differs bool // fixes would change something
}

func (s *summary) add(f *checked) {
	s.Files++
	s.Baselined += f.known
	if f.unread {
		s.unread++
	}
	if f.kind == file.SkillFile {
		s.Skills++
	}
	for _, d := range f.found {
		s.worst = max(s.worst, d.Severity)
		switch d.Severity {
		case diagnostic.Error:
			s.Errors++
		case diagnostic.Warning:
			s.Warnings++
		case diagnostic.Information:
			s.Information++
		case diagnostic.Hint:
			s.Hints++
		}
	}
}

// miss counts a problem.
func (s *summary) miss(p problem) {
	switch p.weight {
	case failure:
		s.missed++
	case barren:
		s.barren++
	}
}

// A printer prints the files of a check in one format.
type printer interface {
	// begin and end print the text before and after the files. The problems were already printed to standard
	// error. There may have been more of them.
	begin()
	end(summary, []problem)
	// render returns the output for one file. It may be called concurrently.
	render(*workspace.Snapshot, *checked) []byte
	// print prints the output of render, in the order of the files.
	print([]byte)
}

// An outcome is the result for one file: its diagnostics, or the problem that prevented the check, or neither
// if the file was removed since it was listed.
type outcome struct {
	file    *checked
	text    []byte // output of printer.render
	problem *problem
}
