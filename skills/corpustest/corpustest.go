// Package corpustest reads the real skills that tests may find beside the repository. They are other people's, and no part of it.
package corpustest

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// EachSkill calls f for each SKILL.md with text of the corpus, as [EachFile] does; in short tests for one of eight.
func EachSkill(t testing.TB, f func(name, source string)) {
	t.Helper()
	n := 0
	EachFile(t, func(name, source string) {
		if !strings.EqualFold(path.Base(name), "SKILL.md") || source == "" {
			return
		}
		if n++; n%8 == 1 || !testing.Short() {
			f(name, source)
		}
	})
}

// EachFile calls f for each file of the corpus, in the corpus' order, with its path in it and its contents. The corpus is in the
// directory that SKILLS_LS_SHARED names, else in one called shared beside the repository.
// Where it is missing the test is skipped.
func EachFile(t testing.TB, f func(name, source string)) {
	t.Helper()
	files, err := corpus()
	if errors.Is(err, fs.ErrNotExist) {
		t.Skipf("SKIPPED: no corpus of real skills: %v; set SKILLS_LS_SHARED to where it is", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		f(file.name, file.source)
	}
}

// moduleRoot returns the nearest directory above the test's package that has a go.mod, or the package's own if none has.
func moduleRoot() string {
	for dir := "."; len(dir) < 32; dir = filepath.Join(dir, "..") {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
	}
	return "."
}

type corpusFile struct{ name, source string }

// corpus reads the files of the corpus, once for all tests of a package.
var corpus = sync.OnceValues(func() (files []corpusFile, err error) {
	dir := os.Getenv("SKILLS_LS_SHARED")
	if dir == "" {
		dir = filepath.Join(moduleRoot(), "..", "shared")
	}
	file, err := os.Open(filepath.Join(dir, "corpus/dev-corpus.tar.gz"))
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }() // it was only read
	unzipped, err := gzip.NewReader(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file.Name(), err)
	}
	for archive := tar.NewReader(unzipped); ; {
		header, err := archive.Next()
		switch {
		case err == io.EOF && len(files) == 0:
			return nil, fmt.Errorf("there is no file in %s", file.Name())
		case err == io.EOF:
			return files, nil
		case err != nil:
			return nil, fmt.Errorf("%s: %w", file.Name(), err)
		case header.Typeflag != tar.TypeReg:
			continue
		}
		data, err := io.ReadAll(archive)
		if err != nil {
			return nil, fmt.Errorf("%s: %s: %w", file.Name(), header.Name, err)
		}
		files = append(files, corpusFile{header.Name, string(data)})
	}
})
