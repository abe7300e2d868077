package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"skills-ls/cli"
	"skills-ls/cli/term"
)

var update = flag.Bool("update", false, "write the sums into docs/precision.md")

const (
	table = "../../docs/precision.tsv"
	page  = "../../docs/precision.md"
)

// judged reads the table of judged diagnostics.
func judged(t *testing.T) (text []byte, rows []row) {
	t.Helper()
	text, err := os.ReadFile(table)
	if err != nil {
		t.Fatal(err)
	}
	if rows, err = readRows(bytes.NewReader(text)); err != nil {
		t.Fatalf("%s: %v", table, err)
	}
	return text, rows
}

// TestJudged checks that every drawn diagnostic has a verdict and a reason, and that enough diagnostics of
// each rule are right.
func TestJudged(t *testing.T) {
	_, rows := judged(t)
	if len(rows) == 0 {
		t.Fatal("nothing is judged")
	}
	for _, r := range rows {
		if r.verdict != "right" && r.verdict != "wrong" || len(strings.Fields(r.why)) < 3 {
			t.Errorf("%s %s:%d: verdict %q, because %q", r.rule, r.path, r.line, r.verdict, r.why)
		}
	}
	for _, s := range sums(rows) {
		if !s.enough() {
			t.Errorf("%s, %s: %d of %d are right; want %d %%", s.rule, s.severity, s.good, s.judged, s.wanted())
		}
	}
}

// TestSums checks that the page contains the sums of the table.
func TestSums(t *testing.T) {
	_, rows := judged(t)
	data, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	const begin, end = "<!-- sums: go test ./internal/precision -update -->\n", "<!-- end -->\n"
	before, rest, ok := strings.Cut(string(data), begin)
	_, after, closed := strings.Cut(rest, end)
	if !ok || !closed {
		t.Fatalf("%s has no place for the sums", page)
	}
	var sums bytes.Buffer
	if err := printSums(&sums, rows); err != nil {
		t.Fatal(err)
	}
	want := before + begin + sums.String() + end + after
	if want == string(data) {
		return
	}
	if !*update {
		t.Fatalf("%s has other sums than the table; go test ./internal/precision -update writes them", page)
	}
	if err := os.WriteFile(page, []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestDrawn checks that the table contains the diagnostics that are drawn from the current output of check on
// the corpus. A change of a rule requires new judgments.
func TestDrawn(t *testing.T) {
	if testing.Short() {
		t.Skip("checks the whole corpus")
	}
	text, _ := judged(t)
	dir := unpackCorpus(t)
	var found, problems bytes.Buffer
	cli.Run(t.Context(), term.System{Stdout: &found, Stderr: &problems, Cwd: dir}, []string{"check", "--format", "json"})
	var drawn bytes.Buffer
	if err := drawTo(&drawn, &found, dir, table); err != nil {
		t.Fatalf("%v\n%s", err, problems.String())
	}
	if drawn.String() == string(text) {
		return
	}
	was, is := strings.Split(string(text), "\n"), strings.Split(drawn.String(), "\n")
	t.Error("docs/precision.tsv has other findings than are drawn today: draw them as the comment of this package says, and judge those without a verdict")
	for _, line := range was {
		if !slices.Contains(is, line) {
			t.Log("- " + line)
		}
	}
	for _, line := range is {
		if !slices.Contains(was, line) {
			t.Log("+ " + line)
		}
	}
}

// unpackCorpus unpacks the shared corpus of real skills. It skips the test if the corpus is missing.
func unpackCorpus(t *testing.T) (dir string) {
	t.Helper()
	shared := os.Getenv("SKILLS_LS_SHARED")
	if shared == "" {
		shared = "../../../shared"
	}
	file, err := os.Open(filepath.Join(shared, "corpus/dev-corpus.tar.gz"))
	if errors.Is(err, os.ErrNotExist) {
		t.Skipf("SKIPPED: the corpus of real skills is not in %s; set SKILLS_LS_SHARED to where it is", shared)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	unzipped, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	dir = t.TempDir()
	for archive := tar.NewReader(unzipped); ; {
		header, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return filepath.Join(dir, "dev-corpus")
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := unpack(dir, header, archive); err != nil {
			t.Fatal(err)
		}
	}
}

// unpack writes one member of an archive below a directory.
func unpack(dir string, header *tar.Header, content io.Reader) error {
	path := filepath.Join(dir, filepath.FromSlash(header.Name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	switch header.Typeflag {
	case tar.TypeSymlink:
		return os.Symlink(header.Linkname, path)
	case tar.TypeReg:
		data, err := io.ReadAll(content)
		if err != nil {
			return err
		}
		return os.WriteFile(path, data, 0o644)
	}
	return nil
}
