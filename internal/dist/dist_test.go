package main

import (
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"skills-ls/internal/dist/manpages"
)

// TestDistribution creates the release files for this platform from a checkout of the last commit, as make
// dist does, and reads them as a user would. make dist -again checks that another checkout gives the same
// files.
func TestDistribution(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a release: runs without -short")
	}
	if processors[host()] == nil {
		t.Skipf("SKIPPED: there are no releases for %s", host())
	}
	if _, err := output(".", nil, "git", "rev-parse", "HEAD"); err != nil {
		t.Skipf("SKIPPED: this is no checkout: %v", err)
	}
	t.Setenv("SOURCE_DATE_EPOCH", "")
	dir := t.TempDir()
	checkout, tool, out := filepath.Join(dir, "checkout"), filepath.Join(dir, "dist"), filepath.Join(dir, "release")
	if err := clone("../..", checkout); err != nil {
		t.Fatal(err)
	}
	// The tool runs as its own program: under the race detector it would compress slowly.
	do(t, ".", "go", "build", "-trimpath", "-o", tool, ".")
	if err := os.Mkdir(out, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(out, sumsName), []byte("of an earlier release"), 0o644); err != nil { // replaced
		t.Fatal(err)
	}
	do(t, checkout, tool, "-o", out, "-platforms", "host", "-vsix=false")
	t.Run("sums", func(t *testing.T) {
		sha256sum, err := exec.LookPath("sha256sum")
		if err != nil {
			t.Skipf("SKIPPED: %v", err)
		}
		do(t, out, sha256sum, "--check", "--strict", sumsName)
	})

	d := distribution{platforms: []platform{host()}}
	files := unpackOne(t, &d, out)
	when, err := timeOf(checkout)
	if err != nil {
		t.Fatal(err)
	}
	d.when = when
	if d.local, err = localPaths(checkout); err != nil {
		t.Fatal(err)
	}
	t.Run("program", func(t *testing.T) { testProgram(t, &d, files, checkout) })
	t.Run("pages", func(t *testing.T) { testPages(t, &d, files) })
	t.Run("spoiled", func(t *testing.T) { testSpoiled(t, &d, files) })
}

// unpackOne returns the files in the only archive of a directory, and sets the version to the one in its
// name.
func unpackOne(t *testing.T, d *distribution, dir string) []file {
	t.Helper()
	ending := filepath.Ext(d.archiveName(host()))
	names, err := filepath.Glob(filepath.Join(dir, "*"+ending))
	if err != nil || len(names) != 1 {
		t.Fatalf("%q: %v", names, err)
	}
	archive, err := os.ReadFile(names[0])
	if err != nil {
		t.Fatal(err)
	}
	files, err := unpack(names[0], archive)
	if err != nil {
		t.Fatal(err)
	}
	prefix, _, _ := strings.Cut(files[0].name, "/")
	d.version = strings.TrimSuffix(strings.TrimPrefix(prefix, "skills-ls-"), "-"+host().os+"-"+host().arch)
	if filepath.Base(names[0]) != d.archiveName(host()) {
		t.Errorf("%s holds %s", names[0], prefix)
	}
	return files
}

// testProgram runs the program and compares the version that it prints with the commit.
func testProgram(t *testing.T, d *distribution, files []file, checkout string) {
	program, ok := find(files, d.prefix(host())+"/"+host().binary())
	if !ok {
		t.Fatal("there is none")
	}
	path := filepath.Join(t.TempDir(), host().binary())
	if err := os.WriteFile(path, program.data, program.mode); err != nil {
		t.Fatal(err)
	}
	var said struct {
		Version, Revision, Platform string
		Modified                    bool
	}
	if err := json.Unmarshal([]byte(do(t, ".", path, "version", "--format", "json")), &said); err != nil {
		t.Fatal(err)
	}
	revision := strings.TrimSpace(do(t, checkout, "git", "rev-parse", "HEAD"))
	if said.Version != d.version || said.Revision != revision || said.Modified || said.Platform != host().String() {
		t.Errorf("it says %+v, and is %s of %s for %s", said, d.version, revision, host())
	}
	if err := verifyProgram(program.data, host(), d.version, d.local); err != nil {
		t.Error(err)
	}
	for _, p := range platforms {
		if err := verifyProgram(program.data, p, d.version, d.local); (err == nil) != (p == host()) {
			t.Errorf("as a program of %s: %v", p, err)
		}
	}
	if err := verifyProgram(program.data, host(), "v0", nil); err == nil || !strings.Contains(err.Error(), `instead of "v0"`) {
		t.Errorf("with another version: %v", err)
	}
}

