package main

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
)

// largest is the maximum size of an archive or an extension in bytes.
const largest = 12 << 20

// verify checks the distribution in a directory and returns all problems.
func (d *distribution) verify(dir string) error {
	made := make(map[string][]byte)
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if made[entry.Name()], err = os.ReadFile(filepath.Join(dir, entry.Name())); err != nil {
			return err
		}
	}
	return d.verifyFiles(made)
}

func (d *distribution) verifyFiles(made map[string][]byte) error {
	var wrong []error
	if got := slices.Sorted(maps.Keys(made)); !slices.Equal(got, d.names()) {
		wrong = append(wrong, fmt.Errorf("found %q, want %q", got, d.names()))
	}
	others := maps.Clone(made)
	delete(others, sumsName)
	if want := sums(others); !bytes.Equal(made[sumsName], want) {
		wrong = append(wrong, fmt.Errorf("%s contains\n%swant\n%s", sumsName, made[sumsName], want))
	}
	type check struct {
		name   string
		verify func(archive []byte) error
	}
	var checks []check
	for _, p := range d.platforms {
		checks = append(checks, check{d.archiveName(p), func(archive []byte) error { return d.verifyArchive(p, archive) }})
		if d.vsix {
			for _, target := range p.targets() {
				checks = append(checks, check{d.vsixName(target), func(archive []byte) error { return d.verifyExtension(target, archive) }})
			}
		}
	}
	// Each archive contains a program to search. At most one per processor is in memory.
	var checking sync.WaitGroup
	free := make(chan struct{}, runtime.GOMAXPROCS(0))
	found := make([]error, len(checks))
	for i, c := range checks {
		checking.Go(func() {
			free <- struct{}{}
			defer func() { <-free }()
			found[i] = within(c.name, c.verify(made[c.name]))
		})
	}
	checking.Wait()
	wrong = append(wrong, found...)
	return errors.Join(wrong...)
}

// within adds the name of a file to an error, if there is one.
func within(name string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", name, err)
}

// verifyArchive returns what is wrong with the archive for a platform.
func (d *distribution) verifyArchive(p platform, archive []byte) error {
	files, err := unpack(d.archiveName(p), archive)
	if err != nil {
		return err
	}
	prefix := d.prefix(p) + "/"
	wrong := d.verifyContainer(archive, files, prefix+p.binary(), p)
	required := map[string]string{ // a part of each file
		"LICENSE":                      "MIT License",
		"README.md":                    "# skills-ls",
		noticesName:                    "github.com/spf13/cobra",
		"completions/skills-ls.bash":   "__start_skills-ls",
		"completions/skills-ls.fish":   "complete -c skills-ls",
		"completions/skills-ls.ps1":    "Register-ArgumentCompleter",
		"completions/_skills-ls":       "#compdef skills-ls",
		"man/man1/skills-ls.1":         ".SH SYNOPSIS",
		"man/man1/skills-ls-check.1":   d.when.Format("2006-01-02"),
		"man/man1/skills-ls-serve.1":   d.when.Format("2006-01-02"),
		"man/man1/skills-ls-version.1": d.when.Format("2006-01-02"),
	}
	for _, name := range slices.Sorted(maps.Keys(required)) {
		f, ok := find(files, prefix+name)
		switch {
		case !ok:
			wrong = append(wrong, fmt.Errorf("missing %s", name))
		case !bytes.Contains(f.data, []byte(required[name])):
			wrong = append(wrong, fmt.Errorf("%s does not contain %q", name, required[name]))
		}
	}
	for _, f := range files {
		if !strings.HasPrefix(f.name, prefix) {
			wrong = append(wrong, fmt.Errorf("%s is not in %s", f.name, prefix))
		}
	}
	return errors.Join(wrong...)
}

var release = regexp.MustCompile(`^v[0-9]+\.[0-9]+\.[0-9]+$`)

