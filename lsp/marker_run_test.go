package lsp

import (
	"cmp"
	"encoding/json"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"skills-ls/lsp/position"
	"skills-ls/lsp/session"
)

// A markerRun runs a marker file in one variant.
type markerRun struct {
	t       *testing.T
	test    *markerTest
	variant variant
	update  bool
	client  *testClient
	server  *server
	docs    map[string]*fakeDoc // by name
	locs    map[string]place
	lists   map[string]string // the encoded diagnostics by document, as published in the first variant
}

func (r *markerRun) run() {
	r.start()
	r.collect()
	r.checkFindings()
	for _, m := range r.test.marks {
		if m.kind == "diag" {
			continue
		}
		act := markActions[m.kind]
		if act == nil {
			r.errorf(m, "there is no such mark")
			continue
		}
		act(r, m)
	}
	if r.variant == (variant{encoding: position.UTF16, crlf: true}) { // the variant in which the most can go wrong
		r.sweep()
	}
}

// start starts a server with the archive's files and opens the documents.
func (r *markerRun) start() {
	files := make(memoryFiles)
	texts := make(map[string]string)
	variant := func(source string) string {
		if r.variant.crlf {
			return strings.ReplaceAll(source, "\n", "\r\n")
		}
		return source
	}
	for name, source := range r.test.files {
		text := variant(source)
		texts[name] = text
		if saved, ok := r.test.disk[name]; ok {
			text = variant(saved)
		}
		if r.test.unsaved[name] {
			continue
		}
		if home, ok := strings.CutPrefix(name, "~/"); ok {
			files[path.Join(markerHome, home)] = text
		} else {
			files[path.Join(markerRoot, name)] = text
		}
	}
	r.client, r.server = startMemory(r.t, session.Options{FS: files, Home: nativePath(markerHome), Cwd: nativePath(markerRoot), Version: "test"})
	r.server.diagnoser.Delay = time.Millisecond // there is no typing to wait for
	var folders []string
	for folder := range strings.SplitSeq(r.test.flags["folders"], ",") {
		folders = append(folders, fmt.Sprintf(`{"uri":%q,"name":"f"}`, strings.TrimSuffix(markerURI(folder), "/")))
	}
	fields := []string{`"workspaceFolders":[` + strings.Join(folders, ",") + `]`}
	if r.test.settings != "" {
		fields = append(fields, `"initializationOptions":`+r.test.settings)
	}
	r.client.initialize(r.capabilities(), fields...)

	language := r.test.flags["language"]
	if language == "" {
		language = "skill"
	}
	r.docs = make(map[string]*fakeDoc)
	for _, name := range r.test.open {
		d := &fakeDoc{name: name, uri: markerURI(name), source: r.test.files[name], text: texts[name], version: 1, variant: r.variant}
		r.docs[name] = d
		r.client.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{
			"uri": d.uri, "languageId": language, "version": 1, "text": strings.TrimPrefix(d.text, "\ufeff"),
		}})
		if d.text == "" { // an empty document has no problems before that
			r.client.notify("textDocument/didSave", map[string]any{"textDocument": map[string]any{"uri": d.uri}})
		}
		if strings.HasPrefix(d.text, "\ufeff") {
			r.client.change(d.uri, 1, map[string]any{"text": d.text})
		}
	}
}

// collect waits until the server has nothing more to publish, and stores what it published.
func (r *markerRun) collect() {
	r.t.Helper()
	r.call("skills/search", map[string]any{}) // the server has read everything before this request
	wait(r.server, r.t)
	r.call("skills/search", map[string]any{}) // the client has received everything that was published
	if r.variant.pull {
		r.pull()
		return
	}
	for {
		select {
		case m := <-r.client.inbox:
			if m.Method != "textDocument/publishDiagnostics" {
				r.t.Errorf("the server said %s", m.Method)
				continue
			}
			var p publishedList
			if err := decodeResult(m.Params, &p); err != nil {
				r.t.Fatal(err)
			}
			i := slices.IndexFunc(r.test.open, func(name string) bool { return markerURI(name) == p.URI })
			if i < 0 {
				r.t.Errorf("findings were published for %s, which is not open", p.URI)
				continue
			}
			if d := r.docs[r.test.open[i]]; p.Version == nil || *p.Version == d.version {
				d.found = p.Diagnostics
				r.note(d.name, m.Params)
			}
		default:
			return
		}
	}
}

