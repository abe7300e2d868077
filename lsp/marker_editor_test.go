package lsp

import (
	"encoding/json"
	"fmt"
	"net/url"
	"path"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"skills-ls/lsp/position"
)

const (
	markerRoot = "/ws"
	markerHome = "/home/user"
)

// A fakeDoc is a document as the editor has it: with the variant's line endings, counted in its encoding. It
// finds positions without the server's code, and a range that no editor could show is an error.
type fakeDoc struct {
	name    string
	uri     string
	source  string // the archive's text
	text    string // the variant's
	version int
	found   []testDiagnostic
	variant variant
}

// A place is a part of an open document.
type place struct {
	doc *fakeDoc
	region
}

// offsetOf converts an offset in the archive's text to one in the document.
func (d *fakeDoc) offsetOf(source int) int {
	if !d.variant.crlf {
		return source
	}
	return source + strings.Count(d.source[:source], "\n")
}

// offset returns the offset of a position, or an error if no editor could put a cursor there.
func (d *fakeDoc) offset(p testPosition) (int, error) {
	return strictOffset(d.text, p, d.variant.encoding)
}

func strictOffset(text string, p testPosition, e position.Encoding) (int, error) {
	return linesOf(text).offset(p, e)
}

// textLines are the lines of a text, each with its line ending, and their start offsets.
type textLines struct {
	lines  []string
	starts []int
}

func linesOf(text string) textLines {
	t := textLines{lines: splitLines(text)}
	start := 0
	for _, line := range t.lines {
		t.starts = append(t.starts, start)
		start += len(line)
	}
	return t
}

func (t textLines) offset(p testPosition, e position.Encoding) (int, error) {
	if p.Line < 0 || p.Line >= len(t.lines) {
		return 0, fmt.Errorf("line %d of %d", p.Line, len(t.lines))
	}
	line := strings.TrimRight(t.lines[p.Line], "\r\n")
	units := 0
	for i, r := range line {
		if units == p.Character {
			return t.starts[p.Line] + i, nil
		}
		units += unitsOf(r, e)
		if units > p.Character {
			return 0, fmt.Errorf("character %d of line %d is within a character", p.Character, p.Line)
		}
	}
	if units != p.Character {
		return 0, fmt.Errorf("character %d of line %d, which has %d", p.Character, p.Line, units)
	}
	return t.starts[p.Line] + len(line), nil
}

// splitLines splits a text after each of its line endings.
func splitLines(text string) (lines []string) {
	start := 0
	for i := 0; i < len(text); i++ {
		if text[i] == '\n' || text[i] == '\r' && (i+1 == len(text) || text[i+1] != '\n') {
			lines, start = append(lines, text[start:i+1]), i+1
		}
	}
	return append(lines, text[start:])
}

func unitsOf(r rune, e position.Encoding) int {
	switch e {
	case position.UTF8:
		return utf8.RuneLen(r)
	case position.UTF16:
		return utf16.RuneLen(r)
	}
	return 1
}

// position returns the position of an offset.
func (d *fakeDoc) position(offset int) testPosition {
	var p testPosition
	for _, line := range splitLines(d.text) {
		if offset < len(line) || p.Line == strings.Count(d.text, "\n") {
			for i, r := range line {
				if i >= offset {
					break
				}
				p.Character += unitsOf(r, d.variant.encoding)
			}
			return p
		}
		offset -= len(line)
		p.Line++
	}
	return p
}

// span returns the offsets of a range, or an error if no editor could select it.
func (d *fakeDoc) span(r testRange) (region, error) {
	start, err := d.offset(r.Start)
	if err != nil {
		return region{}, fmt.Errorf("range %v: start: %w", r, err)
	}
	end, err := d.offset(r.End)
	if err != nil {
		return region{}, fmt.Errorf("range %v: end: %w", r, err)
	}
	if end < start {
		return region{}, fmt.Errorf("range %v ends before it starts", r)
	}
	return region{start, end}, nil
}

// params returns the parameters of a request about an offset.
func (d *fakeDoc) params(offset int) map[string]any {
	p := d.position(offset)
	return at(d.uri, p.Line, p.Character)
}

