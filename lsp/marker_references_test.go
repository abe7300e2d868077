package lsp

import (
	"fmt"
	"slices"
	"strings"
)

// A reference is a reference in the server's answer, with its description.
type reference struct {
	line        string
	name        string // of the file
	at          region
	declaration bool
}

// referencesAt returns the references to the name at an offset, and which of them are declarations.
func (r *markerRun) referencesAt(d *fakeDoc, offset int) ([]reference, error) {
	all, err := r.locationsAt(d, offset, true)
	if err != nil {
		return nil, err
	}
	uses, err := r.locationsAt(d, offset, false)
	if err != nil {
		return nil, err
	}
	next := 0
	for i := range all {
		if next < len(uses) && uses[next].line == all[i].line {
			next++
		} else {
			all[i].declaration = true
		}
	}
	if next < len(uses) {
		return nil, fmt.Errorf("%s is a reference only where no declarations are asked for", uses[next].line)
	}
	return all, nil
}

func (r *markerRun) locationsAt(d *fakeDoc, offset int, declarations bool) ([]reference, error) {
	params := d.params(offset)
	params["context"] = map[string]any{"includeDeclaration": declarations}
	var list []struct {
		URI   string
		Range testRange
	}
	if err := decodeResult(r.call("textDocument/references", params), &list); err != nil {
		return nil, err
	}
	var found []reference
	for _, l := range list {
		in, err := r.anyFile(l.URI)
		if err != nil {
			return nil, err
		}
		span, err := in.span(l.Range)
		if err != nil {
			return nil, fmt.Errorf("reference in %s: %w", in.name, err)
		}
		ref := reference{line: in.name + ":" + describeRegion(in.text, span), name: in.name, at: span}
		if slices.Contains(found, ref) {
			return nil, fmt.Errorf("%s comes twice", ref.line)
		}
		found = append(found, ref)
	}
	return found, nil
}

func markReferences(r *markerRun, m mark) {
	at := r.place(m, m.args[0])
	found, err := r.referencesAt(at.doc, at.start)
	switch {
	case err != nil:
		r.errorf(m, "%v", err)
	case m.args[1].isNone():
		if found != nil {
			r.errorf(m, "got %v, want nothing", found)
		}
	default:
		var lines strings.Builder
		for _, ref := range found {
			lines.WriteString(ref.line)
			if ref.declaration {
				lines.WriteString(" *")
			}
			lines.WriteString("\n")
		}
		r.golden(m, m.args[1].text, lines.String())
	}
}

// highlightsAt returns the highlights in a document, with their descriptions.
func (r *markerRun) highlightsAt(d *fakeDoc, offset int) ([]reference, error) {
	var list []struct {
		Range testRange
		Kind  int
	}
	if err := decodeResult(r.call("textDocument/documentHighlight", d.params(offset)), &list); err != nil {
		return nil, err
	}
	var found []reference
	for _, h := range list {
		span, err := d.span(h.Range)
		if err != nil {
			return nil, fmt.Errorf("highlight: %w", err)
		}
		kind, ok := map[int]string{2: "read", 3: "write"}[h.Kind]
		if !ok {
			return nil, fmt.Errorf("highlight of kind %d", h.Kind)
		}
		found = append(found, reference{line: kind + " " + describeRegion(d.text, span), name: d.name, at: span, declaration: kind == "write"})
	}
	return found, nil
}

func markHighlights(r *markerRun, m mark) {
	at := r.place(m, m.args[0])
	found, err := r.highlightsAt(at.doc, at.start)
	if err != nil {
		r.errorf(m, "%v", err)
		return
	}
	var lines strings.Builder
	for _, h := range found {
		lines.WriteString(h.line + "\n")
	}
	r.golden(m, m.args[1].text, lines.String())
}

// sweepReferences checks that the highlights are the references in the file.
func (r *markerRun) sweepReferences(d *fakeDoc, offset int) error {
	all, err := r.referencesAt(d, offset)
	if err != nil {
		return err
	}
	highlights, err := r.highlightsAt(d, offset)
	if err != nil {
		return err
	}
	here := slices.DeleteFunc(slices.Clone(all), func(ref reference) bool { return ref.name != d.name })
	same := func(a, b reference) bool { return a.at == b.at && a.declaration == b.declaration }
	if !slices.EqualFunc(here, highlights, same) {
		return fmt.Errorf("highlighted is %v of the references %v", highlights, all)
	}
	return nil
}
