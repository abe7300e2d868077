package lsp

import (
	"fmt"
	"slices"
	"strings"
)

// A hintResult is an inlay hint with its offset.
type hintResult struct {
	offset int
	label  string
	kind   int
}

// hintsIn returns the hints between two positions. They must be in order and have a label.
func (r *markerRun) hintsIn(d *fakeDoc, from, to testPosition) ([]hintResult, error) {
	raw := r.call("textDocument/inlayHint", map[string]any{"textDocument": map[string]any{"uri": d.uri}, "range": map[string]any{"start": from, "end": to}})
	var answer []struct {
		Position testPosition
		Label    string
		Kind     int
	}
	if err := decodeResult(raw, &answer); err != nil {
		return nil, err
	}
	var list []hintResult
	for i, h := range answer {
		offset, err := d.offset(h.Position)
		if err != nil {
			return nil, err
		}
		if strings.TrimSpace(h.Label) == "" || i > 0 && offset < list[i-1].offset {
			return nil, fmt.Errorf("the hint %+v at %d", h, offset)
		}
		list = append(list, hintResult{offset, h.Label, h.Kind})
	}
	return list, nil
}

// sweepHints compares the hints of each line with those of the file.
func (r *markerRun) sweepHints(d *fakeDoc) error {
	all, err := r.hintsIn(d, testPosition{}, testPosition{strings.Count(d.text, "\n") + 1, 0})
	if err != nil {
		return err
	}
	for line := range strings.Count(d.text, "\n") + 1 {
		found, err := r.hintsIn(d, testPosition{line, 0}, testPosition{line, 1 << 20})
		if err != nil {
			return err
		}
		want := slices.DeleteFunc(slices.Clone(all), func(h hintResult) bool { return strings.Count(d.text[:h.offset], "\n") != line })
		if !slices.Equal(found, want) {
			return fmt.Errorf("the hints of line %d are %v, and among all %v", line, found, want)
		}
	}
	return nil
}

func markHints(r *markerRun, m mark) {
	d := r.docs[m.file]
	found, err := r.hintsIn(d, testPosition{}, testPosition{strings.Count(d.text, "\n") + 1, 0})
	if err != nil {
		r.errorf(m, "%v", err)
		return
	}
	var out strings.Builder
	for _, h := range found {
		where, _, _ := strings.Cut(describeRegion(d.text, region{h.offset, h.offset}), "-")
		line := d.text[strings.LastIndex(d.text[:h.offset], "\n")+1 : h.offset]
		fmt.Fprintf(&out, "%s %s‹%s› (kind %d)\n", where, line, h.label, h.kind)
	}
	r.golden(m, m.args[0].text, out.String())
}
