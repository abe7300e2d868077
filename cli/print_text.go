package cli

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"skills-ls/analysis/workspace"
)

// A textPrinter prints each diagnostic on a line, on a terminal with the source below it, and a summary at
// the end.
type textPrinter struct {
	out     io.Writer
	project *project
	style   style
	quiet   bool
}

func (p *textPrinter) begin() {}

func (p *textPrinter) print(text []byte) { _, _ = p.out.Write(text) } // the writer keeps the error

func (p *textPrinter) render(_ *workspace.Snapshot, f *checked) []byte {
	if len(f.found) == 0 {
		return nil
	}
	var b bytes.Buffer
	path := plain(p.project.show(f.path))
	at := newPlaces(f.text)
	for _, d := range f.found {
		start := at.textPosition(d.Span.Start)
		fmt.Fprintf(&b, "%s: %s: %s %s\n",
			p.style.bold(fmt.Sprintf("%s:%d:%d", path, start.Line, start.Column)),
			p.style.severity(d.Severity), plain(d.Message), p.style.dim("("+d.Rule+")"))
		if p.style.width > 0 && f.text != "" {
			excerpt(&b, p.style, f.text, d, start.Line)
		}
	}
	return b.Bytes()
}

func (p *textPrinter) end(sum summary, _ []problem) {
	if p.quiet {
		return
	}
	fmt.Fprintln(p.out, sum)
}

// String returns how many files and skills were checked, and what was found.
func (s summary) String() string {
	return fmt.Sprintf("%s, %s: %s", count(s.Files, "file", "files"), count(s.Skills, "skill", "skills"), s.verdict())
}

// verdict returns how many diagnostics there are of each severity.
func (s summary) verdict() string {
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
			parts = append(parts, count(part.n, part.one, part.many))
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
