package lsp

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/txtar"

	"skills-ls/analysis/rules"
)

var update = flag.Bool("update", false, "rewrite the golden sections of testdata/marker")

// TestMarkers runs the files testdata/marker/<feature>/<case>.txt. Each is a txtar archive that shows what the server does in
// one situation: a workspace with marks in its files. It is played through a real server, in memory, by an editor that holds
// the documents, applies edits and checks every range it is given. With -short it is played once, in UTF-16. Without, it is played
// in UTF-8, UTF-16 and UTF-32, with \n and with \r\n, and by an editor that pulls findings: none of these may make a difference.
//
// # Archive
//
// The text before the first file says what the case is about. Of the files,
//
//   - flags holds options, one a line: "eol=lf" leaves out the variants with \r\n, "folders=a,b" makes these directories
//     workspace folders (default: the archive's root), "language=markdown" is the language of the documents (default: skill),
//     "findings=ignore" lets findings be that have no mark;
//   - settings.json is what the editor sends as initializationOptions;
//   - capabilities.json replaces the editor's capabilities, which else are those of an editor that can do everything;
//   - ~/... is a file in the user's home directory;
//   - @name is a golden, rewritten by go test -update;
//   - NAME.marks holds marks for the file NAME, which is open in the editor then;
//   - NAME.disk is what is on disk of an open file that the editor has not saved;
//   - everything else is a file of the workspace. Those with marks, even none in a NAME.marks, are open in the editor.
//
// # Marks
//
// A mark is kind(argument, ..., option=argument, ...), several are separated by ";". In a body they stand in a comment
// "<!--@ ... -->", in frontmatter in a comment line "#@ ...". Marks like these are part of the text that the server sees; those
// in NAME.marks are not.
//
// A place is given by text that occurs exactly once: in the line of the mark, before it; where there is nothing but the mark on
// its line, in the nearest line above that is not all mark; and for NAME.marks in the file, or with a line number as in
// 3:"text", in that line. A "‸" in the text makes the place the point where it stands. re"..." is a regular expression, its
// first group narrows the place. An identifier is a place named before. In texts and expressions a line ends with \n in all
// variants.
//
//	loc(name, PLACE)             names a place, for all marks after it, in all files
//	diag(PLACE, re"...")         a finding, written "severity rule: message". All findings of open files must have such a mark,
//	                             and all such marks a finding
//	hover(PLACE, RANGE, @g)      what is shown when the mouse is at the start of the place, and the range it is shown for
//	hover(PLACE, RANGE, re"...") the same, where only a part of the text matters
//	hover(PLACE, none)           nothing is shown
//	complete(PLACE, @g)          what is offered at the start of the place: label, kind and detail
//	complete(PLACE, "x", ...)    the same, as labels
//	offers(PLACE, "x", ...)      these labels are among those offered, in this order
//	accept(PLACE, "x", @g)       the change that the offer of the label makes; mode=replace for the other key
//	documents(PLACE, "x", @g)    what is said of the offer of the label when it is selected; none for nothing
//	def(PLACE, @g)               where the definition is; none for nowhere
//	refs(PLACE, @g)              the places that name what is named at the start of the place, in all files, each with a * that is a
//	                             declaration; none for none
//	highlights(PLACE, @g)        the same in the file, as they are highlighted
//	prepare(PLACE, RANGE, "x")   what a rename at the start of the place would replace, and the name to begin with; none for nothing, and
//	                             re"..." for the error that is shown instead
//	rename(PLACE, "x", @g)       the change that the rename makes; re"..." for the error that is shown instead, none for nothing
//	willrename("a", "b", @g)     the change that is made before the user renames the file or directory a to b; none for nothing
//	willdelete("a", @g)          what is said before the user deletes the file or directory; none for nothing
//	symbols(@g)                  the outline of the file
//	workspacesymbols(@g, "query") the skills and sections of the workspace that are found
//	tokens(@g)                   the semantic tokens of the file
//	hints(@g)                    the inlay hints of the file
//	lenses(@g)                   the code lenses of the file, resolved
//	folds(@g)                    what can be folded in the file
//	selections(PLACE, @g)        what is selected at the start of the place as the user widens the selection
//	documentlink(@g)             the links of the file and what they open
//	quickfix(PLACE, re"...", @g) the change by the fix of a finding that touches the place: of the one that matches, the
//	                             preferred fix, or the only one, or with title=re"..." the one of that title. none for no fix,
//	                             re"..." for the error that is shown instead.
//	                             Comments that silence the finding count for a title that begins with ^Disable
//	fixall(@g)                   the change that makes all fixes of the file at once; none where there is none to make
//	refactor(PLACE, re"...", @g) the change by the refactoring at the place of which the title matches; none where there is none, or it
//	                             cannot be made
//	format(@g)                   the change by which the file is formatted; none where there is none
//	list(@g)                     skills/list; options cwd, agent
//	preview(@g)                  skills/preview of the file; options name, path, agent, arguments, cwd
//	search(@g, "query")          skills/search; options scope, cwd
//	noeol()                      the file has no line ending at its end (NAME.marks only)
//	unsaved()                    the file is not on disk (NAME.marks only)
//
// Paths in goldens are those of the archive. At the end of the last variant every open file is asked about at every
// offset, and every fix is tried.
func TestMarkers(t *testing.T) {
	files, err := filepath.Glob("../testdata/marker/*/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no marker files: %v", err)
	}
	var mu sync.Mutex
	seen := make(map[string]bool) // the rules that had a finding
	t.Run("files", func(t *testing.T) {
		for _, file := range files {
			name := strings.TrimSuffix(filepath.Base(filepath.Dir(file))+"/"+filepath.Base(file), ".txt")
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				for _, rule := range runMarkerFile(t, file) {
					mu.Lock()
					seen[rule] = true
					mu.Unlock()
				}
			})
		}
	})
	if testFiltered() {
		return
	}
	for _, rule := range rules.All() {
		if !seen[rule.ID] && rule.ID != "file/unreadable" { // an open document can be read

			t.Errorf("no marker file shows a finding of %s", rule.ID)
		}
	}
}