// describeRegion formats a region for people: 1-based lines and columns, in characters, and the text of the
// first line.
func describeRegion(text string, r region) string {
	where := func(offset int) (line, column int) {
		line = 1 + strings.Count(text[:offset], "\n")
		column = 1 + utf8.RuneCountInString(text[strings.LastIndex(text[:offset], "\n")+1:offset])
		return line, column
	}
	line, column := where(r.start)
	endLine, endColumn := where(r.end)
	content, _, _ := strings.Cut(text[r.start:r.end], "\n")
	return fmt.Sprintf("%d:%d-%d:%d %s", line, column, endLine, endColumn, strings.TrimRight(content, "\r"))
}

// A textEdit is an edit that the server sent.
type textEdit struct {
	Range   testRange
	NewText string
	Snippet *struct{ Kind, Value string }
}

// apply returns the document's text after edits, all of which refer to the current text.
func (d *fakeDoc) apply(edits []textEdit) (string, error) {
	type replacement struct {
		region
		text string
	}
	var list []replacement
	for _, e := range edits {
		span, err := d.span(e.Range)
		if err != nil {
			return "", err
		}
		text := e.NewText
		if e.Snippet != nil {
			text = e.Snippet.Value
		}
		list = append(list, replacement{span, text})
	}
	slices.SortStableFunc(list, func(a, b replacement) int { return a.start - b.start })
	var out strings.Builder
	last := 0
	for _, r := range list {
		if r.start < last {
			return "", fmt.Errorf("edits overlap: %+v", edits)
		}
		out.WriteString(d.text[last:r.start])
		out.WriteString(r.text)
		last = r.end
	}
	out.WriteString(d.text[last:])
	after := out.String()
	if strings.Contains(d.text, "\r\n") && strings.Count(after, "\n") != strings.Count(after, "\r\n") {
		return "", fmt.Errorf("the edit mixes line endings: %q", after)
	}
	return after, nil
}

// lineDiff describes a change: the number of the first changed line, the lines that were removed and those
// that were added.
func lineDiff(before, after string) string {
	a, b := splitLines(before), splitLines(after)
	start := 0
	for start < len(a) && start < len(b) && a[start] == b[start] {
		start++
	}
	end := 0
	for end < len(a)-start && end < len(b)-start && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	var out strings.Builder
	fmt.Fprintf(&out, "line %d\n", start+1)
	write := func(sign string, lines []string) {
		for _, line := range lines {
			if text := strings.TrimRight(line, "\r\n"); text != line {
				fmt.Fprintf(&out, "%s%s\n", sign, text)
			} else if line != "" {
				fmt.Fprintf(&out, "%s%s (no line ending)\n", sign, text)
			}
		}
	}
	write("-", a[start:len(a)-end])
	write("+", b[start:len(b)-end])
	return out.String()
}

// markerURI returns the URI of a file of the archive.
func markerURI(name string) string {
	if home, ok := strings.CutPrefix(name, "~/"); ok {
		return string(position.PathURI(nativePath(path.Join(markerHome, home))))
	}
	return string(position.PathURI(nativePath(path.Join(markerRoot, name))))
}

// archiveName is the inverse of [markerURI]. It also accepts paths.
func archiveName(uriOrPath string) string {
	s := uriOrPath
	if unescaped, err := url.PathUnescape(s); err == nil && strings.HasPrefix(s, "file:") {
		s = unescaped
	}
	s = strings.ReplaceAll(s, `\`, "/")
	if i := strings.Index(s, markerRoot+"/"); i >= 0 {
		return s[i+len(markerRoot)+1:]
	}
	if i := strings.Index(s, markerHome+"/"); i >= 0 {
		return "~" + s[i+len(markerHome):]
	}
	return s
}

// decodeResult decodes a result. The error contains the result.
func decodeResult(raw json.RawMessage, into any) error {
	if err := json.Unmarshal(raw, into); err != nil {
		return fmt.Errorf("%s: %w", raw, err)
	}
	return nil
}
