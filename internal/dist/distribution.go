package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"debug/buildinfo"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"skills-ls/cli"
	"skills-ls/cli/term"
	"skills-ls/internal/dist/manpages"
)

const sumsName = "SHA256SUMS"

// completions are the shells with completion scripts, and the file names that the shells expect.
var completions = map[string]string{
	"bash":       "skills-ls.bash",
	"fish":       "skills-ls.fish",
	"powershell": "skills-ls.ps1",
	"zsh":        "_skills-ls",
}

// A distribution is the set of release files from one checkout.
type distribution struct {
	root      string // of the checkout
	platforms []platform
	vsix      bool // include the extensions
	log       io.Writer

	version string // of the programs
	when    time.Time
	local   []string // paths of this machine, which no program may contain
}

// make creates the files in a directory, which must not exist, be empty, or contain only files of an earlier
// run. It replaces the directory at the end, after all checks, and does not touch it if one fails.
func (d *distribution) make(out string) (err error) {
	if err := replaceable(out); err != nil {
		return err
	}
	if d.when, err = timeOf(d.root); err != nil {
		return err
	}
	if d.local, err = localPaths(d.root); err != nil {
		return err
	}
	shared, err := sharedFiles(d.root, d.when)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(out), 0o755); err != nil {
		return err
	}
	work, err := os.MkdirTemp(filepath.Dir(out), ".dist-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(work)) }()
	made := make(map[string][]byte)
	for _, p := range d.platforms {
		if err := d.add(made, p, shared, work); err != nil {
			return fmt.Errorf("%s: %w", p, err)
		}
	}
	made[sumsName] = sums(made)
	finished := filepath.Join(work, "finished")
	if err := writeFiles(finished, made); err != nil {
		return err
	}
	if err := d.verify(finished); err != nil {
		return err
	}
	if err := os.RemoveAll(out); err != nil {
		return err
	}
	if err := os.Rename(finished, out); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(made)) {
		fmt.Fprintf(d.log, "%9d  %s\n", len(made[name]), filepath.Join(out, name))
	}
	return nil
}

// add adds the files for one platform to made.
func (d *distribution) add(made map[string][]byte, p platform, shared []file, work string) error {
	server := filepath.Join(work, p.os+"-"+p.arch)
	if err := os.Mkdir(server, 0o755); err != nil {
		return err
	}
	path := filepath.Join(server, p.binary())
	if err := build(d.root, p, path); err != nil {
		return err
	}
	program, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	info, err := buildinfo.Read(bytes.NewReader(program))
	if err != nil {
		return err
	}
	d.version = info.Main.Version
	licenses, err := notices(d.root, p)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(server, noticesName), licenses, plain); err != nil {
		return err
	}
	name := d.archiveName(p)
	files := []file{{name: p.binary(), mode: executable, data: program}, {name: noticesName, mode: plain, data: licenses}}
	files = append(files, shared...)
	for i := range files {
		files[i].name = d.prefix(p) + "/" + files[i].name
	}
	// Compressing uses one processor. Packaging the extensions, one after the other, uses little more.
	var packing sync.WaitGroup
	var archive []byte
	var failed error
	packing.Go(func() { archive, failed = pack(name, files, d.when) })
	err = d.addExtensions(made, p, server, work)
	packing.Wait()
	made[name] = archive
	return errors.Join(err, failed)
}

// addExtensions adds the extensions for one platform, with the files in the directory server.
func (d *distribution) addExtensions(made map[string][]byte, p platform, server, work string) (err error) {
	if !d.vsix {
		return nil
	}
	for _, target := range p.targets() {
		if made[d.vsixName(target)], err = d.extension(target, server, work); err != nil {
			return fmt.Errorf("building the extension for %s: %w", target, err)
		}
	}
	return nil
}

// prefix returns the top directory in a platform's archive.
func (d *distribution) prefix(p platform) string {
	return fmt.Sprintf("skills-ls-%s-%s-%s", d.version, p.os, p.arch)
}

func (d *distribution) archiveName(p platform) string {
	if p.os == "windows" {
		return d.prefix(p) + ".zip"
	}
	return d.prefix(p) + ".tar.gz"
}

func (d *distribution) vsixName(target string) string {
	return fmt.Sprintf("skills-ls-%s-%s.vsix", d.version, target)
}

