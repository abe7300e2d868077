// Dist creates the files of a release: for every platform an archive with the program, its completions and
// its manual pages, for every VS Code target an extension that contains the program, and the checksums of
// all.
//
// A commit always gives the same bytes, on any machine and at any time, with the same version of Go. Dist
// reads and checks all files before it moves them to the output directory.
//
//	dist [-o DIR] [-platforms LIST] [-vsix=false] [-again LIST]
//	dist server TARGET DIR
//	dist man DIR
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"skills-ls/internal/dist/manpages"
)

const usage = `usage: dist [-o DIR] [-platforms LIST] [-vsix=false] [-again LIST]
       dist server TARGET DIR    the program for a VS Code target, and the licenses of its libraries
       dist man DIR              the manual pages
`

func main() {
	d := distribution{root: ".", log: os.Stdout}
	out := flag.String("o", "dist/release", "output `directory`; files of an earlier run are replaced")
	list := flag.String("platforms", "all", "comma-separated `list` of platforms, such as linux/amd64,windows/arm64; or host, or all")
	again := flag.String("again", "", "build the files for a `list` of platforms again, from another checkout of the commit, and compare")
	flag.BoolVar(&d.vsix, "vsix", true, "also build the extensions for VS Code, which needs Node and its packages in editors/vscode")
	flag.Usage = func() {
		fmt.Fprint(flag.CommandLine.Output(), usage)
		flag.PrintDefaults()
	}
	flag.Parse()
	var err error
	switch args := flag.Args(); {
	case len(args) == 0:
		err = d.run(*out, *list, *again)
	case len(args) == 3 && args[0] == "server":
		err = writeServer(d.root, args[1], args[2])
	case len(args) == 2 && args[0] == "man":
		err = writeManual(d.root, args[1])
	default:
		flag.Usage()
		os.Exit(2)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "dist:", err)
		os.Exit(1)
	}
}

// run creates the files for a list of platforms, and creates those for the platforms in again once more.
func (d *distribution) run(out, list, again string) error {
	var err error
	if d.platforms, err = platformsOf(list); err != nil {
		return err
	}
	var twice []platform
	if again != "" {
		if twice, err = platformsOf(again); err != nil {
			return err
		}
	}
	for _, p := range twice {
		if !slices.Contains(d.platforms, p) {
			return fmt.Errorf("-again: %s is not in -platforms", p)
		}
	}
	if err := d.make(out); err != nil || again == "" {
		return err
	}
	return d.makeAgain(out, twice)
}

// writeServer writes the files of the server that an extension for a VS Code target contains.
func writeServer(root, target, dir string) error {
	p, err := platformOfTarget(target)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	if err := build(root, p, filepath.Join(dir, p.binary())); err != nil {
		return err
	}
	notices, err := notices(root, p)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, noticesName), notices, 0o644)
}

// writeManual writes the manual pages, with the date of the commit.
func writeManual(root, dir string) error {
	when, err := timeOf(root)
	if err != nil {
		return err
	}
	pages, err := manpages.Pages(when)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for name, page := range pages {
		if err := os.WriteFile(filepath.Join(dir, name), page, 0o644); err != nil {
			return err
		}
	}
	return nil
}
