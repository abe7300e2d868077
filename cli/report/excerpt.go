package report

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"

	"skills-ls/analysis/diagnostic"
	"skills-ls/cli/term"
)

const (
	tabStop   = 4
	LeadShown = 24 // maximum columns before a diagnostic in a line that does not fit
)

// excerpt prints the line that a diagnostic begins in, with carets below the part that it covers.
func excerpt(b *bytes.Buffer, st term.Style, text string, d diagnostic.Diagnostic, line int) {
	start := strings.LastIndexAny(text[:min(d.Span.Start, len(text))], "\r\n") + 1
	end := len(text)
	if i := strings.IndexAny(text[start:], "\r\n"); i >= 0 {
		end = start + i
	}
	from := min(d.Span.Start, end) - start
	to := max(from, min(d.Span.End, end)-start)
	gutter := fmt.Sprintf("%5d | ", line)
	shown, column, carets := Picture(text[start:end], from, to, st.Width-len(gutter))
	fmt.Fprintf(b, "%s%s\n", st.Dim(gutter), shown)
	fmt.Fprintf(b, "%s%s%s\n", st.Dim(strings.Repeat(" ", len(gutter)-2)+"| "), strings.Repeat(" ", column), st.Paint(d.Severity, strings.Repeat("^", carets)))
}

// A cell is what a terminal shows for one character.
type cell struct {
	text    string
	columns int
}

// Picture returns a line as a terminal shows it in the given number of columns, the column at which the bytes
// [from, to) begin, and how many columns they take, at least one.
func Picture(line string, from, to, columns int) (shown string, column, carets int) {
	var cells []cell
	first, last := -1, -1 // cells at from and at to
	at := 0
	for i := 0; i < len(line); {
		r, size := utf8.DecodeRuneInString(line[i:])
		if i >= from && first < 0 {
			first = len(cells)
		}
		if i >= to && last < 0 {
			last = len(cells)
		}
		c := cellOf(r, size, at)
		cells = append(cells, c)
		at += c.columns
		i += size
	}
	if first < 0 {
		first = len(cells)
	}
	if last < 0 {
		last = len(cells)
	}
	before := columnsOf(cells[:first])
	carets = columnsOf(cells[first:last])

	var b strings.Builder
	room := columns
	column = before
	if at > columns && before > LeadShown {
		skipped := 0
		for before-skipped > LeadShown-1 {
			skipped += cells[0].columns
			cells = cells[1:]
		}
		b.WriteString("…")
		room--
		column = 1 + before - skipped
	}
	fits := columnsOf(cells) <= room
	for _, c := range cells {
		if !fits && c.columns > room-1 {
			b.WriteString("…")
			break
		}
		b.WriteString(c.text)
		room -= c.columns
	}
	return b.String(), column, max(1, min(carets, columns-column))
}

func columnsOf(cells []cell) int {
	n := 0
	for _, c := range cells {
		n += c.columns
	}
	return n
}

// cellOf returns what a terminal shows for a character at the given column.
func cellOf(r rune, size, column int) cell {
	switch {
	case r == '\t':
		n := tabStop - column%tabStop
		return cell{strings.Repeat(" ", n), n}
	case r == utf8.RuneError && size == 1:
		return cell{"\ufffd", 1}
	case term.IsUnsafe(r):
		text := term.Escape(r)
		return cell{text, len(text)}
	case unicode.In(r, unicode.Mn, unicode.Me):
		return cell{string(r), 0}
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return cell{string(r), 2}
	}
	return cell{string(r), 1}
}

// DisplayWidth returns the number of columns that a plain text takes on a terminal.
func DisplayWidth(text string) int {
	n := 0
	for _, r := range text {
		if ' ' <= r && r <= '~' { // most texts have nothing else
			n++
			continue
		}
		n += cellOf(r, utf8.RuneLen(r), n).columns
	}
	return n
}

// Cut shortens a plain text to the given number of columns.
func Cut(text string, columns int) string {
	n := 0
	for i, r := range text {
		n += cellOf(r, utf8.RuneLen(r), n).columns
		if n > columns && i > 0 {
			return cutBefore(text[:i], columns)
		}
	}
	return text
}

// cutBefore makes room for an ellipsis at the end of a text that just fits.
func cutBefore(text string, columns int) string {
	for text != "" && DisplayWidth(text) > columns-1 {
		_, size := utf8.DecodeLastRuneInString(text)
		text = text[:len(text)-size]
	}
	return strings.TrimRight(text, " ") + "…"
}
