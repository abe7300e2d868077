package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

const noticesName = "THIRD-PARTY-NOTICES.txt"

// Names of files that must be distributed with the program: licenses, and the notices that the Apache License
// requires.
var (
	licenseName = regexp.MustCompile(`(?i)^(licen[cs]e|copying)`)
	noticeName  = regexp.MustCompile(`(?i)^(notice|patents)`)
)

// notices returns the licenses of the third-party code in a program, as they require.
func notices(root string, p platform) ([]byte, error) {
	list, err := output(root, p.env(), "go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}\t{{.Dir}}{{end}}{{end}}", ".")
	if err != nil {
		return nil, err
	}
	goroot, err := output(root, p.env(), "go", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	modules := strings.Split(strings.TrimSpace(list), "\n")
	modules = slices.DeleteFunc(modules, func(line string) bool { return strings.TrimSpace(line) == "" })
	slices.Sort(modules)
	modules = append(slices.Compact(modules), "Go\t"+strings.TrimSpace(goroot))
	var text bytes.Buffer
	for i, module := range modules {
		title, dir, _ := strings.Cut(strings.TrimSpace(module), "\t")
		licenses, err := licensesIn(dir)
		if err != nil {
			return nil, fmt.Errorf("reading the licenses of %s: %w", title, err)
		}
		if i > 0 {
			fmt.Fprintf(&text, "%s\n\n", strings.Repeat("-", 80))
		}
		fmt.Fprintf(&text, "%s\n\n%s\n\n", title, licenses)
	}
	return text.Bytes(), nil
}

// licensesIn returns the licenses and notices in a directory. It fails if the directory has no license.
func licensesIn(dir string) (string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return "", err
	}
	var texts []string
	licensed := false
	for _, entry := range entries {
		license := licenseName.MatchString(entry.Name())
		if entry.IsDir() || !license && !noticeName.MatchString(entry.Name()) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, entry.Name()))
		if err != nil {
			return "", err
		}
		texts = append(texts, strings.TrimSpace(strings.ReplaceAll(string(text), "\r\n", "\n")))
		licensed = licensed || license
	}
	if !licensed {
		return "", fmt.Errorf("no license file in %s", dir)
	}
	return strings.Join(texts, "\n\n"), nil
}