// verifyExtension returns what is wrong with the extension for a target.
func (d *distribution) verifyExtension(target string, archive []byte) error {
	files, err := unpack(d.vsixName(target), archive)
	if err != nil {
		return err
	}
	p := targets[target]
	program := "extension/server/" + p.binary()
	wrong := d.verifyContainer(archive, files, program, p)
	got := make([]string, 0, len(files))
	for _, f := range files {
		got = append(got, f.name)
	}
	want := []string{
		"[Content_Types].xml", "extension.vsixmanifest",
		"extension/LICENSE.txt", "extension/THIRD-PARTY-NOTICES.txt", "extension/changelog.md",
		"extension/dist/extension.js", "extension/dist/preview.css", "extension/dist/preview.js", "extension/language-configuration.json",
		"extension/media/icon.png", "extension/media/preview-dark.svg", "extension/media/preview-light.svg", "extension/media/skills.svg", "extension/media/walkthrough/create.svg", "extension/media/walkthrough/fix.md",
		"extension/media/walkthrough/icon.svg", "extension/media/walkthrough/preview.md", "extension/media/walkthrough/targets.md",
		"extension/package.json", "extension/readme.md", "extension/server/" + noticesName, program,
		"extension/skills-ls.schema.json",
	}
	if !slices.Equal(got, want) {
		wrong = append(wrong, fmt.Errorf("found %q, want %q", got, want))
	}
	var manifest struct {
		Metadata struct {
			Identity struct {
				Version        string `xml:",attr"`
				TargetPlatform string `xml:",attr"`
			}
		}
	}
	f, _ := find(files, "extension.vsixmanifest")
	if err := xml.Unmarshal(f.data, &manifest); err != nil {
		wrong = append(wrong, fmt.Errorf("extension.vsixmanifest: %w", err))
	}
	if got := manifest.Metadata.Identity.TargetPlatform; got != target {
		wrong = append(wrong, fmt.Errorf("built for %q", got))
	}
	var npm struct{ Version string }
	f, _ = find(files, "extension/package.json")
	if err := json.Unmarshal(f.data, &npm); err != nil {
		wrong = append(wrong, fmt.Errorf("extension/package.json: %w", err))
	}
	if npm.Version != manifest.Metadata.Identity.Version {
		wrong = append(wrong, fmt.Errorf("version %q in its manifest, %q in its package.json", manifest.Metadata.Identity.Version, npm.Version))
	}
	if release.MatchString(d.version) && d.version != "v"+npm.Version {
		wrong = append(wrong, fmt.Errorf("release %s, but version %s in editors/vscode/package.json", d.version, npm.Version))
	}
	return errors.Join(wrong...)
}

// verifyContainer returns what is wrong with an archive or extension that contains the program for a
// platform.
func (d *distribution) verifyContainer(archive []byte, files []file, program string, p platform) []error {
	var wrong []error
	if len(archive) > largest {
		wrong = append(wrong, fmt.Errorf("%d bytes, more than %d", len(archive), largest))
	}
	for i, f := range files {
		mode := plain
		if f.name == program {
			mode = executable
		}
		if f.mode != mode {
			wrong = append(wrong, fmt.Errorf("%s has the mode %s, want %s", f.name, f.mode, mode))
		}
		if !f.when.Equal(d.when) {
			wrong = append(wrong, fmt.Errorf("%s has the time %s, want %s", f.name, f.when, d.when))
		}
		if i > 0 && files[i-1].name >= f.name {
			wrong = append(wrong, fmt.Errorf("%s comes after %s", f.name, files[i-1].name))
		}
		if !fs.ValidPath(f.name) {
			wrong = append(wrong, fmt.Errorf("%s is not a valid path in an archive", f.name))
		}
	}
	f, ok := find(files, program)
	if !ok {
		return append(wrong, fmt.Errorf("missing %s", program))
	}
	return append(wrong, within(program, verifyProgram(f.data, p, d.version, d.local)))
}

func find(files []file, name string) (file, bool) {
	i := slices.IndexFunc(files, func(f file) bool { return f.name == name })
	if i < 0 {
		return file{}, false
	}
	return files[i], true
}
