package lsp

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"skills-ls/lsp/position"
	"skills-ls/skills/agents"
	"skills-ls/skills/agents/agenttest"
)

var update = flag.Bool("update", false, "rewrite the golden sections of testdata/marker")

// TestMarkers runs the files testdata/marker/<feature>/<case>.txt. Each is a txtar archive that shows what
// the server does in one situation: a workspace with marks in its files. The test runs it with a real server,
// in memory, and with an editor that holds the documents, applies edits and checks every range that it gets.
// With -short, there is one run, in UTF-16. Otherwise, there are runs in UTF-8, UTF-16 and UTF-32, with \n
// and with \r\n, and with an editor that pulls diagnostics. All of them must have the same results. If the
// archive's files are ASCII, all runs are in UTF-16, because positions are the same in every encoding.
//
// # Archive
//
// The text before the first file describes the case. The files are:
//
//   - flags has one option on each line: "eol=lf" leaves out the variants with \r\n, "folders=a,b" makes
//     these directories workspace folders (default: the archive's root), "language=markdown" is the language
//     of the documents (default: skill), "rules=a/b,c/d" are the rules that the file is about, and "rules=*"
//     means all rules (default: none);
//   - settings.json is what the editor sends as initializationOptions;
//   - capabilities.json replaces the editor's capabilities (default: those of an editor that supports
//     everything);
//   - ~/... is a file in the user's home directory;
//   - @name is a golden, which go test -update rewrites;
//   - NAME.marks has marks for the file NAME, which is then open in the editor;
//   - NAME.disk is the text on disk of an open file that the editor has not saved;
//   - everything else is a file of the workspace. Files with marks are open in the editor, even if their
//     NAME.marks is empty.
//
// # Marks
//
// A mark is kind(argument, ..., option=argument, ...). Several marks are separated by ";". In a body, marks
// are in a comment "<!--@ ... -->", in frontmatter in a comment line "#@ ...". These marks are part of the
// text that the server gets, those in NAME.marks are not.
//
// A place is given by text that occurs exactly once: before the mark in its line; if its line has only marks,
// in the nearest line above that has more; and for NAME.marks in the file, or with a line number as in
// 3:"text", in that line. A "‸" in the text makes the place an empty one at that point. re"..." is a regular
// expression, whose first group narrows the place. An identifier is a place that was named before. In strings
// and regular expressions, a line ends with \n in all variants.
//
//	loc(name, PLACE)             names a place for all later marks, in all files
//	diag(PLACE, re"...")         a diagnostic, formatted as "severity rule: message". In an open file, every
//	                             diagnostic of the rules that the archive is about must have such a mark,
//	                             and every such mark a diagnostic
//	hover(PLACE, RANGE, @g)      the hover at the start of the place, and its range
//	hover(PLACE, RANGE, re"...") the same, if only a part of the text matters
//	hover(PLACE, none)           there is no hover
//	complete(PLACE, @g)          the completions at the start of the place: label, kind and detail
//	complete(PLACE, "x", ...)    the same, as labels
//	offers(PLACE, "x", ...)      the completions include these labels, in this order
//	accept(PLACE, "x", @g)       the change that the completion makes; mode=replace for the other key
//	documents(PLACE, "x", @g)    the documentation of the completion; none if it has none
//	def(PLACE, @g)               the definitions; none for no definition
//	signature(PLACE, "x", ...)   the signatures at the start of the place, with the active argument between « and »
//	                             and its name in "arguments" if that differs; none for no signature
//	refs(PLACE, @g)              the references to the name at the start of the place, in all files, with a *
//	                             after declarations; none for no references
//	highlights(PLACE, @g)        the same in the file, as highlights
//	calls(PLACE, @g)             the call hierarchy: the skills at the start of the place, which skills mention
//	                             each, and which it mentions; none for no skill
//	prepare(PLACE, RANGE, "x")   what a rename at the start of the place would replace, and the initial name;
//	                             none if there is nothing to rename, re"..." for the error that is shown
//	rename(PLACE, "x", @g)       the change that the rename makes; re"..." for the error that is shown, none
//	                             if nothing changes
//	willrename("a", "b", @g)     the change before the user renames the file or directory a to b; none if
//	                             nothing changes
//	willdelete("a", @g)          the message before the user deletes the file or directory; none for none
//	symbols(@g)                  the outline of the file
//	workspacesymbols(@g, "query") the skills and sections of the workspace that the query finds
//	tokens(@g)                   the semantic tokens of the file
//	hints(@g)                    the inlay hints of the file
//	lenses(@g)                   the code lenses of the file, resolved
//	folds(@g)                    the folding ranges of the file
//	selections(PLACE, @g)        the growing selections at the start of the place
//	documentlink(@g)             the links of the file and what they open
//	quickfix(PLACE, re"...", @g) the change that fixes a diagnostic that touches the place and matches. It is
//	                             made by the preferred fix or the only one, or with title=re"..." by the fix
//	                             with that title. none for no fix, re"..." for the error that is shown.
//	                             Comments that suppress it count only if title begins with ^Disable
//	fixall(@g)                   the change that makes all fixes of the file at once; none for no fixes
//	refactor(PLACE, re"...", @g) the change by the refactoring at the place whose title matches; none if
//	                             no title matches or the refactoring cannot be made
//	format(@g)                   the change that formatting makes; none if nothing changes
//	list(@g)                     skills/list; options cwd, agent
//	preview(@g)                  skills/preview of the file; options name, path, agent, arguments, cwd
//	search(@g, "query")          skills/search; options scope, cwd
//	noeol()                      the file does not end with a line ending (NAME.marks only)
//	unsaved()                    the file is not on disk (NAME.marks only)
//
// Paths in goldens are those of the archive. In the variant with UTF-16 and \r\n, the test also sends all
// requests for the start of every word in every open file, and tries every fix.
func TestMarkers(t *testing.T) {
	files, err := filepath.Glob("../testdata/marker/*/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no marker files: %v", err)
	}
	t.Run("files", func(t *testing.T) {
		for _, file := range files {
			name := strings.TrimSuffix(filepath.Base(filepath.Dir(file))+"/"+filepath.Base(file), ".txt")
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				runMarkerFile(t, file)
			})
		}
	})
}

