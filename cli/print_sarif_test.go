package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	sarif "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/tools/txtar"

	"skills-ls/cli/report"
	"skills-ls/lsp/position"
)

// oasisSchema returns the schema of the standard. The library go-sarif, whose version go.sum pins, contains
// it as a constant that it does not export. The library's own check is useless: it checks a log that it has
// read and filled with values that the schema rejects.
func oasisSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/owenrumney/go-sarif/v3").Output()
	if err != nil {
		t.Fatalf("finding the library's source: %v", err)
	}
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(strings.TrimSpace(string(dir)), "pkg", "report", "v210", "sarif", "schema.go"), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	text := ""
	ast.Inspect(file, func(n ast.Node) bool {
		if spec, ok := n.(*ast.ValueSpec); ok && spec.Names[0].Name == "schema" {
			if text, err = strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value); err != nil {
				t.Fatal(err)
			}
		}
		return true
	})
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatalf("the schema: %v", err)
	}
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	if err := compiler.AddResource(report.SARIFSchema, value); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile(report.SARIFSchema)
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// everyFault creates a tree with a skill for each violation in the tests of the rules, and with unusual
// names.
func everyFault(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	archives, err := filepath.Glob("../analysis/rules/testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	for _, name := range archives {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		root := filepath.Join(dir, strings.TrimSuffix(filepath.Base(name), ".txtar"))
		for _, f := range archive.Files {
			if f.Name != "matrix" {
				write(t, filepath.Join(root, filepath.FromSlash(strings.ReplaceAll(f.Name, "ROOT", ".claude/skills"))), string(f.Data))
			}
		}
	}
	for _, name := range []string{"50% off", "a#b?c", "naïve 🦊", "a&b[c]"} {
		write(t, filepath.Join(dir, "names", name, "SKILL.md"), "\ufeff---\r\nname: 🦊 x\r\ndescription: {a: b}\r\n---\r\nSee [🦊](gone.md), [x](#y) and `${CLAUDE_NOTHING}`.\r\n")
	}
	write(t, filepath.Join(dir, "names", "binary", "SKILL.md"), "\x7fELF\x00\xff\xfe")
	mkdir(t, filepath.Join(dir, "names", "directory", "SKILL.md"), filepath.Join(dir, ".git"))
	return dir
}

// A sarifLog contains the parts of a log that the tests use.
type sarifLog struct {
	Runs []struct {
		Tool struct {
			Driver struct{ Rules []report.SARIFRule }
		}
		OriginalURIBaseIDs map[string]report.SARIFArtifact
		Results            []report.SARIFResult
		Invocations        []report.SARIFInvocation
	}
}

func readSarif(t *testing.T, text string) sarifLog {
	t.Helper()
	var log sarifLog
	if err := json.Unmarshal([]byte(text), &log); err != nil || len(log.Runs) != 1 {
		t.Fatalf("%v in\n%s", err, text)
	}
	return log
}

// TestSarif compares logs with the schema of the standard, with what the library go-sarif reads from them,
// and with the json format for the same files.
func TestSarif(t *testing.T) {
	schema := oasisSchema(t)
	if schema.Validate(map[string]any{"version": "2.1.0"}) == nil {
		t.Fatal("the schema accepts a log without runs")
	}
	faults, empty := everyFault(t), t.TempDir()
	dirs := []string{faults, empty, "../testdata/workspace"}
	if corpus := os.Getenv("SKILLS_LS_TREE"); corpus != "" {
		dirs = append(dirs, corpus)
	}
	for _, dir := range dirs {
		dir, err := filepath.Abs(dir)
		if err != nil {
			t.Fatal(err)
		}
		r := command(t, dir, "", "check", "--format", "sarif", ".", "missing")
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(r.stdout))
		if err != nil {
			t.Fatalf("%s: %v", dir, err)
		}
		if err := schema.Validate(value); err != nil {
			t.Errorf("%s: %v", dir, err)
		}
		log := readSarif(t, r.stdout)
		report, err := sarif.FromString(r.stdout)
		if err != nil || len(report.Runs) != 1 || len(report.Runs[0].Results) != len(log.Runs[0].Results) {
			t.Errorf("%s: the library reads something else: %v", dir, err)
		}
		checkInvocation(t, log, dir)
		found, _ := checkJSON(t, dir)
		compareWithJSON(t, log, found.Files)
	}
}

