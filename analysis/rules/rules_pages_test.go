package rules_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/rules"
)

// rulesDir has the pages of the rules that users read on the web.
const rulesDir = "../../docs/rules"

// TestRulePagesOnline checks that docs/rules has a table of all rules, and the page of each rule that is
// built in. The command rules prints that page, and the code of a diagnostic links to it.
func TestRulePagesOnline(t *testing.T) {
	want := map[string]string{filepath.Join(rulesDir, "README.md"): rulesTable()}
	for _, r := range rules.All() {
		want[filepath.Join(rulesDir, filepath.FromSlash(r.ID)+".md")] = r.Doc()
	}
	got := make(map[string]string)
	err := filepath.WalkDir(rulesDir, func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		got[name] = string(data)
		return err
	})
	if err != nil && !*analysistest.Update {
		t.Fatal(err)
	}
	if *analysistest.Update {
		writePages(t, want, got)
		return
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s is not what go test ./analysis/rules -run RulePagesOnline -update writes (-want +got)\n%s", rulesDir, diff)
	}
}

// writePages writes the files in want, and removes other files in got.
func writePages(t *testing.T, want, got map[string]string) {
	t.Helper()
	for name, text := range want {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name := range got {
		if _, ok := want[name]; !ok {
			if err := os.Remove(name); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// rulesTable returns the page that lists all rules by family, in the order of the registry.
func rulesTable() string {
	var out strings.Builder
	out.WriteString(`# Rules

What skills-ls checks. ` + "`skills-ls rules`" + ` prints this list, ` + "`skills-ls rules ID`" + ` the page about one rule, and in an editor the code of a finding
leads there. Severities are changed, and rules switched off, by [settings](../configuration.md#the-settings) and
[comments](../configuration.md#comments-that-silence-findings).

Where a rule speaks for agents its default is the worst that a finding weighs: what the agents do that the skill must work in decides.

A ` + "`SKILL.md`" + ` that is a **template for skills** is filled in before anybody loads it. One is known by its name, which is a placeholder
(` + "`{{name}}`, `${name}`, `<name>`, `__NAME__`, `[TODO: name]`" + `), together with its path, which has a directory or a word such as ` + "`templates`" + `,
` + "`skeleton`, `scaffold`, `assets` or `examples`" + `; or by lying in
a directory that is called nothing else, as ` + "`my-skill` in `_template/`" + `, unless that lies among ` + "`skills`" + `. What filling it in may mend is not told of; only these rules speak:
` + rulesInSkeletons() + `.
`)
	family := ""
	for _, r := range rules.All() {
		if group, _, _ := strings.Cut(r.ID, "/"); group != family {
			family = group
			fmt.Fprintf(&out, "\n## %s\n\n| rule | default | speaks for agents | what it says | what its fixes do |\n|---|---|---|---|---|\n", family)
		}
		byAgent := ""
		if r.ByAgent {
			byAgent = "yes"
		}
		fmt.Fprintf(&out, "| [%s](%s.md) | %s | %s | %s | %s |\n", r.ID, r.ID, r.Default, byAgent, cell(r.Summary), cell(r.Fix))
	}
	return out.String()
}

// rulesInSkeletons lists the rules that check templates for skills, several on a line.
func rulesInSkeletons() string {
	var list strings.Builder
	width := 0
	for _, r := range rules.All() {
		if !r.InSkeletons {
			continue
		}
		name := "`" + r.ID + "`"
		switch {
		case width == 0:
		case width+len(name) > 130:
			list.WriteString(",\n")
			width = 0
		default:
			list.WriteString(", ")
		}
		list.WriteString(name)
		width += len(name) + len(", ")
	}
	return list.String()
}

// cell returns text as it is written in a cell of a table.
func cell(text string) string { return strings.ReplaceAll(text, "|", `\|`) }
