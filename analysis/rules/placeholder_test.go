package rules_test

import (
	"strings"
	"testing"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/rules"
)

func TestPlaceholderDescriptions(t *testing.T) {
	for description, want := range map[string]string{
		`"[TODO: Complete explanation of what the skill does]"`: "[TODO: Complete explanation of what the skill does]",
		"[TODO: Complete explanation of what the skill does]":   "[TODO: Complete explanation of what the skill does]",
		"Reviews code. [TODO: say when to use it]":              "[TODO: say when to use it]",
		"TODO":                            "TODO",
		`"TODO: describe when to use it"`: "TODO: describe when to use it",
		"A brief description of what this skill does":                                  "A brief description of what this skill does",
		"Brief description of what this Skill does and when to use it":                 "Brief description of what this Skill does and when to use it",
		"Replace with description of the skill and when Claude should use it.":         "Replace with description of the skill and when Claude should use it.",
		`"` + rules.DraftDescription("x") + `"`:                                        rules.DraftDescription("x"),
		"Use when testing <your project>.":                                             "<your project>",
		"Use when working on {{SKILL_NAME}} files.":                                    "{{SKILL_NAME}}",
		"\"Lorem ipsum dolor sit amet.\"":                                              "Lorem ipsum dolor sit amet.",
		"Manages TODO lists. Use when the user wants a TODO list.":                     "",
		"Finds TODO and FIXME comments. Use when cleaning up.":                         "",
		"Todo management. Use when testing.":                                           "",
		"Renders {{ mustache }} templates and {{variables}}. Use when testing.":        "",
		"Use when the user says \"migrate <your-database>\".":                          "",
		"Writes Vec<T> and <b>. Use when testing.":                                     "",
		"Writes a brief description of what this skill does for a page. Use for docs.": "",
		"Replaces placeholders such as [NAME] in templates. Use when testing.":         "",
		"TBD: transaction batch data. Use when loading batches.":                       "",
	} {
		text := "---\nname: x\ndescription: " + description + "\n---\n\nText.\n"
		found, listing := diagnoseText(t, text)
		got := ""
		for _, d := range found {
			if d.Rule == "body/placeholder" {
				got = d.Span.Of(text)
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q\n%s", description, got, want, listing)
		}
	}
}

func TestLeftovers(t *testing.T) {
	for body, want := range map[string]int{
		"[TODO: say what this is]":                                                1,
		"## [TODO: Replace with the first main section]":                          1,
		"- [TODO: first]\n- [ ] [TODO: second]\n3. [TODO: third]":                 3,
		"**Status**: [TODO: Beta]":                                                1,
		"[TODO: Choose the structure that fits. Common ones:\n\n**1. By steps**]": 1,
		"# Insert instructions below":                                             1,
		"Describe when this skill should be used.":                                1,
		"Mark gaps with [TODO: source missing] in the text.":                      0,
		"Write \"[TODO: ...]\" where something is missing.":                       0,
		"`[TODO: name]`":         0,
		"```\n[TODO: name]\n```": 0,
		"[TODO] and TODO: later, [Insert name] and {{NAME}}":          0,
		"Tell the author to describe when this skill should be used.": 0,
		strings.Repeat("[TODO: more]\n\n", 99):                        rules.MaxLeftovers,
	} {
		if found, listing := diagnoseText(t, plainFront+body+"\n"); analysistest.Count(found, "body/placeholder") != want {
			t.Errorf("%.80q: want %d findings, got\n%s", body, want, listing)
		}
	}
}

func TestTemplatesMayHavePlaceholders(t *testing.T) {
	const text = "# [TODO: Name]\n\n[TODO: Text]\n"
	skill := plainFront + text
	for name, want := range map[string]int{
		"skills/x/references/notes.md":         2,
		"skills/x/SKILL.md":                    2,
		"skills/x/assets/report.md":            0,
		"skills/x/references/note-template.md": 0,
		"templates/x/SKILL.md":                 0,
		"skills/skill-skeleton/SKILL.md":       0,
		"tests/fixtures/x/SKILL.md":            0,
	} {
		archive := "-- skills/x/SKILL.md --\n" + plainFront + "-- " + name + " --\n" + text
		if strings.HasSuffix(name, "SKILL.md") {
			archive = "-- " + name + " --\n" + skill
		}
		s, root := analysistest.Workspace(t, archive)
		if found := analysistest.Diagnose(s, root, name); analysistest.Count(found, "body/placeholder") != want {
			t.Errorf("%s: want %d findings, got %+v", name, want, found)
		}
	}
}

func TestMergeMarks(t *testing.T) {
	const conflict = "<<<<<<< HEAD\none\n=======\ntwo\n>>>>>>> branch\n"
	for text, want := range map[string]int{
		plainFront + conflict: 1,
		plainFront + strings.ReplaceAll(conflict, "\n", "\r\n"):                                                          1,
		plainFront + conflict + "\n" + conflict:                                                                          2,
		plainFront + strings.Replace(conflict, "=======", "||||||| base\nzero\n=======", 1):                              1,
		"---\nname: x\n<<<<<<< HEAD\ndescription: Use when a.\n=======\ndescription: Use when b.\n>>>>>>> branch\n---\n": 1,
		"<<<<<<< HEAD\n" + plainFront + "=======\n" + plainFront + ">>>>>>> branch\n":                                    1,
		plainFront + "```\n" + conflict + "```\n":                                                                        0,
		plainFront + "Git writes `<<<<<<< HEAD`.\n":                                                                      0,
		plainFront + "    <<<<<<< HEAD\n    =======\n    >>>>>>> x\n":                                                    0,
		plainFront + "Title\n=======\n\n>>>>>>> quoted deep\n":                                                           0,
		plainFront + "<<<<<<< HEAD\none\n>>>>>>> branch\n":                                                               0,
	} {
		found, listing := diagnoseText(t, text)
		if analysistest.CountFrom(diagnostic.Error, found, "body/placeholder") != want {
			t.Errorf("%q: want %d findings, got\n%s", text, want, listing)
		}
		for _, d := range found {
			if d.Rule == "body/placeholder" && (!strings.HasPrefix(d.Span.Of(text), "<<<<<<<") || len(d.Related) != 2) {
				t.Errorf("%q: %+v", text, d)
			}
		}
	}
}