// note stores what was published in the first variant.
func (r *markerRun) note(name string, params json.RawMessage) {
	var p struct{ Diagnostics json.RawMessage }
	if err := decodeResult(params, &p); err != nil {
		r.t.Fatal(err)
	}
	if r.variant == variants[0] {
		r.lists[name] = string(p.Diagnostics)
	}
}

// pull pulls the diagnostics of all documents. They must be those that the server publishes to other clients.
func (r *markerRun) pull() {
	r.t.Helper()
	for len(r.client.inbox) > 0 {
		m := r.client.next()
		r.t.Errorf("the server said %s", m.Method)
	}
	for _, name := range r.test.open {
		d := r.docs[name]
		report := pull(r.client, d.uri, "")
		d.found = report.Items
		if want := cmp.Or(r.lists[name], "[]"); string(report.items) != want {
			r.t.Errorf("%s: pulled\n%s\nand published was\n%s", name, report.items, want)
		}
		if again := pull(r.client, d.uri, report.ResultID); again.Kind != "unchanged" {
			r.t.Errorf("%s: pulled %s the second time", name, again.describe())
		}
	}
}

// checkFindings matches the diagnostics with the diag marks, one to one.
func (r *markerRun) checkFindings() {
	matched := make(map[string][]bool)
	for name, d := range r.docs {
		matched[name] = make([]bool, len(d.found))
	}
	for _, m := range r.test.marks {
		if m.kind == "loc" {
			markActions["loc"](r, m)
		}
		if m.kind != "diag" {
			continue
		}
		if len(m.args) != 2 || m.args[1].kind != exprArg {
			r.errorf(m, `want diag(PLACE, re"...")`)
			continue
		}
		want := r.place(m, m.args[0])
		re := regexp.MustCompile(m.args[1].text)
		i := 0
		for ; i < len(want.doc.found); i++ {
			d := want.doc.found[i]
			if span, err := want.doc.span(d.Range); err == nil && span == want.region && re.MatchString(describeFinding(d)) && !matched[want.doc.name][i] {
				break
			}
		}
		if i == len(want.doc.found) {
			r.errorf(m, "no finding %q at %s", m.args[1].text, describeRegion(want.doc.text, want.region))
			continue
		}
		matched[want.doc.name][i] = true
		if rule := want.doc.found[i].Code; !r.test.isAbout(rule) {
			r.errorf(m, "the flag rules does not name %s", rule)
		}
	}
	for _, name := range r.test.open {
		d := r.docs[name]
		for i, found := range d.found {
			span, err := d.span(found.Range)
			if err != nil {
				r.t.Errorf("%s: %s: %v", name, describeFinding(found), err)
			} else if !matched[name][i] && r.test.isAbout(found.Code) {
				r.t.Errorf("%s: not expected: %s at %s", name, describeFinding(found), describeRegion(d.text, span))
			}
			if found.Source != "skills-ls" {
				r.t.Errorf("%s: source %q", name, found.Source)
			}
		}
	}
}

func describeFinding(d testDiagnostic) string {
	severity := [...]string{"none", "error", "warning", "information", "hint"}[d.Severity]
	return severity + " " + d.Code + ": " + d.Message
}

// place returns the place that an argument of a mark describes.
func (r *markerRun) place(m mark, a arg) place {
	r.t.Helper()
	if a.kind == identArg {
		p, ok := r.locs[a.text]
		if !ok {
			r.t.Fatalf("%s:%d: no place is called %s", m.file, m.line, a.text)
		}
		return p
	}
	d := r.docs[m.file]
	at, err := a.find(d.source, m.region)
	if err != nil {
		r.t.Fatalf("%s:%d: %s: %v", m.file, m.line, m.kind, err)
	}
	return place{d, region{d.offsetOf(at.start), d.offsetOf(at.end)}}
}

