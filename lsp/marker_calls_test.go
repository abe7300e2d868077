package lsp

import (
	"encoding/json"
	"fmt"
	"strings"
)

// markCalls prints the skills at a place, which skills mention each, and which it mentions, with the mentions.
func markCalls(r *markerRun, m mark) {
	at := r.place(m, m.args[0])
	found, err := r.callsAt(at.doc, at.start)
	switch {
	case err != nil:
		r.errorf(m, "%v", err)
	case m.args[1].isNone():
		if found != "" {
			r.errorf(m, "got %s, want nothing", found)
		}
	default:
		r.golden(m, m.args[1].text, found)
	}
}

func (r *markerRun) callsAt(d *fakeDoc, offset int) (string, error) {
	var items []json.RawMessage
	if err := decodeResult(r.call("textDocument/prepareCallHierarchy", d.params(offset)), &items); err != nil {
		return "", err
	}
	var lines strings.Builder
	for _, item := range items {
		in, shown, err := r.callItem(item)
		if err != nil {
			return "", err
		}
		lines.WriteString(shown + "\n")
		for _, direction := range []string{"incoming", "outgoing"} {
			var calls []struct {
				From, To   json.RawMessage
				FromRanges []testRange
			}
			if err := decodeResult(r.call("callHierarchy/"+direction+"Calls", map[string]any{"item": item}), &calls); err != nil {
				return "", err
			}
			for _, call := range calls {
				other, caller := call.To, in
				if direction == "incoming" {
					other = call.From
				}
				doc, shown, err := r.callItem(other)
				if err != nil {
					return "", err
				}
				if direction == "incoming" {
					caller = doc
				}
				fmt.Fprintf(&lines, "  %s %s\n", direction, shown)
				for _, at := range call.FromRanges {
					span, err := caller.span(at)
					if err != nil {
						return "", fmt.Errorf("call of %s: %w", shown, err)
					}
					lines.WriteString("    " + describeRegion(caller.text, span) + "\n")
				}
			}
		}
	}
	return lines.String(), nil
}

// callItem describes an item and returns its file, which must be its range.
func (r *markerRun) callItem(raw json.RawMessage) (*fakeDoc, string, error) {
	var item struct {
		Name, Detail, URI     string
		Range, SelectionRange testRange
	}
	if err := decodeResult(raw, &item); err != nil {
		return nil, "", err
	}
	in, err := r.anyFile(item.URI)
	if err != nil {
		return nil, "", err
	}
	whole, err := in.span(item.Range)
	if err != nil {
		return nil, "", err
	}
	if whole != (region{0, len(in.text)}) {
		return nil, "", fmt.Errorf("the range of %s is %v, not all of its file", item.Name, whole)
	}
	selected, err := in.span(item.SelectionRange)
	if err != nil {
		return nil, "", fmt.Errorf("selection range of %s: %w", item.Name, err)
	}
	return in, fmt.Sprintf("%s, %s, at %s", item.Name, item.Detail, describeRegion(in.text, selected)), nil
}