// names returns the names of all files of the distribution.
func (d *distribution) names() []string {
	names := []string{sumsName}
	for _, p := range d.platforms {
		names = append(names, d.archiveName(p))
		if d.vsix {
			for _, target := range p.targets() {
				names = append(names, d.vsixName(target))
			}
		}
	}
	slices.Sort(names)
	return names
}

// makeAgain creates the files for some platforms again, from another checkout of the commit, and compares
// them with those in out. It fails if the checkout has uncommitted changes.
func (d *distribution) makeAgain(out string, platforms []platform) (err error) {
	if strings.HasSuffix(d.version, "+dirty") {
		changes, err := output(d.root, nil, "git", "status", "--short")
		return errors.Join(fmt.Errorf("-again: uncommitted changes, which another checkout does not have:\n%s", changes), err)
	}
	elsewhere, err := os.MkdirTemp("", "skills-ls-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(elsewhere)) }()
	other := *d
	other.platforms = platforms
	other.root = filepath.Join(elsewhere, "another", "checkout")
	if err := clone(d.root, other.root); err != nil {
		return err
	}
	if d.vsix {
		modules, err := filepath.Abs(filepath.Join(d.root, extensionDir, "node_modules"))
		if err != nil {
			return err
		}
		if err := os.Symlink(modules, filepath.Join(other.root, extensionDir, "node_modules")); err != nil {
			return err
		}
	}
	other.log = io.Discard
	again := filepath.Join(elsewhere, "out")
	if err := other.make(again); err != nil {
		return fmt.Errorf("building from another checkout: %w", err)
	}
	names := slices.DeleteFunc(other.names(), func(name string) bool { return name == sumsName })
	for _, name := range names {
		if err := same(filepath.Join(out, name), filepath.Join(again, name)); err != nil {
			return err
		}
	}
	fmt.Fprintf(d.log, "Another checkout of the commit gives the same files: %s\n", strings.Join(names, ", "))
	return nil
}

// clone creates another checkout of the commit of a checkout.
func clone(root, to string) error {
	root, err := filepath.Abs(root)
	if err != nil {
		return err
	}
	_, err = output(root, nil, "git", "clone", "--quiet", root, to)
	return err
}

// same returns an error if two files differ.
func same(here, there string) error {
	a, err := os.ReadFile(here)
	if err != nil {
		return err
	}
	b, err := os.ReadFile(there)
	if err != nil {
		return err
	}
	if !bytes.Equal(a, b) {
		return fmt.Errorf("another checkout of the commit gives a different %s, of %d bytes instead of %d", here, len(b), len(a))
	}
	return nil
}

// sharedFiles returns the files that are in the archives of all platforms: all but the program and its
// notices.
func sharedFiles(root string, when time.Time) ([]file, error) {
	var files []file
	for _, name := range []string{"LICENSE", "README.md"} {
		data, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			return nil, err
		}
		files = append(files, file{name: name, mode: plain, data: data})
	}
	for shell, name := range completions {
		var script, failure bytes.Buffer
		sys := term.System{Stdin: &bytes.Buffer{}, Stdout: &script, Stderr: &failure}
		if code := cli.Run(context.Background(), sys, []string{"completion", shell}); code != 0 {
			return nil, fmt.Errorf("generating completions for %s: %s", shell, failure.String())
		}
		files = append(files, file{name: "completions/" + name, mode: plain, data: script.Bytes()})
	}
	pages, err := manpages.Pages(when)
	if err != nil {
		return nil, err
	}
	for name, page := range pages {
		files = append(files, file{name: "man/man1/" + name, mode: plain, data: page})
	}
	return files, nil
}

// sums returns the checksums of files in the format that sha256sum -c reads.
func sums(files map[string][]byte) []byte {
	var text bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(&text, "%x  %s\n", sha256.Sum256(files[name]), name)
	}
	return text.Bytes()
}

// replaceable returns an error if a directory contains files that are not from a release.
func replaceable(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if name := entry.Name(); name != sumsName && !strings.HasPrefix(name, "skills-ls-") {
			return fmt.Errorf("%s contains %s, which is not part of a release: use another directory", dir, name)
		}
	}
	return nil
}

func writeFiles(dir string, files map[string][]byte) error {
	if err := os.Mkdir(dir, 0o755); err != nil {
		return err
	}
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(dir, name), data, plain); err != nil {
			return err
		}
	}
	return nil
}
