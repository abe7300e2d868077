package rules_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/workspace"
)

const quietWorkspace = `
-- .agents/skills/x/references/guide.md --
# Guide

<h2 id=plain>Plain</h2> <a name = "spaced"></a>

## Own {#own}
-- .agents/skills/x/references/README.md --
[The guide](guide.md)
-- .agents/skills/release-notes/SKILL.md --
---
name: release-notes
description: Writes notes. Use when releasing.
---
body
`

// plainFront is a frontmatter without problems in the skill x.
const plainFront = "---\nname: x\ndescription: Use when testing x.\n---\n\n"

// diagnoseText returns the diagnostics of text as the SKILL.md of the skill x.
func diagnoseText(t *testing.T, text string) (found []diagnostic.Diagnostic, listing string) {
	t.Helper()
	s, root := analysistest.Workspace(t, quietWorkspace)
	path := filepath.Join(root, ".agents/skills/x/SKILL.md")
	s = s.With(workspace.Change{Path: path, Text: &text, Time: time.Unix(1, 0)})
	found = analysistest.Diagnose(s, root, ".agents/skills/x/SKILL.md")
	return found, analysistest.Describe(s, path, found)
}

// TestQuiet lists ordinary contents of skills that must not be reported.
func TestQuiet(t *testing.T) {
	for _, body := range []string{
		"[top](#top), [line](references/guide.md#L3), [lines](references/guide.md#L3-L9), [raw](references/guide.md?plain=1#L3)",
		"[a](references/guide.md#plain), [b](references/guide.md#spaced), [c](references/guide.md#own)",
		"[at a line](references/guide.md:1) [and a column](references/guide.md:1:2)",
		"[ex](path/to/file.md) [f](your-file.md) [text](PATH) [d](<your file>) [g](%s) [h](@foo)",
		"usage: cmd [-h] [-o FILE][-x], git log [<options>][<range>]",
		"In PHP: $release_notes->foo(), $release-note[0], $release-note = 1 and $release-note(2)",
	} {
		if _, listing := diagnoseText(t, "---\nname: x\ndescription: Use when testing x.\n---\n\n"+body+"\n"); listing != "" {
			t.Errorf("%s\ngives\n%s", body, listing)
		}
	}
}

// TestNotation checks that text that may be a notation is reported as information at most.
func TestNotation(t *testing.T) {
	found, listing := diagnoseText(t, "---\nname: x\ndescription: Use when testing x.\n---\n\nCommit [JIRA-123][fix].\n")
	if len(found) != 1 || found[0].Severity != diagnostic.Information {
		t.Errorf("want one information, got\n%s", listing)
	}
}

// TestMisspeltReference checks that no fix deletes a definition whose name a reference misspells.
func TestMisspeltReference(t *testing.T) {
	found, listing := diagnoseText(t, "---\nname: x\ndescription: Use when testing x.\n---\n\nSee [guide][guide] and\n\n[giude]: https://example.com/important\n")
	if len(found) != 1 || found[0].Severity != diagnostic.Warning || len(found[0].Fixes) != 1 {
		t.Errorf("want one warning with one fix, got\n%s", listing)
	}
}

// TestBlame checks that a line that is not a key is reported itself, and not the valid field above it.
func TestBlame(t *testing.T) {
	tests := []struct{ text, span, message string }{
		{"---\nname: x\ndescription: \"Use when x.\"\nli\n---\nB\n", "li", "neither"},
		{"---\nname: x\ndescription: 'Use when x.'\nli\n---\nB\n", "li", "neither"},
		{"---\nname: x\ndescription: Use when x.\nli\n---\nB\n", "li", "neither"},
		{"---\nname: x\ndescription: Use when x.\n\n# T\n\ntext\n\n---\nmore\n", "text", `"---" missing above it`},
		{"---\nname: x\ndescription: \"Use when x.\n---\nB\n", "\"Use when x.", "missing closing quote"},
	}
	for _, tt := range tests {
		found, listing := diagnoseText(t, tt.text)
		if analysistest.Count(found, "frontmatter/yaml") != 1 || !strings.Contains(listing, "frontmatter/yaml `"+tt.span+"`") || !strings.Contains(found[len(found)-1].Text()+found[0].Text(), tt.message) {
			t.Errorf("%q: want one frontmatter/yaml on %q about %q, got\n%s%+v", tt.text, tt.span, tt.message, listing, found)
		}
	}
}

// TestDuplicatePreference checks that no preferred fix loses a value, unless the other value is the same.
func TestDuplicatePreference(t *testing.T) {
	tests := []struct{ text, preferred string }{
		{"---\nname: x\ndescription: Use when testing x.\nname: y\n---\nB\n", ""},
		{"---\nname: y\ndescription: Use when testing x.\nname: x\n---\nB\n", ""},
		{"---\nname: x\ndescription: Use when testing x.\ndescription: Use when testing x.\n---\nB\n", `Delete this "description"`},
		{"---\nname: x\ndescription: Long and good.\ndescription: none yet\n---\nB\n", ""},
	}
	for _, tt := range tests {
		found, _ := diagnoseText(t, tt.text)
		preferred := ""
		for _, d := range found {
			for _, fix := range d.Fixes {
				if d.Rule == "frontmatter/duplicate-key" && fix.Preferred {
					preferred = fix.Title
				}
			}
		}
		if preferred != tt.preferred {
			t.Errorf("%q: preferred is %q, want %q", tt.text, preferred, tt.preferred)
		}
	}
}
