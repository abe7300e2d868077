package rules_test

import (
	"slices"
	"strings"
	"testing"

	"skills-ls/analysis/analysistest"
)

// TestSkeletons checks which diagnostics a SKILL.md has that the user fills in before an agent loads it:
// those that filling it in does not fix.
func TestSkeletons(t *testing.T) {
	const body = "[a](none.md) [b](#none) [c](../none.md) [d](C:\\none.md) `scripts/none.py` $deplyo\n\nWork\u202e.\n"
	const placeholder = "name: \"{{SKILL_NAME}}\"\ndescription: What {{SKILL_NAME}} does.\nversion: 1\nmetadata:\n  a: 1\nallowed-tools: [Read]\n"
	kept := []string{"body/hidden-text", "link/absolute"}
	for _, tt := range []struct {
		name, dir, front string
		skeleton         bool
	}{
		{"in a directory of templates", "templates/x", placeholder, true},
		{"its own directory", "tools/skill-skeleton", placeholder, true},
		{"no template by its path", "skills/x", placeholder, false},
		{"a name", "templates/x", "name: x\ndescription: What {{SKILL_NAME}} does.\nversion: 1\n", false},
		{"no name", "templates/x", "description: What {{SKILL_NAME}} does.\nversion: 1\n", false},
		{"braces", "templates/x", "name: {{SKILL_NAME}}\ndescription: Does x.\nversion: 1\n", true},
		{"braces in a name", "templates/x", "name: acme-{name}\ndescription: Does x.\nversion: 1\n", true},
		{"brackets", "templates/x", "name: [TODO: lower-case-name]\ndescription: Does x.\nversion: 1\n", true},
		{"brackets that YAML does not know", "templates/x", "name: [TODO] name # choose\ndescription: Does x.\nversion: 1\n", true},
		{"angle brackets", "templates/x", "name: <skill-name>\ndescription: Does x.\nversion: 1\n", true},
		{"capitals", "templates/x", "name: __SKILL_NAME__\ndescription: Does x.\nversion: 1\n", true},
		{"a variable", "templates/x", "name: ${SKILL_NAME}\ndescription: Does x.\nversion: 1\n", true},
		{"other fields that are no YAML", "templates/x", "name: {{SKILL_NAME}}\ndescription: {{WHAT}} and: more\nversion: 1\n", true},
		{"called a template", "template", "name: skill-template\ndescription: Does x.\nversion: 1\n", true},
		{"called a template, in another directory", "kit/_template", "name: Template-Skill\ndescription: Does x.\nversion: 1\n", true},
		{"called otherwise", "submissions/_template", "name: my-great-skill\ndescription: Does x.\nversion: 1\n", true},
		{"called otherwise, among skills", "skills/template", "name: deploys\ndescription: Does x.\nversion: 1\n", false},
		{"called a template, among skills", "skills/template", "name: template-skill\ndescription: Does x.\nversion: 1\n", true},
		{"about templates", "templates/mail-template", "name: my-template\ndescription: Does x.\nversion: 1\n", false},
		{"its own name", "skills/template", "name: template\ndescription: Does x.\nversion: 1\n", false},
		{"capitals that are a name", "templates/x", "name: SKILL_NAME\ndescription: Does x.\nversion: 1\n", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, root := analysistest.Workspace(t, "-- .git/HEAD --\n-- .agents/skills/deploy/SKILL.md --\n"+plainFront+"-- "+tt.dir+"/SKILL.md --\n---\n"+tt.front+"---\n"+body)
			file := tt.dir + "/SKILL.md"
			var got []string
			for _, d := range analysistest.Diagnose(s, root, file) {
				got = append(got, d.Rule)
			}
			slices.Sort(got)
			if got = slices.Compact(got); slices.Equal(got, kept) != tt.skeleton || !tt.skeleton && len(got) < 5 {
				t.Errorf("found %q, of a skeleton %q", got, kept)
			}
		})
	}
}

// TestSkeletonsKeepTheirFaults checks that a skeleton keeps the diagnostics that do not depend on what it is
// filled in with.
func TestSkeletonsKeepTheirFaults(t *testing.T) {
	for text, want := range map[string]string{
		"---\nname: <name>\ndescription: Does x.\n\nText.\n":                                   "frontmatter/unclosed",
		"---\nname: <name>\nlicense: MIT\nlicense: MIT\n---\nText.\n":                          "frontmatter/duplicate-key",
		"---\nname: <name>\n---\nText.\n\n```\ncode\n":                                         "body/fence",
		"---\nname: <name>\n---\n<<<<<<< HEAD\nOne.\n=======\nTwo.\n>>>>>>> other\n\n":         "body/placeholder",
		"---\nname: <name>\n---\n<!-- skills-ls-disable-next-line name/format -->\nText.\n":    "",
		"---\nname: <name>\n---\n<!-- skills-ls-disable-next-line body/fence -->\nText.\n":     "suppression/unused",
		"---\nname: <name>\n---\n<!-- skills-ls-disable-next-line body/none -->\nText.\n":      "suppression/unused",
		"---\n# skills-ls-disable-next-line name/format\nname: <name>\ndescription: D.\n---\n": "",
	} {
		s, root := analysistest.Workspace(t, "-- .git/HEAD --\n-- templates/x/SKILL.md --\n"+text)
		var got []string
		for _, d := range analysistest.Diagnose(s, root, "templates/x/SKILL.md") {
			got = append(got, d.Rule)
		}
		if got := strings.Join(got, " "); got != want {
			t.Errorf("%q: found %q, want %q", text, got, want)
		}
		analysistest.CheckPhases(t, s, root+"/templates/x/SKILL.md")
	}
}
