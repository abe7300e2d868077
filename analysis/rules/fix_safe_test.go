package rules_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"skills-ls/analysis"
	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/refactor"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/workspace"
)

// TestSafeFixes checks which fixes are safe: those that change nothing that an agent reads, and that do not
// guess. Each text has one problem of the rule, in .agents/skills/code-review next to the skill
// release-notes.
func TestSafeFixes(t *testing.T) {
	const name, description = "name: code-review\n", "description: Reviews a diff. Use when asked.\n"
	front := func(lines string) string { return "---\n" + lines + "---\nRead the diff.\n" }
	body := func(text string) string { return "---\n" + name + description + "---\n" + text }
	for _, tt := range []struct {
		name, rule, text string
		safe             bool
	}{
		{"case and separators", "name/format", front("name: Code_Review\n" + description), true},
		{"another name", "name/directory", front("name: pull-request\n" + description), false},
		{"another name that is none", "name/format", front("name: Pull Request\n" + description), false},
		{"a placeholder in a template", "name/format", front("name: \"{{skill}}\"\n" + description), false},
		{"a tag for a name", "name/format", front("name: <name>\n" + description), false},
		{"TODO for a name", "name/format", front("name: TODO\n" + description), false},
		{"a name twice", "frontmatter/duplicate-key", front(name + description + "name: review\n"), false},
		{"the same name twice", "frontmatter/duplicate-key", front(name + description + name), true},

		{"hides from the installer", "metadata/values", front(name + description + "metadata:\n  internal: true\n"), false},
		{"another switch", "metadata/values", front(name + description + "metadata:\n  draft: false\n"), false},
		{"a number", "metadata/values", front(name + description + "metadata:\n  version: 1.0\n"), true},

		{"an unquoted colon", "frontmatter/yaml", front(name + "description: Reviews: a diff. Use when asked.\n"), true},
		{"broken JSON", "frontmatter/yaml", front(name + description + "metadata: {\"a\": 1,\n"), false},
		{"a broken list", "frontmatter/yaml", front(name + description + "allowed-tools: [Read, Grep\n"), false},
		{"broken quotes", "frontmatter/yaml", front(name + description + "license: \"MIT\" or later\n"), false},
		{"a mapping on one line", "frontmatter/yaml", front(name + description + "metadata: version: 1\n"), false},

		{"a key with a slip", "frontmatter/unknown-key", front(name + description + "licence: MIT\n"), true},
		{"names of the body", "frontmatter/unknown-key", front(name+description+"argument: issue branch\n") + "Take $issue and $branch.\n", true},
		{"the shape of names", "frontmatter/unknown-key", front(name + description + "argument: issue branch\n"), false},
		{"not the shape of names", "frontmatter/unknown-key", front(name + description + "argument: The issue, or its number.\n"), false},
		{"a list for one agent", "frontmatter/unknown-key", front(name + description + "agents: [one, two]\n"), false},
		{"a mode that is no model", "frontmatter/unknown-key", front(name + description + "mode: plan\n"), false},
		{"a placeholder for a value", "frontmatter/unknown-key", front(name + description + "licens: TODO\n"), false},
		{"what only counts beside another", "frontmatter/unknown-key", front(name + description + "agents: reviewer\n"), false},
		{"what hides the skill from an installer", "frontmatter/unknown-key", front(name + description + "metdata:\n  internal: true\n"), false},
		{"metadata that hides nothing", "frontmatter/unknown-key", front(name + description + "metdata:\n  author: me\n"), true},
		{"a name under another key", "name/missing", front("Name: code-review\n" + description), false},
		{"no name", "name/missing", front(description), true},
		{"what hides the skill", "frontmatter/unknown-key", front(name + description + "disable-model-invocatio: true\n"), false},

		{"an anchor in other separators", "link/fragment", body("# Do it now\n[a](#do_it-now)\n"), true},
		{"the opposite anchor", "link/fragment", body("# Do X now\n[a](#dont-x-now)\n"), false},
		{"another opposite", "link/fragment", body("# Async calls\n[a](#sync-calls)\n"), false},
		{"a label in other separators", "link/reference", body("[a][the guide], [b][the-guide]\n\n[the-guide]: references/guide.md\n"), true},
		{"another label", "link/reference", body("[a][guide2], [b][guide1]\n\n[guide1]: references/guide.md\n"), false},
		{"a definition that nobody uses", "link/reference", body("Text.\n\n[guide]: references/guide.md\n"), true},
		{"a definition for another label", "link/reference", body("[a][b1] [x][B-2]\n\n[b2]: https://e.org\n[b-1]: https://e.org\n"), false},
		{"another skill", "mention/unknown", body("Then use $release-note.\n"), false},

		{"an outer fence", "body/fence", body("```md\n```sh\nls\n```\n```\n"), false},
		{"code to the end", "body/fence", body("```sh\nls\n"), true},
		{"code or text to the end", "body/fence", body("```sh\nls\n\nThen read it.\n"), false},
		{"code to another fence", "body/fence", body("```sh\nls\n    ```\nText.\n"), false},
		{"code to a fence of the other kind", "body/fence", body("~~~sh\nls\n```\n"), false},
		{"code to a heading", "body/fence", body("```json\n{}\n## Usage\nThen do it.\n"), false},
		{"nothing open", "body/fence", body("Text.\n```\n"), false},
		{"nothing open behind a block", "body/fence", body("```sh\nls\n```\n\n```\n"), true},

		{"closes before a blank line", "frontmatter/unclosed", "---\n" + name + description + "\n# Review\n", true},
		{"text that may be part of it", "frontmatter/unclosed", "---\n" + name + description + "Read the diff.\n", false},
		{"a key that may be text", "frontmatter/unclosed", "---\n" + name + description + "\nNote: read the diff.\n", false},
		{"a hidden character in a description", "body/hidden-text", front(name + "description: Reviews\u200b a diff. Use when asked.\n"), false},
		{"a hidden character in the body", "body/hidden-text", body("Read\u200b it.\n"), true},
		{"a direction in the body", "body/hidden-text", body("a \u2066b\u2069 c\n"), true},
		{"one of several ends", "allowed-tools/unbalanced", front(name + description + "allowed-tools: Bash(git add Read\n"), false},
		{"one end", "allowed-tools/unbalanced", front(name + description + "allowed-tools: Read Bash(git:*\n"), true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, root := analysistest.Workspace(t, analysistest.PropertyWorkspace)
			s = analysistest.WithTargets(s, analysistest.EveryTargets()[0])
			path := filepath.Join(root, ".agents/skills/code-review/SKILL.md")
			found := rules.Diagnose(t.Context(), s.With(workspace.Change{Path: path, Text: &tt.text}), path)
			safe, n := false, 0
			for _, d := range found {
				if d.Rule == tt.rule {
					n++
					for _, fix := range d.Fixes {
						safe = safe || fix.Safe
					}
				}
			}
			if n == 0 || safe != tt.safe {
				t.Errorf("%d problems of %s, safe %v, want %v\n%s", n, tt.rule, safe, tt.safe, analysistest.Describe(s, path, found))
			}
		})
	}
}