// call sends a request that must succeed and returns the result.
func (r *markerRun) call(method string, params any) json.RawMessage {
	r.t.Helper()
	m := r.client.call(method, params)
	if m.Error != nil {
		r.t.Fatalf("%s %v: error %d: %s", method, params, m.Error.Code, m.Error.Message)
	}
	if strings.Contains(r.client.log(), "panicked") {
		r.t.Fatalf("%s %v: %s", method, params, r.client.log())
	}
	return m.Result
}

// sweep sends all requests for the start of every word and run of symbols, and for the end of every line, in
// every open file. It checks only that the answers are well-formed.
func (r *markerRun) sweep() {
	for _, name := range r.test.open {
		d := r.docs[name]
		for offset := range d.text + "x" {
			if !isBorder(d.text, offset) || offset > 0 && d.text[offset-1] == '\r' {
				continue
			}
			if err := r.sweepAt(d, offset); err != nil {
				r.t.Errorf("%s at %s: %v", name, describeRegion(d.text, region{offset, offset}), err)
			}
		}
		if _, err := r.symbolsOf(d); err != nil {
			r.t.Errorf("%s: %v", name, err)
		}
		if _, err := r.lensesOf(d); err != nil {
			r.t.Errorf("%s: %v", name, err)
		}
		if err := r.sweepHints(d); err != nil {
			r.t.Errorf("%s: %v", name, err)
		}
		if _, err := r.formatted(d); err != nil {
			r.t.Errorf("%s: %v", name, err)
		}
		if err := r.sweepRefactorings(d); err != nil {
			r.t.Errorf("%s: %v", name, err)
		}
		if err := r.sweepTokens(d); err != nil {
			r.t.Errorf("%s: %v", name, err)
		}
		if _, err := r.foldsOf(d); err != nil {
			r.t.Errorf("%s: %v", name, err)
		}
	}
	for _, query := range []string{"", "a", "e s", "x-y_z"} {
		if _, err := r.workspaceSymbols(query); err != nil {
			r.t.Errorf("symbols %q: %v", query, err)
		}
	}
	if err := r.sweepActions(); err != nil {
		r.t.Error(err)
	}
}

// isBorder reports whether a word, a run of symbols or a line break begins at an offset, or the text begins
// or ends there.
func isBorder(text string, offset int) bool {
	class := func(r rune) int {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			return 1
		case unicode.IsSpace(r):
			return 2
		}
		return 3
	}
	before, size := utf8.DecodeLastRuneInString(text[:offset])
	after, _ := utf8.DecodeRuneInString(text[offset:])
	return size == 0 || offset == len(text) || class(before) != class(after) && after != ' '
}

func (r *markerRun) sweepAt(d *fakeDoc, offset int) error {
	if hover, err := r.hoverAt(d, offset); err != nil {
		return err
	} else if hover != nil && (offset < hover.start || offset > hover.end) {
		return fmt.Errorf("hover: the range %s is elsewhere", describeRegion(d.text, hover.region))
	}
	items, err := r.completeAt(d, offset)
	if err != nil {
		return err
	}
	for _, item := range items {
		if _, err := d.accept(item, offset, "insert"); err != nil {
			return fmt.Errorf("completion %q: %w", item.Label, err)
		}
		if _, err := d.accept(item, offset, "replace"); err != nil {
			return fmt.Errorf("completion %q: %w", item.Label, err)
		}
	}
	if err := r.sweepReferences(d, offset); err != nil {
		return err
	}
	if err := r.sweepRename(d, offset); err != nil {
		return fmt.Errorf("rename: %w", err)
	}
	if _, err := r.selectionsAt(d, offset); err != nil {
		return fmt.Errorf("selection: %w", err)
	}
	_, err = r.definitionAt(d, offset)
	return err
}

// sweepActions applies every fix of every file, each to the current text.
func (r *markerRun) sweepActions() error {
	for _, name := range r.test.open {
		d := r.docs[name]
		actions, err := r.actionsAt(d, region{0, len(d.text)})
		if err != nil {
			return err
		}
		for _, a := range actions {
			if _, err := r.change(a); err != nil {
				return fmt.Errorf("%s: fix %q: %w", name, a.Title, err)
			}
		}
	}
	return nil
}
