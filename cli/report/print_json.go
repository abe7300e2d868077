package report

import (
	"bytes"
	"fmt"
	"io"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/workspace"
	"skills-ls/cli/project"
	"skills-ls/cli/term"
	"skills-ls/skills/text"
)

// jsonVersion is the version of the format that check prints. Additions do not change it.
const jsonVersion = 2

// A JSONPrinter prints one JSON object, with one line for each file.
type JSONPrinter struct {
	Out   io.Writer
	count int
}

type JSONFile struct {
	Path        string           `json:"path"`
	Diagnostics []jsonDiagnostic `json:"diagnostics"`
}

type jsonDiagnostic struct {
	Rule     string              `json:"rule"`
	Severity string              `json:"severity"`
	Message  string              `json:"message"`
	Detail   string              `json:"detail,omitempty"`
	Help     string              `json:"help,omitempty"`
	Affects  []diagnostic.Affect `json:"affects"`
	URL      string              `json:"url,omitempty"`
	Range    placeRange          `json:"range"`
	Related  []jsonRelated       `json:"related"`
	Fixes    []JSONFix           `json:"fixes"`
}

type jsonRelated struct {
	Path    string     `json:"path"`
	Range   placeRange `json:"range"`
	Message string     `json:"message"`
}

type JSONFix struct {
	Title     string `json:"title"`
	Safe      bool   `json:"safe"`
	Preferred bool   `json:"preferred"`
	Edits     []any  `json:"edits"` // of JsonEdit and jsonRename
}

type JSONEdit struct {
	Path  string     `json:"path"`
	Range placeRange `json:"range"`
	Text  string     `json:"text"`
}

type jsonRename struct {
	Rename struct {
		From string `json:"from"`
		To   string `json:"to"`
	} `json:"rename"`
}

func (p *JSONPrinter) Begin() { fmt.Fprintf(p.Out, `{"version":%d,"files":[`, jsonVersion) }

func (p *JSONPrinter) Print(text []byte) {
	separator := ",\n"
	if p.count == 0 {
		separator = "\n"
	}
	p.count++
	fmt.Fprintf(p.Out, "%s%s", separator, text)
}

func (p *JSONPrinter) End(sum Summary, _ []project.Problem) {
	fmt.Fprintf(p.Out, "\n],\"summary\":%s}\n", Marshal(sum))
}

func (p *JSONPrinter) Render(s *workspace.Snapshot, f *Checked) []byte {
	at := newTextPlaces(s, f)
	file := JSONFile{Path: f.Path, Diagnostics: []jsonDiagnostic{}}
	for _, d := range f.Found {
		file.Diagnostics = append(file.Diagnostics, at.diagnostic(f.Path, d))
	}
	return Marshal(file)
}

// textPlaces finds positions in the files that the diagnostics of one file refer to.
type textPlaces struct {
	snapshot *workspace.Snapshot
	known    map[string]*places
}

func newTextPlaces(s *workspace.Snapshot, f *Checked) *textPlaces {
	return &textPlaces{snapshot: s, known: map[string]*places{f.Path: NewPlaces(f.Text)}}
}

func (t *textPlaces) of(path string, span text.Span) placeRange {
	p := t.known[path]
	if p == nil {
		text := ""
		if f, err := t.snapshot.File(path); err == nil { // an unreadable file has one position, its start
			text = f.Doc.Source
		}
		p = NewPlaces(text)
		t.known[path] = p
	}
	return p.of(span)
}

func (t *textPlaces) diagnostic(path string, d diagnostic.Diagnostic) jsonDiagnostic {
	out := jsonDiagnostic{
		Rule: d.Rule, Severity: d.Severity.String(), Message: d.Message, Detail: d.Detail, Help: d.Advice(),
		Affects: append([]diagnostic.Affect{}, d.Affects...), URL: rules.URL(d.Rule), Range: t.of(path, d.Span),
		Related: []jsonRelated{}, Fixes: []JSONFix{},
	}
	for _, r := range d.Related {
		out.Related = append(out.Related, jsonRelated{r.Path, t.of(r.Path, r.Span), r.Message})
	}
	for _, fix := range d.Fixes {
		fix = fix.WithoutPlaceholder()
		f := JSONFix{Title: fix.Title, Safe: fix.Safe, Preferred: fix.Preferred, Edits: []any{}}
		for _, e := range fix.Edits {
			f.Edits = append(f.Edits, JSONEdit{e.Path, t.of(e.Path, e.Span), e.Text})
		}
		if fix.Rename != nil {
			var rename jsonRename
			rename.Rename.From, rename.Rename.To = fix.Rename.From, fix.Rename.To
			f.Edits = append(f.Edits, rename)
		}
		out.Fixes = append(out.Fixes, f)
	}
	return out
}

// Marshal encodes a value on one line.
func Marshal(v any) []byte {
	text, err := term.EncodeJSON(v, "")
	if err != nil {
		panic(err) // the types above have no value that cannot be encoded
	}
	return bytes.TrimSuffix(text, []byte("\n"))
}

// PrintJSON prints a value with indentation, as the result of a command.
func PrintJSON(out io.Writer, v any) error {
	text, err := term.EncodeJSON(v, "  ")
	if err != nil {
		return fmt.Errorf("encoding the result: %w", err)
	}
	_, err = out.Write(text)
	return err
}