func checkInvocation(t *testing.T, log sarifLog, dir string) {
	t.Helper()
	run := log.Runs[0].Invocations[0]
	if run.ExecutionSuccessful || len(run.Notifications) == 0 {
		t.Fatalf("%s: a path is missing: %+v", dir, run)
	}
	var said []string
	for _, n := range run.Notifications {
		said = append(said, n.Level+" "+n.Locations[0].Physical.Artifact.URI+": "+n.Message.Text)
	}
	missing := "error " + (&url.URL{Path: filepath.ToSlash(filepath.Join(belowRoot(log, dir), "missing"))}).String() + ": file not found: check the spelling or --cwd"
	if !slices.Contains(said, missing) {
		t.Errorf("%q, want %q", said, missing)
	}
	if want := report.DirectoryURI(dir); run.WorkingDirectory.URI != want {
		t.Errorf("working directory %s, want %s", run.WorkingDirectory.URI, want)
	}
}

// belowRoot returns the path of a directory relative to the root of the log.
func belowRoot(log sarifLog, dir string) string {
	base := log.Runs[0].OriginalURIBaseIDs[report.SARIFRoot].URI
	rel, _ := url.PathUnescape(strings.TrimPrefix(report.DirectoryURI(dir), base))
	return rel
}

// compareWithJSON checks that a log has the same contents as the json format.
func compareWithJSON(t *testing.T, log sarifLog, files []report.JSONFile) {
	t.Helper()
	run := log.Runs[0]
	base := run.OriginalURIBaseIDs[report.SARIFRoot].URI
	uri := func(a report.SARIFArtifact) string {
		if a.Base == report.SARIFRoot {
			return decoded(t, base+strings.TrimPrefix(a.URI, "./"))
		}
		return decoded(t, a.URI)
	}
	place := func(l report.SARIFLocation) string {
		return fmt.Sprintf("%s %+v", uri(l.Physical.Artifact), *l.Physical.Region)
	}
	results := run.Results
	prints := make(map[string]bool)
	for _, f := range files {
		for _, d := range f.Diagnostics {
			if len(results) == 0 {
				t.Fatalf("there is no result for %s in %s", d.Rule, f.Path)
			}
			r := results[0]
			results = results[1:]
			where := decoded(t, position.FileURI(f.Path))
			level := map[string]string{"error": "error", "warning": "warning", "information": "note", "hint": "note"}[d.Severity]
			text := strings.NewReplacer("{{", "{", "}}", "}").Replace(r.Message.Text)
			if r.RuleID != d.Rule || run.Tool.Driver.Rules[r.RuleIndex].ID != d.Rule || r.Level != level || r.Properties.Severity != d.Severity || text != strings.TrimSuffix(d.Message+": "+d.Detail, ": ") {
				t.Errorf("%s: %+v\nis not\n%+v", where, r, d)
			}
			if got, want := place(r.Locations[0]), fmt.Sprintf("%s %+v", where, report.NewSARIFRegion(d.Range)); got != want {
				t.Errorf("%s: %s, want %s", d.Rule, got, want)
			}
			if len(r.Related) != len(d.Related) {
				t.Errorf("%s: %d related locations, want %d", d.Rule, len(r.Related), len(d.Related))
			}
			for i, related := range d.Related {
				if got, want := place(r.Related[i]), fmt.Sprintf("%s %+v", decoded(t, position.FileURI(related.Path)), report.NewSARIFRegion(related.Range)); got != want {
					t.Errorf("%s: %s, want %s", d.Rule, got, want)
				}
			}
			compareFixes(t, r.Fixes, d.Fixes, uri)
			print := where + r.RuleID + r.Fingerprints["problem/v1"]
			if prints[print] {
				t.Errorf("two results of %s have the fingerprint %s", where, r.Fingerprints)
			}
			prints[print] = true
		}
	}
	if len(results) > 0 {
		t.Errorf("%d more results than findings", len(results))
	}
}

