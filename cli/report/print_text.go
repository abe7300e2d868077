package report

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/workspace"
	"skills-ls/cli/project"
	"skills-ls/cli/term"
)

// A TextPrinter prints each diagnostic on a line and a summary at the end. On a terminal the source, the agents
// that the problem affects and what to do follow each line.
type TextPrinter struct {
	Out     io.Writer
	Project *project.Project
	Style   term.Style
	Quiet   bool
}

func (p *TextPrinter) Begin() {}

func (p *TextPrinter) Print(text []byte) { _, _ = p.Out.Write(text) } // the writer keeps the error

func (p *TextPrinter) Render(_ *workspace.Snapshot, f *Checked) []byte {
	if len(f.Found) == 0 {
		return nil
	}
	var b bytes.Buffer
	path := term.Plain(p.Project.Show(f.Path))
	at := NewPlaces(f.Text)
	for _, d := range f.Found {
		start := at.TextPosition(d.Span.Start)
		fmt.Fprintf(&b, "%s: %s: %s %s\n",
			p.Style.Bold(fmt.Sprintf("%s:%d:%d", path, start.Line, start.Column)),
			p.Style.Severity(d.Severity), term.Plain(d.Text()), p.Style.Dim("("+d.Rule+")"))
		if p.Style.Width > 0 && f.Text != "" {
			excerpt(&b, p.Style, f.Text, d, start.Line)
		}
		if p.Style.Width > 0 {
			p.explain(&b, d)
		}
	}
	return b.Bytes()
}

// explain prints which agents a problem affects, and what to do.
func (p *TextPrinter) explain(b *bytes.Buffer, d diagnostic.Diagnostic) {
	for _, line := range []struct{ label, text string }{{"affects", rules.EffectsText(d.Affects)}, {"help", d.Advice()}} {
		if line.text != "" {
			fmt.Fprintf(b, "      %s %s\n", p.Style.Dim("= "+line.label+":"), term.Plain(line.text))
		}
	}
}

func (p *TextPrinter) End(sum Summary, _ []project.Problem) {
	if p.Quiet {
		return
	}
	fmt.Fprintln(p.Out, sum)
}

// String returns how many files and skills were checked, and what was found.
func (s Summary) String() string {
	return fmt.Sprintf("%s, %s: %s", term.Count(s.Files, "file", "files"), term.Count(s.Skills, "skill", "skills"), s.verdict())
}

// verdict returns how many diagnostics there are of each severity.
func (s Summary) verdict() string {
	var parts []string
	for _, part := range []struct {
		n         int
		one, many string
	}{
		{s.Errors, "error", "errors"},
		{s.Warnings, "warning", "warnings"},
		{s.Information, "information", "information"},
		{s.Hints, "hint", "hints"},
	} {
		if part.n > 0 {
			parts = append(parts, term.Count(part.n, part.one, part.many))
		}
	}
	known, fixed := "", ""
	if s.Baselined > 0 {
		known = fmt.Sprintf("; %d more in the baseline", s.Baselined)
	}
	if s.Fixed != nil {
		fixed = "; " + s.Fixed.String()
	}
	switch {
	case parts == nil && known != "":
		return "nothing new" + known + fixed
	case parts == nil:
		return "nothing found" + fixed
	}
	return strings.Join(parts, ", ") + known + fixed
}
