package lsp

import (
	"encoding/json"
	"fmt"
	"regexp"

	"skills-ls/lsp/wire"
)

// ask sends a request and returns the result, or the error message that the editor shows to the user.
func (r *markerRun) ask(method string, params any) (result json.RawMessage, refused string) {
	r.t.Helper()
	m := r.client.call(method, params)
	if m.Error == nil {
		return m.Result, ""
	}
	if m.Error.Code != wire.CodeRequestFailed {
		r.t.Errorf("%s %v: error %d: %s", method, params, m.Error.Code, m.Error.Message)
	}
	return nil, m.Error.Message
}

// prepareAt returns what a rename would replace at an offset. at is nil if there is nothing to rename;
// refused is the reason, if the server gives one.
func (r *markerRun) prepareAt(d *fakeDoc, offset int) (at *region, placeholder, refused string, err error) {
	raw, refused := r.ask("textDocument/prepareRename", d.params(offset))
	var result *struct {
		Range       testRange
		Placeholder string
	}
	if refused != "" {
		return nil, "", refused, nil
	}
	if err := decodeResult(raw, &result); err != nil || result == nil {
		return nil, "", "", err
	}
	span, err := d.span(result.Range)
	if err == nil && result.Range.Start.Line != result.Range.End.Line {
		err = fmt.Errorf("the name %v spans lines", result.Range)
	}
	return &span, result.Placeholder, "", err
}

func markPrepare(r *markerRun, m mark) {
	at := r.place(m, m.args[0])
	got, placeholder, refused, err := r.prepareAt(at.doc, at.start)
	switch {
	case err != nil:
		r.errorf(m, "%v", err)
	case m.args[1].kind == exprArg && len(m.args) == 2:
		if refused == "" || !regexp.MustCompile(m.args[1].text).MatchString(refused) {
			r.errorf(m, "refused with %q, got %q", refused, placeholder)
		}
	case refused != "":
		r.errorf(m, "refused: %s", refused)
	case m.args[1].isNone():
		if got != nil {
			r.errorf(m, "got %q", placeholder)
		}
	case got == nil:
		r.errorf(m, "got nothing")
	default:
		if want := r.place(m, m.args[1]); *got != want.region || placeholder != m.args[2].text {
			r.errorf(m, "got %q at %s, want %s", placeholder, describeRegion(at.doc.text, *got), describeRegion(at.doc.text, want.region))
		}
	}
}

// renameAt describes the change that a rename makes. change is empty if nothing changes; refused is the
// reason, if the server gives one.
func (r *markerRun) renameAt(d *fakeDoc, offset int, name string) (change, refused string, err error) {
	params := d.params(offset)
	params["newName"] = name
	raw, refused := r.ask("textDocument/rename", params)
	if refused != "" {
		return "", refused, nil
	}
	return r.described(raw)
}

// described applies a workspace edit and describes its effect, which is "" for null.
func (r *markerRun) described(raw json.RawMessage) (change, refused string, err error) {
	if string(raw) == "null" {
		return "", "", nil
	}
	var a actionResult
	if err := decodeResult(raw, &a.Edit); err != nil {
		return "", "", err
	}
	change, err = r.change(a)
	return change, "", err
}

func markRename(r *markerRun, m mark) {
	at := r.place(m, m.args[0])
	change, refused, err := r.renameAt(at.doc, at.start, m.args[1].text)
	r.checkChange(m, m.args[2], change, refused, err)
}

// checkChange compares a change with what a mark expects: a golden, none, or the reason why there is no
// change.
func (r *markerRun) checkChange(m mark, want arg, change, refused string, err error) {
	r.t.Helper()
	switch {
	case err != nil:
		r.errorf(m, "%v", err)
	case want.kind == exprArg:
		if refused == "" || !regexp.MustCompile(want.text).MatchString(refused) {
			r.errorf(m, "refused with %q, changed\n%s", refused, change)
		}
	case refused != "":
		r.errorf(m, "refused: %s", refused)
	case want.isNone():
		if change != "" {
			r.errorf(m, "changed\n%s", change)
		}
	default:
		r.golden(m, want.text, change)
	}
}

func markWillRename(r *markerRun, m mark) {
	raw := r.call("workspace/willRenameFiles", map[string]any{"files": []any{
		map[string]any{"oldUri": markerURI(m.args[0].text), "newUri": markerURI(m.args[1].text)},
	}})
	change, refused, err := r.described(raw)
	r.checkChange(m, m.args[2], change, refused, err)
}

func markWillDelete(r *markerRun, m mark) {
	raw := r.call("workspace/willDeleteFiles", map[string]any{"files": []any{map[string]any{"uri": markerURI(m.args[0].text)}}})
	if string(raw) != "null" {
		r.errorf(m, "got %s", raw)
	}
	said := ""
	if len(r.client.inbox) > 0 {
		var p struct{ Message string }
		r.client.nextOf("window/showMessage", &p)
		said = p.Message
	}
	if m.args[1].isNone() {
		if said != "" {
			r.errorf(m, "said %q", said)
		}
		return
	}
	r.golden(m, m.args[1].text, said)
}

// sweepRename prepares a rename, and renames if that is possible. The server may refuse either.
func (r *markerRun) sweepRename(d *fakeDoc, offset int) error {
	at, placeholder, _, err := r.prepareAt(d, offset)
	if err != nil || at == nil {
		return err
	}
	if placeholder == "" {
		return fmt.Errorf("a name at %s without a text", describeRegion(d.text, *at))
	}
	if offset > at.start && offset < at.end {
		return nil // the rename was tried at the start of the name
	}
	_, _, err = r.renameAt(d, offset, placeholder+"x")
	return err
}
