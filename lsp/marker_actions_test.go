package lsp

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
)

// markActions maps the kinds of marks, except diag, to what they do.
var markActions map[string]func(*markerRun, mark)

func init() {
	markActions = map[string]func(*markerRun, mark){
		"loc":              func(r *markerRun, m mark) { r.locs[m.args[0].text] = r.place(m, m.args[1]) },
		"hover":            markHover,
		"complete":         markComplete,
		"offers":           markOffers,
		"accept":           markAccept,
		"documents":        markDocuments,
		"def":              markDefinition,
		"refs":             markReferences,
		"highlights":       markHighlights,
		"signature":        markSignature,
		"calls":            markCalls,
		"prepare":          markPrepare,
		"rename":           markRename,
		"willrename":       markWillRename,
		"willdelete":       markWillDelete,
		"documentlink":     markDocumentLink,
		"quickfix":         markQuickFix,
		"fixall":           markFixAll,
		"refactor":         markRefactor,
		"format":           markFormat,
		"symbols":          markSymbols,
		"folds":            markFolds,
		"selections":       markSelections,
		"list":             markList,
		"preview":          markPreview,
		"search":           markSearch,
		"workspacesymbols": markWorkspaceSymbols,
		"tokens":           markTokens,
		"lenses":           markLenses,
		"hints":            markHints,
	}
}

func (a arg) isNone() bool { return a.kind == identArg && a.text == "none" }

type hoverResult struct {
	region
	markdown string
}

func (r *markerRun) hoverAt(d *fakeDoc, offset int) (*hoverResult, error) {
	raw := r.call("textDocument/hover", d.params(offset))
	var result *struct {
		Contents struct{ Kind, Value string }
		Range    testRange
	}
	if err := decodeResult(raw, &result); err != nil || result == nil {
		return nil, err
	}
	if result.Contents.Kind != "markdown" && r.test.capabilities == "" || strings.TrimSpace(result.Contents.Value) == "" {
		return nil, fmt.Errorf("hover: contents %+v", result.Contents)
	}
	span, err := d.span(result.Range)
	return &hoverResult{span, result.Contents.Value}, err
}

// fileSize matches what depends on the line endings of a file.
var fileSize = regexp.MustCompile(`\(\d+ bytes\)`)

func markHover(r *markerRun, m mark) {
	at := r.place(m, m.args[0])
	got, err := r.hoverAt(at.doc, at.start)
	switch {
	case err != nil:
		r.errorf(m, "%v", err)
	case m.args[1].isNone():
		if got != nil {
			r.errorf(m, "got %q, want nothing", got.markdown)
		}
	case got == nil:
		r.errorf(m, "got nothing")
	default:
		if want := r.place(m, m.args[1]); got.region != want.region {
			r.errorf(m, "got the range %s, want %s", describeRegion(at.doc.text, got.region), describeRegion(at.doc.text, want.region))
		}
		if m.args[2].kind == exprArg {
			if !regexp.MustCompile(m.args[2].text).MatchString(got.markdown) {
				r.errorf(m, "got %q", got.markdown)
			}
			return
		}
		r.golden(m, m.args[2].text, fileSize.ReplaceAllString(got.markdown, "(N bytes)"))
	}
}

type completionResult struct {
	Label        string
	Kind         int
	Detail       string
	LabelDetails struct{ Description string }
	FilterText   string
	TextEdit     struct {
		NewText         string
		Range           *testRange
		Insert, Replace testRange
	}
}

func (r *markerRun) completeAt(d *fakeDoc, offset int) ([]completionResult, error) {
	raw := r.call("textDocument/completion", d.params(offset))
	var result struct{ Items []completionResult }
	err := decodeResult(raw, &result)
	return result.Items, err
}

// accept returns the text after the user has accepted an item, in an editor that enforces the protocol's
// conditions.
func (d *fakeDoc) accept(item completionResult, offset int, mode string) (string, error) {
	e := item.TextEdit
	if e.Range != nil {
		e.Insert, e.Replace = *e.Range, *e.Range
	}
	insert, err := d.span(e.Insert)
	if err != nil {
		return "", err
	}
	replace, err := d.span(e.Replace)
	if err != nil {
		return "", err
	}
	switch {
	case insert.start != replace.start || insert.end > replace.end:
		return "", fmt.Errorf("the insert range %v is no beginning of the replace range %v", insert, replace)
	case offset < insert.start || offset > insert.end:
		return "", fmt.Errorf("the insert range %v does not hold the cursor, %d", insert, offset)
	case e.Replace.Start.Line != e.Replace.End.Line:
		return "", fmt.Errorf("the replace range %v spans lines", e.Replace)
	}
	if mode == "replace" {
		e.Insert = e.Replace
	}
	return d.apply([]textEdit{{Range: e.Insert, NewText: e.NewText}})
}

