package rules_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
)

// TestLostBreaks checks that values that run into a key because a line break is missing are distinguished
// from values that contain ": ".
func TestLostBreaks(t *testing.T) {
	const quoting = `Quote the value of "description"`
	for _, tt := range []struct {
		name, value string
		at          string // the marked text
		title       string // of the first fix
		fixed       string // the value after that fix
	}{
		{"after a stop", "Does x. Use when x is asked for.license: Apache-2.0", "license:", `Start a new line at "license"`, "Does x. Use when x is asked for.\nlicense: Apache-2.0"},
		{"after a blank", "Does x. Use when x is asked for. version: 1.0", "version:", `Start a new line at "version"`, "Does x. Use when x is asked for.\nversion: 1.0"},
		{"after a full-width stop", "処理する。依頼時に使用。origin: community", "origin:", `Start a new line at "origin"`, "処理する。依頼時に使用。\norigin: community"},
		{"after a word without blanks", "依頼時に使用license: MIT", "license:", `Start a new line at "license"`, "依頼時に使用\nlicense: MIT"},
		{"after a bracket", "Does x (and y)author: me", "author:", `Start a new line at "author"`, "Does x (and y)\nauthor: me"},
		{"an agent's key", "Does x!argument-hint: <file>", "argument-hint:", `Start a new line at "argument-hint"`, "Does x!\nargument-hint: <file>"},
		{"a list", "Does x.tags: [a, b]", "tags:", `Start a new line at "tags"`, "Does x.\ntags: [a, b]"},
		{"another colon before it", "Use when: x is asked for.license: MIT", "license:", `Start a new line at "license"`, "\"Use when: x is asked for.\"\nlicense: MIT"},
		{"no key", "Does x. Usage: /x [options]", ":", quoting, "\"Does x. Usage: /x [options]\""},
		{"a key in capitals", "Does x. License: MIT", ":", quoting, "\"Does x. License: MIT\""},
		{"a part of a word", "Does x.conversion: fast", ":", quoting, "\"Does x.conversion: fast\""},
		{"in a sentence", "Sets the version: a number", ":", quoting, "\"Sets the version: a number\""},
		{"in brackets", "Does x (license: MIT)", ":", quoting, "\"Does x (license: MIT)\""},
		{"a long value", "Does x. author: whoever asks for it, be it the user or another agent that has been told so", ":", quoting, "\"Does x. author: whoever asks for it, be it the user or another agent that has been told so\""},
		{"a sentence behind it", "Does x. version: one. Then y", ":", quoting, "\"Does x. version: one. Then y\""},
		{"given already", "Does x.name: y", ":", quoting, "\"Does x.name: y\""},
		{"nothing behind it", "Does x.metadata:", ":", quoting, "\"Does x.metadata:\""},
		{"no YAML behind it", "Does x.license: [MIT", ":", quoting, "\"Does x.license: [MIT\""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			text := "---\nname: x\ndescription: " + tt.value + "\n---\nDo x.\n"
			s, root := analysistest.Workspace(t, quietWorkspace)
			path := filepath.Join(root, ".agents/skills/x/SKILL.md")
			s = s.With(workspace.Change{Path: path, Text: &text, Time: time.Unix(1, 0)})
			found := analysistest.Diagnose(s, root, ".agents/skills/x/SKILL.md")
			if analysistest.Count(found, "frontmatter/yaml") != 1 || found[0].Rule != "frontmatter/yaml" {
				t.Fatalf("found\n%s", analysistest.Describe(s, path, found))
			}
			d := found[0]
			if d.Span.Of(text) != tt.at || len(d.Fixes) == 0 || d.Fixes[0].Title != tt.title {
				t.Fatalf("%q: %s, fixes %+v", d.Span.Of(text), d.Text(), d.Fixes)
			}
			after := analysistest.Apply(t, text, path, d.Fixes[0])
			if want := strings.Replace(text, tt.value, tt.fixed, 1); after != want || skills.Parse(after).Frontmatter.Err != nil {
				t.Errorf("fixed to\n%s\nwant\n%s", after, want)
			}
			quoted := tt.title == quoting
			if d.Fixes[0].Preferred != quoted || d.Fixes[len(d.Fixes)-1].Title != quoting || !quoted && (len(d.Fixes) != 2 || d.Fixes[1].Preferred) {
				t.Errorf("fixes %+v", d.Fixes)
			}
		})
	}
}
