package lsp

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.lsp.dev/protocol"
)

// TestFeaturesPage checks that docs/features.md has exactly one row for each request and notification that
// the server handles, and that the tests and files that a row names exist.
func TestFeaturesPage(t *testing.T) {
	data, err := os.ReadFile("../docs/features.md")
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		protocol.MethodTextDocumentPublishDiagnostics, protocol.MethodTextDocumentDiagnostic, protocol.MethodWorkspaceDiagnostic,
	}
	for method := range notifications() {
		want = append(want, method)
	}
	for method := range requests(nil) {
		if !strings.HasPrefix(method, "skills/") {
			want = append(want, method)
		}
	}
	tests := testNames(t)
	var got []string
	for line := range strings.Lines(string(data)) {
		cells := strings.Split(line, "|")
		if len(cells) != 5 || !strings.HasPrefix(cells[1], " `") {
			continue
		}
		method := strings.Trim(cells[1], " `")
		if slices.Contains(got, method) {
			t.Errorf("%s has two rows", method)
		}
		got = append(got, method)
		for _, name := range inCode.FindAllString(cells[3], -1) {
			name = strings.Trim(name, "`")
			if strings.HasPrefix(name, "Test") {
				if !slices.Contains(tests, name) {
					t.Errorf("%s: there is no %s", method, name)
				}
				continue
			}
			if files, err := filepath.Glob("../testdata/marker/" + name + "/*.txt"); err != nil || len(files) == 0 {
				t.Errorf("%s: there are no files in testdata/marker/%s", method, name)
			}
		}
	}
	for _, method := range want {
		if !slices.Contains(got, method) {
			t.Errorf("%s is answered or heeded and not on the page", method)
		}
	}
	for _, method := range got {
		if !slices.Contains(want, method) {
			t.Errorf("%s is on the page and neither answered nor heeded", method)
		}
	}
}

var (
	inCode   = regexp.MustCompile("`[^`]+`")
	testFunc = regexp.MustCompile(`(?m)^func (Test\w+)\(`)
)

// testNames returns the names of the package's tests.
func testNames(t *testing.T) []string {
	files, err := filepath.Glob("*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range testFunc.FindAllStringSubmatch(string(data), -1) {
			names = append(names, match[1])
		}
	}
	return names
}