// TestMaxConfirmed checks that a file with many problems in a large frontmatter is not read again for each of
// them.
func TestMaxConfirmed(t *testing.T) {
	text := "---\nname: code-review\ndescription: Reviews\n"
	for range 200 {
		text += "licence: MIT\nlicence: MIT\n"
	}
	s, root := analysistest.Workspace(t, analysistest.PropertyWorkspace)
	path := filepath.Join(root, ".agents/skills/code-review/SKILL.md")
	text += "---\nRead the diff.\n"
	safe := 0
	for _, d := range rules.Diagnose(t.Context(), s.With(workspace.Change{Path: path, Text: &text}), path) {
		if refactor.PreferredFix(&d) != nil {
			safe++
		}
	}
	if most := rules.MaxConfirmed / rules.LeastConfirmed; safe == 0 || safe > most {
		t.Errorf("%d safe fixes, want at most %d", safe, most)
	}
}

// TestSafeFixesOfCompanion checks that no safe fix of agents/openai.yaml changes who sees the skill.
func TestSafeFixesOfCompanion(t *testing.T) {
	const policy = "policy:\n  allow_implicit_invocation: false\n"
	for _, tt := range []struct {
		name, text string
		safe       bool
	}{
		{"a text with a colon", "interface:\n  display_name: Foo: Bar\n", true},
		{"a text with a colon beside a policy", "interface:\n  display_name: Foo: Bar\n" + policy, false},
		{"a tab beside a policy", "interface:\n\tdisplay_name: Foo\n" + policy, false},
		{"a colour beside a policy", "interface:\n  brand_color: #FFF\n" + policy, true},
		{"a key with a slip", "interface:\n  display_nam: Foo\n", true},
		{"a policy with a slip", "polic:\n  allow_implicit_invocation: false\n", false},
		{"one product", "policy:\n  products: codex\n", false},
		{"a product with a slip", "policy:\n  products: [codx]\n", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, root := analysistest.Workspace(t, companionWorkspace)
			path := filepath.Join(root, ".agents/skills/demo/agents/openai.yaml")
			found := rules.Diagnose(t.Context(), s.With(workspace.Change{Path: path, Text: &tt.text}), path)
			fixes, safe := 0, false
			for _, d := range found {
				for _, fix := range d.Fixes {
					fixes++
					safe = safe || fix.Safe
				}
			}
			if fixes == 0 || safe != tt.safe {
				t.Errorf("%d fixes, safe %v, want %v: %+v", fixes, safe, tt.safe, found)
			}
		})
	}
}

