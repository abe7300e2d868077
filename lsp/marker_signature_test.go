package lsp

import (
	"fmt"
	"slices"
	"unicode/utf16"
)

// signaturesAt describes the signatures at an offset.
func (r *markerRun) signaturesAt(d *fakeDoc, offset int) ([]string, error) {
	var help *struct {
		ActiveParameter int
		Signatures      []struct {
			Label         string
			Documentation struct{ Value string }
			Parameters    []struct {
				Label         [2]int
				Documentation struct{ Value string }
			}
		}
	}
	if err := decodeResult(r.call("textDocument/signatureHelp", d.params(offset)), &help); err != nil || help == nil {
		return nil, err
	}
	var list []string
	for _, sig := range help.Signatures {
		label, last := utf16.Encode([]rune(sig.Label)), 0
		for _, p := range sig.Parameters {
			if p.Label[0] < last || p.Label[1] <= p.Label[0] || p.Label[1] > len(label) {
				return nil, fmt.Errorf("the parameters of %q are at %v", sig.Label, sig.Parameters)
			}
			last = p.Label[1]
		}
		if help.ActiveParameter >= len(sig.Parameters) {
			return nil, fmt.Errorf("%q has no parameter %d", sig.Label, help.ActiveParameter)
		}
		active := sig.Parameters[help.ActiveParameter]
		part := func(from, to int) string { return string(utf16.Decode(label[from:to])) }
		shown := part(0, active.Label[0]) + "«" + part(active.Label[0], active.Label[1]) + "»" + part(active.Label[1], len(label))
		if active.Documentation.Value != "" {
			shown += " " + active.Documentation.Value
		}
		list = append(list, shown+": "+sig.Documentation.Value)
	}
	return list, nil
}

func markSignature(r *markerRun, m mark) {
	at := r.place(m, m.args[0])
	found, err := r.signaturesAt(at.doc, at.start)
	if err != nil {
		r.errorf(m, "%v", err)
		return
	}
	var want []string
	for _, a := range m.args[1:] {
		if !a.isNone() {
			want = append(want, a.text)
		}
	}
	if !slices.Equal(found, want) {
		r.errorf(m, "got %q, want %q", found, want)
	}
}
