package lsp

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// A tokenResult is a semantic token with its region in the text.
type tokenResult struct {
	region
	kind, modifiers string
}

// decodeTokens returns the tokens of an answer. They must be in order, each on one line, and not empty.
func (d *fakeDoc) decodeTokens(raw json.RawMessage) ([]tokenResult, error) {
	var answer struct{ Data []int }
	if err := decodeResult(raw, &answer); err != nil || answer.Data == nil || len(answer.Data)%5 != 0 {
		return nil, fmt.Errorf("tokens %s: %v", raw, err)
	}
	var list []tokenResult
	var at testPosition
	end := 0
	for n := range slices.Chunk(answer.Data, 5) {
		if n[0] > 0 {
			at = testPosition{at.Line + n[0], 0}
		}
		at.Character += n[1]
		span, err := d.span(testRange{at, testPosition{at.Line, at.Character + n[2]}})
		switch {
		case err != nil:
			return nil, err
		case span.start < end || span.start == span.end:
			return nil, fmt.Errorf("the token at %v begins before %d, or is empty", span, end)
		case n[3] >= len(tokenLegend.TokenTypes) || n[4] >= 1<<len(tokenLegend.TokenModifiers):
			return nil, fmt.Errorf("the legend has no %v", n)
		}
		end = span.end
		t := tokenResult{region: span, kind: tokenLegend.TokenTypes[n[3]]}
		for i, name := range tokenLegend.TokenModifiers {
			if n[4]&(1<<i) != 0 {
				t.modifiers += " " + name
			}
		}
		list = append(list, t)
	}
	return list, nil
}

func (r *markerRun) tokensOf(d *fakeDoc) ([]tokenResult, error) {
	return d.decodeTokens(r.call("textDocument/semanticTokens/full", map[string]any{"textDocument": map[string]any{"uri": d.uri}}))
}

// sweepTokens compares the tokens of each line with those of the file.
func (r *markerRun) sweepTokens(d *fakeDoc) error {
	all, err := r.tokensOf(d)
	if err != nil {
		return err
	}
	for line := range strings.Count(d.text, "\n") + 1 {
		asked := map[string]any{"start": testPosition{line, 0}, "end": testPosition{line + 1, 0}}
		found, err := d.decodeTokens(r.call("textDocument/semanticTokens/range", map[string]any{"textDocument": map[string]any{"uri": d.uri}, "range": asked}))
		if err != nil {
			return err
		}
		want := slices.DeleteFunc(slices.Clone(all), func(t tokenResult) bool { return strings.Count(d.text[:t.start], "\n") != line })
		if !slices.Equal(found, want) {
			return fmt.Errorf("the tokens of line %d are %v, and among all %v", line, found, want)
		}
	}
	return nil
}

func markTokens(r *markerRun, m mark) {
	d := r.docs[m.file]
	found, err := r.tokensOf(d)
	if err != nil {
		r.errorf(m, "%v", err)
		return
	}
	var out strings.Builder
	for _, t := range found {
		fmt.Fprintf(&out, "%s (%s%s)\n", describeRegion(d.text, t.region), t.kind, t.modifiers)
	}
	r.golden(m, m.args[0].text, out.String())
}
