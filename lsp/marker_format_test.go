package lsp

import "fmt"

// formatted returns the text of a file after formatting.
func (r *markerRun) formatted(d *fakeDoc) (string, error) {
	raw := r.call("textDocument/formatting", map[string]any{
		"textDocument": map[string]any{"uri": d.uri},
		"options":      map[string]any{"tabSize": 4, "insertSpaces": false, "trimTrailingWhitespace": true, "insertFinalNewline": true},
	})
	var edits []textEdit
	if err := decodeResult(raw, &edits); err != nil {
		return "", err
	}
	if edits == nil {
		return "", fmt.Errorf("formatting: null")
	}
	return d.apply(edits)
}

func markFormat(r *markerRun, m mark) {
	d := r.docs[m.file]
	after, err := r.formatted(d)
	switch {
	case err != nil:
		r.errorf(m, "%v", err)
	case m.args[0].isNone():
		if after != d.text {
			r.errorf(m, "formatted to %q", after)
		}
	default:
		r.golden(m, m.args[0].text, lineDiff(d.text, after))
	}
}