// testFiltered reports whether only some tests run.
func testFiltered() bool {
	run := flag.Lookup("test.run")
	return run != nil && strings.Contains(run.Value.String(), "/")
}

type variant struct {
	encoding Encoding
	crlf     bool
	pull     bool
}

func (v variant) String() string {
	name := v.encoding.String() + "+lf"
	if v.crlf {
		name = v.encoding.String() + "+crlf"
	}
	if v.pull {
		name += "+pull"
	}
	return name
}

// variants begin with the one that -short plays, in UTF-16, which most editors speak. What it publishes is what the one that pulls
// must get.
var variants = []variant{
	{encoding: UTF16},
	{encoding: UTF16, pull: true},
	{encoding: UTF8},
	{encoding: UTF32},
	{encoding: UTF8, crlf: true},
	{encoding: UTF16, crlf: true},
	{encoding: UTF32, crlf: true},
}

// runMarkerFile runs a file in all its variants and returns the rules of which it had findings.
func runMarkerFile(t *testing.T, file string) []string {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	archive := txtar.Parse(data)
	test, err := parseMarkerTest(archive)
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	var rules []string
	lists := make(map[string]string)
	variants := variants
	if testing.Short() {
		variants = variants[:1]
	}
	for i, v := range variants {
		if v.crlf && test.flags["eol"] == "lf" {
			continue
		}
		ok := t.Run(v.String(), func(t *testing.T) {
			r := &markerRun{t: t, test: test, variant: v, update: *update && i == 0, locs: make(map[string]place), lists: lists}
			r.run()
			for _, d := range r.docs {
				for _, found := range d.found {
					rules = append(rules, found.Code)
				}
			}
		})
		if !ok {
			break
		}
	}
	for name := range test.goldens {
		if !test.used[name] && !*update {
			t.Errorf("golden @%s is not used", name)
		}
	}
	if *update {
		updateGoldens(t, file, archive, test)
	}
	return rules
}

