package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestPack checks that the order of the files does not change an archive, and that unpacking restores the
// files.
func TestPack(t *testing.T) {
	when := time.Unix(1_700_000_002, 0).UTC()
	a, b := file{"a/run", executable, when, []byte("run")}, file{"b", plain, when, []byte(strings.Repeat("text", 100))}
	for _, name := range []string{"x.tar.gz", "x.zip", "x.vsix"} {
		one, err := pack(name, []file{a, b}, when)
		if err != nil {
			t.Fatal(err)
		}
		other, err := pack(name, []file{b, a}, when)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(one, other) {
			t.Errorf("%s depends on the order of files", name)
		}
		files, err := unpack(name, one)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.EqualFunc(files, []file{a, b}, func(a, b file) bool {
			return a.name == b.name && a.mode == b.mode && a.when.Equal(b.when) && bytes.Equal(a.data, b.data)
		}) {
			t.Errorf("%s: %v", name, files)
		}
		if _, err := unpack(name, one[:len(one)/2]); err == nil {
			t.Errorf("half of %s can be read", name)
		}
	}
}

// TestReaching checks that verifyProgram detects a program that can start others and open connections,
// stripped or not.
func TestReaching(t *testing.T) {
	dir := t.TempDir()
	for name, flags := range map[string]string{"stripped": "-s -w", "whole": ""} {
		path := filepath.Join(dir, name)
		do(t, ".", "go", "build", "-trimpath", "-buildvcs=false", "-ldflags="+flags, "-o", path, "./testdata/outgoing")
		program, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := verifyProgram(program, host(), "", []string{"skills-ls/internal/dist/testdata/"}); name == "stripped" &&
			(err == nil || !strings.Contains(err.Error(), "a path of this machine")) {
			t.Errorf("it names a path, and that is not noticed: %v", err)
		}
		found := reaching(program)
		for _, want := range []string{"os.StartProcess", "net.(*Dialer).DialContext"} {
			if !slices.Contains(found, want) {
				t.Errorf("%s: %s is not among %q", name, want, found)
			}
		}
		if err := verifyProgram(program, host(), "(devel)", nil); name == "whole" && (err == nil || err.Error() != "not stripped") ||
			name == "stripped" && (err == nil || !strings.Contains(err.Error(), "starts programs") || !strings.Contains(err.Error(), "not built like a release")) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if len(reaching([]byte("no names"))) == 0 {
		t.Error("a program without names passes")
	}
}

func TestPlatforms(t *testing.T) {
	for _, c := range []struct{ list, want, err string }{
		{"", "", `no releases for ""`},
		{"all", "[darwin/amd64 darwin/arm64 linux/amd64 linux/arm64 windows/amd64 windows/arm64]", ""},
		{"linux/arm64,windows/amd64,linux/arm64", "[linux/arm64 windows/amd64]", ""},
		{"host", "[" + host().String() + "]", ""},
		{"plan9/386", "", `no releases for "plan9/386"`},
		{"linux", "", `no releases for "linux"`},
	} {
		got, err := platformsOf(c.list)
		if c.err != "" {
			if err == nil || !strings.Contains(err.Error(), c.err) {
				t.Errorf("%q: %v", c.list, err)
			}
			continue
		}
		if err != nil || text(got) != c.want {
			t.Errorf("%q: %v, want %s: %v", c.list, got, c.want, err)
		}
	}
	for _, p := range platforms {
		if processors[p] == nil || len(p.targets()) == 0 {
			t.Errorf("%s has no processor, or no target", p)
		}
	}
	if got := strings.Join(platform{"linux", "amd64"}.targets(), " "); got != "alpine-x64 linux-x64" {
		t.Error(got)
	}
	if _, err := platformOfTarget("web"); err == nil || !strings.Contains(err.Error(), "expected one of alpine-arm64, alpine-x64") {
		t.Error(err)
	}
}

func text(platforms []platform) string {
	var names []string
	for _, p := range platforms {
		names = append(names, p.String())
	}
	return "[" + strings.Join(names, " ") + "]"
}

// TestNotices checks that the notices contain what the licenses of libraries require: their texts, and
// notices.
func TestNotices(t *testing.T) {
	got, err := notices("../..", host())
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"github.com/spf13/cobra v", "gopkg.in/yaml.v3 v", "Apache License", "Copyright 2011-2016 Canonical Ltd.", "\nGo\n\nCopyright 2009 The Go Authors.",
	} {
		if !strings.Contains(string(got), want) {
			t.Errorf("%q is missing", want)
		}
	}
	if _, err := licensesIn(t.TempDir()); err == nil {
		t.Error("a library without a license passes")
	}
}

func TestTime(t *testing.T) {
	for _, c := range []struct{ epoch, want string }{
		{"86400", "1970-01-02T00:00:00Z"},
		{"soon", `SOURCE_DATE_EPOCH: invalid number of seconds "soon"`},
	} {
		t.Setenv("SOURCE_DATE_EPOCH", c.epoch)
		when, err := timeOf(".")
		got := when.Format(time.RFC3339)
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%q: %s, want %s", c.epoch, got, c.want)
		}
	}
	t.Setenv("SOURCE_DATE_EPOCH", "")
	if _, err := timeOf(t.TempDir()); err == nil || !strings.Contains(err.Error(), "since SOURCE_DATE_EPOCH is not set") {
		t.Error(err)
	}
}

// TestSame checks that same detects files that differ.
func TestSame(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"a": "one", "b": "one", "c": "two"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), plain); err != nil {
			t.Fatal(err)
		}
	}
	if err := same(filepath.Join(dir, "a"), filepath.Join(dir, "b")); err != nil {
		t.Error(err)
	}
	if err := same(filepath.Join(dir, "a"), filepath.Join(dir, "c")); err == nil {
		t.Error("one is two")
	}
	d := distribution{root: "."}
	if err := d.run(dir, "linux/amd64", "linux/arm64"); err == nil || !strings.Contains(err.Error(), "linux/arm64 is not in -platforms") {
		t.Error(err)
	}
}

// TestReplaceable checks that only files of a release can be deleted.
func TestReplaceable(t *testing.T) {
	dir := t.TempDir()
	if err := replaceable(filepath.Join(dir, "new")); err != nil {
		t.Error(err)
	}
	if err := replaceable(dir); err != nil {
		t.Error(err)
	}
	for _, name := range []string{sumsName, "skills-ls-v1.2.3-linux-amd64.tar.gz"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, plain); err != nil {
			t.Fatal(err)
		}
	}
	if err := replaceable(dir); err != nil {
		t.Error(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "letter.txt"), nil, plain); err != nil {
		t.Fatal(err)
	}
	d := distribution{root: "."}
	if err := d.make(dir); err == nil || !strings.Contains(err.Error(), "contains letter.txt, which is not part of a release") {
		t.Error(err)
	}
}