// TestSafeNames checks that no safe fix changes a name that other files use, not even its case.
func TestSafeNames(t *testing.T) {
	const skill = "-- .agents/skills/code-review/SKILL.md --\n---\nname: Code_Review\ndescription: Reviews a diff. Use when asked.\n---\nRead it.\n"
	for name, tt := range map[string]struct {
		others string
		safe   bool
	}{
		"alone":                 {"", true},
		"linked":                {"-- AGENTS.md --\nRead [it](.agents/skills/code-review/SKILL.md).\n", true},
		"mentioned":             {"-- AGENTS.md --\nUse $Code_Review.\n", false},
		"mentioned otherwise":   {"-- AGENTS.md --\nUse $code-review.\n", true},
		"mentioned by a prompt": {"-- .agents/skills/code-review/agents/openai.yaml --\ninterface:\n  default_prompt: Use $Code_Review.\n", false},
		"taken":                 {"-- .agents/skills/other/SKILL.md --\n---\nname: code-review\ndescription: Reviews. Use when asked.\n---\n", false},
	} {
		t.Run(name, func(t *testing.T) {
			s, root := analysistest.Workspace(t, skill+tt.others)
			if _, err := workspace.Scan(t.Context(), s, nil); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(root, ".agents/skills/code-review/SKILL.md")
			found := rules.Diagnose(t.Context(), s, path)
			safe := slices.ContainsFunc(found, func(d diagnostic.Diagnostic) bool {
				return slices.ContainsFunc(d.Fixes, func(f diagnostic.Fix) bool { return f.Safe })
			})
			if safe != tt.safe {
				t.Errorf("safe %v, want %v\n%s", safe, tt.safe, analysistest.Describe(s, path, found))
			}
		})
	}
}

// TestSafeNameAlone checks that the number of other skills does not matter for a problem of the name, which
// the server reports after each keystroke. It counts allocations, because any work per skill allocates.
func TestSafeNameAlone(t *testing.T) {
	allocations := func(others int) float64 {
		files := fstest.MapFS{}
		for i := range others {
			text := fmt.Sprintf("---\nname: other-%d\ndescription: Reviews. Use when asked.\n---\n", i)
			files[fmt.Sprintf("w/.agents/skills/other-%d/SKILL.md", i)] = &fstest.MapFile{Data: []byte(text), Mode: 0o644}
		}
		const path = "/w/.agents/skills/code-review/SKILL.md"
		files[path[1:]] = &fstest.MapFile{Data: []byte("---\nname: Code_Review\ndescription: Reviews. Use when asked.\n---\n"), Mode: 0o644}
		s := analysis.New(analysistest.Memory{MapFS: files}, workspace.Config{Folders: []string{"/w"}, Home: "/h"})
		if _, err := workspace.Scan(t.Context(), s, nil); err != nil {
			t.Fatal(err)
		}
		file, err := s.File(path)
		if err != nil {
			t.Fatal(err)
		}
		edits := 0
		return testing.AllocsPerRun(5, func() {
			edits++
			text := file.Doc.Source + strings.Repeat("x", edits)
			if found := rules.DiagnoseOwn(t.Context(), s.With(workspace.Change{Path: path, Text: &text}), path); len(found) == 0 {
				t.Error("no problem")
			}
		})
	}
	few, many := allocations(10), allocations(1000)
	t.Logf("%.0f allocations among 10 skills, %.0f among 1000", few, many)
	if many > 1.5*few {
		t.Errorf("%.0f allocations among 1000 skills, %.0f among 10", many, few)
	}
}