func compareFixes(t *testing.T, got []report.SARIFFix, want []report.JSONFix, uri func(report.SARIFArtifact) string) {
	t.Helper()
	var edits, wanted []string
	for _, fix := range got {
		for _, change := range fix.Changes {
			for _, r := range change.Replacements {
				text := ""
				if r.Inserted != nil {
					text = r.Inserted.Text
				}
				edits = append(edits, fmt.Sprintf("%s %t %s %+v %q", fix.Description.Text, fix.Properties.Safe, uri(change.Artifact), r.Deleted, text))
			}
		}
	}
	for _, fix := range want {
		var list []string
		for _, e := range fix.Edits {
			edit, ok := e.(map[string]any)
			if _, renames := edit["rename"]; renames || !ok {
				list = nil
				break
			}
			var want report.JSONEdit
			data, _ := json.Marshal(edit)
			if err := json.Unmarshal(data, &want); err != nil {
				t.Fatal(err)
			}
			title := strings.NewReplacer("{", "{{", "}", "}}").Replace(fix.Title)
			list = append(list, fmt.Sprintf("%s %t %s %+v %q", title, fix.Safe, decoded(t, position.FileURI(want.Path)), report.NewSARIFRegion(want.Range), want.Text))
		}
		wanted = append(wanted, list...)
	}
	slices.Sort(edits)
	slices.Sort(wanted)
	if !slices.Equal(edits, wanted) {
		t.Errorf("fixes:\n%s\nwant:\n%s", strings.Join(edits, "\n"), strings.Join(wanted, "\n"))
	}
}

// decoded returns a URI with a decoded path, so that equal URIs are equal strings.
func decoded(t *testing.T, uri string) string {
	t.Helper()
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" || u.RawQuery != "" || u.Fragment != "" {
		t.Errorf("%q is not the URI of a file: %v", uri, err)
	}
	return uri[:min(len(uri), len("file://"))] + u.Path
}

// TestSarifRules checks what a log contains about the rules: the page without the comments for tests, and no
// HTML.
func TestSarifRules(t *testing.T) {
	log := readSarif(t, command(t, t.TempDir(), "", "check", "--format", "sarif").stdout)
	for _, r := range log.Runs[0].Tool.Driver.Rules {
		if r.Short.Text == "" || !strings.HasSuffix(r.Full.Text, ".") || !strings.HasPrefix(r.Help.Markdown, "# "+r.ID+"\n") || strings.Contains(r.Help.Markdown, "<!-- wrong") {
			t.Errorf("%+v", r)
		}
	}
}

// TestFingerprints checks that diagnostics keep their fingerprints when lines around them change, and that
// equal diagnostics get different ones.
func TestFingerprints(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "other", "SKILL.md")
	prints := func(text string) map[string]string {
		write(t, path, text)
		found := make(map[string]string)
		for _, r := range readSarif(t, command(t, dir, "", "check", "--format", "sarif").stdout).Runs[0].Results {
			found[fmt.Sprintf("%s %s", r.RuleID, r.Fingerprints["problem/v1"])] = r.Message.Text
		}
		return found
	}
	before := prints("---\nname: good\ndescription: Does good things. Use when wanted.\n---\nSee [a](a.md) and [b](b.md).\n\nSee [a](a.md).\n")
	after := prints("---\r\n\r\nlicense: MIT\r\nname:   good\r\ndescription: Does good things. Use when wanted.\r\n---\r\nNew.\r\n\r\nAnd [a](a.md).\r\nBut see [b](b.md).\r\n\r\nSee [a](a.md).\r\n")
	if len(before) != 4 || !bytes.Equal(report.Marshal(before), report.Marshal(after)) {
		t.Errorf("%s\nafter the change\n%s", report.Marshal(before), report.Marshal(after))
	}
}
