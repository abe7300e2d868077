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

var licenceName = regexp.MustCompile(`(?i)^licen[cs]e`)

// notices returns the licences of what a program holds of others, as they ask for.
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
		licence, err := licenceIn(dir)
		if err != nil {
			return nil, fmt.Errorf("the licence of %s: %w", title, err)
		}
		if i > 0 {
			fmt.Fprintf(&text, "%s\n\n", strings.Repeat("-", 80))
		}
		fmt.Fprintf(&text, "%s\n\n%s\n\n", title, licence)
	}
	return text.Bytes(), nil
}

// licenceIn returns the text of the first file in a directory that is called a licence.
func licenceIn(dir string) (string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return "", err
	}
	for _, entry := range entries {
		if licenceName.MatchString(entry.Name()) {
			text, err := os.ReadFile(filepath.Join(dir, entry.Name()))
			return strings.TrimSpace(strings.ReplaceAll(string(text), "\r\n", "\n")), err
		}
	}
	return "", fmt.Errorf("%s holds no file with it", dir)
}
