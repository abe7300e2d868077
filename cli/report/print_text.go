package report

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/workspace"
	"skills-ls/cli/project"
	"skills-ls/cli/term"
)

// A TextPrinter prints the diagnostics of each file as a group, errors first, and a summary at the end. On a
// terminal the source, the agents that the problem affects and what to do follow each line.
type TextPrinter struct {
	FilePrinter
	Project *project.Project
	Style   term.Style
	printed bool // a group was printed
}

// Print prints a group.
func (p *TextPrinter) Print(text []byte) {
	if p.printed {
		fmt.Fprintln(p.Out)
	}
	p.printed = true
	p.FilePrinter.Print(text)
}

func (p *TextPrinter) End(sum Summary, _ []project.Problem) {
	if p.Project.Sys.Quiet {
		return
	}
	if p.printed {
		fmt.Fprintln(p.Out)
	}
	fmt.Fprintln(p.Out, sum)
}

// A textRow is the line of one diagnostic.
type textRow struct {
	diagnostic.Diagnostic
	line              int
	position, message string
	width             int // of the message
	fixable           bool
}

func (p *TextPrinter) Render(_ *workspace.Snapshot, f *Checked) []byte {
	if len(f.Found) == 0 {
		return nil
	}
	rows := textRows(f)
	w := p.widths(rows)
	var b bytes.Buffer
	fmt.Fprintln(&b, p.Style.Bold(term.Plain(p.Project.Show(f.Path))))
	for _, r := range rows {
		fmt.Fprintf(&b, "  %s%s  %s%s  %s%s  %s", r.position, pad(r.position, w.position),
			p.Style.Severity(r.Severity), pad(r.Severity.String(), w.severity),
			r.message, pad(r.message, w.message), p.Style.Dim(r.Rule))
		if r.fixable {
			if r.width <= w.message {
				b.WriteString(pad(r.Rule, w.rule))
			}
			b.WriteString("  " + fixMark)
		}
		b.WriteByte('\n')
		if p.Style.Width > 0 {
			if f.Text != "" {
				excerpt(&b, p.Style, f.Text, r.Diagnostic, r.line)
			}
			p.explain(&b, f, r.Diagnostic)
		} else if places := p.places(f, r.Diagnostic); places != "" {
			fmt.Fprintln(&b, "      places:", places)
		}
	}
	return b.Bytes()
}

// fixMark follows the rule of a problem that --fix would fix.
const fixMark = "[fix]"

// textRows returns the rows of a file, those of a higher severity first, and then in source order.
func textRows(f *Checked) []textRow {
	rows := make([]textRow, len(f.Found))
	at := NewPlaces(f.Text)
	for i, d := range f.Found {
		start := at.TextPosition(d.Span.Start)
		message := term.Plain(d.Text())
		rows[i] = textRow{
			Diagnostic: d, line: start.Line, position: fmt.Sprintf("%d:%d", start.Line, start.Column),
			message: message, width: DisplayWidth(message), fixable: f.isFixable(i),
		}
	}
	slices.SortStableFunc(rows, func(a, b textRow) int { return cmp.Compare(b.Severity, a.Severity) })
	return rows
}

// textWidths are the widths of the columns of a group.
type textWidths struct{ position, severity, message, rule int }

// maxMessageWidth is the maximum width of the column of messages. A longer message only moves what follows
// it on its line.
const maxMessageWidth = 100

// widths returns the widths of the columns of rows. On a terminal a line with a short message fits.
func (p *TextPrinter) widths(rows []textRow) (w textWidths) {
	for _, r := range rows {
		w.position = max(w.position, len(r.position))
		w.severity = max(w.severity, len(r.Severity.String()))
		w.rule = max(w.rule, len(r.Rule))
	}
	limit := maxMessageWidth
	if p.Style.Width > 0 {
		limit = min(limit, p.Style.Width-len("  ")*5-len(fixMark)-w.position-w.severity-w.rule)
	}
	for _, r := range rows {
		if r.width <= limit {
			w.message = max(w.message, r.width)
		}
	}
	return w
}

// pad returns the spaces that fill a column after a text.
func pad(text string, width int) string { return strings.Repeat(" ", max(0, width-DisplayWidth(text))) }

// explain prints all places of a problem that has several, which agents it affects, and what to do.
func (p *TextPrinter) explain(b *bytes.Buffer, f *Checked, d diagnostic.Diagnostic) {
	for _, line := range []struct{ label, text string }{
		{"places", p.places(f, d)}, {"affects", rules.EffectsText(d.Rule, d.Affects)}, {"help", d.Advice()},
	} {
		if line.text != "" {
			fmt.Fprintf(b, "      %s %s\n", p.Style.Dim("= "+line.label+":"), term.Plain(line.text))
		}
	}
}

// places lists the places of a diagnostic that [rules.Fold] returned, as many as fit on one line. It returns ""
// for any other diagnostic.
func (p *TextPrinter) places(f *Checked, d diagnostic.Diagnostic) string {
	if len(d.Related) == 0 || d.Related[0].Path != f.Path || d.Related[0].Span != d.Span {
		return ""
	}
	at := NewPlaces(f.Text)
	var list []string
	for _, r := range d.Related {
		start := at.TextPosition(r.Span.Start)
		list = append(list, fmt.Sprintf("%d:%d", start.Line, start.Column))
	}
	places := strings.Join(list, ", ")
	if p.Style.Width > 0 {
		places = Cut(places, p.Style.Width-len("      = places: "))
	}
	return places
}