// hides reports whether an editor hides an item because it does not match what the user has typed.
func (d *fakeDoc) hides(item completionResult, offset int) bool {
	filter := item.FilterText
	if filter == "" {
		filter = item.Label
	}
	e := item.TextEdit
	if e.Range != nil {
		e.Insert = *e.Range
	}
	insert, err := d.span(e.Insert)
	return err != nil || !isSubsequence(d.text[insert.start:offset], filter)
}

// isSubsequence reports whether the typed characters occur in the text in the same order, ignoring case. The
// fuzzy filters of editors require at least that.
func isSubsequence(typed, text string) bool {
	rest := strings.ToLower(text)
	for _, c := range strings.ToLower(typed) {
		i := strings.IndexRune(rest, c)
		if i < 0 {
			return false
		}
		rest = rest[i:]
		rest = rest[len(string(c)):]
	}
	return true
}

var completionKindNames = map[int]string{6: "variable", 10: "property", 12: "value", 15: "snippet", 17: "file", 18: "reference", 19: "folder"}

func markComplete(r *markerRun, m mark) {
	at := r.place(m, m.args[0])
	items, err := r.completeAt(at.doc, at.start)
	if err != nil {
		r.errorf(m, "%v", err)
		return
	}
	var labels, lines []string
	for _, item := range items {
		labels = append(labels, item.Label)
		line := item.Label + " | " + completionKindNames[item.Kind]
		if detail := item.LabelDetails.Description + item.Detail; detail != "" {
			line += " | " + detail
		}
		lines = append(lines, line+"\n")
	}
	if len(m.args) == 2 && m.args[1].kind == goldenArg {
		r.golden(m, m.args[1].text, strings.Join(lines, ""))
		return
	}
	var want []string
	for _, a := range m.args[1:] {
		if !a.isNone() {
			want = append(want, a.text)
		}
	}
	if !slices.Equal(labels, want) {
		r.errorf(m, "got %q, want %q", labels, want)
	}
}

func markOffers(r *markerRun, m mark) {
	at := r.place(m, m.args[0])
	items, err := r.completeAt(at.doc, at.start)
	if err != nil {
		r.errorf(m, "%v", err)
		return
	}
	next := 1
	for _, item := range items {
		if next < len(m.args) && item.Label == m.args[next].text {
			next++
		}
	}
	if next < len(m.args) {
		r.errorf(m, "%q is not offered, or not where it should be", m.args[next].text)
	}
}

func markDocuments(r *markerRun, m mark) {
	at := r.place(m, m.args[0])
	var list struct{ Items []map[string]any }
	if err := decodeResult(r.call("textDocument/completion", at.doc.params(at.start)), &list); err != nil {
		r.errorf(m, "%v", err)
		return
	}
	i := slices.IndexFunc(list.Items, func(item map[string]any) bool { return item["label"] == m.args[1].text })
	if i < 0 {
		r.errorf(m, "nothing called %q is offered", m.args[1].text)
		return
	}
	item, documentation := list.Items[i], list.Items[i]["documentation"]
	if item["data"] != nil {
		var resolved map[string]any
		if err := decodeResult(r.call("completionItem/resolve", item), &resolved); err != nil {
			r.errorf(m, "%v", err)
			return
		}
		documentation = resolved["documentation"]
		delete(resolved, "documentation")
		if !reflect.DeepEqual(resolved, item) {
			r.errorf(m, "resolved it is %v, and was %v", resolved, item)
		}
	}
	if markup, ok := documentation.(map[string]any); ok {
		documentation = markup["value"]
	}
	text, _ := documentation.(string)
	if m.args[2].isNone() != (text == "") {
		r.errorf(m, "documented: %q", text)
		return
	}
	if text != "" {
		r.golden(m, m.args[2].text, fileSize.ReplaceAllString(text, "(N bytes)"))
	}
}