// updateGoldens writes the goldens that were used, and no others, in the order of their first use.
func updateGoldens(t *testing.T, file string, archive *txtar.Archive, test *markerTest) {
	archive.Files = slices.DeleteFunc(archive.Files, func(f txtar.File) bool { return strings.HasPrefix(f.Name, "@") })
	for _, name := range test.order {
		archive.Files = append(archive.Files, txtar.File{Name: "@" + name, Data: []byte(test.goldens[name])})
	}
	if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
		t.Fatal(err)
	}
}

// golden compares a result with the golden of that name, or replaces it.
func (r *markerRun) golden(m mark, name, got string) {
	r.t.Helper()
	got = strings.ReplaceAll(got, "\r\n", "\n")
	if got != "" && !strings.HasSuffix(got, "\n") {
		got += "\n"
	}
	first := !r.test.used[name]
	if first {
		r.test.used[name] = true
		r.test.order = append(r.test.order, name)
	}
	if r.update && first {
		r.test.goldens[name] = got
		return
	}
	if want, ok := r.test.goldens[name]; !ok || want != got {
		r.errorf(m, "@%s: got\n%s\nwant\n%s", name, got, want)
	}
}

func (r *markerRun) errorf(m mark, format string, args ...any) {
	r.t.Helper()
	r.t.Errorf("%s:%d: %s: %s", m.file, m.line, m.kind, fmt.Sprintf(format, args...))
}

// fullCapabilities are those of an editor that can do everything.
const fullCapabilities = `{
	"workspace": {
		"workspaceEdit": {"documentChanges": true, "resourceOperations": ["create", "rename", "delete"], "snippetEditSupport": true},
		"textDocumentContent": {},
		"symbol": {"resolveSupport": {"properties": ["location.range"]}},
		"fileOperations": {"willRename": true, "willDelete": true}
	},
	"textDocument": {
		"publishDiagnostics": {"relatedInformation": true, "codeDescriptionSupport": true, "versionSupport": true, "tagSupport": {"valueSet": [1, 2]}},
		"completion": {"completionItem": {"snippetSupport": true, "insertReplaceSupport": true, "labelDetailsSupport": true, "resolveSupport": {"properties": ["documentation"]}, "documentationFormat": ["markdown", "plaintext"]}},
		"hover": {"contentFormat": ["markdown", "plaintext"]},
		"definition": {"linkSupport": true},
		"rename": {"prepareSupport": true},
		"documentLink": {"tooltipSupport": true},
		"documentSymbol": {"hierarchicalDocumentSymbolSupport": true},
		"codeLens": {},
		"inlayHint": {},
		"semanticTokens": {"requests": {"full": true, "range": true}, "tokenTypes": ["property", "function", "parameter", "variable", "macro"], "tokenModifiers": [], "formats": ["relative"]},
		"codeAction": {"isPreferredSupport": true, "dataSupport": true, "resolveSupport": {"properties": ["edit"]}, "codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix"]}}}
	}
}`

// capabilities returns the editor's capabilities with the variant's encoding.
func (r *markerRun) capabilities() string {
	var caps map[string]any
	source := fullCapabilities
	if r.test.capabilities != "" {
		source = r.test.capabilities
	}
	if err := json.Unmarshal([]byte(source), &caps); err != nil {
		r.t.Fatalf("capabilities.json: %v", err)
	}
	if r.variant.pull {
		document, workspace := capability(caps, "textDocument"), capability(caps, "workspace")
		document["diagnostic"] = capability(document, "publishDiagnostics")
		delete(document, "publishDiagnostics")
		workspace["diagnostics"] = map[string]any{"refreshSupport": true}
	}
	caps["general"] = map[string]any{"positionEncodings": []string{r.variant.encoding.String()}}
	encoded, err := json.Marshal(caps)
	if err != nil {
		r.t.Fatal(err)
	}
	return string(encoded)
}

// capability returns a group of capabilities, which it adds where there is none.
func capability(caps map[string]any, name string) map[string]any {
	group, ok := caps[name].(map[string]any)
	if !ok {
		group = make(map[string]any)
		caps[name] = group
	}
	return group
}
