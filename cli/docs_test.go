package cli

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"skills-ls/analysis/rules"
	"skills-ls/cli/term"
	"skills-ls/skills"
	"skills-ls/skills/agents"
)

var (
	docCommand = regexp.MustCompile("(?:`|\\$ |&& )skills-ls ([a-z]+)")
	docRule    = regexp.MustCompile("[`(]([a-z-]+/[a-z*-]+)[`)]")
	docFlag    = regexp.MustCompile("`(--[a-z][a-z-]*)")
	docLink    = regexp.MustCompile(`\]\(([^)#:]+)(?:#[^)]*)?\)`)
	docTest    = regexp.MustCompile("`([a-z]+)\\.((?:Test|Fuzz|Benchmark)\\w+)`")
	docFile    = regexp.MustCompile("`((?:(?:analysis|cli|docs|editors|internal|lsp)/|skills/[a-z_/]+\\.)[a-z0-9_./*-]+)`") // skills/list is a method
	testFunc   = regexp.MustCompile(`(?m)^package (\w+?)(?:_test)?$|^func ((?:Test|Fuzz|Benchmark)\w+)\(`)
)

// TestDocs checks that the commands, flags, rules and files that the documentation names exist.
func TestDocs(t *testing.T) {
	pages, err := filepath.Glob("../docs/*.md")
	if err != nil || len(pages) == 0 {
		t.Fatalf("no pages: %v", err)
	}
	root := Command(&term.System{})
	root.InitDefaultCompletionCmd()
	flags := []string{"--help"}
	var commands, ruleset []string
	for _, cmd := range append(root.Commands(), root) {
		commands = append(commands, cmd.Name())
		for line := range strings.Lines(cmd.LocalFlags().FlagUsages()) {
			flags = append(flags, regexp.MustCompile(`--[a-z-]+`).FindString(line))
		}
	}
	for _, r := range rules.All() {
		group, _, _ := strings.Cut(r.ID, "/")
		ruleset = append(ruleset, r.ID, group+"/*")
	}
	for _, page := range append(pages, "../README.md") {
		data, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		text := string(data)
		for _, m := range docCommand.FindAllStringSubmatch(text, -1) {
			if !slices.Contains(commands, m[1]) {
				t.Errorf("%s: there is no command %q", page, m[1])
			}
		}
		for _, m := range docFlag.FindAllStringSubmatch(text, -1) {
			if !slices.Contains(flags, m[1]) {
				t.Errorf("%s: there is no flag %s", page, m[1])
			}
		}
		for _, m := range docRule.FindAllStringSubmatch(text, -1) {
			group, _, _ := strings.Cut(m[1], "/")
			if slices.Contains(ruleset, group+"/*") && !slices.Contains(ruleset, m[1]) {
				t.Errorf("%s: there is no rule %s", page, m[1])
			}
		}
		for _, m := range docLink.FindAllStringSubmatch(text, -1) {
			if _, err := os.Stat(filepath.Join(filepath.Dir(page), m[1])); err != nil {
				t.Errorf("%s: the link leads nowhere: %s", page, m[1])
			}
		}
	}
}

