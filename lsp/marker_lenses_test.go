package lsp

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
)

// lensesOf returns a line for each lens of a file, and a line for each location that the lens shows. It
// resolves lenses that have no command yet.
func (r *markerRun) lensesOf(d *fakeDoc) (string, error) {
	var list []json.RawMessage
	raw := r.call("textDocument/codeLens", map[string]any{"textDocument": map[string]any{"uri": d.uri}})
	if err := decodeResult(raw, &list); err != nil {
		return "", err
	}
	var out strings.Builder
	for _, raw := range list {
		if !strings.Contains(string(raw), `"command"`) {
			raw = r.call("codeLens/resolve", raw)
		}
		var lens struct {
			Range   testRange
			Command struct {
				Title, Command string
				Arguments      []json.RawMessage
			}
		}
		if err := decodeResult(raw, &lens); err != nil {
			return "", err
		}
		span, err := d.span(lens.Range)
		switch {
		case err != nil:
			return "", err
		case lens.Command.Title == "" || lens.Range.Start.Line != lens.Range.End.Line:
			return "", fmt.Errorf("the lens %s", raw)
		}
		fmt.Fprintf(&out, "%s: %s (%s)\n", describeRegion(d.text, span), lens.Command.Title, lens.Command.Command)
		if len(lens.Command.Arguments) == 3 {
			if err := r.writeLocations(&out, d, lens.Command.Arguments); err != nil {
				return "", err
			}
		}
	}
	return out.String(), nil
}

// writeLocations writes the arguments of a command that shows locations.
func (r *markerRun) writeLocations(out *strings.Builder, d *fakeDoc, arguments []json.RawMessage) error {
	var at testPosition
	var locations []struct {
		URI   string
		Range testRange
	}
	if err := decodeResult(arguments[1], &at); err != nil {
		return err
	}
	if err := decodeResult(arguments[2], &locations); err != nil {
		return err
	}
	span, err := d.span(testRange{at, at})
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "  from %s\n", describeRegion(d.text, span))
	for _, l := range locations {
		file, err := r.anyFile(l.URI)
		if err != nil {
			return err
		}
		span, err := file.span(l.Range)
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "  to %s %s\n", file.name, describeRegion(file.text, span))
	}
	return nil
}

// tokenCount matches what depends on the line endings of a file.
var tokenCount = regexp.MustCompile(`~[\d,]+ tokens`)

func markLenses(r *markerRun, m mark) {
	got, err := r.lensesOf(r.docs[m.file])
	if err != nil {
		r.errorf(m, "%v", err)
		return
	}
	r.golden(m, m.args[0].text, tokenCount.ReplaceAllString(got, "~N tokens"))
}
