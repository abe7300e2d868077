package lsp

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

type actionResult struct {
	Title       string
	Kind        string
	IsPreferred bool
	Diagnostics []testDiagnostic
	Edit        struct {
		DocumentChanges []struct {
			TextDocument struct {
				URI     string
				Version *int
			}
			Edits          []textEdit
			Kind           string
			OldURI, NewURI string
			URI            string
		}
		Changes map[string][]textEdit
	}
	refused string // why the server makes no edit
}

// actionsAt returns the fixes in a region. It requests missing edits, those of fixes that rename files, as an
// editor would.
func (r *markerRun) actionsAt(d *fakeDoc, at region) ([]actionResult, error) {
	raw := r.call("textDocument/codeAction", map[string]any{
		"textDocument": map[string]any{"uri": d.uri},
		"range":        map[string]any{"start": d.position(at.start), "end": d.position(at.end)},
		"context":      map[string]any{"diagnostics": []any{}, "only": []string{"quickfix"}},
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
		if a.isUnmade() {
			var raw json.RawMessage
			if raw, a.refused = r.ask("codeAction/resolve", action); a.refused == "" {
				if err := decodeResult(raw, &a); err != nil || a.isUnmade() {
					return nil, fmt.Errorf("resolved without an edit: %s, %v", raw, err)
				}
			}
		}
		if a.Kind != "quickfix" || a.Title == "" || len(a.Diagnostics) != 1 {
			return nil, fmt.Errorf("a fix without its kind, title or finding: %+v", a)
		}
		actions = append(actions, a)
	}
	return actions, nil
}

// change applies a fix and describes its effect on the workspace.
func (r *markerRun) change(a actionResult) (string, error) {
	var out strings.Builder
	created := make(map[string]*fakeDoc)
	edit := func(uri string, version *int, edits []textEdit) error {
		d, err := created[uri], error(nil)
		if d == nil {
			d, err = r.anyFile(uri)
		}
		if err != nil {
			return err
		}
		if open := r.docs[d.name]; open != nil && version != nil && *version != open.version || open == nil && version != nil {
			return fmt.Errorf("version %d of %s, which has another", *version, d.name)
		}
		after, err := d.apply(edits)
		if err != nil {
			return fmt.Errorf("%s: %w", d.name, err)
		}
		fmt.Fprintf(&out, "%s %s", d.name, lineDiff(d.text, after))
		return nil
	}
	for _, uri := range slices.Sorted(maps.Keys(a.Edit.Changes)) {
		if err := edit(uri, nil, a.Edit.Changes[uri]); err != nil {
			return "", err
		}
	}
	for _, c := range a.Edit.DocumentChanges {
		if c.Kind == "rename" {
			fmt.Fprintf(&out, "rename %s to %s\n", archiveName(c.OldURI), archiveName(c.NewURI))
		} else if c.Kind == "create" {
			if _, err := r.anyFile(c.URI); err == nil {
				return "", fmt.Errorf("%s is there already", c.URI)
			}
			fmt.Fprintf(&out, "create %s\n", archiveName(c.URI))
			created[c.URI] = &fakeDoc{name: archiveName(c.URI), uri: c.URI, variant: r.variant}
		} else if err := edit(c.TextDocument.URI, c.TextDocument.Version, c.Edits); err != nil {
			return "", err
		}
	}
	return out.String(), nil
}

func markQuickFix(r *markerRun, m mark) {
	at := r.place(m, m.args[0])
	actions, err := r.actionsAt(at.doc, at.region)
	if err != nil {
		r.errorf(m, "%v", err)
		return
	}
	about := regexp.MustCompile(m.args[1].text)
	title := regexp.MustCompile(m.opts["title"].text)
	var titles []string
	actions = slices.DeleteFunc(actions, func(a actionResult) bool {
		return !about.MatchString(describeFinding(a.Diagnostics[0])) || !title.MatchString(a.Title) ||
			strings.HasPrefix(a.Title, "Disable ") && !strings.HasPrefix(m.opts["title"].text, "^Disable")
	})
	for _, a := range actions {
		titles = append(titles, a.Title)
	}
	if m.args[2].isNone() {
		if len(actions) > 0 {
			r.errorf(m, "offered are %q, want nothing", titles)
		}
		return
	}
	i := slices.IndexFunc(actions, func(a actionResult) bool { return a.IsPreferred })
	if i < 0 || m.opts["title"].text != "" {
		i = 0
		if len(actions) != 1 {
			r.errorf(m, "offered are %q, want one", titles)
			return
		}
	}
	change, err := r.change(actions[i])
	if err != nil {
		err = fmt.Errorf("fix %q: %w", actions[i].Title, err)
	}
	r.checkChange(m, m.args[2], actions[i].Title+"\n"+change, actions[i].refused, err)
}

// fixAll returns the action that makes all fixes of a file, or nil if none is offered. It requests the edit
// as an editor would.
func (r *markerRun) fixAll(d *fakeDoc) (*actionResult, error) {
	raw := r.call("textDocument/codeAction", map[string]any{
		"textDocument": map[string]any{"uri": d.uri},
		"range":        testRange{},
		"context":      map[string]any{"diagnostics": []any{}, "only": []string{"source.fixAll.skills-ls"}},
	})
	var offered []json.RawMessage
	if err := decodeResult(raw, &offered); err != nil || len(offered) == 0 {
		return nil, err
	}
	var a actionResult
	if err := json.Unmarshal(offered[0], &a); err != nil {
		return nil, err
	}
	if len(offered) != 1 || a.Kind != "source.fixAll.skills-ls" || a.Title == "" {
		return nil, fmt.Errorf("offered are %s", offered)
	}
	if a.isUnmade() {
		return &a, decodeResult(r.call("codeAction/resolve", offered[0]), &a)
	}
	return &a, nil
}

// isUnmade reports whether an action has no edit yet.
func (a *actionResult) isUnmade() bool { return a.Edit.Changes == nil && a.Edit.DocumentChanges == nil }

func markFixAll(r *markerRun, m mark) {
	d := r.docs[m.file]
	action, err := r.fixAll(d)
	switch {
	case err != nil:
		r.errorf(m, "%v", err)
	case action == nil:
		if !m.args[0].isNone() {
			r.errorf(m, "nothing is offered")
		}
	case m.args[0].isNone():
		r.errorf(m, "offered is %q, want nothing", action.Title)
	default:
		change, err := r.change(*action)
		if err != nil {
			r.errorf(m, "%v", err)
			return
		}
		r.golden(m, m.args[0].text, change)
	}
}
