package lsp

import (
	"encoding/json"
	"fmt"
	"strings"
)

// workspaceSymbols returns a line for each skill and section that a query finds. It resolves each, as when
// the user chooses it.
func (r *markerRun) workspaceSymbols(query string) (string, error) {
	var list []json.RawMessage
	if err := decodeResult(r.call("workspace/symbol", map[string]any{"query": query}), &list); err != nil {
		return "", err
	}
	var out strings.Builder
	for _, raw := range list {
		if !strings.Contains(string(raw), `"range"`) {
			raw = r.call("workspaceSymbol/resolve", raw)
		}
		var s struct {
			Name, ContainerName string
			Kind                int
			Location            struct {
				URI   string
				Range *testRange
			}
		}
		if err := decodeResult(raw, &s); err != nil {
			return "", err
		}
		if s.Name == "" || s.Kind == 0 || s.Location.Range == nil {
			return "", fmt.Errorf("a symbol without its name, kind or place: %s", raw)
		}
		file, err := r.anyFile(s.Location.URI)
		if err != nil {
			return "", err
		}
		span, err := file.span(*s.Location.Range)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&out, "%s (kind %d, %s) %s %s\n", s.Name, s.Kind, s.ContainerName, file.name, describeRegion(file.text, span))
	}
	return out.String(), nil
}

func markWorkspaceSymbols(r *markerRun, m mark) {
	got, err := r.workspaceSymbols(m.args[1].text)
	if err != nil {
		r.errorf(m, "%v", err)
		return
	}
	r.golden(m, m.args[0].text, got)
}
