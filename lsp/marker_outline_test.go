package lsp

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

type symbolResult struct {
	Name, Detail          string
	Kind                  int
	Range, SelectionRange testRange
	Location              struct{ Range testRange } // of a symbol in a flat list
	ContainerName         string
	Children              []symbolResult
}

// symbolsOf returns a line for each symbol of a file, indented by its depth.
func (r *markerRun) symbolsOf(d *fakeDoc) (string, error) {
	raw := r.call("textDocument/documentSymbol", map[string]any{"textDocument": map[string]any{"uri": d.uri}})
	var list []symbolResult
	if err := decodeResult(raw, &list); err != nil {
		return "", err
	}
	var lines strings.Builder
	err := d.writeSymbols(&lines, list, region{0, len(d.text)}, "")
	return lines.String(), err
}

func (d *fakeDoc) writeSymbols(out *strings.Builder, list []symbolResult, in region, indent string) error {
	for _, s := range list {
		if s.Location.Range != (testRange{}) {
			s.Range, s.SelectionRange = s.Location.Range, s.Location.Range
		}
		whole, err := d.span(s.Range)
		if err != nil {
			return err
		}
		name, err := d.span(s.SelectionRange)
		switch {
		case err != nil:
			return err
		case s.Name == "" || s.Kind == 0:
			return fmt.Errorf("a symbol without its name or kind: %+v", s)
		case whole.start < in.start || whole.end > in.end || name.start < whole.start || name.end > whole.end:
			return fmt.Errorf("the symbol %q at %v with its name at %v lies in %v", s.Name, whole, name, in)
		}
		where, _, _ := strings.Cut(describeRegion(d.text, whole), " ")
		selected, _, _ := strings.Cut(describeRegion(d.text, name), " ")
		fmt.Fprintf(out, "%s%s (kind %d) %s, name %s", indent, s.Name, s.Kind, where, selected)
		for _, more := range []string{s.Detail, s.ContainerName} {
			if more != "" {
				fmt.Fprintf(out, ": %s", more)
			}
		}
		out.WriteByte('\n')
		if err := d.writeSymbols(out, s.Children, whole, indent+"  "); err != nil {
			return err
		}
	}
	return nil
}

func markSymbols(r *markerRun, m mark) {
	got, err := r.symbolsOf(r.docs[m.file])
	if err != nil {
		r.errorf(m, "%v", err)
		return
	}
	r.golden(m, m.args[0].text, got)
}

type foldResult struct {
	StartLine, EndLine int
	Kind               string
}

// foldsOf returns a line for each folding range, in the order of their first lines.
func (r *markerRun) foldsOf(d *fakeDoc) (string, error) {
	raw := r.call("textDocument/foldingRange", map[string]any{"textDocument": map[string]any{"uri": d.uri}})
	var list []foldResult
	if err := decodeResult(raw, &list); err != nil {
		return "", err
	}
	slices.SortStableFunc(list, func(a, b foldResult) int {
		return cmp.Or(cmp.Compare(a.StartLine, b.StartLine), cmp.Compare(b.EndLine, a.EndLine))
	})
	lines := strings.Split(d.text, "\n")
	var out strings.Builder
	for _, f := range list {
		if f.StartLine >= f.EndLine || f.EndLine >= len(lines) {
			return "", fmt.Errorf("folded are lines %d to %d of %d", f.StartLine, f.EndLine, len(lines))
		}
		fmt.Fprintf(&out, "%d-%d %s%s\n", f.StartLine+1, f.EndLine+1, strings.TrimRight(lines[f.StartLine], "\r"), strings.TrimRight(" "+f.Kind, " "))
	}
	return out.String(), nil
}

func markFolds(r *markerRun, m mark) {
	got, err := r.foldsOf(r.docs[m.file])
	if err != nil {
		r.errorf(m, "%v", err)
		return
	}
	r.golden(m, m.args[0].text, got)
}

// selectionsAt returns the ranges that are selected around an offset, beginning with the narrowest.
func (r *markerRun) selectionsAt(d *fakeDoc, offset int) ([]region, error) {
	type selection struct {
		Range  testRange
		Parent *selection
	}
	var list []selection
	raw := r.call("textDocument/selectionRange", map[string]any{"textDocument": map[string]any{"uri": d.uri}, "positions": []testPosition{d.position(offset)}})
	if err := decodeResult(raw, &list); err != nil {
		return nil, err
	}
	if len(list) != 1 {
		return nil, fmt.Errorf("%d selections for one cursor", len(list))
	}
	var regions []region
	last := region{offset, offset}
	for s := &list[0]; s != nil; s = s.Parent {
		span, err := d.span(s.Range)
		if err != nil {
			return nil, err
		}
		if span.start > last.start || span.end < last.end || len(regions) > 0 && span == last {
			return nil, fmt.Errorf("%v is selected after %v", span, last)
		}
		regions = append(regions, span)
		last = span
	}
	return regions, nil
}

func markSelections(r *markerRun, m mark) {
	at := r.place(m, m.args[0])
	regions, err := r.selectionsAt(at.doc, at.start)
	if err != nil {
		r.errorf(m, "%v", err)
		return
	}
	var lines strings.Builder
	for _, region := range regions {
		lines.WriteString(describeRegion(at.doc.text, region) + "\n")
	}
	r.golden(m, m.args[1].text, lines.String())
}
