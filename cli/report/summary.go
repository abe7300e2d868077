// Package report prints diagnostics in each format, and keeps the baseline of known ones.
package report

import (
	"fmt"
	"io"

	"skills-ls/analysis/baseline"
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/workspace"
	"skills-ls/cli/project"
	"skills-ls/skills/text"
)

// A FixCount is the number of fixed diagnostics and of the files that contained them.
type FixCount struct {
	Problems int `json:"problems"`
	Files    int `json:"files"`
}

func (n FixCount) String() string {
	if n.Problems == 0 {
		return "no problems fixed"
	}
	return fmt.Sprintf("%s fixed in %s", text.Count(n.Problems, "problem", "problems"), text.Count(n.Files, "file", "files"))
}

// A Checked is a file with its diagnostics.
type Checked struct {
	Path  string
	Kind  file.Kind
	Text  string // what the spans of found refer to; empty if the file could not be read
	Found []diagnostic.Diagnostic
	// Fixable says for each element of Found whether --fix would fix it; nil if none is.
	Fixable []bool
	// Prints are the fingerprints of found, and known is the number of other diagnostics that are in the
	// baseline.
	Prints []baseline.Fingerprint
	known  int
	// Unread is true if reading the file failed. One of the diagnostics says why.
	Unread bool
}

func (f *Checked) isFixable(i int) bool { return f.Fixable != nil && f.Fixable[i] }

// Fold makes many diagnostics of one rule one; see [rules.Fold]. That one is fixable if all of them are.
func (f *Checked) Fold() {
	shown := rules.Fold(f.Path, f.Found)
	if len(shown) == len(f.Found) {
		return
	}
	var fixable []bool
	first := make(map[string]int) // the index in shown, by rule
	for i, d := range f.Found {
		if n := len(fixable); n < len(shown) && shown[n].Rule == d.Rule && shown[n].Span == d.Span {
			first[d.Rule] = n
			fixable = append(fixable, f.isFixable(i))
		} else {
			fixable[first[d.Rule]] = fixable[first[d.Rule]] && f.isFixable(i)
		}
	}
	f.Found, f.Prints, f.Fixable = shown, baseline.Fingerprints(f.Text, shown), fixable
}

// A Summary counts the files that were checked and their diagnostics.
type Summary struct {
	Files       int `json:"files"`
	Skills      int `json:"skills"`
	Errors      int `json:"errors"`
	Warnings    int `json:"warnings"`
	Information int `json:"information"`
	Hints       int `json:"hints"`
	Fixable     int `json:"fixable"` // number of diagnostics that --fix would fix
	// Baselined counts the diagnostics that were left out because they are in the baseline. No other count
	// includes them.
	Baselined int `json:"baselined,omitempty"`

	Fixed *FixCount `json:"fixed,omitempty"` // nil without --fix

	BadSkills int `json:"-"` // number of SKILL.md files with diagnostics
	BadFiles  int `json:"-"` // number of other files with diagnostics

	Worst   diagnostic.Severity `json:"-"`
	Unread  int                 `json:"-"` // number of files that could not be read
	Missed  int                 `json:"-"` // number of other paths that could not be checked
	Barren  int                 `json:"-"` // number of directories with nothing to check
	Differs bool                `json:"-"` // fixes would change something
}

func (s *Summary) Add(f *Checked) {
	s.Files++
	s.Baselined += f.known
	if f.Unread {
		s.Unread++
	}
	if f.Kind == file.SkillFile {
		s.Skills++
	}
	switch {
	case len(f.Found) == 0:
	case f.Kind == file.SkillFile:
		s.BadSkills++
	default:
		s.BadFiles++
	}
	for i, d := range f.Found {
		s.Worst = max(s.Worst, d.Severity)
		if f.isFixable(i) {
			s.Fixable++
		}
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

// Miss counts a problem.
func (s *Summary) Miss(p project.Problem) {
	switch p.Weight {
	case project.Failure:
		s.Missed++
	case project.Barren:
		s.Barren++
	}
}

// A Printer prints the files of a check in one format.
type Printer interface {
	// begin and end print the text before and after the files. The problems were already printed to standard
	// error. There may have been more of them.
	Begin()
	End(Summary, []project.Problem)
	// render returns the output for one file. It may be called concurrently.
	Render(*workspace.Snapshot, *Checked) []byte
	// print prints the output of render, in the order of the files.
	Print([]byte)
}

// A FilePrinter prints only the output for the files. It is a part of printers.
type FilePrinter struct{ Out io.Writer }

// Begin prints nothing.
func (p FilePrinter) Begin() {}

// Print prints the output for a file. The writer keeps the error.
func (p FilePrinter) Print(text []byte) { _, _ = p.Out.Write(text) }

// End prints nothing.
func (p FilePrinter) End(Summary, []project.Problem) {}

// Render returns nothing.
func (p FilePrinter) Render(*workspace.Snapshot, *Checked) []byte { return nil }

// An Outcome is the result for one file: its diagnostics, or the problem that prevented the check, or neither
// if the file was removed since it was listed.
type Outcome struct {
	File    *Checked
	Text    []byte // output of Printer.Render
	Problem *project.Problem
}
