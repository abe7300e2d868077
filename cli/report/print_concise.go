package report

import (
	"bytes"
	"fmt"

	"skills-ls/analysis/workspace"
	"skills-ls/cli/project"
	"skills-ls/cli/term"
)

// A ConcisePrinter prints each diagnostic on one line, as compilers do, and nothing else.
type ConcisePrinter struct {
	FilePrinter
	Project *project.Project
	Style   term.Style
}

func (p *ConcisePrinter) Render(_ *workspace.Snapshot, f *Checked) []byte {
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
	}
	return b.Bytes()
}
