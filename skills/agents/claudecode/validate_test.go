package claudecode

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"skills-ls/skills"
	"skills-ls/skills/agents/agenttest"
)

// TestValidateCorpus compares with quick_validate's results for every file of the corpus.
func TestValidateCorpus(t *testing.T) {
	files := agenttest.CorpusFiles(t)
	want := agenttest.CorpusVerdicts(t, "quick_validate")
	if len(want) != 1003 {
		t.Errorf("%d files, want 1003", len(want))
	}
	accepted := 0
	for _, w := range want {
		file, ok := files[w.Path]
		if !ok {
			t.Errorf("%s: not in the corpus", w.Path)
			continue
		}
		refusals := checkValidate(t, "/corpus/"+w.Path, file.Source)
		message := ""
		if len(refusals) > 0 {
			message = refusals[0].Message
		}
		if w.Accepted != (len(refusals) == 0) || message != agenttest.ValueOf(w.Error) {
			t.Errorf("%s: %q, want %q", w.Path, message, agenttest.ValueOf(w.Error))
		}
		if len(refusals) == 0 {
			accepted++
		}
	}
	t.Logf("%d of %d files pass", accepted, len(want))
}

// checkValidate returns the validator's refusals after checking their invariants.
func checkValidate(t *testing.T, path, source string) []skills.Refusal {
	t.Helper()
	doc := skills.Parse(source)
	refusals := Agent.Validator.Check(skills.File{Path: filepath.FromSlash(path), Source: source, Frontmatter: &doc.Frontmatter})
	if len(refusals) > 1 {
		t.Errorf("%s: %d refusals, though it stops at the first", path, len(refusals))
	}
	for _, r := range refusals {
		if r.Code == "" || r.Message == "" || r.WouldBe || r.Span.Start < 0 || r.Span.Start > r.Span.End || r.Span.End > len(source) {
			t.Errorf("%s: %q of %d bytes: %+v", path, source, len(source), r)
		}
	}
	return refusals
}

