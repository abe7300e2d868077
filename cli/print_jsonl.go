package cli

import (
	"bytes"
	"io"

	"skills-ls/analysis/workspace"
)

// A jsonlPrinter prints each diagnostic as a JSON object on one line, and nothing else, so that the outputs
// of several processes can be concatenated.
type jsonlPrinter struct{ out io.Writer }

// A jsonLine is a diagnostic with the path of its file.
type jsonLine struct {
	Path string `json:"path"`
	jsonDiagnostic
}

func (p *jsonlPrinter) begin() {}

func (p *jsonlPrinter) end(summary, []problem) {}

func (p *jsonlPrinter) print(text []byte) { _, _ = p.out.Write(text) } // the writer keeps the error

func (p *jsonlPrinter) render(s *workspace.Snapshot, f *checked) []byte {
	var b bytes.Buffer
	at := newTextPlaces(s, f)
	for _, d := range f.found {
		b.Write(marshal(jsonLine{f.path, at.diagnostic(f.path, d)}))
		b.WriteByte('\n')
	}
	return b.Bytes()
}
