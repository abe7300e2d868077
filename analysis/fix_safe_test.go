package analysis

import (
	"path/filepath"
	"testing"
)

// TestSafeFixes tells the fixes that change nothing an agent reads and guess nothing from those that are only offered. Each text has one
// problem of the rule, in .agents/skills/code-review beside the skill release-notes.
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
		{"the shape of names", "frontmatter/unknown-key", front(name + description + "argument: issue branch\n"), true},
		{"not the shape of names", "frontmatter/unknown-key", front(name + description + "argument: The issue, or its number.\n"), false},
		{"a list for one agent", "frontmatter/unknown-key", front(name + description + "agents: [one, two]\n"), false},
		{"a mode that is no model", "frontmatter/unknown-key", front(name + description + "mode: plan\n"), false},
		{"a placeholder for a value", "frontmatter/unknown-key", front(name + description + "licens: TODO\n"), false},
		{"what hides the skill", "frontmatter/unknown-key", front(name + description + "disable-model-invocatio: true\n"), false},

		{"an anchor in other separators", "link/fragment", body("# Do it now\n[a](#do_it-now)\n"), true},
		{"the opposite anchor", "link/fragment", body("# Do X now\n[a](#dont-x-now)\n"), false},
		{"another opposite", "link/fragment", body("# Async calls\n[a](#sync-calls)\n"), false},
		{"a label in other separators", "link/reference", body("[a][the guide], [b][the-guide]\n\n[the-guide]: references/guide.md\n"), true},
		{"another label", "link/reference", body("[a][guide2], [b][guide1]\n\n[guide1]: references/guide.md\n"), false},
		{"another skill", "mention/unknown", body("Then use $release-note.\n"), false},

		{"an outer fence", "body/fence", body("```md\n```sh\nls\n```\n```\n"), false},
		{"code to the end", "body/fence", body("```sh\nls\n"), true},
		{"code or text to the end", "body/fence", body("```sh\nls\n\nThen read it.\n"), false},
		{"nothing open", "body/fence", body("Text.\n```\n"), true},

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
			s, root := workspace(t, propertyWorkspace)
			s = withTargets(s, everyTargets()[0])
			path := filepath.Join(root, ".agents/skills/code-review/SKILL.md")
			found := s.With(Change{Path: path, Text: &tt.text}).Diagnose(t.Context(), path)
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
				t.Errorf("%d problems of %s, safe %v, want %v\n%s", n, tt.rule, safe, tt.safe, describe(s, path, found))
			}
		})
	}
}

// TestMaxConfirmed guards that a file with many problems in a large frontmatter is not read again for each of them.
func TestMaxConfirmed(t *testing.T) {
	text := "---\nname: code-review\ndescription: Reviews\n"
	for range 200 {
		text += "licence: MIT\nlicence: MIT\n"
	}
	s, root := workspace(t, propertyWorkspace)
	path := filepath.Join(root, ".agents/skills/code-review/SKILL.md")
	text += "---\nRead the diff.\n"
	safe := 0
	for _, d := range s.With(Change{Path: path, Text: &text}).Diagnose(t.Context(), path) {
		if d.preferredFix() != nil {
			safe++
		}
	}
	if most := maxConfirmed / leastConfirmed; safe == 0 || safe > most {
		t.Errorf("%d safe fixes, want at most %d", safe, most)
	}
}
