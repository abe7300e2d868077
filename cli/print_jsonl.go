package cli

import (
	"bytes"
	"io"

	"skills-ls/analysis"
)

// A jsonlPrinter prints one JSON object a line for every finding, and nothing else, so that what several processes print can be put
// together by writing it one after the other.
type jsonlPrinter struct{ out io.Writer }

// A jsonLine is a finding with the file that it is in.
type jsonLine struct {
	Path string `json:"path"`
	jsonDiagnostic
}

func (p *jsonlPrinter) begin() {}

func (p *jsonlPrinter) end(summary, []problem) {}

func (p *jsonlPrinter) print(text []byte) { _, _ = p.out.Write(text) } // the writer remembers a failure

func (p *jsonlPrinter) render(s *analysis.Snapshot, f *checked) []byte {
	var b bytes.Buffer
	at := newTextPlaces(s, f)
	for _, d := range f.found {
		b.Write(marshal(jsonLine{f.path, at.diagnostic(f.path, d)}))
		b.WriteByte('\n')
	}
	return b.Bytes()
}
