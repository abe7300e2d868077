package lsp

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"skills-ls/lsp/wire"
)

// refactoringsAt returns the refactorings in a region. It requests their edits as an editor would.
// Refactorings that cannot be made have no edit.
func (r *markerRun) refactoringsAt(d *fakeDoc, at region) ([]actionResult, error) {
	raw := r.call("textDocument/codeAction", map[string]any{
		"textDocument": map[string]any{"uri": d.uri},
		"range":        map[string]any{"start": d.position(at.start), "end": d.position(at.end)},
		"context":      map[string]any{"diagnostics": []any{}, "only": []string{"refactor"}},
	})
	var offered []json.RawMessage
	if err := decodeResult(raw, &offered); err != nil {
		return nil, err
	}
	var actions []actionResult
	for _, action := range offered {
		var a actionResult
		if err := decodeResult(action, &a); err != nil {
			return nil, err
		}
		if !strings.HasPrefix(a.Kind, "refactor.") || a.Title == "" || len(a.Diagnostics) > 0 {
			return nil, fmt.Errorf("a refactoring without its kind or title: %s", action)
		}
		if a.isUnmade() {
			m := r.client.call("codeAction/resolve", action)
			if m.Error == nil {
				if err := decodeResult(m.Result, &a); err != nil {
					return nil, err
				}
				if a.isUnmade() {
					return nil, fmt.Errorf("resolved without an edit: %s", m.Result)
				}
			} else if m.Error.Code != wire.CodeRequestFailed {
				return nil, fmt.Errorf("%s: error %d: %s", a.Title, m.Error.Code, m.Error.Message)
			}
		}
		actions = append(actions, a)
	}
	return actions, nil
}

func markRefactor(r *markerRun, m mark) {
	at := r.place(m, m.args[0])
	actions, err := r.refactoringsAt(at.doc, at.region)
	if err != nil {
		r.errorf(m, "%v", err)
		return
	}
	title := regexp.MustCompile(m.args[1].text)
	var titles []string
	var found []actionResult
	for _, a := range actions {
		titles = append(titles, a.Title)
		if title.MatchString(a.Title) && !a.isUnmade() {
			found = append(found, a)
		}
	}
	switch {
	case m.args[2].isNone():
		if len(found) > 0 {
			r.errorf(m, "offered are %q, want nothing", titles)
		}
	case len(found) != 1:
		r.errorf(m, "offered are %q, want one", titles)
	default:
		change, err := r.change(found[0])
		if err != nil {
			r.errorf(m, "%q: %v", found[0].Title, err)
			return
		}
		r.golden(m, m.args[2].text, found[0].Title+"\n"+change)
	}
}

// sweepRefactorings makes every refactoring that is offered at the start or in the middle of a line, each on
// the current text.
func (r *markerRun) sweepRefactorings(d *fakeDoc) error {
	offset := 0
	for _, line := range splitLines(d.text) {
		text := strings.TrimRight(line, "\r\n")
		middle := len(strings.ToValidUTF8(text[:len(text)/2], ""))
		for _, at := range []int{offset, offset + middle} {
			actions, err := r.refactoringsAt(d, region{at, at})
			if err != nil {
				return err
			}
			for _, a := range actions {
				if a.isUnmade() {
					continue
				}
				if _, err := r.change(a); err != nil {
					return fmt.Errorf("refactoring %q: %w", a.Title, err)
				}
			}
		}
		offset += len(line)
	}
	return nil
}