func markAccept(r *markerRun, m mark) {
	at := r.place(m, m.args[0])
	items, err := r.completeAt(at.doc, at.start)
	i := slices.IndexFunc(items, func(item completionResult) bool { return item.Label == m.args[1].text })
	if err != nil || i < 0 || at.doc.hides(items[i], at.start) {
		r.errorf(m, "nothing called %q is offered, or an editor hides it, %v", m.args[1].text, err)
		return
	}
	after, err := at.doc.accept(items[i], at.start, m.opts["mode"].text)
	if err != nil {
		r.errorf(m, "%v", err)
		return
	}
	r.golden(m, m.args[2].text, lineDiff(at.doc.text, after))
}

// definitionAt returns a description of each target.
func (r *markerRun) definitionAt(d *fakeDoc, offset int) (lines []string, err error) {
	raw := r.call("textDocument/definition", d.params(offset))
	var links []struct {
		TargetURI            string
		TargetRange          testRange
		TargetSelectionRange testRange
		OriginSelectionRange testRange
		URI                  string
		Range                testRange
	}
	if err := decodeResult(raw, &links); err != nil {
		return nil, err
	}
	for _, l := range links {
		if l.URI != "" {
			l.TargetURI, l.TargetRange, l.TargetSelectionRange = l.URI, l.Range, l.Range
		} else if origin, err := d.span(l.OriginSelectionRange); err != nil || offset < origin.start || offset > origin.end {
			return nil, fmt.Errorf("the origin %v is elsewhere, %v", l.OriginSelectionRange, err)
		}
		target, err := r.anyFile(l.TargetURI)
		if err != nil {
			return nil, err
		}
		whole, err := target.span(l.TargetRange)
		if err != nil {
			return nil, fmt.Errorf("target in %s: %w", target.name, err)
		}
		selection, err := target.span(l.TargetSelectionRange)
		if err != nil || selection.start < whole.start || selection.end > whole.end {
			return nil, fmt.Errorf("the selection %v is not within the target %v, %v", l.TargetSelectionRange, l.TargetRange, err)
		}
		lines = append(lines, target.name+":"+describeRegion(target.text, selection)+"\n")
	}
	return lines, nil
}

// anyFile returns a file of the archive, open or not, as a document.
func (r *markerRun) anyFile(uri string) (*fakeDoc, error) {
	name := archiveName(uri)
	if d := r.docs[name]; d != nil {
		return d, nil
	}
	text, ok := r.test.files[name]
	if !ok {
		return nil, fmt.Errorf("%s is not a file of the archive", uri)
	}
	d := &fakeDoc{name: name, uri: uri, source: text, text: text, variant: r.variant}
	if r.variant.crlf {
		d.text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	return d, nil
}

func markDefinition(r *markerRun, m mark) {
	at := r.place(m, m.args[0])
	got, err := r.definitionAt(at.doc, at.start)
	switch {
	case err != nil:
		r.errorf(m, "%v", err)
	case m.args[1].isNone():
		if got != nil {
			r.errorf(m, "got %q, want nothing", got)
		}
	default:
		r.golden(m, m.args[1].text, strings.Join(got, ""))
	}
}

func markDocumentLink(r *markerRun, m mark) {
	d := r.docs[m.file]
	var links []json.RawMessage
	raw := r.call("textDocument/documentLink", map[string]any{"textDocument": map[string]any{"uri": d.uri}})
	if err := decodeResult(raw, &links); err != nil {
		r.errorf(m, "%v", err)
		return
	}
	var lines strings.Builder
	for _, link := range links {
		var l struct {
			Range           testRange
			Target, Tooltip string
		}
		err := decodeResult(link, &l)
		later := ""
		if err == nil && l.Target == "" {
			later = ", when it is followed"
			err = decodeResult(r.call("documentLink/resolve", link), &l)
		}
		span, spanErr := d.span(l.Range)
		if err := errors.Join(err, spanErr); err != nil {
			r.errorf(m, "%v", err)
			return
		}
		fmt.Fprintf(&lines, "%s -> %s%s\n", describeRegion(d.text, span), archiveName(l.Target), later)
	}
	r.golden(m, m.args[0].text, lines.String())
}