type variant struct {
	encoding position.Encoding
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

// variants begin with the one that runs with -short, in UTF-16, which most editors use. The variant that
// pulls must get what the first one publishes.
var variants = []variant{
	{encoding: position.UTF16},
	{encoding: position.UTF16, pull: true},
	{encoding: position.UTF8},
	{encoding: position.UTF32},
	{encoding: position.UTF8, crlf: true},
	{encoding: position.UTF16, crlf: true},
	{encoding: position.UTF32, crlf: true},
}

// runMarkerFile runs a file in all its variants and returns the rules that it is about and that have
// diagnostics.
func runMarkerFile(t *testing.T, file string) {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	archive := txtar.Parse(data)
	test, err := parseMarkerTest(archive)
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	lists := make(map[string]string)
	variants := variants
	if testing.Short() {
		variants = variants[:1]
	}
	for i, v := range variants {
		if v.crlf && test.flags["eol"] == "lf" || v.encoding != position.UTF16 && test.isASCII() {
			continue
		}
		ok := t.Run(v.String(), func(t *testing.T) {
			r := &markerRun{t: t, test: test, variant: v, update: *update && i == 0, locs: make(map[string]place), lists: lists}
			r.run()
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

// golden compares a result with the golden of that name, or replaces the golden.
func (r *markerRun) golden(m mark, name, got string) {
	got = agenttest.GoldenText(agents.All(), got)
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

// fullCapabilities is the capabilities of an editor that supports everything.
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
		"callHierarchy": {},
		"signatureHelp": {"signatureInformation": {"parameterInformation": {"labelOffsetSupport": true}}},
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

// capability returns a group of capabilities. It adds the group if it is missing.
func capability(caps map[string]any, name string) map[string]any {
	group, ok := caps[name].(map[string]any)
	if !ok {
		group = make(map[string]any)
		caps[name] = group
	}
	return group
}
