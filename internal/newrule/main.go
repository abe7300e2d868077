// Command newrule begins a rule: its Go file and its page in analysis/rules, and its row in the registry. The
// tests of the rule fail until its check reports what the page shows. Run it at the top of the repository:
//
//	go run ./internal/newrule name/example
package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

const dir = "analysis/rules"

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: newrule GROUP/NAME")
		os.Exit(2)
	}
	if err := begin(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "newrule:", err)
		os.Exit(1)
	}
}

var validID = regexp.MustCompile(`^[a-z]+(-[a-z]+)*/[a-z]+(-[a-z]+)*$`)

// begin writes the files of the rule with an ID, and adds the rule to the registry.
func begin(id string) error {
	if !validID.MatchString(id) {
		return fmt.Errorf("%q is not GROUP/NAME in lowercase letters and hyphens", id)
	}
	base := filepath.Join(dir, strings.NewReplacer("/", "_", "-", "_").Replace(id))
	upper := ""
	for _, word := range strings.FieldsFunc(id, func(r rune) bool { return r == '/' || r == '-' }) {
		upper += strings.ToUpper(word[:1]) + word[1:]
	}
	replacer := strings.NewReplacer("RULE", id, "RuleName", upper)
	for suffix, text := range map[string]string{".go": goFile, ".md": page} {
		if err := create(base+suffix, replacer.Replace(text)); err != nil {
			return err
		}
	}
	return register(replacer.Replace(`{"RULE", diagnostic.Warning, Preview, skillFiles, checkRuleName},`), id)
}

func create(name, text string) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Close())
}

// register adds a row to the registry, after the last rule of the same group.
func register(row, id string) error {
	name := filepath.Join(dir, "registry.go")
	source, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	group, _, _ := strings.Cut(id, "/")
	text := string(source)
	_, table, _ := strings.Cut(text, "\nvar registry = ")
	at := len(text) - len(table) + strings.Index(table, "\n}")
	for _, m := range regexp.MustCompile(`\n\t\{"`+group+`/.*`).FindAllStringIndex(text, -1) {
		at = m[1]
	}
	return os.WriteFile(name, []byte(text[:at]+"\n\t"+row+text[at:]), 0o644)
}

const goFile = `package rules

// checkRuleName reports nothing yet.
func checkRuleName(*Pass) {}
`

const page = `# RULE

The skill has the problem that RULE reports.

Agents load the skill, but not as its author means it.

## Wrong

<!-- wrong: SKILL.md in code-review/ -->
` + "```markdown" + `
---
name: code-review
description: Reviews a diff for bugs. Use when the user asks for a code review.
---
Read the diff first.
` + "```" + `

## Right

<!-- right: SKILL.md in code-review/ -->
` + "```markdown" + `
---
name: code-review
description: Reviews a diff for bugs. Use when the user asks for a code review.
---
Read the diff first.
` + "```" + `

## Severity

Warning.
`
