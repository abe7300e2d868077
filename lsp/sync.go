package lsp

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"skills-ls/analysis"
	"skills-ls/skills"
)

// The parameters of the notifications that synchronise documents are decoded into types of our own, because protocol's
// rewrite a URI into its canonical spelling, and the client must be answered in its own.
type (
	didOpenParams struct {
		TextDocument struct {
			URI        uriText `json:"uri"`
			LanguageID string  `json:"languageId"`
			Version    int32   `json:"version"`
			Text       string  `json:"text"`
		} `json:"textDocument"`
	}
	didChangeParams struct {
		TextDocument struct {
			URI     uriText `json:"uri"`
			Version int32   `json:"version"`
		} `json:"textDocument"`
		ContentChanges []contentChange `json:"contentChanges"`
	}
	documentParams struct { // of didClose and didSave
		TextDocument struct {
			URI uriText `json:"uri"`
		} `json:"textDocument"`
	}
)

// uriText is a URI that is decoded as it is written.
type uriText string

// A contentChange replaces a range, or without one the whole document.
type contentChange struct {
	Range *looseRange `json:"range"`
	Text  string      `json:"text"`
}

// A looseRange takes any numbers for positions: what lies outside of the text is clamped, and never loses an edit.
type looseRange struct {
	Start loosePosition `json:"start"`
	End   loosePosition `json:"end"`
}

type loosePosition struct {
	Line      float64 `json:"line"`
	Character float64 `json:"character"`
}

func (p loosePosition) position() protocol.Position {
	if p.Line < 0 {
		return protocol.Position{}
	}
	const most = 1<<32 - 1
	return protocol.Position{Line: uint32(min(p.Line, most)), Character: uint32(min(max(p.Character, 0), most))}
}

func (s *server) didOpen(params []byte) error {
	var p didOpenParams
	if err := decode(params, &p); err != nil {
		return err
	}
	given := p.TextDocument
	v := s.session.view()
	d := v.newDocument(uri.URI(given.URI), given.LanguageID)
	delete(s.early, d.key)
	old := v.docs[d.key]
	next := s.put(d, given.Version, given.Text)
	s.watching.kick(true)
	if old == nil {
		s.diagnoser.opened(next)
		return nil
	}
	s.log.Warn("a document was opened that is open; the later text counts", "uri", given.URI, "before", old.uri)
	s.diagnoser.edited(next, 0, difference(old.text, given.Text))
	return nil
}

func (s *server) didChange(params []byte) error {
	var p didChangeParams
	if err := decode(params, &p); err != nil {
		return err
	}
	d, err := s.document(p.TextDocument.URI)
	if err != nil {
		return err
	}
	e := s.early[d.key]
	text, version, first, edits := e.apply(d, versionedChanges{p.TextDocument.Version, p.ContentChanges})
	if e.base == nil {
		delete(s.early, d.key)
	} else {
		s.early[d.key] = e
	}
	s.diagnoser.edited(s.put(d, version, text), first, edits)
	s.watching.kick(false)
	return nil
}

func (s *server) didClose(params []byte) error {
	var p documentParams
	if err := decode(params, &p); err != nil {
		return err
	}
	d, err := s.document(p.TextDocument.URI)
	if err != nil {
		return err
	}
	delete(s.early, d.key)
	s.session.drop(d)
	s.watching.kick(true)
	s.diagnoser.closed(d)
	return nil
}

func (s *server) didChangeWorkspaceFolders(params []byte) error {
	var p protocol.DidChangeWorkspaceFoldersParams
	if err := decode(params, &p); err != nil {
		return err
	}
	removed := folderPaths(p.Event.Removed)
	var added []string
	s.session.update(func(next *view) {
		config := next.snapshot.Config()
		folders := slices.DeleteFunc(slices.Clone(config.Folders), func(path string) bool { return slices.Contains(removed, path) })
		for _, path := range folderPaths(p.Event.Added) {
			if !slices.Contains(folders, path) {
				folders, added = append(folders, path), append(added, path)
			}
		}
		config.Folders = folders
		next.snapshot = next.snapshot.WithConfig(config)
		if len(added) > 0 {
			next.snapshot = next.snapshot.Refresh(added...) // what happened there until now nobody told
		}
	})
	s.watching.entered(added)
	s.scans.start()
	s.diagnoser.all()
	return nil
}

// document returns the open document of a URI.
func (s *server) document(u uriText) (*document, error) {
	if d := s.session.view().document(uri.URI(u)); d != nil {
		return d, nil
	}
	return nil, fmt.Errorf("%s is not open", u)
}

// put makes a text the document's next version and returns that.
func (s *server) put(d *document, version int32, text string) *document {
	next := *d
	next.version = version
	next.Mapper = NewMapper(text, s.session.view().client.encoding)
	s.session.put(&next, analysis.Change{Path: d.path, Text: &text, Language: d.language, Time: time.Now()})
	return &next
}

// applyChanges returns the text after the changes, each of which counts from the text that the one before it left; the byte
// offset before which no editor can have moved anything; and the changes by themselves, of a whole text only what differs.
func applyChanges(m *Mapper, changes []contentChange) (text string, first int, edits []replacement) {
	e := editor{m.text, m.encoding, []int{0}}
	first = len(e.text)
	for _, c := range changes {
		if c.Range == nil {
			edits = append(edits, difference(e.text, c.Text)...)
			e = editor{c.Text, m.encoding, []int{0}}
			first = 0
			continue
		}
		start := e.offset(c.Range.Start.position())
		end := max(start, e.offset(c.Range.End.position()))
		first = min(first, start)
		edits = append(edits, replacement{skills.Span{Start: start, End: end}, len(c.Text)})
		e.replace(skills.Span{Start: start, End: end}, c.Text)
	}
	return e.text, first, edits
}

// An editor applies a series of edits to a text. It reads the text for line ends no further than the edits reach, and again
// only from where it was last edited: editors send the edits of many cursors in one go, most of them from the end to the
// start.
type editor struct {
	text     string
	encoding Encoding
	starts   []int // offsets of the first lines' starts: all those up to some place
}

// offset is [Mapper.Offset].
func (e *editor) offset(p protocol.Position) int {
	for uint64(len(e.starts)) <= uint64(p.Line)+1 && e.next() {
	}
	if uint64(p.Line) >= uint64(len(e.starts)) {
		return len(e.text)
	}
	line := int(p.Line)
	return e.starts[line] + unitOffset(e.text[e.starts[line]:lineEnd(e.text, e.starts, line)], e.encoding, uint64(p.Character))
}

// next finds one more line and reports whether there is one.
func (e *editor) next() bool {
	from := e.starts[len(e.starts)-1]
	i := strings.IndexAny(e.text[from:], "\r\n")
	if i < 0 {
		return false
	}
	end := from + i + 1
	if e.text[end-1] == '\r' && end < len(e.text) && e.text[end] == '\n' {
		end++
	}
	e.starts = append(e.starts, end)
	return true
}

// replace makes an edit. Lines that start before it still do.
func (e *editor) replace(span skills.Span, with string) {
	e.text = e.text[:span.Start] + with + e.text[span.End:]
	keep := len(e.starts)
	for keep > 1 && e.starts[keep-1] >= span.Start { // at the edit itself, a \r before it may have met a \n
		keep--
	}
	e.starts = e.starts[:keep]
}