// TestDocsOfCode checks that the tests and files of the repository that the documentation names exist.
func TestDocsOfCode(t *testing.T) {
	tests := make(map[string]bool) // by package
	if err := filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == "node_modules" || strings.HasPrefix(entry.Name(), ".") && path != ".."):
			return fs.SkipDir
		case !strings.HasSuffix(path, "_test.go"):
			return nil
		}
		pkg := ""
		for _, m := range testFunc.FindAllStringSubmatch(read(t, path), -1) {
			if m[1] != "" {
				pkg = m[1]
			}
			tests[pkg+"."+m[2]] = true
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	pages, err := filepath.Glob("../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	named := 0
	for _, page := range append(pages, "../docs/profiles/README.md", "../README.md", "../editors/README.md", "../editors/test/README.md") {
		text := read(t, page)
		for _, m := range docTest.FindAllStringSubmatch(text, -1) {
			if named++; !tests[m[1]+"."+m[2]] {
				t.Errorf("%s: there is no %s.%s", page, m[1], m[2])
			}
		}
		for _, m := range docFile.FindAllStringSubmatch(text, -1) {
			if files, err := filepath.Glob(filepath.Join("..", m[1])); err != nil || len(files) == 0 {
				t.Errorf("%s: there is no %s", page, m[1])
			}
		}
	}
	if named < 50 {
		t.Errorf("only %d tests are named", named)
	}
}

// TestSample checks the sample project: its problems are reported, and the README shows real output.
func TestSample(t *testing.T) {
	dir, err := filepath.Abs("../testdata/workspace")
	if err != nil {
		t.Fatal(err)
	}
	report, r := checkJSON(t, dir)
	if r.code != exitFound {
		t.Errorf("exit %d", r.code)
	}
	want := map[string][]string{
		"code-review":   {"name/format", "link/broken", "link/case", "mention/unknown", "link/fragment"},
		"deploy-checks": {"frontmatter/yaml"},
	}
	for _, f := range report.Files {
		skill := filepath.Base(filepath.Dir(f.Path))
		got := rulesOf(f)
		for _, rule := range want[skill] {
			if filepath.Base(f.Path) == "SKILL.md" && !slices.Contains(got, rule) {
				t.Errorf("%s: %s is not among %s", skill, rule, got)
			}
		}
		if want[skill] == nil && len(got) > 0 {
			t.Errorf("%s: %s", f.Path, got)
		}
	}
	text := command(t, dir, "", "check").stdout
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(readme), "&& skills-ls check\n")
	if shown, _, _ := strings.Cut(rest, "```"); shown != text {
		t.Errorf("the README shows\n%s\nbut check prints\n%s", shown, text)
	}
}

// TestAgentTable checks that the README has a row for every agent. With -update it writes the table.
func TestAgentTable(t *testing.T) {
	const page, begin, end = "../README.md", "<!-- agents -->\n", "<!-- /agents -->"
	data, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, _ := strings.Cut(string(data), begin)
	got, after, found := strings.Cut(rest, end)
	if !found {
		t.Fatalf("%s has no table of agents", page)
	}
	var table strings.Builder
	table.WriteString("| agent | `--agent` | directories in a project |\n|---|---|---|\n")
	for _, agent := range agents.All() {
		var dirs []string
		for _, root := range agent.Roots {
			dir := "`" + root.Dir + "`"
			ofProject := root.Base == skills.FromCwd || root.Base == skills.FromChain || root.Base == skills.FromProject
			if ofProject && !slices.Contains(dirs, dir) {
				dirs = append(dirs, dir)
			}
		}
		fmt.Fprintf(&table, "| %s | `%s` | %s |\n", agent.Label(), agent.ID, strings.Join(dirs, ", "))
	}
	if want := table.String(); got != want {
		if !*update {
			t.Fatalf("the table of agents in %s differs:\n%s\nwant\n%s\nRun the test with -update to write it.", page, got, want)
		}
		if err := os.WriteFile(page, []byte(before+begin+want+end+after), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestAgents checks that the commands agents and compat print a line for every agent, unless --agent selects
// others.
func TestAgents(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "good", "SKILL.md"), goodSkill)
	list := command(t, dir, "", "agents").stdout
	all := command(t, dir, "", "compat", "good").stdout
	one := command(t, dir, "", "compat", "good", "--agent", "codex").stdout
	for _, agent := range agents.All() {
		row := regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(agent.ID) + ` +` + regexp.QuoteMeta(agent.Label()) + ` `)
		if len(row.FindAllString(list, -1)) != 1 {
			t.Errorf("agents has no line for %s:\n%s", agent.ID, list)
		}
		line := regexp.MustCompile(`(?m)^[* ] ` + regexp.QuoteMeta(agent.Label()) + `  `) // a temporary directory may contain "Pi"
		if !line.MatchString(all) {
			t.Errorf("compat has no line for %s:\n%s", agent.ID, all)
		}
		if got, want := line.MatchString(one), agent.ID == "codex"; got != want {
			t.Errorf("compat --agent codex has a line for %s: %t\n%s", agent.ID, got, one)
		}
	}
}