// testPages checks that the archive contains all manual pages.
func testPages(t *testing.T, d *distribution, files []file) {
	pages, err := manpages.Pages(d.when)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range files {
		if name, ok := strings.CutPrefix(f.name, d.prefix(host())+"/man/man1/"); ok {
			got = append(got, name)
		}
	}
	if want := slices.Sorted(maps.Keys(pages)); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// testSpoiled breaks an archive in every way that verify checks, and expects verify to report it.
func testSpoiled(t *testing.T, d *distribution, files []file) {
	p := host()
	at := func(files []file, name string) int {
		return slices.IndexFunc(files, func(f file) bool { return f.name == d.prefix(p)+"/"+name })
	}
	files = slices.Clone(files)
	files[at(files, p.binary())].data = []byte("no program, but quickly packed")
	for _, c := range []struct {
		name, want string
		spoil      func(files []file) []file
	}{
		{"nothing", "", func(files []file) []file { return files }},
		{"no completions", "missing completions/_skills-ls", func(files []file) []file {
			i := at(files, "completions/_skills-ls")
			return slices.Delete(files, i, i+1)
		}},
		{"no program", "missing " + d.prefix(p) + "/" + p.binary(), func(files []file) []file {
			i := at(files, p.binary())
			return slices.Delete(files, i, i+1)
		}},
		{"an empty page", "man/man1/skills-ls-check.1 does not contain", func(files []file) []file {
			files[at(files, "man/man1/skills-ls-check.1")].data = nil
			return files
		}},
		{"a page that is executable", "has the mode -rwxr-xr-x", func(files []file) []file {
			files[at(files, "LICENSE")].mode = executable
			return files
		}},
		{"a program that is not", "has the mode -rw-r--r--", func(files []file) []file {
			files[at(files, p.binary())].mode = plain
			return files
		}},
		{"a path that leads out", "../out is not in", func(files []file) []file {
			return append(files, file{name: "../out", mode: plain})
		}},
		{"too large", "more than", func(files []file) []file {
			noise := make([]byte, largest+1)
			state := uint64(1)
			for i := range noise {
				state = state*6364136223846793005 + 1442695040888963407
				noise[i] = byte(state >> 56)
			}
			return append(files, file{name: d.prefix(p) + "/noise", mode: plain, data: noise})
		}},
	} {
		archive, err := pack(d.archiveName(p), c.spoil(slices.Clone(files)), d.when)
		if err != nil {
			t.Fatal(err)
		}
		if err := d.verifyArchive(p, archive); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %q is not in %v", c.name, c.want, err)
		}
	}
	later := *d
	later.when = d.when.Add(time.Second * 2)
	archive, err := pack(d.archiveName(p), files, d.when)
	if err != nil {
		t.Fatal(err)
	}
	if err := later.verifyArchive(p, archive); err == nil || !strings.Contains(err.Error(), "has the time") {
		t.Errorf("another time: %v", err)
	}
	made := map[string][]byte{d.archiveName(p): archive, sumsName: []byte("none"), "more": nil}
	err = d.verifyFiles(made)
	for _, want := range []string{"SHA256SUMS contains\nnone", `found ["SHA256SUMS" "more"`} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is not in %v", want, err)
		}
	}
}

// do runs a command, which must succeed, and returns its output.
func do(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	out, err := output(dir, []string{"CGO_ENABLED=0"}, name, args...)
	if err != nil {
		t.Fatal(err)
	}
	return out
}