// TestValidate compares with quick_validate's results for other files, run with PyYAML 6.0.3 on Python 3.11.
func TestValidate(t *testing.T) {
	with := func(lines ...string) string { return "---\n" + strings.Join(lines, "\n") + "\n---\n" }
	const d = "description: D."
	repeat := strings.Repeat
	for _, tt := range []struct{ name, source, want, message string }{
		{"valid", with("name: a", d), "", ""},
		{"all fields", with("name: a", d, "license: MIT", "allowed-tools: [Read]", "metadata: {a: {b: c}}", "compatibility: git"), "", ""},
		{"CRLF", strings.ReplaceAll(with("name: a", d), "\n", "\r\n"), "", ""},
		{"CR", strings.ReplaceAll(with("name: a", d), "\n", "\r"), "", ""},
		{"unquoted dashes", "---\nname: a\ndescription: b\n---- \nc: d\n", "", ""},
		{"empty name and description", with(`name: " "`, "description: ''", "compatibility: []"), "", ""},
		{"merged", with("metadata: &m {name: a}", "<<: *m", d), "", ""},
		{"no frontmatter", "# T\n", `no-frontmatter  "# T"`, "No YAML frontmatter found"},
		{"byte order mark", "\ufeff" + with("name: a", d), `no-frontmatter  "---"`, "No YAML frontmatter found"},
		{"blank behind the dashes", "--- \nname: a\n" + d + "\n---\n", `no-frontmatter  "--- "`, "Invalid frontmatter format"},
		{"unclosed", "---\nname: a\n" + d + "\n", `unclosed  "---"`, "Invalid frontmatter format"},
		{"nothing between", "---\n---\n", `unclosed  "---"`, "Invalid frontmatter format"},
		{"not UTF-8", with("name: a", d) + "\xff", `unreadable  "\ufffd"`, "UnicodeDecodeError: 'utf-8' codec can't decode byte 0xff in position 32: invalid start byte"},
		{"empty", "---\n\n---\n", `not-mapping  "---"`, "Frontmatter must be a YAML dictionary"},
		{"list", with("- a", "- b"), `not-mapping  "- a\n- b"`, "Frontmatter must be a YAML dictionary"},
		{
			"colon", with("name: a", "description: Use when: x"), `yaml description ":"`,
			"Invalid YAML in frontmatter: mapping values are not allowed here\n  in \"<unicode string>\", line 2, column 22:\n    description: Use when: x\n                         ^",
		},
		{
			"control character", with("name: a", "description: x\x01"), `yaml description "\u0001"`,
			"Invalid YAML in frontmatter: unacceptable character #x0001: special characters are not allowed\n  in \"<unicode string>\", position 22",
		},
		{
			"template", with("name: {{x}}", d), `yaml name "{"`,
			"Invalid YAML in frontmatter: while constructing a mapping\n  in \"<unicode string>\", line 1, column 7:\n    name: {{x}}\n          ^\nfound unhashable key\n" +
				"  in \"<unicode string>\", line 1, column 8:\n    name: {{x}}\n           ^",
		},
		{"no such date", with("name: a", d, "metadata:", "  date: 2024-13-01"), `yaml metadata "2024-13-01"`, "ValueError: month must be in 1..12"},
		{
			"unknown fields", with("name: a", d, "version: 1", "author: b"), `unknown-field version "version"`,
			"Unexpected key(s) in SKILL.md frontmatter: author, version. Allowed properties are: allowed-tools, compatibility, description, license, metadata, name",
		},
		{"a field that is no text", with("name: a", d, "on: b"), `unknown-field on "on"`, "TypeError: sequence item 0: expected str instance, bool found"},
		{"fields of two types", with("name: a", d, "x: b", "1: c"), `unknown-field x "x"`, "TypeError: '<' not supported between instances of 'int' and 'str'"},
		{"missing name", with(d), `missing name "---"`, "Missing 'name' in frontmatter"},
		{"missing description", with("name: a"), `missing description "---"`, "Missing 'description' in frontmatter"},
		{"name without a value", with("name:", d), `type name "name"`, "Name must be a string, got NoneType"},
		{"name is a number", with("name: 0x1F", d), `type name "0x1F"`, "Name must be a string, got int"},
		{"name is a date", with("name: 2024-01-01", d), `type name "2024-01-01"`, "Name must be a string, got date"},
		{"characters", with("name: My_Skill", d), `characters name "My_Skill"`, "Name 'My_Skill' should be kebab-case (lowercase letters, digits, and hyphens only)"},
		{"hyphens", with("name: a--b", d), `hyphens name "a--b"`, "Name 'a--b' cannot start/end with hyphen or contain consecutive hyphens"},
		{"long name", with("name: "+repeat("a", 65), d), `too-long name "` + repeat("a", 65) + `"`, "Name is too long (65 characters). Maximum is 64 characters."},
		{"description is a boolean", with("name: a", "description: yes"), `type description "yes"`, "Description must be a string, got bool"},
		{"angle brackets", with("name: a", "description: >-", "  Makes", "  <b>."), `characters description "\u003e-\n  Makes\n  \u003cb\u003e."`, "Description cannot contain angle brackets (< or >)"},
		{
			"long description", with("name: a", "description: "+repeat("é", 1025)), `too-long description "` + repeat("é", 1025) + `"`,
			"Description is too long (1025 characters). Maximum is 1024 characters.",
		},
		{"compatibility is a list", with("name: a", d, "compatibility: [git]"), `type compatibility "[git]"`, "Compatibility must be a string, got list"},
		{
			"long compatibility", with("name: a", d, "compatibility: "+repeat("a", 501)), `too-long compatibility "` + repeat("a", 501) + `"`,
			"Compatibility is too long (501 characters). Maximum is 500 characters.",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, message := "", ""
			for _, r := range checkValidate(t, "/ws/a/SKILL.md", tt.source) {
				quoted, err := json.Marshal(r.Span.Of(tt.source))
				if err != nil {
					t.Fatal(err)
				}
				got, message = string(r.Code)+" "+r.Field+" "+string(quoted), r.Message
			}
			if got != tt.want || message != tt.message {
				t.Errorf("got  %s: %q\nwant %s: %q", got, message, tt.want, tt.message)
			}
		})
	}
	if r := checkValidate(t, "/ws/a/skill.md", with("name: a", d)); len(r) != 1 || r[0].Message != "SKILL.md not found" {
		t.Errorf("of skill.md: %+v", r)
	}
}
