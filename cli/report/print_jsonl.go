package report

import (
	"bytes"

	"skills-ls/analysis/workspace"
)

// A JSONLPrinter prints each diagnostic as a JSON object on one line, and nothing else, so that the outputs
// of several processes can be concatenated.
type JSONLPrinter struct{ FilePrinter }

// A jsonLine is a diagnostic with the path of its file.
type jsonLine struct {
	Path string `json:"path"`
	jsonDiagnostic
}

func (p *JSONLPrinter) Render(s *workspace.Snapshot, f *Checked) []byte {
	var b bytes.Buffer
	at := newTextPlaces(s, f)
	for _, d := range f.Found {
		b.Write(Marshal(jsonLine{f.Path, at.diagnostic(f.Path, d)}))
		b.WriteByte('\n')
	}
	return b.Bytes()
}
