// Package corpustest reads a corpus of published skills for tests. The corpus is not part of the repository,
// because other authors own the skills.
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

// EachSkill is [EachFile] for each SKILL.md of the corpus that is not empty. With -short it calls f for one
// of eight.
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

// EachFile calls f with the path and the content of each file of the corpus, in the order of the archive. If
// there is no corpus, it skips the test.
//
// The corpus is in the directory in the environment variable SKILLS_LS_SHARED. The default is the directory
// "shared" next to the repository.
func EachFile(t testing.TB, f func(name, source string)) {
	t.Helper()
	files, err := Read()
	if errors.Is(err, fs.ErrNotExist) {
		t.Skipf("SKIPPED: no corpus of published skills: %v (SKILLS_LS_SHARED sets its directory)", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if file.Link == "" {
			f(file.Name, file.Source)
		}
	}
}

// ModuleRoot returns the directory of the nearest go.mod, from the working directory upward, or ".".
func ModuleRoot() string {
	for dir := "."; len(dir) < 32; dir = filepath.Join(dir, "..") {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
	}
	return "."
}

// SharedDir returns the directory of the corpus and of what agents did with it. It may not exist.
func SharedDir() string {
	if dir := os.Getenv("SKILLS_LS_SHARED"); dir != "" {
		return dir
	}
	return filepath.Join(ModuleRoot(), "..", "shared")
}

// A File is a file or a link of the corpus. Name and Link are paths as in the archive.
type File struct{ Name, Source, Link string }

// Read returns the files of the corpus, which it reads once for all tests of a package.
var Read = sync.OnceValues(func() (files []File, err error) {
	file, err := os.Open(filepath.Join(SharedDir(), "corpus", "dev-corpus.tar.gz"))
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }() // opened for reading only
	unzipped, err := gzip.NewReader(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file.Name(), err)
	}
	for archive := tar.NewReader(unzipped); ; {
		header, err := archive.Next()
		switch {
		case err == io.EOF && len(files) == 0:
			return nil, fmt.Errorf("%s: no files in the archive", file.Name())
		case err == io.EOF:
			return files, nil
		case err != nil:
			return nil, fmt.Errorf("%s: %w", file.Name(), err)
		case header.Typeflag == tar.TypeSymlink:
			files = append(files, File{Name: header.Name, Link: path.Join(path.Dir(header.Name), header.Linkname)})
			continue
		case header.Typeflag == tar.TypeLink:
			files = append(files, File{Name: header.Name, Link: header.Linkname})
			continue
		case header.Typeflag != tar.TypeReg:
			continue
		}
		data, err := io.ReadAll(archive)
		if err != nil {
			return nil, fmt.Errorf("%s: %s: %w", file.Name(), header.Name, err)
		}
		files = append(files, File{Name: header.Name, Source: string(data)})
	}
})
